package banco

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/atto"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// Parse reads an identifier that is one.
func Parse(id string) uuid.UUID { return uuid.MustParse(id) }

// Indagine writes an answer as vpn does and gives its fact; titolo is by which right the owner answers.
func (b *Banco) Indagine(t testing.TB, idVerbale, esito string, titolo ...string) event.IndagineEsito {
	t.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	if esito == event.IndagineTrovata {
		b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, tipo, codice_fiscale, cognome, nome, sesso, data_nascita, luogo_nascita,
				indirizzo, civico, cap, comune, provincia, nazione, marca, modello, rete, quando, titolo)
			VALUES ($1, $2, $3, 'PERSONA', 'RSSMRA80A01H501U', 'ROSSI', 'MARIO', 'M', '1980-01-01', 'Roma', 'Via Garibaldi', '15', '48121', 'Ravenna', 'RA', 'IT',
				'Fiat', 'Panda', 'motorizzazione', now(), $4)`, id, idVerbale, esito, strings.Join(titolo, ""))
	} else {
		b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, motivo, quando) VALUES ($1, $2, $3, 'targa mai immatricolata', now())`, id, idVerbale, esito)
	}
	return event.IndagineEsito{IDIndagine: id, IDVerbale: idVerbale, Esito: esito}
}

// Messaggio is a message as the bus delivers it to alfa the first time.
func Messaggio(t testing.TB, id string, corpo event.Corpo) bus.Message {
	t.Helper()
	dati, err := json.Marshal(corpo)
	if err != nil {
		t.Fatal(err)
	}
	return bus.Message{ID: id, Subject: corpo.Soggetto("alfa"), Body: dati, Deliveries: 1}
}

// Stampa prints the act of one position.
func Stampa(ctx context.Context, atti *atto.Service, idVerbale, idPosizione uuid.UUID) error {
	esiti, err := atti.Stampa(ctx, []atto.Lavoro{{Verbale: idVerbale, Posizione: idPosizione}})
	if err != nil {
		return err
	}
	return esiti[0]
}

// Uno works one message as a chunk of its own.
func Uno(lavora func(context.Context, []bus.Message) ([]error, error), ctx context.Context, m bus.Message) error { //nolint:revive // the work comes first
	esiti, err := lavora(ctx, []bus.Message{m})
	if err != nil {
		return err
	}
	return esiti[0]
}

// PosizioneDi is the first position of a fine.
func (b *Banco) PosizioneDi(t testing.TB, idVerbale string) string {
	t.Helper()
	return b.Elenca(t, "alfa", `SELECT id FROM posizione WHERE verbale = $1 ORDER BY ordine LIMIT 1`, idVerbale)
}

// LavoraPdf takes the work of printing the act of the first position of a fine.
func (b *Banco) LavoraPdf(ctx context.Context, t *testing.T, id, idVerbale string) error {
	t.Helper()
	return Uno(b.Atti.LavoroPdf, ctx, Messaggio(t, id, event.LavoroPdf{IDVerbale: idVerbale, IDPosizione: b.PosizioneDi(t, idVerbale)}))
}
