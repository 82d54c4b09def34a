package cds

import (
	"slices"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

const (
	// PuntiIniziali is the balance of a new licence (art. 126-bis c. 1).
	PuntiIniziali = 20
	// PuntiMassimi is the balance that the bonus of clean years reaches at most (art. 126-bis c. 5).
	PuntiMassimi = 30

	puntiPerControllo = 15 // of several violations found together (art. 126-bis c. 1-bis)
	puntiPerRiga      = 20 // no row of the table takes more
	giorniPunti       = 30 // to tell the register, from the definition (art. 126-bis c. 2)
	puntiBiennio      = 2
	anniBiennio       = 2
)

// RichiestaPunti asks how many points one check takes off, and from whom.
type RichiestaPunti struct {
	// Data is the day of the violations in Rome.
	Data       calendario.Giorno
	Violazioni []PuntiViolazione
	// Conducente is the driver, known because stopped or named by the owner; nil while nobody is.
	Conducente *Conducente
	// DatiOmessi says that the sixty days from service passed and nobody named the driver. OmessiDati is
	// then the band of art. 126-bis c. 2, from the table on the day: it is cited, never applied here.
	DatiOmessi bool
	OmessiDati Violazione
	// RicorsoPendente says that an appeal against the report is open.
	RicorsoPendente bool
	// Definito is the day the report was settled: paid, appeal lost, or no appeal in time; zero before.
	Definito calendario.Giorno
}

// PuntiViolazione is one violation of the check.
type PuntiViolazione struct {
	Codice string
	// Punti of the table, before doubling.
	Punti int
	// TogliePatente says that it carries suspension or revocation of the licence: no cap then.
	TogliePatente bool
}

// Conducente is who was driving.
type Conducente struct {
	// Societa says that the name is a company's: a company drives nothing and has no points.
	Societa bool
	// Nascita, zero where it is not known.
	Nascita calendario.Giorno
	Patente Patente
}

// EsitoPunti says how many points go. Punti is 0 where nobody loses any.
type EsitoPunti struct {
	Punti int `json:"punti"`
	// Sospesa says that an appeal is open: nothing is sent to the register meanwhile.
	Sospesa bool `json:"sospesa"`
	// ComunicareEntro is the last day to tell the register; zero where there is nothing to tell yet.
	ComunicareEntro calendario.Giorno `json:"comunicareEntro,omitzero"`
	Spiegazione     []Passo           `json:"spiegazione"`
	Avvertenze      []string          `json:"avvertenze"`
}

// Punti applies art. 126-bis to one check: who loses points, doubling, cap, term. The error is an
// *Errore.
func Punti(r RichiestaPunti) (EsitoPunti, error) {
	if err := r.verifica(); err != nil {
		return EsitoPunti{}, err
	}
	s := nuovaSpiegazione()
	e := EsitoPunti{Sospesa: r.RicorsoPendente}
	if r.perde(&s) {
		e.Punti = r.conta(&s)
	}
	r.termine(&e, &s)
	e.Spiegazione, e.Avvertenze = s.passi, s.elenco()
	return e, nil
}

func (r RichiestaPunti) verifica() error {
	switch {
	case r.Data.IsZero():
		return errore("data", "manca")
	case len(r.Violazioni) == 0:
		return errore("violazioni", "serve almeno una violazione")
	case r.DatiOmessi && r.Conducente != nil:
		return errore("datiOmessi", "il conducente è noto")
	case !r.Definito.IsZero() && r.Definito.Before(r.Data):
		return errore("definito", "precede la violazione")
	case !r.Definito.IsZero() && r.RicorsoPendente:
		return errore("definito", "è indicato con un ricorso pendente")
	}
	for i, v := range r.Violazioni {
		if v.Punti < 0 || v.Punti > puntiPerRiga {
			return errore("violazioni["+strconv.Itoa(i)+"].punti", "deve essere compreso tra 0 e 20")
		}
	}
	return nil
}

// perde says whether somebody loses points, and why not: only an identified driver of age does, never
// an owner or a company.
func (r RichiestaPunti) perde(s *spiegazione) bool {
	const norma = "art. 126-bis c. 2 CdS"
	switch {
	case r.DatiOmessi:
		s.passo("DATI_OMESSI", norma, r.testoOmessi())
		r.avvertiOmessi(s)
	case r.Conducente == nil:
		s.passo("CONDUCENTE_NON_IDENTIFICATO", norma,
			"Il conducente non è identificato: nessuno perde punti; il proprietario ne comunica i dati entro 60 giorni dalla notificazione.")
	case r.Conducente.Societa:
		s.passo("PERSONA_GIURIDICA", norma, "Una persona giuridica non ha punti: va comunicato il nome del conducente.")
	case Minorenne(r.Conducente.Nascita, r.Data):
		s.passo("MINORENNE", "art. 2 L. 689/1981; art. 196 CdS", "Il conducente era minorenne: nessun punto è tolto.")
		s.avverti("Conducente minorenne: il verbale va a chi era tenuto alla sorveglianza; verificare che non siano dovuti punti.")
	default:
		return true
	}
	return false
}

func (r RichiestaPunti) testoOmessi() string {
	testo := "Nessuno ha comunicato i dati del conducente nei 60 giorni: nessun punto è tolto; senza un motivo giustificato e documentato segue la sanzione dell'art. 126-bis c. 2"
	if r.OmessiDati.MinCent > 0 {
		testo += ", da " + r.OmessiDati.MinCent.Euro() + " a " + r.OmessiDati.MaxCent.Euro()
	}
	return testo + ", con un verbale suo."
}

func (r RichiestaPunti) avvertiOmessi(s *spiegazione) {
	if r.RicorsoPendente {
		s.avverti("Con un ricorso aperto contro il verbale l'obbligo di comunicare i dati del conducente non opera: non emettere il secondo verbale (Cass. 26553/2024).")
	}
	s.avverti("Se il primo verbale è stato notificato oltre i termini l'obbligo di comunicare i dati non sorge (Cass. 11185/2011): verificare.")
}

// conta adds the points of the check.
func (r RichiestaPunti) conta(s *spiegazione) int {
	const norma = "art. 126-bis cc. 1 e 1-bis CdS"
	doppi, passo := Neopatentato(r.Conducente.Patente, r.Data)
	s.passi = append(s.passi, passo)
	violazioni := raddoppiate(r.Violazioni, doppi)
	for i, v := range violazioni {
		s.passo("PUNTI_VIOLAZIONE", norma, "Violazione "+v.Codice+": "+quanti(violazioni[i].Punti, "punto", "punti")+".")
	}
	totale, perduti := puntiTabella(violazioni), SommaPunti(violazioni)
	switch {
	case perduti < totale:
		s.passo("TETTO_PUNTI", norma, "Più violazioni accertate insieme: "+strconv.Itoa(totale)+" punti ridotti al massimo di "+strconv.Itoa(perduti)+".")
	case totale > puntiPerControllo && len(violazioni) > 1 && slices.ContainsFunc(violazioni, toglie):
		s.passo("PUNTI_SENZA_TETTO", norma,
			"Una violazione comporta la sospensione o la revoca della patente: il tetto di 15 punti non vale, in tutto "+strconv.Itoa(totale)+" punti.")
	default:
		s.passo("PUNTI_TOTALI", norma, "In tutto "+quanti(totale, "punto", "punti")+".")
	}
	return perduti
}

// SommaPunti is what a driver loses for the violations of one check: fifteen at most
// where two or more take points and none carries suspension or revocation (art. 126-bis c. 1-bis CdS).
func SommaPunti(violazioni []PuntiViolazione) int {
	totale, quante := puntiTabella(violazioni), 0
	for _, v := range violazioni {
		if v.Punti > 0 {
			quante++
		}
	}
	if quante < 2 || slices.ContainsFunc(violazioni, toglie) {
		return totale
	}
	return min(totale, puntiPerControllo)
}

// PuntiDelConducente is what the driver of a check loses: as SommaPunti, of the doubled points where his licence was in
// its first three years (Neopatentato).
func PuntiDelConducente(violazioni []PuntiViolazione, neopatentato bool) int {
	return SommaPunti(raddoppiate(violazioni, neopatentato))
}

// raddoppiate are the violations with their points, doubled for a new driver.
func raddoppiate(violazioni []PuntiViolazione, doppi bool) []PuntiViolazione {
	tutte := slices.Clone(violazioni)
	for i, v := range tutte {
		if doppi {
			tutte[i].Punti = PuntiNeopatentato(v.Punti)
		}
	}
	return tutte
}

// puntiTabella sums the points without the cap of a check.
func puntiTabella(violazioni []PuntiViolazione) (totale int) {
	for _, v := range violazioni {
		totale += v.Punti
	}
	return totale
}

func toglie(v PuntiViolazione) bool { return v.TogliePatente }

// termine sets the day by which the register must know.
func (r RichiestaPunti) termine(e *EsitoPunti, s *spiegazione) {
	switch {
	case e.Punti == 0:
		return
	case r.RicorsoPendente:
		s.passo("PUNTI_SOSPESI", "art. 126-bis c. 2 CdS", "È pendente un ricorso: il verbale non è definito e i punti non si comunicano.")
	case r.Definito.IsZero():
		s.passo("PUNTI_DA_DEFINIRE", "art. 126-bis c. 2 CdS", "Il verbale non è ancora definito: i punti si comunicano entro 30 giorni dalla definizione.")
	default:
		e.ComunicareEntro = r.Definito.AddDays(giorniPunti)
		s.giorno("COMUNICAZIONE_PUNTI", "art. 126-bis c. 2 CdS", "Verbale definito "+r.Definito.Detto("il")+
			": i punti si comunicano all'anagrafe nazionale degli abilitati alla guida entro "+e.ComunicareEntro.Detto("il")+".", e.ComunicareEntro)
	}
}

// PuntiDopo is the balance after a run of clean years (art. 126-bis c. 5): two years bring who has less
// back to twenty points, and who has twenty or more two further points, up to thirty. A balance of zero
// does not recover: the licence is reviewed (c. 6). The yearly point of new drivers is not counted.
func PuntiDopo(saldo, anniPuliti int) int {
	bienni := anniPuliti / anniBiennio
	if saldo <= 0 || bienni <= 0 {
		return max(saldo, 0)
	}
	if saldo < PuntiIniziali {
		saldo = PuntiIniziali
		bienni--
	}
	mancano := max(PuntiMassimi-saldo, 0)
	return saldo + min(puntiBiennio*min(bienni, mancano), mancano)
}
