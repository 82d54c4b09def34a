package mosse

import (
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/vaglio"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
)

// dispositivoIndicato completes a fine that waits because its sender did not say, or not all, which device found it.
type dispositivoIndicato struct {
	TipoDispositivo string `json:"tipoDispositivo"`
	Matricola       string `json:"matricola"`
	Approvazione    string `json:"approvazione"`
	Taratura        string `json:"taratura"`
	taratura        calendario.Giorno
}

func (d *dispositivoIndicato) controlla(v *vaglio.Vaglio, _ *Mossa) {
	d.TipoDispositivo = v.Testo("dati.tipoDispositivo", d.TipoDispositivo, richiesta.MassimoTipoDispositivo)
	d.Matricola = v.Testo("dati.matricola", d.Matricola, richiesta.MassimoMatricola)
	d.Approvazione = v.Testo("dati.approvazione", d.Approvazione, richiesta.MassimoApprovazione)
	d.taratura = v.Giorno("dati.taratura", d.Taratura)
}

// decidi holds the device against what the law wants of it for each violation, as when the fine came in: data that would
// hold the fine again are refused, and so is any device where the speed was never told, which this event does not take.
func (d *dispositivoIndicato) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	serve := false
	for i, v := range s.Violazioni {
		r := m.rilevazione(i+1, v)
		serve = serve || r.DaDispositivo()
		for _, x := range r.Difetti(&riscontro.Dispositivo{Tipo: d.TipoDispositivo, Matricola: d.Matricola, Approvazione: d.Approvazione,
			Taratura: d.taratura}, m.Quadro.Violazione) {
			return nil, vita.Invariante("la violazione " + v.Codice + " " + x.Testo)
		}
	}
	if !serve {
		return nil, vita.Invariante("nessuna violazione si accerta con un dispositivo")
	}
	x := vita.Dispositivo{Tipo: d.TipoDispositivo, Matricola: d.Matricola, Approvazione: d.Approvazione, Taratura: d.taratura}
	return []vita.Evento{m.evento(vita.DispositivoIndicato{Dispositivo: x}, uuid.Nil)}, nil
}

// rilevazione is the violation at a place, from 1, as the law about devices sees it; of one whose row a person is still to choose, by the first
// of the rows.
func (m Mossa) rilevazione(ordine int, v vita.ViolazioneScelta) riscontro.Rilevazione {
	codice := v.Codice
	if codici := strings.Fields(v.Candidati); len(codici) > 0 {
		codice = codici[0]
	}
	taciuta := m.Quadro.Scritta(ordine).SenzaMisura
	r := riscontro.Rilevazione{SenzaVelocita: taciuta, SenzaLimite: taciuta, Contestata: m.Quadro.Contestato}
	if m.Righe != nil {
		riga, _, _ := m.Righe.Riga(codice)
		r.Articolo, r.Comma = riga.Articolo, riga.Comma
	}
	return r
}
