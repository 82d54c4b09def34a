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
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// precedenti looks up what the same person or vehicle has done before, where the law makes something of it, and proposes
// it: the fine waits for a person, who decides. Nothing is looked up for a violation that the law treats alike however
// often it is repeated.
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
	giorno := calendario.Da(n.DataViolazione)
	chi := n.CodiceFiscaleDi(verbale.Trasgressore)
	if chi == "" || v.Recidiva || !cds.PrevedeRecidiva(v.Articolo, v.Comma, giorno) {
		return nil
	}
	prima, err := s.Archivio.Precedenti(ctx, chi, v.Articolo, n.DataViolazione)
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

// righeDiRecidiva are the codes of the rows that hold for the repeat of a violation.
func (s *Service) righeDiRecidiva(v conseguenze.Violazione, giorno calendario.Giorno) (codici []string) {
	for _, r := range s.Ufficio.Tabelle.Violazioni().DiRecidiva(v.Codice, giorno) {
		codici = append(codici, r.Codice)
	}
	return codici
}

func recidivaProposta(v conseguenze.Violazione, prima []archivio.Precedente, e cds.EsitoRecidiva) string {
	testo := "il trasgressore risulta già sanzionato per la stessa norma (" + v.Norma() + "): " + elencoPrecedenti(prima) + ". "
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

func elencoPrecedenti(prima []archivio.Precedente) string {
	var voci []string
	for _, p := range prima {
		voce := "verbale " + p.Estremi + " del " + p.Giorno().Italiano()
		if !p.Definita {
			voce += " (non definito: non conta)"
		}
		voci = append(voci, voce)
	}
	return strings.Join(voci, ", ")
}

// concorso proposes that detections of one vehicle be answered by one sanction, where the law says so (artt. 142 c. 6-ter,
// 198 c. 2-bis and 198-bis CdS).
func (s *Service) concorso(ctx context.Context, n *conseguenze.Nuovo, v *conseguenze.Violazione) error {
	dal, regola := finestraConcorso(*v, n.DataViolazione, n.Contestato)
	if regola == "" {
		return nil
	}
	prima, err := s.Archivio.Rilevazioni(ctx, n.Targa, v.Articolo, dal, n.DataViolazione)
	if err != nil {
		return err
	}
	prima = slices.DeleteFunc(prima, func(p archivio.Precedente) bool {
		return p.Contestato || v.Articolo != articoloVelocita && p.Comma != v.Comma ||
			p.Istante.Equal(n.DataViolazione) // a double is told by itself
	})
	if len(prima) > 0 {
		n.Trattieni(verbale.AvvertenzaConcorso, regola+" Dello stesso veicolo: "+elencoPrecedenti(prima)+".")
	}
	return nil
}

// finestraConcorso is since when another detection counts, and the rule that would join it to this one; no rule where none
// does.
func finestraConcorso(v conseguenze.Violazione, quando time.Time, contestato bool) (dal time.Time, regola string) {
	switch {
	case contestato:
		return dal, ""
	case v.Articolo == "6", v.Articolo == "7":
		return calendario.Da(quando).Inizio(), "Nella stessa zona a traffico limitato o area, rilevata a distanza, si applica una sola sanzione per giorno (art. 198 c. 2-bis CdS): se la zona è la stessa il verbale si scarta."
	case v.Articolo == articoloVelocita:
		return quando.Add(-time.Hour), "Più velocità entro un'ora su strade dello stesso ente: si applica la più grave aumentata di un terzo, se più favorevole (art. 142 c. 6-ter CdS)."
	case sanzione.DiRequisiti(v.Articolo):
		return quando.AddDate(0, 0, -90), "Più violazioni sui requisiti tecnici o amministrativi del veicolo entro novanta giorni possono valere come una (art. 198-bis CdS, da verificare)."
	}
	return dal, ""
}
