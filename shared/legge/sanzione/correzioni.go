package sanzione

import (
	"slices"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Prospetto is one table of the corrections: what changed in one respect between the table that the program had before it was
// read again at the source and Iniziale.
type Prospetto struct {
	Titolo   string
	Premessa string // what the reader must know of the rows; may be empty
	Colonne  []string
	Righe    [][]string
}

// Correzioni compares the two tables that the program carries: each row that changed, with its figures of before and of now in
// euro, its days and its source, and no other.
func Correzioni() []Prospetto {
	tutti := prospetti()
	metti := func(titolo string, celle ...string) {
		i := slices.IndexFunc(tutti, func(p Prospetto) bool { return p.Titolo == titolo })
		uguale := func(r []string) bool { return slices.Equal(r, celle) }
		if !slices.ContainsFunc(tutti[i].Righe, uguale) {
			tutti[i].Righe = append(tutti[i].Righe, celle)
		}
	}
	for _, c := range cambiate() {
		c.distribuisci(metti)
	}
	dividi(metti)
	aggiungi(metti)
	return tutti
}

// The tables, in the order in which they are read.
const (
	titoloImporti      = "Importi"
	titoloPunti        = "Punti"
	titoloSconto       = "Sconto e pagamento ridotto"
	titoloAccessorie   = "Sanzioni accessorie"
	titoloCitazioni    = "Commi e lettere"
	titoloDivisi       = "Codici divisi"
	titoloAggiunte     = "Righe aggiunte"
	titoloDaVerificare = "Righe da verificare"
)

func prospetti() []Prospetto {
	cambiate := []string{"Codice", "Norma", "Giorni", "Prima", "Ora", "Fonte"}
	return []Prospetto{
		{Titolo: titoloImporti, Colonne: cambiate},
		{Titolo: titoloPunti, Colonne: cambiate},
		{Titolo: titoloSconto, Colonne: cambiate,
			Premessa: "Lo sconto del 30 % non spetta dove la violazione comporta la sospensione della patente o la confisca del veicolo (art. 202\n" +
				"c. 1 CdS); dove le comporta soltanto la recidiva spetta alla prima violazione."},
		{Titolo: titoloAccessorie, Colonne: cambiate, Premessa: "Le righe in cui cambiano soltanto le parole non sono qui."},
		{Titolo: titoloCitazioni, Colonne: []string{"Codice", "Giorni", "Prima", "Ora"}},
		{Titolo: titoloDivisi, Colonne: []string{"Codice", "Prezza fino al", "Diviso fra", "Perché"}},
		{Titolo: titoloAggiunte, Colonne: []string{"Codice", "Norma", "Violazione", "Importi", "Giorni", "Fonte"}},
		{Titolo: titoloDaVerificare, Colonne: []string{"Codice", "Norma", "Giorni", "Che cosa"},
			Premessa: "Di queste righe qualcosa non è stato confermato. Chi le sceglie legge il dubbio. Se riguarda importo, sconto, validità o\n" +
				"conseguenze il verbale attende una persona (DA_VALIDARE, avvertenza `RIGA_DUBBIA`); se riguarda i soli punti, attende soltanto\n" +
				"la loro comunicazione."},
	}
}

// distribuisci puts the row into the table of each thing in which it differs.
func (c cambiata) distribuisci(metti func(titolo string, celle ...string)) {
	giorni := giorniDetti(c.dal, c.al)
	for _, d := range c.in {
		switch d {
		case DiversoImporto:
			metti(titoloImporti, c.codice(), c.ora.Norma(), giorni, bandaDetta(c.prima), bandaDetta(c.ora), c.ora.Fonte)
		case DiversiPunti:
			metti(titoloPunti, c.codice(), c.ora.Norma(), giorni, strconv.Itoa(c.prima.Punti), strconv.Itoa(c.ora.Punti), c.ora.Fonte)
		case DiversoSconto:
			metti(titoloSconto, c.codice(), c.ora.Norma(), giorni, scontoDetto(c.prima), scontoDetto(c.ora), c.ora.Fonte)
		case DiverseConseguenze:
			metti(titoloAccessorie, c.codice(), c.ora.Norma(), giorni, oNessuna(c.prima.Accessoria), oNessuna(c.ora.Accessoria), c.ora.Fonte)
		case CodiceDiviso, NonInVigore: // of a fine, not of a row
		}
	}
	if c.prima.Codice == c.ora.Codice && !c.ora.Ritirata() && c.prima.Norma() != c.ora.Norma() {
		metti(titoloCitazioni, c.codice(), giorni, c.prima.Norma(), c.ora.Norma())
	}
}

// dividi tells the codes that no row prices any more, and the rows that took their place.
func dividi(metti func(titolo string, celle ...string)) {
	adesso := Iniziale()
	for _, s := range adesso.Tutte() {
		if ultima, _ := adesso.Cerca(s.Codice, s.ValidoA.AddDays(1)); s.Ritirata() && ultima.Codice == "" {
			ultimo := "mai da sola"
			if s.MaxCent > 0 {
				ultimo = s.ValidoA.Italiano()
			}
			metti(titoloDivisi, "`"+s.Codice+"`", ultimo, "`"+strings.Join(s.SostituitaDa, "`, `")+"`", s.Nota)
		}
	}
}

// aggiungi tells the codes that the earlier table did not have, and the rows of which something is doubtful.
func aggiungi(metti func(titolo string, celle ...string)) {
	precedenti := map[string]bool{}
	for _, s := range tabellaPrecedente().Tutte() {
		precedenti[s.Codice] = true
	}
	for _, x := range Iniziale().Intervalli() {
		s := x.Riga
		if s.Ritirata() {
			continue
		}
		if !precedenti[s.Codice] {
			metti(titoloAggiunte, "`"+s.Codice+"`", s.Norma(), s.TestoBreve, bandaDetta(s), giorniDetti(x.Dal, x.Al), s.Fonte)
		}
		if s.Dubbio != "" {
			metti(titoloDaVerificare, "`"+s.Codice+"`", s.Norma(), giorniDetti(x.Dal, x.Al), s.Dubbio)
		}
	}
}

// cambiata is a row of the earlier table beside one of those that now hold on the same days.
type cambiata struct {
	prima, ora Sanzione
	dal, al    calendario.Giorno // the days that both hold; al is zero without an end
	in         []Differenza
}

// cambiate compares the two tables, codice by codice and day by day: a codice that was divided with those in its place.
func cambiate() (tutte []cambiata) {
	prima, ora := tabellaPrecedente(), Iniziale()
	perCodice := map[string][]Intervallo{}
	for _, x := range ora.Intervalli() {
		perCodice[x.Riga.Codice] = append(perCodice[x.Riga.Codice], x)
	}
	divisaFra := map[string][]string{}
	for _, s := range ora.Tutte() {
		divisaFra[s.Codice] = s.SostituitaDa
	}
	for _, p := range prima.Intervalli() {
		sole := perCodice[p.Riga.Codice]
		for _, codice := range divisaFra[p.Riga.Codice] {
			for _, x := range perCodice[codice] {
				if n := len(sole); n > 0 && sole[n-1].Riga.Ritirata() && !x.Dal.After(sole[n-1].Al) {
					if x.Dal = sole[n-1].Al.AddDays(1); !x.Al.IsZero() && x.Al.Before(x.Dal) {
						continue // until then the codice itself priced
					}
				}
				sole = append(slices.Clip(sole), x)
			}
		}
		for _, x := range sole {
			if c, insieme := accanto(p, x); insieme {
				tutte = append(tutte, c)
			}
		}
	}
	return tutte
}

// accanto compares two rows on the days that both hold; false where there is none.
func accanto(p, x Intervallo) (cambiata, bool) {
	c := cambiata{prima: p.Riga, ora: x.Riga, dal: p.Dal, al: p.Al}
	if x.Dal.After(c.dal) {
		c.dal = x.Dal
	}
	if c.al.IsZero() || !x.Al.IsZero() && x.Al.Before(c.al) {
		c.al = x.Al
	}
	s := p.Riga
	c.in = x.Riga.Differenze(Prezzata{Codice: s.Codice, MinCent: s.MinCent, MaxCent: s.MaxCent, Sconto30: s.AmmetteSconto(false),
		PagamentoRidotto: s.PagamentoRidotto, Punti: s.Punti, Notturna: s.Notturna, Atto: &Atto{Accessoria: s.Accessoria}})
	altraCondizione := s.Sconto30 == ScontoCondizionato && s.PerPrecedenti() != x.Riga.PerPrecedenti()
	if (s.Sconto30 != x.Riga.Sconto30 || altraCondizione) && !slices.Contains(c.in, DiversoSconto) {
		c.in = append(c.in, DiversoSconto) // what a repeat changes of it
	}
	if s.Accessoria != "" && x.Riga.Accessoria == "" && !slices.Contains(c.in, DiverseConseguenze) {
		c.in = append(c.in, DiverseConseguenze)
	}
	return c, c.al.IsZero() || !c.al.Before(c.dal)
}

// codice names the row and its successor.
func (c cambiata) codice() string {
	if c.prima.Codice == c.ora.Codice {
		return "`" + c.ora.Codice + "`"
	}
	return "`" + c.prima.Codice + "`, ora `" + c.ora.Codice + "`"
}

func giorniDetti(dal, al calendario.Giorno) string {
	if al.IsZero() {
		return "dal " + dal.Italiano()
	}
	return "dal " + dal.Italiano() + " al " + al.Italiano()
}

func bandaDetta(s Sanzione) string {
	if s.Penale {
		return "reato"
	}
	return "da " + s.MinCent.Cifre() + " a " + s.MaxCent.Cifre()
}

func scontoDetto(s Sanzione) string {
	switch {
	case !s.PagamentoRidotto:
		return "nessun pagamento in misura ridotta"
	case s.Sconto30 == ScontoSi:
		return "sì"
	case s.Sconto30 == ScontoNo:
		return "no"
	case s.PerPrecedenti():
		return "alla prima violazione"
	}
	return "a una condizione: " + s.ScontoSe.Parola()
}

func oNessuna(testo string) string {
	if testo == "" {
		return "nessuna"
	}
	return testo
}
