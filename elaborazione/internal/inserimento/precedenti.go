package inserimento

import (
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// giudizio is what the law makes of earlier violations for a fine that is being recorded.
type giudizio func(n *conseguenze.Nuovo, prima []lettura.Precedente) error

// esame says which earlier violations of the same person or vehicle to look up, where the law makes something of
// it. What it makes of it is proposed: the fine waits for a person, who decides. Nothing is looked up for a violation that
// the law treats alike however often it is repeated.
func (s *Service) esame(n conseguenze.Nuovo) scrittura.Esame {
	var ricerche []lettura.Ricerca
	var giudizi []giudizio
	tabella := s.Ufficio.Tabelle.Violazioni() // one for the whole fine, whatever is imported meanwhile
	righe := s.Ufficio.Righe(calendario.Da(n.DataViolazione))
	aggiungi := func(r lettura.Ricerca, g giudizio) {
		ricerche, giudizi = append(ricerche, r), append(giudizi, g)
	}
	for i, v := range n.Violazioni {
		if len(v.Candidati) > 0 {
			continue
		}
		if chi, articoli := n.CodiceFiscaleDi(verbale.Trasgressore), articoliRipetuti(n, v); chi != "" && len(articoli) > 0 {
			aggiungi(lettura.Ricerca{Articoli: articoli, Prima: n.DataViolazione, CodiceFiscale: chi}, recidiva(tabella, righe, i))
		}
		if f, c := cds.CercaConcorso(rilevata(n, v)); c {
			r := lettura.Ricerca{Articoli: []string{v.Articolo}, Prima: n.DataViolazione, Targa: n.Targa, TargaScritta: n.TargaScritta, Nazione: n.Nazione,
				Dal: f.Dal, Al: f.Al}
			if f.Luogo {
				r.Istat = n.Luogo.Istat
			}
			aggiungi(r, concorso(tabella, f, i))
		}
	}
	return scrittura.Esame{Ricerche: ricerche, Giudica: func(n *conseguenze.Nuovo, trovati [][]lettura.Precedente) error {
		for i, giudica := range giudizi {
			if err := giudica(n, trovati[i]); err != nil {
				return err
			}
		}
		return nil
	}}
}

// articoliRipetuti are those whose earlier violations make a repeat of a violation; none of a row that is a repeat by itself.
func articoliRipetuti(n conseguenze.Nuovo, v conseguenze.Violazione) []string {
	if v.Recidiva {
		return nil
	}
	return cds.ArticoliRecidiva(v.Articolo, v.Comma, v.Periodo, calendario.Da(n.DataViolazione))
}

// recidiva proposes what follows from the repeat of the violation in place i, where its driver has done it before.
func recidiva(tabella *sanzione.Tabella, righe conseguenze.RigheRecidiva, i int) giudizio {
	return func(n *conseguenze.Nuovo, prima []lettura.Precedente) error {
		v := &n.Violazioni[i]
		r, err := conseguenze.ProponiRecidiva(righe, v.Sanzione, calendario.Da(n.DataViolazione), lettura.ConPeriodo(prima, tabella))
		if err == nil && r.Testo != "" {
			v.Alternative = r.Alternative
			n.Trattieni(verbale.AvvertenzaRecidiva, r.Testo)
		}
		return err
	}
}

// elencoPrecedenti names earlier fines.
func elencoPrecedenti(prima []lettura.Precedente) string {
	var voci []string
	for _, p := range prima {
		voci = append(voci, "verbale "+p.Estremi+" del "+p.Giorno().Italiano())
	}
	return strings.Join(voci, ", ")
}

// concorso proposes that violations of one vehicle be answered by one sanction, where the law says so (cds.CercaConcorso):
// the one in place i, and those found around it.
func concorso(tabella *sanzione.Tabella, f cds.FinestraConcorso, i int) giudizio {
	return func(n *conseguenze.Nuovo, prima []lettura.Precedente) error {
		v := n.Violazioni[i]
		prima = slices.DeleteFunc(slices.Clone(prima), func(p lettura.Precedente) bool {
			return p.Contestato || !unite(tabella, f, v, p) || f.Remote && !p.ADistanza() || f.Luogo && !p.Qui(n.Luogo) ||
				p.Istante.Truncate(time.Minute).Equal(n.DataViolazione.Truncate(time.Minute)) // a double is told by itself
		})
		if len(prima) > 0 {
			n.Trattieni(verbale.AvvertenzaConcorso, f.Testo+" Dello stesso veicolo: "+elencoPrecedenti(prima)+".")
		}
		return nil
	}
}

// unite reports two violations that one sanction may answer for: of one paragraph, speeds of any; of one row where the place
// must be the same, or of two of its article that may describe the same stop.
func unite(tabella *sanzione.Tabella, f cds.FinestraConcorso, v conseguenze.Violazione, p lettura.Precedente) bool {
	if !f.Luogo || p.Codice == v.Codice {
		return v.Articolo == articoloVelocita || p.Comma == v.Comma
	}
	riga, _ := tabella.Cerca(p.Codice, p.Giorno())
	return p.Articolo == v.Articolo && cds.StessoFatto(norma(v.Sanzione), cds.Norma{Articolo: p.Articolo, Comma: p.Comma, Periodo: riga.Periodo})
}

// rilevata is the violation as the law about several of them sees it.
func rilevata(n conseguenze.Nuovo, v conseguenze.Violazione) cds.Rilevata {
	return cds.Rilevata{Istante: n.DataViolazione, Articolo: v.Articolo, Comma: v.Comma, Periodo: v.Periodo, Contestata: n.Contestato,
		Remota: riscontro.ADistanza(n.Dispositivo != nil, n.Fonte == verbale.FonteImpianto, n.MotivoMancata), Requisiti: sanzione.DiRequisiti(v.Articolo)}
}
