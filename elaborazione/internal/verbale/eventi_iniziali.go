package verbale

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
)

// eventiIniziali are the events of an insertion, in order: the fine enters, is contested if it was
// handed over, and where the command accepts its source without a person it is validated, priced,
// and the owner is asked for. A possible double always waits for a person.
func (n Nuovo) eventiIniziali(doppione bool) []Evento {
	eventi := []Evento{n.evento(n.inserito(), uuid.Nil)}
	if p, ok := n.posizione(Trasgressore); ok && n.Contestato {
		dati := Contestato{Debito: n.debitoDopo(), ScadenzaPagamento: n.Consegnato}
		eventi = append(eventi, n.evento(dati, p.ID))
		eventi[len(eventi)-1].DataLegale = n.DataContestazione
	}
	if n.Politica != Automatica || doppione {
		return eventi
	}
	eventi = append(eventi, n.evento(ValidatoDati{Politica: Automatica}, uuid.Nil))
	if len(n.Numeri) > 0 {
		eventi = append(eventi, n.evento(n.avvisi(), uuid.Nil))
	}
	if p, ok := n.posizione(Obbligato); ok && p.Soggetto == uuid.Nil {
		eventi = append(eventi, n.evento(IntestatarioRichiesto{Motivo: "ACCERTAMENTO"}, p.ID))
	}
	return eventi
}

func (n Nuovo) evento(d Dati, posizione uuid.UUID) Evento {
	return Evento{Posizione: posizione, DataLegale: calendario.Da(n.Ora), Registrato: n.Ora, Attore: n.Attore, Dati: d}
}

func (n Nuovo) inserito() Inserito {
	x := Inserito{Fonte: n.Fonte, Posizioni: n.Posizioni, Punti: n.Punti, Avvertenze: n.Avvertenze}
	for _, v := range n.Violazioni {
		x.Violazioni = append(x.Violazioni, ViolazioneScelta{
			Codice: v.Codice, MinimoCent: v.MinCent, MassimoCent: v.MaxCent, Notturna: v.Notturna,
			Sconto30: v.AmmetteSconto(false), PagamentoRidotto: v.PagamentoRidotto, Punti: v.Punti, VersioneTabella: v.VersioneTabella,
		})
	}
	return x
}

// avvisi pairs every position with every amount; the numbers were taken in that order.
func (n Nuovo) avvisi() AvvisiEmessi {
	var x AvvisiEmessi
	for _, p := range n.Posizioni {
		for _, a := range n.Importi.Avvisi {
			numero := n.Numeri[len(x.Avvisi)]
			x.Avvisi = append(x.Avvisi, Avviso{
				ID: nuovoID(), Posizione: p.ID, Tipo: a.Tipo, NumeroAvviso: numero.Numero, IUV: numero.IUV, Ente: numero.Ente,
				ImportoCent: a.ImportoCent, SpeseCent: a.SpeseCent, Giorni: a.Giorni,
			})
		}
	}
	for _, p := range n.Importi.Spiegazione {
		x.Spiegazione = append(x.Spiegazione, p.Testo)
	}
	return x
}

// debitoDopo is what is owed from the day the report was handed over (art. 202 CdS).
func (n Nuovo) debitoDopo() Debito {
	if len(n.Importi.Avvisi) == 0 {
		return NonEsigibile
	}
	return Debito(n.Importi.Avvisi[0].Tipo)
}

func (n Nuovo) posizione(t Titolo) (Posizione, bool) {
	for _, p := range n.Posizioni {
		if p.Titolo == t {
			return p, true
		}
	}
	return Posizione{}, false
}

// quantiNumeri is how many notice numbers the fine takes when it is validated at once.
func (n Nuovo) quantiNumeri() int {
	if n.Politica != Automatica {
		return 0
	}
	return len(n.Posizioni) * len(n.Importi.Avvisi)
}

// nuovoID is a time-ordered identifier.
func nuovoID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
