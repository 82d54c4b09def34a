package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// A module that writes in its letter that the work was another's does not have it queued there by core.
func TestUnLavoroMortoTornaDaDoveVeniva(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	vpn := testkit.Bus(t, b.nats, "vpn")
	ascolta, err := testkit.Bus(t, b.nats, "preparazione").Conn.SubscribeSync("lavori.>")
	if err != nil {
		t.Fatal(err)
	}
	fatti, err := testkit.Bus(t, b.nats, "preparazione").Conn.SubscribeSync("fatti.*.verbale.>")
	if err != nil {
		t.Fatal(err)
	}
	banca := b.ambiente.Collega(t, "core", "alfa")
	muore := func(origine, modulo, su string) string {
		t.Helper()
		corpo, err := json.Marshal(event.Morto{SoggettoOrigine: origine, Modulo: modulo, IDMessaggio: uuid.NewString(), Motivo: "m", Consegne: 1, Corpo: json.RawMessage(`{}`)})
		if err != nil {
			t.Fatal(err)
		}
		m, id := nats.NewMsg(su), uuid.Must(uuid.NewV7()).String()
		m.Data, m.Header["ce-id"] = corpo, []string{id}
		if _, err := vpn.JS.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		testkit.Attendi(t, 15*time.Second, "core to keep the dead letter", func() bool {
			var n int
			return banca.QueryRow(t.Context(), `SELECT count(*) FROM lavoro_morto WHERE id = $1`, id).Scan(&n) == nil && n == 1
		})
		return id
	}
	for origine, modulo := range map[string]string{
		"lavori.elaborazione.pdf.alfa":   "elaborazione",
		"lavori.elaborazione.targa.alfa": "elaborazione",
		"lavori.vpn.targa.beta":          "vpn",
		"lavori.connessione.visura.alfa": "vpn",
		"fatti.alfa.verbale.cancellato":  "vpn",
		"fatti.alfa.targa.esito":         "vpn",
		"chiedi.core.accesso":            "vpn",
	} {
		id := muore(origine, modulo, "morti.vpn.targa.alfa")
		b.attendi(t, "capo.alfa POST /lavoriMorti/"+id+"/riaccoda", "", 409, "NON_RIACCODABILE")
	}
	if m, err := ascolta.NextMsg(200 * time.Millisecond); err == nil {
		t.Errorf("queued at %s", m.Subject)
	}
	if m, err := fatti.NextMsg(50 * time.Millisecond); err == nil {
		t.Errorf("told at %s", m.Subject)
	}
	b.attendi(t, "capo.alfa POST /lavoriMorti/"+muore("lavori.vpn.targa.alfa", "vpn", "morti.vpn.targa.alfa")+"/riaccoda", "", 200)
	if m, err := ascolta.NextMsg(5 * time.Second); err != nil || m.Subject != "lavori.vpn.targa.alfa" {
		t.Errorf("its own: %v", err)
	}
}

// A letter whose pieces are too many in sum is one line that says so; core does not keep them.
func TestUnaLetteraTroppoGrandeNonSiMetteInsieme(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	vpn := testkit.Bus(t, b.nats, "vpn")
	pezzo := bytes.Repeat([]byte("x"), 900_000)
	for i := range 12 {
		m := nats.NewMsg("morti.vpn.targa.alfa")
		m.Data, m.Header["ce-id"] = pezzo, []string{"enorme"}
		m.Header["verbali-pezzo"], m.Header["verbali-sha256"] = []string{fmt.Sprintf("%d/12", i+1)}, []string{strings.Repeat("0", 64)}
		if _, err := vpn.JS.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	banca := b.ambiente.Collega(t, "core", "alfa")
	testkit.Attendi(t, 20*time.Second, "one line, and no piece", func() bool {
		var n, pezzi, lunga int
		err := banca.QueryRow(t.Context(), `SELECT count(*), (SELECT count(*) FROM lavoro_morto_pezzo), coalesce(max(octet_length(grezzo)), 0)
			FROM lavoro_morto WHERE messaggio = 'enorme'`).Scan(&n, &pezzi, &lunga)
		return err == nil && n == 1 && pezzi == 0 && lunga == len(pezzo)
	})
	b.attendi(t, "capo.alfa GET /lavoriMorti", "", 200, "troppo grande")
}
