package cds

import (
	"slices"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Precedente is an earlier violation of somebody.
type Precedente struct {
	// Persona is any key that tells persons apart, such as the tax code; it never enters the explanation.
	Persona         string
	Data            calendario.Giorno
	Articolo, Comma string
	// Periodo is the period of the paragraph, where the row of the table is for one.
	Periodo string
	// Definita says that it was paid, or that no appeal is possible any more, on the day of the repeat.
	Definita bool
	// CentroAbitato says that it happened in town.
	CentroAbitato bool
}

// RichiestaRecidiva asks whether a violation is a repeat.
type RichiestaRecidiva struct {
	Persona         string
	Data            calendario.Giorno
	Articolo, Comma string
	// Periodo as in Precedente.
	Periodo       string
	CentroAbitato bool
	// Precedenti of the person, in any order; those of others are passed over.
	Precedenti []Precedente
}

// EsitoRecidiva says whether the violation is a repeat.
type EsitoRecidiva struct {
	Recidiva bool `json:"recidiva"`
	// Anni is the window of the article, 0 where the law knows no repeat.
	Anni int `json:"anni"`
	// Contate are the earlier violations that count.
	Contate     int      `json:"contate"`
	Spiegazione []Passo  `json:"spiegazione"`
	Avvertenze  []string `json:"avvertenze"`
}

// Recidiva counts the earlier violations of the same rule, by the same person, settled,
// within the window of the article: by the days of the violations, first day out, anniversary in. The
// error is an *Errore.
func Recidiva(r RichiestaRecidiva) (EsitoRecidiva, error) {
	if err := r.verifica(); err != nil {
		return EsitoRecidiva{}, err
	}
	s := nuovaSpiegazione()
	f, ok := finestraDi(r.Articolo, r.Comma, r.Periodo)
	if !ok || r.Data.Before(f.dal) || f.centroAbitato && !r.CentroAbitato {
		s.passo("RECIDIVA_NON_PREVISTA", "art. "+r.Articolo+" CdS", f.perche(r, ok))
		return EsitoRecidiva{Spiegazione: s.passi, Avvertenze: s.elenco()}, nil
	}
	e := EsitoRecidiva{Anni: f.anni}
	s.passo("FINESTRA_RECIDIVA", f.norma(r), "La recidiva si conta su "+anni(f.anni)+" per data di violazione: "+
		f.inizio(r.Data).Detto("dal")+" "+r.Data.AddDays(-1).Detto("al")+".")
	for _, p := range f.ordinati(r) {
		if f.valuta(r, p, &s) {
			e.Contate++
		}
	}
	e.Recidiva = e.Contate > 0
	f.conclude(r, e, &s)
	e.Spiegazione, e.Avvertenze = s.passi, s.elenco()
	return e, nil
}

func (r RichiestaRecidiva) verifica() error {
	switch {
	case r.Persona == "":
		return errore("persona", "manca: la recidiva è di una persona")
	case r.Data.IsZero():
		return errore("data", "manca")
	case r.Articolo == "" || r.Comma == "":
		return errore("articolo", "servono articolo e comma")
	}
	for i, p := range r.Precedenti {
		if p.Data.IsZero() {
			return errore("precedenti["+strconv.Itoa(i)+"].data", "manca")
		}
	}
	return nil
}

// ordinati are the earlier violations of the person and of the articles of the rule, by day.
func (f finestra) ordinati(r RichiestaRecidiva) []Precedente {
	tenuti := make([]Precedente, 0, len(r.Precedenti))
	for _, p := range r.Precedenti {
		if p.Persona == r.Persona && slices.Contains(f.articoli(), p.Articolo) {
			tenuti = append(tenuti, p)
		}
	}
	slices.SortStableFunc(tenuti, func(a, b Precedente) int { return a.Data.DiffDays(b.Data) })
	return tenuti
}

// ArticoliRecidiva are the articles whose earlier violations count towards a repeat of the article, paragraph and period
// on a day; none where the law treats the repeat like the first one.
func ArticoliRecidiva(articolo, comma, periodo string, giorno calendario.Giorno) []string {
	f, c := finestraDi(articolo, comma, periodo)
	if !c || giorno.Before(f.dal) {
		return nil
	}
	return f.articoli()
}

// finestra is the repeat rule of some violations, which count together.
type finestra struct {
	norme         []normaRipetuta
	anni          int
	centroAbitato bool
	// dal is the day the rule came into force, zero where it is older than the table.
	dal calendario.Giorno
}

// normaRipetuta is a paragraph that a repeat rule is about; an empty one is any paragraph of the article. senzaPeriodo is
// the period that the rule leaves out.
type normaRipetuta struct{ articolo, comma, senzaPeriodo string }

// finestre are the repeat rules. The red light is one violation, which arts 41 and 146 both name (art. 146 c. 3-bis); a
// passenger (art. 170 c. 6-bis), a helmet put on sale (art. 171 c. 4) and the third period of art. 147 c. 5 are of other rules.
func finestre() []finestra {
	return []finestra{
		{norme: []normaRipetuta{{"142", "8", ""}}, anni: 1, centroAbitato: true, dal: Riforma2024()},
		{norme: []normaRipetuta{{"142", "9", ""}}, anni: 2}, {norme: []normaRipetuta{{"142", "9-bis", ""}}, anni: 2},
		{norme: []normaRipetuta{{"7", "13-bis", ""}}, anni: 2}, {norme: []normaRipetuta{{"7", "11-bis", ""}}, anni: 2},
		{norme: []normaRipetuta{{"145", "", ""}}, anni: 2}, {norme: []normaRipetuta{{"146", "3", ""}, {"41", "11", ""}}, anni: 2},
		{norme: []normaRipetuta{{"147", "5", "3"}}, anni: 2}, {norme: []normaRipetuta{{"148", "3", ""}}, anni: 2},
		{norme: []normaRipetuta{{"149", "5", ""}}, anni: 2}, {norme: []normaRipetuta{{"150", "5", ""}}, anni: 2},
		{norme: []normaRipetuta{{"170", "6", ""}}, anni: 2}, {norme: []normaRipetuta{{"171", "2", ""}}, anni: 2},
		{norme: []normaRipetuta{{"172", "10", ""}}, anni: 2}, {norme: []normaRipetuta{{"173", "3-bis", ""}}, anni: 2},
		{norme: []normaRipetuta{{"192", "6-bis", ""}}, anni: 2, dal: decreto2025()}, {norme: []normaRipetuta{{"193", "2", ""}}, anni: 2},
	}
}

// finestraDi finds the rule of an article, paragraph and period.
func finestraDi(articolo, comma, periodo string) (finestra, bool) {
	for _, f := range finestre() {
		if f.comprende(articolo, comma, periodo) {
			return f, true
		}
	}
	return finestra{}, false
}

// comprende reports a violation that the rule is about.
func (f finestra) comprende(articolo, comma, periodo string) bool {
	if articolo == "193" && comma == "2-bis" {
		comma = "2" // c. 2-bis is the repeat of c. 2
	}
	return slices.ContainsFunc(f.norme, func(n normaRipetuta) bool {
		return n.articolo == articolo && (n.comma == "" || n.comma == comma) && (periodo == "" || n.senzaPeriodo != periodo)
	})
}

// articoli are those of the violations of the rule.
func (f finestra) articoli() []string {
	tutti := make([]string, len(f.norme))
	for i, n := range f.norme {
		tutti[i] = n.articolo
	}
	return tutti
}

// inizio is the first day from which an earlier violation counts: the term in years from it reaches the
// day.
func (f finestra) inizio(giorno calendario.Giorno) calendario.Giorno {
	primo := giorno.AddMonths(-12 * f.anni)
	if primo.AddMonths(12 * f.anni).Before(giorno) { // 29 February
		return primo.AddDays(1)
	}
	return primo
}

// norma cites the rule.
func (f finestra) norma(r RichiestaRecidiva) string {
	return "art. " + r.Articolo + " c. " + r.Comma + " CdS"
}

// perche says why no repeat exists for the violation.
func (f finestra) perche(r RichiestaRecidiva, esiste bool) string {
	switch {
	case !esiste:
		return "Per l'art. " + r.Articolo + " c. " + r.Comma + " la legge non prevede la recidiva."
	case r.Data.Before(f.dal):
		return "La recidiva dell'art. " + r.Articolo + " c. " + r.Comma + " vale per le violazioni " + f.dal.Detto("dal") + "."
	}
	return "La recidiva dell'art. " + r.Articolo + " c. " + r.Comma + " vale soltanto nel centro abitato."
}

// valuta says whether an earlier violation counts, and why.
func (f finestra) valuta(r RichiestaRecidiva, p Precedente, s *spiegazione) bool {
	inizio := "Violazione dell'art. " + p.Articolo + " c. " + p.Comma + " " + p.Data.Detto("del") + ": "
	motivo := ""
	switch {
	case !f.comprende(p.Articolo, p.Comma, p.Periodo):
		motivo = "è di un altro comma o periodo, non conta."
	case !p.Data.Before(r.Data):
		motivo = "non precede questa violazione, non conta."
	case p.Data.Before(f.inizio(r.Data)):
		motivo = "è più vecchia di " + anni(f.anni) + ", non conta."
	case !p.Definita:
		motivo = "non è ancora definita, non conta."
	case f.centroAbitato && !p.CentroAbitato:
		motivo = "è fuori dal centro abitato, non conta."
	}
	if motivo != "" {
		s.giorno("PRECEDENTE_ESCLUSO", f.norma(r), inizio+motivo, p.Data)
		return false
	}
	s.giorno("PRECEDENTE_CONTATO", f.norma(r), inizio+"conta.", p.Data)
	if p.Comma != r.Comma && p.Articolo == r.Articolo && p.Articolo != "193" {
		s.avverti(inizio + "è dello stesso articolo ma di un altro comma, verificare che conti.")
	}
	if p.Data.Before(f.dal) {
		s.avverti(inizio + "precede l'entrata in vigore della regola (" + f.dal.Italiano() + "), verificare che conti.")
	}
	return true
}

func (f finestra) conclude(r RichiestaRecidiva, e EsitoRecidiva, s *spiegazione) {
	if !e.Recidiva {
		s.passo("PRIMA_VIOLAZIONE", f.norma(r), "Nessuna violazione definita nel periodo: questa è la prima.")
	} else {
		s.passo("RECIDIVA", f.norma(r), "Violazioni definite nel periodo: "+strconv.Itoa(e.Contate)+". Questa è una ripetizione.")
	}
	s.avverti("La recidiva si riverifica sul registro quando il verbale è emesso: cambia lo sconto del 30 % e le sanzioni accessorie.")
}

// anni writes "un anno", "2 anni".
func anni(n int) string {
	if n == 1 {
		return "un anno"
	}
	return strconv.Itoa(n) + " anni"
}
