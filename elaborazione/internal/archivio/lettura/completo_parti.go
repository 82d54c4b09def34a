package lettura

import (
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// NotificaLetta is an attempt to serve a position; Esito is the legal day of its outcome.
type NotificaLetta struct {
	ID        uuid.UUID             `json:"id"`
	Posizione uuid.UUID             `json:"posizione"`
	Canale    string                `json:"canale"`
	Stato     verbale.StatoNotifica `json:"stato"`
	Avviata   calendario.Giorno     `json:"avviata,omitzero"`
	Esito     calendario.Giorno     `json:"esito,omitzero"`
	Prova     string                `json:"prova,omitempty"`
	Motivo    string                `json:"motivo,omitempty"`
}

// PagamentoLetto is a payment. Stornato is the day on which it was taken back; from then it no longer counts. Canale is the
// channel as readers see it. Pagatore and Riferimento are only for callers who may see personal data.
type PagamentoLetto struct {
	ID          uuid.UUID               `json:"id"`
	Avviso      uuid.UUID               `json:"avviso,omitzero"`
	Posizione   uuid.UUID               `json:"posizione,omitzero"`
	ImportoCent int64                   `json:"importoCent"`
	Data        calendario.Giorno       `json:"data"`
	Canale      verbale.CanalePagamento `json:"canale"`
	Riferimento string                  `json:"riferimento,omitempty"`
	Pagatore    string                  `json:"pagatore,omitempty"`
	Registrato  time.Time               `json:"registrato"`
	Stornato    calendario.Giorno       `json:"stornato,omitzero"`
}

// RicorsoLetto is an appeal; ImportoCent is the sum that its decision names, without expenses.
type RicorsoLetto struct {
	ID          uuid.UUID         `json:"id"`
	Posizione   uuid.UUID         `json:"posizione,omitzero"`
	Autorita    verbale.Autorita  `json:"autorita"`
	Stato       verbale.Ricorso   `json:"stato"`
	Presentato  calendario.Giorno `json:"presentato"`
	Deciso      calendario.Giorno `json:"deciso,omitzero"`
	Notificato  calendario.Giorno `json:"notificato,omitzero"`
	ImportoCent int64             `json:"importoCent"`
	Riferimento string            `json:"riferimento,omitempty"`
}

// ScadenzaLetta is the last day of a term; Fatta is the day on which it was acted upon.
type ScadenzaLetta struct {
	vita.Scadenza
	Fatta calendario.Giorno `json:"fatta,omitzero"`
}

// conStato gives the fine with what its state holds.
func (c Completo) conStato(s vita.Stato) Completo {
	c.Conto = s.Conto
	c.Notifiche, c.Ricorsi, c.Scadenze = []NotificaLetta{}, []RicorsoLetto{}, []ScadenzaLetta{}
	for _, n := range s.Notifiche {
		c.Notifiche = append(c.Notifiche, NotificaLetta(n))
	}
	for _, m := range s.Impugnazioni {
		c.Ricorsi = append(c.Ricorsi, RicorsoLetto{m.ID, m.Posizione, m.Autorita, m.Stato, m.Presentato, m.Deciso, m.Notificato, int64(m.ImportoCent), m.Riferimento})
	}
	for _, z := range s.Scadenze {
		c.Scadenze = append(c.Scadenze, ScadenzaLetta{z, z.Fatta})
	}
	return c
}
