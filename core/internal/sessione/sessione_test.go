package sessione_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	ambiente *testkit.Ambiente
	servizio *sessione.Servizio
	orologio *tempo.Orologio
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	b := &banco{ambiente: testkit.NuovoAmbiente(t, "alfa"), orologio: tempo.Fisso(time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC))}
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, nome, ruoli)
		VALUES ('mario', 'alfa', 'PL01', 'PL01', 'x', 'Mario', '{OPERATORE}')`)
	b.servizio = sessione.Nuovo(sessione.Store{Pools: b.ambiente.Pools(t, "core")}, 31*time.Minute, b.orologio.Adesso)
	return b
}

func mario() sessione.Operatore {
	return sessione.Operatore{Username: "mario", Tenant: "alfa", Reparto: "PL01", Nome: "Mario", Ruoli: []string{"OPERATORE"}}
}

// ammesso is an operator as the realm lets him in: no account of the bench has changed yet.
func ammesso(o sessione.Operatore) sessione.Ammesso {
	return sessione.Ammesso{Username: o.Username, Tenant: o.Tenant, Ruoli: o.Ruoli, Generazione: 1}
}

func (b *banco) apri(t *testing.T) string {
	t.Helper()
	cookie, err := b.servizio.Apri(t.Context(), ammesso(mario()), "")
	if err != nil {
		t.Fatal(err)
	}
	return cookie
}

func (b *banco) viva(t *testing.T, cookie string) bool {
	t.Helper()
	_, trovata, err := b.servizio.Trova(t.Context(), cookie)
	if err != nil {
		t.Fatal(err)
	}
	return trovata
}

func TestUnaSessioneRicordaChiEntra(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	ha, trovata, err := b.servizio.Trova(t.Context(), b.apri(t))
	if err != nil || !trovata {
		t.Fatalf("found %v, %v", trovata, err)
	}
	if diff := cmp.Diff(mario(), ha.Operatore); diff != "" {
		t.Errorf("operator (-want +got):\n%s", diff)
	}
	if ha.Comando() != "alfa" || ha.RepartoInserimento() != "PL01" || *ha.Attributi.Operatore != "mario" || ha.Attributi.Autenticazione.ValidatoSso {
		t.Errorf("attributes %+v", ha.Attributi)
	}
}

// resta is how long the session of a cookie still lives if its operator does nothing, as the heartbeat sees it; false: there is none.
func (b *banco) resta(t *testing.T, cookie string) (time.Duration, bool) {
	t.Helper()
	s, viva, err := b.servizio.Guarda(t.Context(), cookie)
	if err != nil {
		t.Fatal(err)
	}
	return s.Scade.Sub(b.orologio.Adesso()), viva
}

func TestSessioneScadeDopo31MinutiDallUltimaRichiesta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cookie := b.apri(t)
	b.orologio.Avanza(30*time.Minute + 59*time.Second)
	if !b.viva(t, cookie) {
		t.Fatal("expired before 31 minutes")
	}
	b.orologio.Avanza(30 * time.Minute) // the request above has prolonged it
	resta, viva := b.resta(t, cookie)
	if !viva || resta != time.Minute {
		t.Fatalf("left %v (%v), want 1m", resta, viva)
	}
	b.orologio.Avanza(59 * time.Second) // the heartbeat above has not
	if resta, _ := b.resta(t, cookie); resta != time.Second {
		t.Errorf("left %v after the heartbeat, want 1s", resta)
	}
	b.orologio.Avanza(time.Second)
	if b.viva(t, cookie) {
		t.Error("alive after 31 minutes without requests")
	}
	if _, viva := b.resta(t, cookie); viva {
		t.Error("the heartbeat sees it alive")
	}
}

func TestUnaSessioneInUsoFinisceDopoDodiciOre(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cookie := b.apri(t)
	for range 24 {
		if !b.viva(t, cookie) {
			t.Fatal("it ended before, while in use")
		}
		b.orologio.Avanza(30*time.Minute - time.Second)
	}
	if resta, viva := b.resta(t, cookie); !viva || resta != 24*time.Second {
		t.Errorf("left %v (%v), want 24s", resta, viva)
	}
	b.orologio.Avanza(24 * time.Second)
	if _, viva := b.resta(t, cookie); viva {
		t.Error("the heartbeat sees it alive")
	}
	if b.viva(t, cookie) {
		t.Error("alive after twelve hours")
	}
	if !b.viva(t, b.apri(t)) {
		t.Error("who logs in anew does not come in")
	}
}

func TestOperatoreBloccatoNonHaPiuSessione(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cookie := b.apri(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO'`)
	if b.viva(t, cookie) {
		t.Error("a blocked operator goes on")
	}
}

func TestUscitaInTrePassi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cookie := b.apri(t)
	s, _, err := b.servizio.Trova(t.Context(), cookie)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.servizio.Esci(sessione.Con(t.Context(), s)); err != nil {
		t.Fatal(err)
	}
	if b.viva(t, cookie) {
		t.Error("the session lives on")
	}
	var attributi string
	var username *string
	err = b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT attributi::text, username FROM sessione`).Scan(&attributi, &username)
	vuole := `{"operatore": null, "autenticazione": {"nome": "anonymousUser", "ruoli": ["ROLE_ANONYMOUS"]}}`
	if err != nil || attributi != vuole || username != nil {
		t.Errorf("attributes %s, username %v, %v; want %s", attributi, username, err, vuole)
	}
}

// Two replicas write the same session at once: each adds its letters, none is lost.
func TestScrittureContemporaneeNonPerdonoNulla(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	altra := sessione.Nuovo(sessione.Store{Pools: b.ambiente.Pools(t, "core")}, 31*time.Minute, b.orologio.Adesso)
	s, _, err := b.servizio.Trova(t.Context(), b.apri(t))
	if err != nil {
		t.Fatal(err)
	}
	ctx := sessione.Con(t.Context(), s)
	const volte = 25
	var insieme sync.WaitGroup
	for i := range volte {
		for lettera, servizio := range map[string]*sessione.Servizio{"a": b.servizio, "b": altra} {
			insieme.Go(func() {
				if err := servizio.Aggiorna(ctx, func(a *sessione.Attributi) { a.RepartoInserimento += lettera }); err != nil {
					t.Errorf("write %d: %v", i, err)
				}
			})
		}
	}
	insieme.Wait()
	var reparto string
	err = b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT attributi ->> 'repartoInserimento' FROM sessione`).Scan(&reparto)
	if err != nil || strings.Count(reparto, "a") != volte || strings.Count(reparto, "b") != volte {
		t.Errorf("%q, %v: want %d of each", reparto, err, volte)
	}
}

func TestCookieCheNonAbbiamoDato(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	buono := b.apri(t)
	casi := map[string]string{
		"empty":          "",
		"of another":     base64.RawURLEncoding.EncodeToString(make([]byte, 32)),
		"too short":      buono[:10],
		"too long":       buono + buono,
		"not base64":     strings.Repeat("!", len(buono)),
		"with a blank":   buono + " ",
		"the key itself": chiaveNelDatabase(t, b),
	}
	for regola, cookie := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			if b.viva(t, cookie) {
				t.Errorf("cookie %q is let in", cookie)
			}
		})
	}
}

func chiaveNelDatabase(t *testing.T, b *banco) string {
	t.Helper()
	var chiave []byte
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT chiave FROM sessione`).Scan(&chiave); err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(chiave)
}

func TestUnNuovoAccessoDimenticaIlVecchioELeScadute(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	scaduta := b.apri(t)
	b.orologio.Avanza(32 * time.Minute)
	vecchia := b.apri(t)
	nuova, err := b.servizio.Apri(t.Context(), ammesso(mario()), vecchia)
	if err != nil {
		t.Fatal(err)
	}
	var quante int
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM sessione`).Scan(&quante); err != nil {
		t.Fatal(err)
	}
	stato := fmt.Sprint(b.viva(t, scaduta), b.viva(t, vecchia), b.viva(t, nuova), quante)
	if stato != "false false true 1" {
		t.Errorf("expired, old, new alive and rows kept: %s", stato)
	}
}

func TestSenzaSessioneNonSiScrive(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if err := b.servizio.Aggiorna(t.Context(), func(*sessione.Attributi) {}); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("error %v", err)
	}
}

// chiudiDi ends the sessions of an operator as the use case that changes the password does.
func (b *banco) chiudiDi(t *testing.T, username string) {
	t.Helper()
	database, err := b.ambiente.Pools(t, "core").Platform(t.Context())
	if err == nil {
		err = database.Transaction(t.Context(), func(tx *db.Tx) error { return sessione.ChiudiDi(tx, username) })
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestChiudiDiFinisceTutteLeSessioniDiUnOperatoreESoloLeSue(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli)
		VALUES ('luigi', 'alfa', 'PL01', 'PL01', 'x', '{OPERATORE}')`)
	prima, seconda := b.apri(t), b.apri(t)
	altrui, err := b.servizio.Apri(t.Context(), sessione.Ammesso{Username: "luigi", Tenant: "alfa", Generazione: 1}, "")
	if err != nil {
		t.Fatal(err)
	}
	b.chiudiDi(t, "mario")
	if stato := fmt.Sprint(b.viva(t, prima), b.viva(t, seconda), b.viva(t, altrui)); stato != "false false true" {
		t.Errorf("alive: %s", stato)
	}
}

// A session belongs to no process: what one opens another finds, also after the first has gone.
func TestLaSessioneSopravviveAlProcesso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	prime := b.ambiente.Pools(t, "core")
	primo := sessione.Nuovo(sessione.Store{Pools: prime}, 31*time.Minute, b.orologio.Adesso)
	cookie, err := primo.ApriValidata(t.Context(), ammesso(mario()), "", sessione.Garante{})
	if err != nil {
		t.Fatal(err)
	}
	prime.Close()
	s, trovata, err := b.servizio.Trova(t.Context(), cookie)
	if err != nil || !trovata || s.Comando() != "alfa" || !s.Attributi.Autenticazione.ValidatoSso {
		t.Errorf("after a restart: %+v, %v, %v", s, trovata, err)
	}
}

func TestRuoliERepartoValgonoAllaProssimaRichiesta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cookie := b.apri(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET ruoli = '{LETTURA}', reparto = 'PL02' WHERE username = 'mario'`)
	s, trovata, err := b.servizio.Trova(t.Context(), cookie)
	if err != nil || !trovata {
		t.Fatalf("found %v, %v", trovata, err)
	}
	if s.Puo(auth.PermessoPersona) || !s.Puo(auth.PermessoVerbaleLeggi) || s.Operatore.Reparto != "PL02" || s.RepartoInserimento() != "PL02" {
		t.Errorf("operator %+v, inserting for %s", s.Operatore, s.RepartoInserimento())
	}
}

func TestGuardareNonEAttivita(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cookie := b.apri(t)
	b.orologio.Avanza(30 * time.Minute)
	s, trovata, err := b.servizio.Guarda(t.Context(), cookie)
	if err != nil || !trovata || !s.Scade.Equal(b.orologio.Adesso().Add(time.Minute)) || s.Operatore.Username != "mario" {
		t.Fatalf("snapshot %+v, %v, %v", s, trovata, err)
	}
	b.orologio.Avanza(time.Minute)
	if _, trovata, err := b.servizio.Guarda(t.Context(), cookie); trovata || err != nil {
		t.Errorf("31 minutes after the only request: found %v, %v", trovata, err)
	}
}

// Two replicas change different attributes of the same session at once: neither undoes the other.
func TestScrittureContemporaneeDiAttributiDiversi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	altra := sessione.Nuovo(sessione.Store{Pools: b.ambiente.Pools(t, "core")}, 31*time.Minute, b.orologio.Adesso)
	cookie := b.apri(t)
	s, _, err := b.servizio.Trova(t.Context(), cookie)
	if err != nil {
		t.Fatal(err)
	}
	ctx := sessione.Con(t.Context(), s)
	const volte = 40
	var insieme sync.WaitGroup
	for range volte {
		insieme.Go(func() {
			if err := b.servizio.Aggiorna(ctx, func(a *sessione.Attributi) { a.Connessione += "x" }); err != nil {
				t.Error(err)
			}
		})
		insieme.Go(func() {
			if err := altra.Aggiorna(ctx, func(a *sessione.Attributi) { a.RepartoInserimento += "y" }); err != nil {
				t.Error(err)
			}
		})
		insieme.Go(func() { // and requests of the operator go on meanwhile
			if _, viva, err := altra.Trova(ctx, cookie); err != nil || !viva {
				t.Errorf("found %v, %v", viva, err)
			}
		})
	}
	insieme.Wait()
	dopo, _, err := b.servizio.Guarda(t.Context(), cookie)
	if err != nil || dopo.Attributi.Connessione != "alfa"+strings.Repeat("x", volte) || dopo.Attributi.RepartoInserimento != strings.Repeat("y", volte) {
		t.Errorf("%+v, %v", dopo.Attributi, err)
	}
}

// The word of single sign-on comes with the opening of the session alone.
func TestValidatoSsoNonSiScrive(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for validata, apri := range map[bool]func(context.Context, sessione.Ammesso, string) (string, error){
		false: b.servizio.Apri, true: func(ctx context.Context, o sessione.Ammesso, vecchio string) (string, error) {
			return b.servizio.ApriValidata(ctx, o, vecchio, sessione.Garante{})
		},
	} {
		cookie, err := apri(t.Context(), ammesso(mario()), "")
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := b.servizio.Trova(t.Context(), cookie)
		if err != nil || s.Attributi.Autenticazione.ValidatoSso != validata {
			t.Fatalf("at the opening: %+v, %v", s.Attributi, err)
		}
		err = b.servizio.Aggiorna(sessione.Con(t.Context(), s), func(a *sessione.Attributi) { a.Autenticazione.ValidatoSso = true })
		if s, _, _ = b.servizio.Trova(t.Context(), cookie); err != nil || s.Attributi.Autenticazione.ValidatoSso != validata {
			t.Errorf("after a write: %+v, %v", s.Attributi, err)
		}
	}
}

func TestMoltiAccessiInsiemeTolgonoLeScadute(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for range 30 {
		b.apri(t)
	}
	b.orologio.Avanza(32 * time.Minute)
	var insieme sync.WaitGroup
	for range 10 {
		insieme.Go(func() {
			if _, err := b.servizio.Apri(t.Context(), ammesso(mario()), ""); err != nil {
				t.Error(err)
			}
		})
	}
	insieme.Wait()
	b.apri(t)
	var quante int
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM sessione`).Scan(&quante); err != nil || quante != 11 {
		t.Errorf("%d sessions, %v", quante, err)
	}
}
