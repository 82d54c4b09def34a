package violazione

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Recidive are the anomalies that propose the repeat of the violations of a driver who is known since these events, or of a row
// that was chosen since; they hold the acts until a person has decided.
func Recidive(m mossa.Richiesta, prima, dopo vita.Stato, eventi []vita.Evento) ([]vita.Evento, error) {
	if len(m.Precedenti) == 0 || m.Righe == nil {
		return nil, nil
	}
	var quali []int // by place, from 0
	for _, e := range eventi {
		switch x := e.Dati.(type) {
		case vita.PosizioneAperta:
			if x.Nuova.Titolo == verbale.Trasgressore {
				quali = tutteLe(dopo.Violazioni)
			}
		case vita.RigaScelta:
			if prima.Violazioni[x.Ordine-1].Candidati != "" { // else it was looked up when the fine came in
				quali = append(quali, x.Ordine-1)
			}
		}
	}
	guidava, noto := dopo.Conducente()
	if !noto || !dopo.Ammette(verbale.EventoAnomaliaAperta) {
		return nil, nil
	}
	var aperte []vita.Evento
	for _, i := range quali {
		testo, err := recidiva(m, dopo.Violazioni[i])
		if err != nil {
			return nil, err
		}
		if testo != "" {
			aperte = append(aperte, vita.Evento{Posizione: guidava.ID, DataLegale: m.Oggi, Registrato: m.Ora, Attore: vita.AttoreSistema,
				Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta},
				Apre: &vita.Anomalia{ID: vita.NuovoID(), Tipo: verbale.AnomaliaRecidiva, Posizione: guidava.ID, Testo: testo}})
		}
	}
	return aperte, nil
}

func tutteLe(violazioni []vita.ViolazioneScelta) []int {
	quali := make([]int, len(violazioni))
	for i := range quali {
		quali[i] = i
	}
	return quali
}

// recidiva is the proposal of a repeat for one violation, as a sentence; empty without a proposal.
func recidiva(m mossa.Richiesta, v vita.ViolazioneScelta) (string, error) {
	riga, _, c := m.Righe.Riga(v.Codice)
	if v.Candidati != "" || !c || riga.Recidiva {
		return "", nil
	}
	articoli := cds.ArticoliRecidiva(riga.Articolo, riga.Comma, riga.Periodo, m.Quadro.Violazione)
	prima := slices.DeleteFunc(slices.Clone(m.Precedenti), func(p conseguenze.Precedente) bool { return !slices.Contains(articoli, p.Articolo) })
	r, err := conseguenze.ProponiRecidiva(m.Righe, riga, m.Quadro.Violazione, prima)
	if err != nil || r.Testo == "" {
		return "", err
	}
	return strings.ToUpper(r.Testo[:1]) + r.Testo[1:], nil
}

// conRecidivaAperta reports that a repeat is proposed to a person, who may take its row.
func conRecidivaAperta(s vita.Stato) bool {
	return slices.ContainsFunc(s.Anomalie, func(a vita.Anomalia) bool { return a.Tipo == verbale.AnomaliaRecidiva })
}

// decisa settles the proposal of a repeat that a person has confirmed by choosing its row.
func decisa(m mossa.Richiesta, s vita.Stato, x vita.RigaPresa) []vita.Evento {
	riga, _, _ := m.Righe.Riga(x.Codice)
	if !x.Recidiva && !riga.Recidiva {
		return nil
	}
	var eventi []vita.Evento
	for _, a := range s.Anomalie {
		if a.Tipo == verbale.AnomaliaRecidiva {
			eventi = append(eventi, m.OggiStesso(vita.AnomaliaRisolta{Anomalia: a.ID, Esito: "La recidiva è confermata: riga " + x.Codice + "."}, uuid.Nil))
		}
	}
	return eventi
}
