package banco

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Pratica records the events of one fine, one after the other.
type Pratica struct {
	*Banco
	Ctx context.Context //nolint:containedctx // the caller of the whole test
	ID  uuid.UUID
	N   int

	Posizione string // of the next events; empty: the only suitable one
}

// NuovaPratica has a fine that waits for validation, of a person who is known.
func NuovaPratica(t *testing.T, b *Banco, idEsterno string, cambia ...func(*richiesta.Verbale)) *Pratica {
	t.Helper()
	e := b.Inserisce(b.Integratore("alfa"), t, UnVerbale(idEsterno, func(v *richiesta.Verbale) {
		v.Obbligato = &richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Mario"},
			Indirizzo: &richiesta.Indirizzo{Via: "Via Roma", Comune: "Ravenna", Cap: "48121", Nazione: "IT"}}
		for _, f := range cambia {
			f(v)
		}
	}))
	return &Pratica{Banco: b, Ctx: b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), ID: uuid.MustParse(e.IDVerbale)}
}

// Chiede asks some rooms to record an event of the fine.
func (u *Pratica) Chiede(s *Stanze, r mosse.RichiestaEvento) (mosse.EsitoEvento, bool, error) {
	return s.Pratiche.RegistraEvento(u.Ctx, u.ID, r, "10.0.0.7")
}

// Fa records an event that must be admitted.
func (u *Pratica) Fa(t *testing.T, tipo verbale.TipoEvento, dati string) mosse.EsitoEvento {
	t.Helper()
	u.N++
	r := mosse.RichiestaEvento{Tipo: string(tipo), Motivo: "prova", Prova: "AR 1", Dati: json.RawMessage(dati), Idempotenza: fmt.Sprintf("k%d", u.N),
		Posizione: u.Posizione}
	e, nuovo, err := u.Chiede(u.Stanze, r)
	if err != nil || !nuovo {
		t.Fatalf("%s: %v %v", tipo, nuovo, err)
	}
	return e
}

// Forma prints the acts, as the worker does.
func (u *Pratica) Forma(t *testing.T) {
	t.Helper()
	stato, err := u.Archivio.Stato(u.Ctx, u.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range stato.Posizioni {
		if err := Stampa(u.Ctx, u.Atti, u.ID, p.ID); err != nil {
			t.Fatal(err)
		}
	}
}
