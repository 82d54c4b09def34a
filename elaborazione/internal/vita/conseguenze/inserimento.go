package conseguenze

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// EventiIniziali are the events of an insertion, in order: the fine enters, is contested if it was
// handed over, and where the command accepts its source without a person it is validated, priced,
// and the owner is asked for. A possible double, which has an anomaly for each fine that it may be, and what the law
// holds, always wait for a person.
func (n Nuovo) EventiIniziali(doppioni []Doppione) []vita.Evento {
	eventi := []vita.Evento{n.evento(n.inserito(), uuid.Nil)}
	if p, ok := n.posizione(verbale.Trasgressore); ok && n.Contestato {
		dati := vita.Contestato{Debito: n.debitoDopo(), Scadenze: n.Scadenze}
		if ultima := len(n.Scadenze) - 1; ultima >= 0 {
			dati.ScadenzaPagamento = n.Scadenze[ultima].Giorno
		}
		eventi = append(eventi, n.evento(dati, p.ID))
		eventi[len(eventi)-1].DataLegale = n.DataContestazione
	}
	for _, d := range doppioni {
		e := d.apre("")
		e.DataLegale, e.Registrato = calendario.Da(n.Ora), n.Ora
		eventi = append(eventi, e)
	}
	if n.Politica != vita.Automatica || n.Trattenuto || len(doppioni) > 0 {
		return eventi
	}
	a := Accettato{Politica: vita.Automatica, Servite: n.tutteServite()}
	if len(n.Numeri) > 0 {
		avvisi := n.avvisi()
		a.Avvisi = &avvisi
	}
	if p, ok := n.posizione(verbale.Obbligato); ok && p.Soggetto == uuid.Nil {
		a.Cercata = p.ID
	}
	return append(eventi, a.Eventi(n.evento)...)
}

func (n Nuovo) evento(d vita.Dati, posizione uuid.UUID) vita.Evento {
	return vita.Evento{Posizione: posizione, DataLegale: calendario.Da(n.Ora), Registrato: n.Ora, Attore: n.Attore, Dati: d}
}

func (n Nuovo) inserito() vita.Inserito {
	x := vita.Inserito{Fonte: n.Fonte, Posizioni: n.Posizioni, Punti: n.Punti, Avvertenze: n.Avvertenze, Patente: n.Patente}
	for _, v := range n.Violazioni {
		x.Violazioni = append(x.Violazioni, v.Scelta())
	}
	return x
}

// tutteServite: the report was handed to the only person who answers for it.
func (n Nuovo) tutteServite() bool {
	return n.Contestato && len(n.Posizioni) == 1 && n.Posizioni[0].Titolo == verbale.Trasgressore
}

// avvisi gives each amount its number; the numbers were taken in that order.
func (n Nuovo) avvisi() vita.AvvisiEmessi {
	return Emessi(n.daEmettere(), n.Numeri, n.Importi.Spiegazione)
}

// daEmettere pairs every position with every amount that may still be paid there: of a report handed over days ago the driver's
// five days for the discount may be gone (art. 202 c. 1 CdS), the owner's begin when he is served.
func (n Nuovo) daEmettere() []DaEmettere {
	var voci []DaEmettere
	for _, p := range n.Posizioni {
		for _, a := range n.Importi.Avvisi {
			if p.Titolo != verbale.Trasgressore || !n.scontoPassato(a.Tipo) {
				voci = append(voci, DaEmettere{Posizione: p.ID, Avviso: a})
			}
		}
	}
	return voci
}

// scontoPassato reports the sum less 30 % of a report that was handed over, its five days gone on the day of the insertion.
func (n Nuovo) scontoPassato(tipo cds.Tipo) bool {
	i := slices.IndexFunc(n.Scadenze, func(z vita.Scadenza) bool { return z.Tipo == cds.PagamentoScontato5 })
	return tipo == cds.Ridotto30 && i >= 0 && calendario.Da(n.Ora).After(n.Scadenze[i].Giorno)
}

// debitoDopo is the state of the debt from the day the report was handed over (art. 202 CdS).
func (n Nuovo) debitoDopo() verbale.Debito {
	if len(n.Importi.Avvisi) == 0 {
		return verbale.NonEsigibile
	}
	return verbale.Debito(n.Importi.Avvisi[0].Tipo)
}

func (n Nuovo) posizione(t verbale.Titolo) (vita.Posizione, bool) {
	for _, p := range n.Posizioni {
		if p.Titolo == t {
			return p, true
		}
	}
	return vita.Posizione{}, false
}

// QuantiNumeri is how many notice numbers the fine takes when it is validated at once.
func (n Nuovo) QuantiNumeri() int {
	if n.Politica != vita.Automatica || n.Trattenuto {
		return 0
	}
	return len(n.daEmettere())
}
