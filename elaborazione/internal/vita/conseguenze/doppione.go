package conseguenze

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Doppione is another fine of the same plate, place and minute, and of the same article or of an article that may punish the
// same fact (cds.StessoFatto): the two fines may be one.
type Doppione struct {
	ID      uuid.UUID
	Estremi string // number, series and year
	Punto   string // how far its act is; empty: there is none
	// AltroArticolo says that the two have no article in common.
	AltroArticolo bool
}

// Comune is what it has in common with the fine, in words.
func (d Doppione) Comune() string {
	if d.AltroArticolo {
		return "stessa targa, luogo e minuto, e un articolo che può punire lo stesso fatto, del verbale " + d.Estremi
	}
	return "stessa targa, luogo, minuto e articolo del verbale " + d.Estremi
}

// InComune reports that a violation has its article in common with the norms of another fine ("158 c. 2 lett. d"), or may be of the
// same fact as one of them.
func InComune(articolo, comma string, norme []string) (stesso, fatto bool) {
	for _, norma := range norme {
		suo, resto, _ := strings.Cut(norma, " c. ")
		suoComma, _, _ := strings.Cut(resto, " ")
		stesso = stesso || suo == articolo
		fatto = fatto || cds.StessoFatto(cds.Norma{Articolo: articolo, Comma: comma}, cds.Norma{Articolo: suo, Comma: suoComma})
	}
	return stesso, fatto
}

// PuntoAtto is how far the act of a fine is, in words; empty while there is none.
func PuntoAtto(s vita.Stato) string {
	punto := ""
	for _, p := range s.Posizioni {
		spedito := slices.ContainsFunc(s.Notifiche, func(n vita.Notifica) bool { return n.Posizione == p.ID })
		switch {
		case !p.GiornoZero.IsZero():
			return "già notificato " + p.GiornoZero.Detto("il")
		case spedito:
			punto = "già spedito"
		case p.Atto != uuid.Nil && punto == "":
			punto = "già stampato"
		}
	}
	return punto
}

// Avvertenza is what the fine says of it when it comes in.
func (d Doppione) Avvertenza() string {
	return verbale.ScriviAvvertenza(verbale.AvvertenzaDoppione, d.Comune()+".")
}

// apre is the anomaly of a fine that may be the same fact as this one: it holds the acts of its own until a person says
// which of the two stays, or that they are two. suo is how far its own act is.
func (d Doppione) apre(suo string) vita.Evento {
	testo := "S" + strings.TrimPrefix(d.Comune(), "s")
	if d.Punto != "" {
		testo += ", il cui atto è " + d.Punto
	}
	if testo += "."; suo != "" {
		testo += " L'atto di questo verbale è " + suo + "."
	}
	return vita.Evento{Attore: vita.AttoreSistema, Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta},
		Apre: &vita.Anomalia{ID: vita.NuovoID(), Tipo: verbale.AnomaliaDoppione, Testo: testo, Altro: d.ID}}
}

// Apre is what happens to a fine that is there already when another comes in that may be its double; none where it is told.
func (d Doppione) Apre(s vita.Stato) []vita.Evento {
	if _, aperta := conDoppione(s, d.ID); aperta {
		return nil
	}
	return []vita.Evento{d.apre(PuntoAtto(s))}
}

// conDoppione finds the open anomaly about another fine.
func conDoppione(s vita.Stato, altro uuid.UUID) (vita.Anomalia, bool) {
	i := slices.IndexFunc(s.Anomalie, func(a vita.Anomalia) bool { return a.Tipo == verbale.AnomaliaDoppione && a.Altro == altro })
	if i < 0 {
		return vita.Anomalia{}, false
	}
	return s.Anomalie[i], true
}

// Sciolto is a fine that ceases to be the possible double of a changed fine, and the reason.
type Sciolto struct {
	Altro uuid.UUID
	Esito string
}

// Sciolti are the fines that are no longer possible doubles after a change of one: it was closed without asking for money,
// and the other alone remains; or a person said of the two that they are two facts, which holds for both.
func Sciolti(prima, dopo vita.Stato, eventi []vita.Evento) []Sciolto {
	var tutti []Sciolto
	chiuso := slices.Contains(verbale.ProcedureSenzaPagare(), dopo.Procedura) && dopo.Procedura != prima.Procedura
	for _, a := range prima.Anomalie {
		if a.Tipo != verbale.AnomaliaDoppione || a.Altro == uuid.Nil {
			continue
		}
		if _, aperta := conDoppione(dopo, a.Altro); !aperta {
			tutti = append(tutti, Sciolto{a.Altro, "Deciso sull'altro verbale: " + esitoDi(a.ID, eventi)})
		} else if chiuso {
			tutti = append(tutti, Sciolto{a.Altro, "L'altro verbale è " + dopo.Procedura.InFrase() + "."})
		}
	}
	return tutti
}

// esitoDi is how an anomaly was settled.
func esitoDi(anomalia uuid.UUID, eventi []vita.Evento) string {
	for _, e := range eventi {
		if x, ok := e.Dati.(vita.AnomaliaRisolta); ok && x.Anomalia == anomalia {
			return x.Esito
		}
	}
	return ""
}

// Scioglie is what happens to a fine of which another is no longer the possible double; none where nothing was open.
func Scioglie(s vita.Stato, altro uuid.UUID, esito string) []vita.Evento {
	a, aperta := conDoppione(s, altro)
	if !aperta {
		return nil
	}
	return []vita.Evento{{Attore: vita.AttoreSistema, Dati: vita.AnomaliaRisolta{Anomalia: a.ID, Esito: esito}}}
}
