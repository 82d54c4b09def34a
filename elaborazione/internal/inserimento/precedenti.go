package inserimento

import (
	"context"
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

// precedenti looks up what the same person or vehicle has done before, where the law makes something of it, and proposes
// it: the fine waits for a person, who decides. Nothing is looked up for a violation that the law treats alike however
// often it is repeated, nor for a fine that is recorded already.
func (s *Service) precedenti(ctx context.Context, n *conseguenze.Nuovo) error {
	for i := range n.Violazioni {
		v := &n.Violazioni[i]
		if len(v.Candidati) > 0 {
			continue
		}
		if err := s.recidiva(ctx, n, v); err != nil {
			return err
		}
		if err := s.concorso(ctx, n, v); err != nil {
			return err
		}
	}
	return nil
}

// recidiva proposes the row of a repeat, or the loss of the discount, where the driver is known and has done it before.
func (s *Service) recidiva(ctx context.Context, n *conseguenze.Nuovo, v *conseguenze.Violazione) error {
	if !ripetibile(n, v) {
		return nil
	}
	giorno, chi := calendario.Da(n.DataViolazione), n.CodiceFiscaleDi(verbale.Trasgressore)
	prima, err := s.Archivio.Precedenti(ctx, ricerca(n, v.Articolo), chi)
	if err != nil || len(prima) == 0 {
		return err
	}
	// Nobody writes whether a place is in town: what is proposed says so, and a person looks.
	r := cds.RichiestaRecidiva{Persona: chi, Data: giorno, Articolo: v.Articolo, Comma: v.Comma, CentroAbitato: true}
	for _, p := range prima {
		r.Precedenti = append(r.Precedenti, cds.Precedente{Persona: chi, Data: p.Giorno(), Articolo: p.Articolo, Comma: p.Comma,
			Definita: p.Definita, CentroAbitato: true})
	}
	e, err := cds.Recidiva(r)
	if err != nil || !e.Recidiva {
		return err
	}
	v.Alternative = s.righeDiRecidiva(*v, giorno)
	n.Trattieni(verbale.AvvertenzaRecidiva, recidivaProposta(*v, prima, e))
	return nil
}

// ripetibile reports a violation of a known driver whose repeat the law punishes otherwise.
func ripetibile(n *conseguenze.Nuovo, v *conseguenze.Violazione) bool {
	return n.CodiceFiscaleDi(verbale.Trasgressore) != "" && !v.Recidiva && cds.PrevedeRecidiva(v.Articolo, v.Comma, calendario.Da(n.DataViolazione))
}

// ricerca is what the database is asked about earlier violations of an article.
func ricerca(n *conseguenze.Nuovo, articolo string) archivio.Ricerca {
	return archivio.Ricerca{Integratore: n.Integratore, IDEsterno: n.IDEsterno, Articolo: articolo, Prima: n.DataViolazione}
}

// righeDiRecidiva are the codes of the rows that hold for the repeat of a violation.
func (s *Service) righeDiRecidiva(v conseguenze.Violazione, giorno calendario.Giorno) (codici []string) {
	for _, r := range s.Ufficio.Tabelle.Violazioni().DiRecidiva(v.Codice, giorno) {
		codici = append(codici, r.Codice)
	}
	return codici
}

func recidivaProposta(v conseguenze.Violazione, prima []archivio.Precedente, e cds.EsitoRecidiva) string {
	testo := "il trasgressore risulta già sanzionato per la stessa norma (" + v.Norma() + "): " + elencoPrecedenti(prima, true) + ". "
	if len(v.Alternative) > 0 {
		testo += "Se la recidiva è confermata si sceglie la riga " + strings.Join(v.Alternative, " o ")
	} else {
		testo += "Se la recidiva è confermata si sceglie la stessa riga senza la riduzione del 30 %"
	}
	if e.Anni == 1 {
		testo += "; vale soltanto nel centro abitato"
	}
	return testo + "."
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

// concorso proposes that violations of one vehicle be answered by one sanction, where the law says so (cds.CercaConcorso).
func (s *Service) concorso(ctx context.Context, n *conseguenze.Nuovo, v *conseguenze.Violazione) error {
	f, c := cds.CercaConcorso(rilevata(n, v))
	if !c {
		return nil
	}
	prima, err := s.Archivio.Rilevazioni(ctx, ricerca(n, v.Articolo), n.Targa, f.Dal)
	if err != nil {
		return err
	}
	prima = slices.DeleteFunc(prima, func(p archivio.Precedente) bool {
		return p.Contestato || v.Articolo != articoloVelocita && p.Comma != v.Comma ||
			p.Istante.Truncate(time.Minute).Equal(n.DataViolazione.Truncate(time.Minute)) || // a double is told by itself
			f.Remote && !p.ADistanza() || f.Luogo && (p.Codice != v.Codice || !p.Qui(n.Luogo))
	})
	if len(prima) > 0 {
		n.Trattieni(verbale.AvvertenzaConcorso, f.Testo+" Dello stesso veicolo: "+elencoPrecedenti(prima, false)+".")
	}
	return nil
}

// rilevata is the violation as the law about several of them sees it.
func rilevata(n *conseguenze.Nuovo, v *conseguenze.Violazione) cds.Rilevata {
	return cds.Rilevata{Istante: n.DataViolazione, Articolo: v.Articolo, Comma: v.Comma, Periodo: v.Periodo, Contestata: n.Contestato,
		Remota: riscontro.ADistanza(n.Dispositivo != nil, n.Fonte == verbale.FonteImpianto, n.MotivoMancata), Requisiti: sanzione.DiRequisiti(v.Articolo)}
}
