package cds

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// giorniReiterati is how far back the first service absorbs violations not served yet (art. 198-bis c. 2).
const giorniReiterati = 90

// gruppi prices a set: as one where the rule makes it one and is better for a person who pays, else one by one.
func (i *insieme) gruppi() []Gruppo {
	if len(i.rilevazioni) == 1 {
		return []Gruppo{singola(i.rilevazioni[0], nil)}
	}
	switch i.regola {
	case StessaZonaStessoGiorno:
		return []Gruppo{i.stessaZona()}
	case PiuVelocitaEntroUnOra:
		return i.velocita()
	case IllecitiReiterati:
		return i.reiterati()
	case StessaSostaStessoGiorno, StessaSostaVentiquattrOre, Singola:
	}
	return i.separate(nil)
}

// singola is a detection that answers for itself. perche says why a rule did not join it to others.
func singola(r Rilevazione, perche *Passo) Gruppo {
	costo := ridotta(r.Violazione)
	g := Gruppo{Regola: Singola, Rilevazioni: []string{r.ID}, Principale: r.ID, Violazione: r.Violazione,
		RidottaCent: costo, SeparateCent: costo}
	var s spiegazione
	if perche != nil {
		s.passi = append(s.passi, *perche)
	}
	s.prezzo("SINGOLA", "artt. 198 e 202 c. 1 CdS", "Una sanzione per la rilevazione "+r.ID, costo)
	return g.conclude(&s)
}

func (i *insieme) separate(perche *Passo) []Gruppo {
	gruppi := make([]Gruppo, len(i.rilevazioni))
	for k, r := range i.rilevazioni {
		gruppi[k] = singola(r, perche)
	}
	return gruppi
}

// stessaZona: one sanction for each calendar day, whatever the number of passages.
func (i *insieme) stessaZona() Gruppo {
	prima := i.rilevazioni[0]
	g := i.gruppo(prima, ridotta(prima.Violazione))
	var s spiegazione
	s.prezzo("UNA_SANZIONE_AL_GIORNO", "art. 198 c. 2-bis CdS", "Rilevazioni "+i.elenco()+" nella stessa zona ("+prima.Zona+
		") "+calendario.Da(prima.Istante).Detto("il")+": una sola sanzione per giorno di calendario", g.RidottaCent)
	s.avverti("Se la fascia oraria della zona finisce il giorno dopo, le rilevazioni del mattino seguente possono appartenere alla stessa giornata: verificare.")
	return g.conclude(&s)
}

// velocita: the most serious plus one third, where that is better than the sum.
func (i *insieme) velocita() []Gruppo {
	grave := i.rilevazioni[0]
	for _, r := range i.rilevazioni[1:] {
		if piuGrave(r.Violazione, grave.Violazione) {
			grave = r
		}
	}
	aumentata := grave.Violazione
	aumentata.PiuVelocita = true
	g := i.gruppo(grave, ridotta(aumentata))
	g.Violazione = aumentata
	const norma = "art. 142 c. 6-ter CdS"
	if g.RidottaCent >= g.SeparateCent {
		return i.separate(&Passo{Regola: "SEPARATE_PIU_FAVOREVOLI", Norma: norma, Testo: "Rilevazioni " + i.elenco() +
			" entro un'ora: la più grave aumentata di un terzo (" + g.RidottaCent.Euro() + ") non è più favorevole della somma (" +
			g.SeparateCent.Euro() + "), le sanzioni restano distinte."})
	}
	var s spiegazione
	s.prezzo("PIU_VELOCITA_ENTRO_UN_ORA", norma, "Rilevazioni "+i.elenco()+" dello stesso veicolo entro un'ora dalla prima su strade dello stesso ente ("+
		grave.Ente+"): la più grave ("+grave.ID+") aumentata di un terzo in luogo di "+g.SeparateCent.Euro(), g.RidottaCent)
	s.avverti("Punti e sanzioni accessorie seguono la violazione più grave; le rilevazioni assorbite restano agli atti come prova.")
	return []Gruppo{g.conclude(&s)}
}

// reiterati: one infringement, three times the minimum where that is better.
func (i *insieme) reiterati() []Gruppo {
	prima := i.rilevazioni[0]
	triplo := 3 * ridotta(prima.Violazione)
	g := i.gruppo(prima, triplo)
	const norma = "art. 198-bis CdS"
	entro := calendario.Da(prima.Istante).AddDays(giorniReiterati)
	if triplo >= g.SeparateCent {
		return i.separate(&Passo{Regola: "SEPARATE_PIU_FAVOREVOLI", Norma: norma, Testo: "Rilevazioni " + i.elenco() +
			" entro novanta giorni: il triplo del minimo (" + triplo.Euro() + ") non è più favorevole della somma (" +
			g.SeparateCent.Euro() + "), le sanzioni restano distinte."})
	}
	var s spiegazione
	s.prezzo("ILLECITI_REITERATI", norma, "Rilevazioni "+i.elenco()+" della stessa norma sui requisiti del veicolo entro novanta giorni: un'unica infrazione, il triplo del minimo in luogo di "+
		g.SeparateCent.Euro(), triplo)
	s.giorno("PRIMA_NOTIFICA", norma, "La prima notificazione assorbe le violazioni dei novanta giorni precedenti non ancora notificate: va fatta entro "+entro.Detto("il")+" per comprenderle tutte.", entro)
	s.avverti("Restano dovute le spese di accertamento e notificazione di ciascuna violazione; condizioni e termine di pagamento dell'art. 198-bis cc. 4 e 5 CdS sono da verificare prima dell'emissione.")
	return []Gruppo{g.conclude(&s)}
}

// gruppo joins the whole set under one detection.
func (i *insieme) gruppo(principale Rilevazione, costo importo.Cent) Gruppo {
	g := Gruppo{Regola: i.regola, Principale: principale.ID, Violazione: principale.Violazione, RidottaCent: costo}
	for _, r := range i.rilevazioni {
		g.Rilevazioni = append(g.Rilevazioni, r.ID)
		g.SeparateCent += ridotta(r.Violazione)
	}
	return g
}

func (g Gruppo) conclude(s *spiegazione) Gruppo {
	g.Spiegazione, g.Avvertenze = s.passi, s.elenco()
	return g
}

// prezzo ends the sentence with the sum, where there is one.
func (s *spiegazione) prezzo(regola, norma, testo string, c importo.Cent) {
	if c == 0 {
		s.passo(regola, norma, testo+"; non è ammesso il pagamento in misura ridotta.")
		return
	}
	s.somma(regola, norma, testo+": "+c.Euro()+".", c)
}

// elenco writes the ID of the set.
func (i *insieme) elenco() string {
	id := make([]string, len(i.rilevazioni))
	for k, r := range i.rilevazioni {
		id[k] = r.ID
	}
	return strings.Join(id, ", ")
}

// ridotta is the reduced payment of a violation, 0 where there is none. ordinate has checked the band.
func ridotta(v Violazione) importo.Cent {
	f, err := v.Fascia()
	if err != nil || v.esclusa() {
		return 0
	}
	return f.Minimo()
}

// piuGrave compares by maximum, then by minimum.
func piuGrave(a, b Violazione) bool {
	x, errX := a.Fascia()
	y, errY := b.Fascia()
	if errX != nil || errY != nil {
		return false
	}
	if x.Massimo() != y.Massimo() {
		return x.Massimo() > y.Massimo()
	}
	return x.Minimo() > y.Minimo()
}
