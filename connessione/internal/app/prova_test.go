package app

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/anpr"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// TestUnaProvaChiamaANPR: elaborazione has one harmless call made. What ANPR's gateway says of it comes back in words, each refusal
// with its own cure; a refusal is kept as that of any call, and the call asks about nobody.
func TestUnaProvaChiamaANPR(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	elaborazione := testkit.Bus(t, b.nats, "elaborazione")
	prova := func(tenant, eService string) (r event.RispostaProvaEService, err error) {
		ctx, fine := context.WithTimeout(t.Context(), 20*time.Second)
		defer fine()
		return r, elaborazione.Ask(ctx, "connessione."+event.EServiceProva, event.DomandaProvaEService{Tenant: tenant, EService: eService, Attore: "amministratore.alfa"}, &r)
	}
	arresti := func() (quanti int) {
		if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*) FROM arresto WHERE registro = 'anpr-c001' AND codice LIKE 'INTEROP%'`).
			Scan(&quanti); err != nil {
			t.Fatal(err)
		}
		return quanti
	}
	for _, eService := range []string{"anpr-c001", "anpr-c030"} {
		if r, err := prova("alfa", eService); err != nil || !r.Accettata || !strings.Contains(r.Frase, "GET /status") {
			t.Errorf("%s: %+v %v", eService, r, err)
		}
	}
	b.nudi.Store(true)
	if r, err := prova("alfa", "anpr-c001"); err != nil || r.Accettata || arresti() != 1 {
		t.Errorf("%+v %v %d", r, err, arresti())
	} else {
		for _, vuole := range []string{"INTEROPERABILITYINVALIDREQUEST", "transazione ", "AUDIT_REST_02", "postazione e livello (LoA)", "orologio"} {
			if !strings.Contains(r.Frase, vuole) {
				t.Errorf("%q has no %q", r.Frase, vuole)
			}
		}
	}
	b.nudi.Store(false)
	b.destinatario.Store(anpr.C030)
	if r, err := prova("alfa", "anpr-c001"); err != nil || r.Accettata || !strings.Contains(r.Frase, "C030 per C001") {
		t.Errorf("the purpose of another service: %+v %v", r, err)
	}
	b.destinatario.Store("")
	b.rifiuto.Store(problem.Conflitto("VOUCHER_RIFIUTATO", "La PDND ha rifiutato il voucher."))
	if r, err := prova("alfa", "anpr-c001"); err != nil || r.Accettata || r.Frase != "La PDND ha rifiutato il voucher." {
		t.Errorf("%+v %v", r, err)
	}
	b.rifiuto.Store(nil)
	if r, err := prova("alfa", "anpr-c001"); err != nil || !r.Accettata {
		t.Errorf("mended: %+v %v", r, err)
	}
	if _, err := prova("alfa", "inad"); !problem.Is(err, "NON_TROVATO") {
		t.Errorf("an e-service without such a call: %v", err)
	}
	if _, err := prova("gamma", "anpr-c001"); !problem.Is(err, "TENANT_SCONOSCIUTO") {
		t.Errorf("%v", err)
	}
	for _, r := range b.anpr.Ricevute() {
		if !strings.HasPrefix(r.Richiesta, "GET ") || !strings.HasSuffix(r.Richiesta, "/v1/status") || r.Chiave != "" {
			t.Errorf("%+v", r)
		}
	}
	if n := len(b.interrogazioni(t, "")); n != 0 {
		t.Errorf("%d look-ups of nobody", n)
	}
}

// TestDopoUnaProvaRiuscitaIlLavoroRiparte: work leaves an e-service alone for minutes after its refusals; a try that is accepted lets
// it ask at once, and what it is answered is the proof.
func TestDopoUnaProvaRiuscitaIlLavoroRiparte(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	b.ambiente.Esegui(t, modulo, "alfa", `INSERT INTO arresto (registro, codice, transazione, dal, ultimo, fino, volte)
		VALUES ('anpr-c030', 'INTEROPERABILITYINVALIDREQUEST', 'tx-1', $1, $1, $1::timestamptz + interval '8 min', 4)`, b.orologio.Adesso())
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = persona("001") })
	b.incarica(t, event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}, "uno")
	quante := func(che string) (n int) {
		if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*) FROM `+che).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	testkit.Attendi(t, attesa, "the fine waits", func() bool { return quante("attesa") == 1 })
	if n := b.chiesti.Load(); n != 0 {
		t.Fatalf("%d questions", n)
	}
	var r event.RispostaProvaEService
	q := event.DomandaProvaEService{Tenant: "alfa", EService: "anpr-c030", Attore: "amministratore.alfa"}
	if err := testkit.Bus(t, b.nats, "elaborazione").Ask(t.Context(), "connessione."+event.EServiceProva, q, &r); err != nil || !r.Accettata {
		t.Fatalf("%+v %v", r, err)
	}
	testkit.Attendi(t, 60*time.Second, "the fact", func() bool { return len(b.fatti(t, "fatti.alfa.visura.esito")) == 1 })
	if n := quante("arresto"); n != 0 {
		t.Errorf("%d stops", n)
	}
}
