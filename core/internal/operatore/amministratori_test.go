package operatore_test

import (
	"context"
	"sync"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// attivi are the administrators of alfa who can still enter.
func (b *banco) attivi(t *testing.T) string {
	t.Helper()
	return b.testo(t, `SELECT coalesce(string_agg(username, ' ' ORDER BY username), '') FROM operatore
		WHERE tenant = 'alfa' AND stato = 'ATTIVO' AND 'AMMINISTRATORE' = ANY(ruoli)`)
}

func TestDueAmministratoriSiEscludonoAVicenda(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	toglie := map[string]func(ctx context.Context, chi string) error{
		"by a block": func(ctx context.Context, chi string) error {
			_, err := b.Blocca(ctx, operatore.Conto{Tenant: "alfa", Username: chi})
			return err
		},
		"by other roles": func(ctx context.Context, chi string) error {
			_, err := b.Assegna(ctx, operatore.Conto{Tenant: "alfa", Username: chi}, []string{"LETTURA"})
			return err
		},
	}
	b.crea(t, unOperatore("anna", "AMMINISTRATORE", "UFFICIO"))
	b.crea(t, unOperatore("bruno", "AMMINISTRATORE"))
	for regola, f := range toglie {
		t.Run(regola, func(t *testing.T) { // one after the other: they are the same two
			for range 10 {
				b.esegui(t, `UPDATE operatore SET stato = 'ATTIVO', ruoli = '{AMMINISTRATORE}' WHERE username IN ('anna', 'bruno')`)
				var gruppo sync.WaitGroup
				var uno, altro error
				gruppo.Go(func() { uno = f(da(t.Context(), "anna", "alfa", "AMMINISTRATORE"), "bruno") })
				gruppo.Go(func() { altro = f(da(t.Context(), "bruno", "alfa", "AMMINISTRATORE"), "anna") })
				gruppo.Wait()
				if uno == nil {
					uno, altro = altro, uno
				}
				if altro != nil || !problem.Is(uno, "ULTIMO_AMMINISTRATORE") {
					t.Fatalf("one: %v; the other: %v", altro, uno)
				}
				if chi := b.attivi(t); chi != "anna" && chi != "bruno" {
					t.Fatalf("administrators left: %q", chi)
				}
			}
		})
	}
}

func TestLUltimoAmministratoreDelComando(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola string
		chi    []string // tenant and role of the caller; none: the command line
		altro  string   // SQL about the second administrator
		codice string
	}{
		{"another administrator of the tenant does not take him away", []string{"alfa", "AMMINISTRATORE"}, "", "ULTIMO_AMMINISTRATORE"},
		{"the other is blocked", []string{"alfa", "AMMINISTRATORE"}, `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'bruno'`, "ULTIMO_AMMINISTRATORE"},
		{"the other belongs to a system that has ceased", []string{"alfa", "AMMINISTRATORE"},
			`WITH i AS (UPDATE integratore SET stato = 'CESSATO' WHERE tenant = 'alfa' RETURNING id) UPDATE operatore SET integratore = i.id FROM i WHERE username = 'bruno'`, "ULTIMO_AMMINISTRATORE"},
		{"the other is of another tenant", []string{"alfa", "AMMINISTRATORE"}, `UPDATE operatore SET tenant = 'beta' WHERE username = 'bruno'`, "ULTIMO_AMMINISTRATORE"},
		{"the other can enter", []string{"alfa", "AMMINISTRATORE"}, `UPDATE operatore SET ruoli = '{AMMINISTRATORE,LETTURA}' WHERE username = 'bruno'`, ""},
		{"the platform makes another", []string{"", "PIATTAFORMA"}, "", ""},
		{"the command line is the way out", nil, "", ""},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			b.crea(t, unOperatore("anna", "AMMINISTRATORE"))
			b.crea(t, unOperatore("bruno", "OPERATORE"))
			if c.altro != "" {
				b.esegui(t, `UPDATE operatore SET ruoli = '{AMMINISTRATORE}' WHERE username = 'bruno'`)
				b.esegui(t, c.altro)
			}
			ctx := t.Context()
			if c.chi != nil {
				ctx = da(ctx, "carla", c.chi[0], c.chi[1])
			}
			_, err := b.Blocca(ctx, operatore.Conto{Tenant: "alfa", Username: "anna"})
			if c.codice == "" && err != nil || c.codice != "" && !problem.Is(err, c.codice) {
				t.Fatalf("%v, want %q", err, c.codice)
			}
			if e := problem.As(err); e != nil && (e.Campi[0].Campo != "stato" || b.riletto(t, "anna").Stato != operatore.Attivo) {
				t.Errorf("%+v", e)
			}
		})
	}
}

// The platform lets out and in whom it may not change otherwise, in the tenant that it has chosen.
func TestLaPiattaformaBloccaChiunqueDelComando(t *testing.T) {
	t.Parallel()
	for _, ruoli := range [][]string{{"AMMINISTRATORE", "LETTURA"}, {"OPERATORE"}} {
		t.Run(ruoli[0], func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			o := b.crea(t, unOperatore("anna", ruoli...))
			piattaforma := da(t.Context(), "piattaforma", "", "PIATTAFORMA")
			for range 2 { // the second time he is blocked already
				if _, err := b.Blocca(piattaforma, contoDi(o)); err != nil {
					t.Fatal(err)
				}
			}
			for _, tenant := range []string{"", "beta"} {
				if _, err := b.Sblocca(piattaforma, operatore.Conto{Tenant: tenant, Username: "anna"}); !problem.Is(err, "NON_TROVATO") {
					t.Errorf("with tenant %q chosen: %v", tenant, err)
				}
			}
			bloccata := b.riletto(t, "anna")
			if bloccata.Stato != operatore.Bloccato {
				t.Fatal("not blocked")
			}
			altro := bloccata
			altro.Stato, altro.Cognome = operatore.Attivo, "Verdi"
			if _, err := b.Modifica(piattaforma, altro); !problem.Is(err, "RUOLO_NON_ASSEGNABILE") {
				t.Errorf("with another change beside: %v", err)
			}
			if _, err := b.CambiaPassword(piattaforma, contoDi(bloccata), nuova, false); !problem.Is(err, "RUOLO_NON_ASSEGNABILE") {
				t.Errorf("a password: %v", err)
			}
			if o, err := b.Sblocca(piattaforma, contoDi(bloccata)); err != nil || o.Stato != operatore.Attivo {
				t.Errorf("let in again: %s, %v", o.Stato, err)
			}
		})
	}
}
