// Package storie invents histories of fines in the layout storico-eventi, with the mix of a real municipal
// log: for tests and for the bench. The same seed gives the same file.
package storie

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Testata is the first line of a file.
const Testata = "case_id;activity;timestamp;amount;dismissal;vehicleClass;totalPaymentAmount;article;points;expense;notificationType;lastSent;paymentAmount"

// Totali are what a file adds up to.
type Totali struct {
	Casi        int
	Eventi      int
	PerAttivita map[string]int
	ImportiCent int64
	SpeseCent   int64
	VersatoCent int64
}

// Riga is one event; sums are cents, -1 where the event carries none.
type Riga struct {
	Attivita string
	Giorno   calendario.Giorno
	Importo  int64
	Esito    string
	Veicolo  string
	Totale   int64
	Articolo string
	Punti    string
	Spese    int64
	Notifica string
	Invio    string
	Versato  int64
}

// The activities of the layout.
const (
	Creata      = "Create Fine"
	Spedita     = "Send Fine"
	Notificata  = "Insert Fine Notification"
	Maggiorata  = "Add penalty"
	Pagata      = "Payment"
	ARuolo      = "Send for Credit Collection"
	Ricorso     = "Insert Date Appeal to Prefecture"
	Trasmesso   = "Send Appeal to Prefecture"
	Deciso      = "Receive Result Appeal from Prefecture"
	Ordinanza   = "Notify Result Appeal to Offender"
	AlGiudice   = "Appeal to Judge"
	nessunCampo = -1
)

// Scrivi writes the cases, header and all.
func Scrivi(w io.Writer, seme uint64, casi int) (Totali, error) {
	t := Totali{PerAttivita: map[string]int{}}
	b := bufio.NewWriterSize(w, 1<<16)
	if _, err := fmt.Fprintln(b, Testata); err != nil {
		return t, fmt.Errorf("storie: %w", err)
	}
	caso := rand.New(rand.NewPCG(seme, 1))
	for i := range casi {
		righe := Caso(caso)
		t.somma(righe)
		for _, r := range righe {
			if _, err := b.WriteString(r.Testo(Chiave(i)) + "\n"); err != nil {
				return t, fmt.Errorf("storie: %w", err)
			}
		}
	}
	if err := b.Flush(); err != nil {
		return t, fmt.Errorf("storie: %w", err)
	}
	return t, nil
}

// Chiave is the key of the i-th case: now and then of the series V.
func Chiave(i int) string {
	serie := "A"
	if i%17 == 0 {
		serie = "V"
	}
	return fmt.Sprintf("%s%d", serie, i+1)
}

// Testo is the line of an event of a case.
func (r Riga) Testo(caso string) string {
	return fmt.Sprintf("%s;%s;%s;%s;%s;%s;%s;%s;%s;%s;%s;%s;%s", caso, r.Attivita, r.Giorno, euro(r.Importo), r.Esito, r.Veicolo,
		euro(r.Totale), r.Articolo, r.Punti, euro(r.Spese), r.Notifica, r.Invio, euro(r.Versato))
}

func euro(cent int64) string {
	if cent < 0 {
		return ""
	}
	return fmt.Sprintf("%d.%02d", cent/100, cent%100)
}

func (t *Totali) somma(righe []Riga) {
	t.Casi++
	for _, r := range righe {
		t.Eventi++
		t.PerAttivita[r.Attivita]++
		t.ImportiCent += max(r.Importo, 0)
		t.SpeseCent += max(r.Spese, 0)
		t.VersatoCent += max(r.Versato, 0)
	}
}

// storia is a case that is being invented.
type storia struct {
	*rand.Rand
	righe           []Riga
	giorno, servito calendario.Giorno
	dovuto, spese   int64
	versato         int64
}

// Caso invents one history.
func Caso(r *rand.Rand) []Riga {
	s := &storia{Rand: r, giorno: calendario.MustParse("2000-01-01").AddDays(r.IntN(4500))}
	s.crea()
	// Shares of the real log: paid at once, sent and left open, paid after service, sent to collection.
	switch n := s.IntN(100); {
	case n < 31:
		s.paga(s.dovuto)
	case n < 45:
		s.spedisci()
	case n < 48:
		s.sulPosto()
	default:
		s.spedisci()
		s.notifica()
		s.dopoLaNotifica()
	}
	slices.SortStableFunc(s.righe, func(a, b Riga) int {
		return cmp.Or(a.Giorno.DiffDays(b.Giorno), cmp.Compare(ordine(a.Attivita), ordine(b.Attivita)), cmp.Compare(a.Attivita, b.Attivita))
	})
	return s.righe
}

// ordine: ties of a day are sorted by name, but Create Fine is first and Send Fine is before its service.
func ordine(attivita string) int {
	if i := slices.Index([]string{Creata, Spedita, Notificata}, attivita); i >= 0 {
		return i
	}
	return 3
}

func vuota(attivita string, giorno calendario.Giorno) Riga {
	return Riga{Attivita: attivita, Giorno: giorno, Importo: nessunCampo, Totale: nessunCampo, Spese: nessunCampo, Versato: nessunCampo}
}

func (s *storia) crea() {
	r := vuota(Creata, s.giorno)
	s.dovuto = []int64{2100, 2200, 3357, 3500, 3600, 3360, 7000, 14100}[s.IntN(8)]
	r.Importo, r.Totale, r.Esito, r.Veicolo = s.dovuto, 0, "NIL", []string{"A", "A", "A", "A", "C", "M", "R"}[s.IntN(7)]
	r.Articolo, r.Punti = []string{"157", "157", "157", "7", "158", "142"}[s.IntN(6)], []string{"0", "0", "0", "2"}[s.IntN(4)]
	s.righe = append(s.righe, r)
}

func (s *storia) spedisci() {
	s.giorno = s.giorno.AddDays(20 + s.IntN(120))
	r := vuota(Spedita, s.giorno)
	s.spese = []int64{1100, 1300, 1350, 1860}[s.IntN(4)]
	r.Spese = s.spese
	s.righe = append(s.righe, r)
}

// sulPosto hands the report over: same day, no expenses, to the driver.
func (s *storia) sulPosto() {
	spedita := vuota(Spedita, s.giorno)
	spedita.Spese = 0
	s.righe = append(s.righe, spedita)
	s.servi("C")
	s.dopoLaNotifica()
}

func (s *storia) notifica() {
	s.giorno = s.giorno.AddDays(3 + s.IntN(40))
	s.servi("P")
}

func (s *storia) servi(chi string) {
	r := vuota(Notificata, s.giorno)
	r.Notifica, r.Invio = chi, []string{"P", "N", ""}[s.IntN(3)]
	s.servito = s.giorno
	s.righe = append(s.righe, r)
}

func (s *storia) paga(cent int64) {
	s.giorno = s.giorno.AddDays(s.IntN(50))
	s.versa(cent)
}

func (s *storia) versa(cent int64) {
	r := vuota(Pagata, s.giorno)
	s.versato += cent
	r.Totale, r.Versato = s.versato, cent
	s.righe = append(s.righe, r)
}

// dopoLaNotifica is the increase on day 60 and what came before and after it.
func (s *storia) dopoLaNotifica() {
	minimo := s.dovuto
	scade := s.servito.AddDays(60)
	maggiore := minimo * 2
	if minimo == 3360 {
		maggiore = 6877 // as the log has it
	}
	penale := vuota(Maggiorata, scade)
	penale.Importo = maggiore
	switch n := s.IntN(100); {
	case n < 8: // in time, on the very last day
		s.giorno = scade
		s.versa(minimo + s.spese)
	case n < 12: // an appeal to the prefect
		s.ricorre()
	case n < 14:
		s.giorno = s.servito.AddDays(s.IntN(50))
		r := vuota(AlGiudice, s.giorno)
		r.Esito = []string{"G", "NIL"}[s.IntN(2)]
		s.righe = append(s.righe, r)
	case n < 26: // late, all of it
		s.giorno = scade.AddDays(1 + s.IntN(300))
		s.versa(maggiore + s.spese)
	case n < 32: // late and too little, then the rest
		s.giorno = scade.AddDays(1 + s.IntN(30))
		s.versa(minimo + s.spese)
		s.giorno = s.giorno.AddDays(s.IntN(60))
		s.versa(maggiore - minimo)
	default:
		s.righe = append(s.righe, vuota(ARuolo, scade.AddDays(300+s.IntN(900))))
	}
	s.righe = append(s.righe, penale)
}

func (s *storia) ricorre() {
	giorno := s.servito.AddDays(1 + s.IntN(59))
	s.righe = append(s.righe, vuota(Ricorso, giorno))
	trasmesso := vuota(Trasmesso, giorno.AddDays(s.IntN(60)))
	trasmesso.Esito = []string{"#", "NIL"}[s.IntN(2)]
	s.righe = append(s.righe, trasmesso)
	if trasmesso.Esito == "NIL" && s.IntN(2) == 0 {
		deciso := trasmesso.Giorno.AddDays(60 + s.IntN(100))
		s.righe = append(s.righe, vuota(Deciso, deciso), vuota(Ordinanza, deciso.AddDays(s.IntN(90))))
	}
}
