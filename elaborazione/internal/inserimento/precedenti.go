package inserimento

import (
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// giudizio is what the law makes of earlier violations for a fine that is being recorded.
type giudizio func(n *conseguenze.Nuovo, prima []archivio.Precedente) error

// esame says what is to be looked up of what the same person or vehicle has done before, where the law makes something of
// it. What it makes of it is proposed: the fine waits for a person, who decides. Nothing is looked up for a violation that
// the law treats alike however often it is repeated.
func (s *Service) esame(n conseguenze.Nuovo) archivio.Esame {
	var ricerche []archivio.Ricerca
	var giudizi []giudizio
	tabella := s.Ufficio.Tabelle.Violazioni() // one for the whole fine, whatever is imported meanwhile
	aggiungi := func(r archivio.Ricerca, g giudizio) {
		ricerche, giudizi = append(ricerche, r), append(giudizi, g)
	}
	for i, v := range n.Violazioni {
		if len(v.Candidati) > 0 {
			continue
		}
		if chi, articoli := n.CodiceFiscaleDi(verbale.Trasgressore), articoliRipetuti(n, v); chi != "" && len(articoli) > 0 {
			aggiungi(archivio.Ricerca{Articoli: articoli, Prima: n.DataViolazione, CodiceFiscale: chi}, recidiva(tabella, i))
		}
		if f, c := cds.CercaConcorso(rilevata(n, v)); c {
			r := archivio.Ricerca{Articoli: []string{v.Articolo}, Prima: n.DataViolazione, Targa: n.Targa, Dal: f.Dal, Al: f.Al}
			if f.Luogo {
				r.Istat = n.Luogo.Istat
			}
			aggiungi(r, concorso(f, i))
		}
	}
	return archivio.Esame{Ricerche: ricerche, Giudica: func(n *conseguenze.Nuovo, trovati [][]archivio.Precedente) error {
		for i, giudica := range giudizi {
			if err := giudica(n, trovati[i]); err != nil {
				return err
			}
		}
		return nil
	}}
}

// articoliRipetuti are those whose earlier violations make a repeat of a violation; none of one that is a repeat by itself.
func articoliRipetuti(n conseguenze.Nuovo, v conseguenze.Violazione) []string {
	if v.Recidiva {
		return nil
	}
	return cds.ArticoliRecidiva(v.Articolo, v.Comma, v.Periodo, calendario.Da(n.DataViolazione))
}

// recidiva proposes what follows from the repeat of the violation in place i, where its driver has done it before.
func recidiva(tabella *sanzione.Tabella, i int) giudizio {
	return func(n *conseguenze.Nuovo, prima []archivio.Precedente) error {
		v, giorno, chi := &n.Violazioni[i], calendario.Da(n.DataViolazione), n.CodiceFiscaleDi(verbale.Trasgressore)
		// Nobody writes whether a place is in town: what is proposed says so, and a person looks.
		r := cds.RichiestaRecidiva{Persona: chi, Data: giorno, Articolo: v.Articolo, Comma: v.Comma, Periodo: v.Periodo, CentroAbitato: true}
		for _, p := range prima {
			riga, _ := tabella.Cerca(p.Codice, p.Giorno())
			r.Precedenti = append(r.Precedenti, cds.Precedente{Persona: chi, Data: p.Giorno(), Articolo: p.Articolo, Comma: p.Comma,
				Periodo: riga.Periodo, Definita: p.Definita, CentroAbitato: true})
		}
		e, err := cds.Recidiva(r)
		if err != nil || !e.Recidiva {
			return err
		}
		seguito, alternative := seguitoDellaRecidiva(tabella, v.Sanzione, giorno)
		if seguito == "" {
			return nil
		}
		testo := "il trasgressore risulta già sanzionato per la stessa violazione (" + v.Norma() + "): " + elencoPrecedenti(prima, true) +
			". Se la recidiva è confermata " + seguito
		if e.Anni == 1 {
			testo += "; vale soltanto nel centro abitato"
		}
		v.Alternative = alternative
		n.Trattieni(verbale.AvvertenzaRecidiva, testo+".")
		return nil
	}
}

// seguitoDellaRecidiva is what changes with the repeat of a row on a day, in words, and the rows that a person may take
// instead: a row of its own; the loss of the discount, where the repeat suspends the licence (art. 202 c. 1 CdS); else the
// accessory sanction alone. Empty where nothing changes.
func seguitoDellaRecidiva(tabella *sanzione.Tabella, riga sanzione.Sanzione, giorno calendario.Giorno) (testo string, alternative []string) {
	for _, r := range tabella.DiRecidiva(riga.Codice, giorno) {
		alternative = append(alternative, r.Codice)
	}
	ordinaria, speciale := tabella.Cerca(riga.Base, giorno) // the row that this one specialises
	switch {
	case len(alternative) > 0:
		return "si sceglie la riga " + strings.Join(alternative, " o "), alternative
	case riga.Sconto30 == sanzione.ScontoCondizionato && riga.PerPrecedenti():
		return "si sceglie la stessa riga con la recidiva, senza la riduzione del 30 %", nil
	case len(riga.ConseguenzeRecidiva) > 0:
		return "si sceglie la stessa riga con la recidiva: somma e riduzione non cambiano, cambia la sanzione accessoria: " + riga.Accessoria, nil
	case riga.Articolo == articoloVelocita && !speciale:
		return "somma e riduzione non cambiano, cambia la sanzione accessoria: " + riga.Accessoria, nil
	case speciale && riga.Articolo == articoloVelocita: // the heavy vehicles of art. 142 c. 11
		testo, alternative = seguitoDellaRecidiva(tabella, ordinaria, giorno)
		if len(alternative) > 0 {
			return "valgono somma e sospensione della riga " + strings.Join(alternative, " o ") +
				", raddoppiate per questo veicolo (art. 142 c. 11 CdS): la tabella non ne ha la riga, decide il comando", nil
		}
		return testo + "; la sospensione è raddoppiata per questo veicolo (art. 142 c. 11 CdS)", nil
	}
	return "", nil
}

// elencoPrecedenti names earlier fines; for a repeat only those count that are settled.
func elencoPrecedenti(prima []archivio.Precedente, definiti bool) string {
	var voci []string
	for _, p := range prima {
		voce := "verbale " + p.Estremi + " del " + p.Giorno().Italiano()
		if definiti && !p.Definita {
			voce += " (non definito: non conta)"
		}
		voci = append(voci, voce)
	}
	return strings.Join(voci, ", ")
}

// concorso proposes that violations of one vehicle be answered by one sanction, where the law says so (cds.CercaConcorso):
// the one in place i, and those found around it.
func concorso(f cds.FinestraConcorso, i int) giudizio {
	return func(n *conseguenze.Nuovo, prima []archivio.Precedente) error {
		v := n.Violazioni[i]
		prima = slices.DeleteFunc(slices.Clone(prima), func(p archivio.Precedente) bool {
			return p.Contestato || v.Articolo != articoloVelocita && p.Comma != v.Comma ||
				p.Istante.Truncate(time.Minute).Equal(n.DataViolazione.Truncate(time.Minute)) || // a double is told by itself
				f.Remote && !p.ADistanza() || f.Luogo && (p.Codice != v.Codice || !p.Qui(n.Luogo))
		})
		if len(prima) > 0 {
			n.Trattieni(verbale.AvvertenzaConcorso, f.Testo+" Dello stesso veicolo: "+elencoPrecedenti(prima, false)+".")
		}
		return nil
	}
}

// rilevata is the violation as the law about several of them sees it.
func rilevata(n conseguenze.Nuovo, v conseguenze.Violazione) cds.Rilevata {
	return cds.Rilevata{Istante: n.DataViolazione, Articolo: v.Articolo, Comma: v.Comma, Periodo: v.Periodo, Contestata: n.Contestato,
		Remota: riscontro.ADistanza(n.Dispositivo != nil, n.Fonte == verbale.FonteImpianto, n.MotivoMancata), Requisiti: sanzione.DiRequisiti(v.Articolo)}
}
