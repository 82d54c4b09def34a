package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// muore tells, as vpn, that a look-up of alfa died, and gives the id of the dead letter.
func (b *banco) muore(t *testing.T, motivo string) string {
	t.Helper()
	morto := event.Morto{SoggettoOrigine: "lavori.vpn.targa.alfa", Modulo: "vpn", IDMessaggio: "lavoro-1", Motivo: motivo, Consegne: 40,
		Corpo: json.RawMessage(`{"idVerbale":"` + idVerbale + `","motivo":"ACCERTAMENTO"}`)}
	corpo, err := json.Marshal(morto)
	if err != nil {
		t.Fatal(err)
	}
	m := nats.NewMsg(morto.Soggetto("alfa"))
	id := uuid.Must(uuid.NewV7()).String()
	m.Data, m.Header["ce-id"] = corpo, []string{id}
	if _, err := testkit.Bus(t, b.nats, "vpn").JS.PublishMsg(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 15*time.Second, "core to keep the dead letter", func() bool {
		var n int
		err := b.ambiente.Banca(t, "core", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM lavoro_morto WHERE id = $1`, id).Scan(&n)
		return err == nil && n == 1
	})
	return id
}

func TestLavoriMorti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.unVerbale(t)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE posizione SET soggetto = NULL`)
	id := b.muore(t, "risposta <troncata>")
	coda, err := testkit.Bus(t, b.nats, "preparazione").Conn.SubscribeSync("lavori.vpn.targa.alfa")
	if err != nil {
		t.Fatal(err)
	}

	b.dentro(t, "mario").apri(paginaVerbale).mostra(t, "Lavoro fermo: Ricerca dell&#39;intestatario del veicolo", "Motivo: risposta &lt;troncata&gt;", "è un amministratore del comando")
	lettore := b.dentro(t, "lettore").apri(paginaVerbale)
	lettore.mostra(t, "Lavoro fermo")
	lettore.nasconde(t, "troncata")

	b.attendi(t, "capo.alfa GET /lavoriMorti", "", 200, id, `"modulo":"vpn"`, `"idVerbale":"`+idVerbale+`"`, `"estremi":"123/2026"`, "risposta", "Ricerca dell'intestatario")
	if letti := b.attendi(t, "capo.beta GET /lavoriMorti?stato=TUTTI", "", 200); strings.Contains(letti, id) {
		t.Errorf("another tenant's work: %s", letti)
	}
	b.attendi(t, "capo.alfa GET /lavoriMorti?stato=ALTRO", "", 400, "stato")
	b.attendi(t, "capo.alfa GET /lavoriMorti?cursore=eA", "", 400, "cursore")
	b.attendi(t, "capo.beta POST /lavoriMorti/"+id+"/riaccoda", "", 404)
	b.attendi(t, "capo.alfa POST /lavoriMorti/x/riaccoda", "", 404)
	n := b.dentro(t, "capo.alfa")
	n.apri("/CoreService/lavoriMorti").mostra(t, "Ricerca dell&#39;intestatario del veicolo", "verbale 123/2026", "40 tentativi", "risposta &lt;troncata&gt;", "Rimetti in coda")
	if altrui := b.dentro(t, "capo.beta").invia("/CoreService/lavoriMorti/"+id+"/riaccoda", url.Values{}); altrui.stato != http.StatusNotFound {
		t.Errorf("another tenant's: %d", altrui.stato)
	}
	if _, err := coda.NextMsg(100 * time.Millisecond); err == nil {
		t.Error("queued by who may not")
	}

	r := n.invia("/CoreService/lavoriMorti/"+id+"/riaccoda", url.Values{})
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	m, err := coda.NextMsg(5 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	testa := func(nome string) string { return strings.Join(m.Header[nome], ",") }
	if testa("ce-id") != "lavoro-1" || testa("Nats-Msg-Id") != "riaccodo-"+id || testa("ce-subject") != idVerbale || testa("ce-type") != "lavori.vpn.targa" ||
		!strings.Contains(string(m.Data), "ACCERTAMENTO") {
		t.Errorf("%v %s", m.Header, m.Data)
	}
	n.apri("/CoreService/lavoriMorti?fatto=riaccodato").mostra(t, "Rimesso in coda", "Nessun lavoro fermo")
	n.apri("/CoreService/lavoriMorti?stato=TUTTI").mostra(t, "da capo.alfa")
	b.dentro(t, "mario").apri(paginaVerbale).nasconde(t, "Lavoro fermo")
	b.attendi(t, "capo.alfa POST /lavoriMorti/"+id+"/riaccoda", "", 409, "GIA_RIACCODATO")
	if r := n.invia("/CoreService/lavoriMorti/"+id+"/riaccoda", url.Values{}); r.stato != http.StatusConflict || !strings.Contains(r.corpo, "già stato rimesso in coda") {
		t.Errorf("twice: %d", r.stato)
	}
	// The same work dies again: it is there again.
	b.muore(t, "ancora")
	n.apri("/CoreService/lavoriMorti").mostra(t, "ancora", "Rimetti in coda")
}

// A letter that comes after the persons of its fine were erased says nothing of them to anybody, and is not queued again.
func TestUnLavoroMuoreDopoLaCancellazioneDelVerbale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.unVerbale(t)
	prima := b.muore(t, "Mario Rossi non si trova")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE_PAGATO', $1, $1)`, idVerbale)
	dopo := b.muore(t, "Anna Bianchi non si trova")
	if n := b.contaDi(t, `SELECT count(*) FROM lavoro_morto WHERE id = $1 AND corpo = '{}' AND grezzo IS NULL AND motivo = '[CANCELLATO]'`, dopo); n != 1 {
		t.Error("the letter keeps what it said")
	}
	letti := b.attendi(t, "capo.alfa GET /lavoriMorti", "", 200, dopo, "[CANCELLATO]", "Rossi")
	if strings.Contains(letti, "Bianchi") {
		t.Errorf("%s", letti)
	}
	b.attendi(t, "capo.alfa POST /lavoriMorti/"+dopo+"/riaccoda", "", 409, "VERBALE_CANCELLATO")
	b.dentro(t, "capo.alfa").apri("/CoreService/lavoriMorti").nasconde(t, dopo+"/riaccoda")
	// What had come before goes when core obeys the erasure.
	if _, err := b.app.Conservazione().Round(t.Context(), b.ambiente.Tenant("alfa")); err != nil {
		t.Fatal(err)
	}
	if letti := b.attendi(t, "capo.alfa GET /lavoriMorti", "", 200, prima, dopo); strings.Contains(letti, "Rossi") {
		t.Errorf("%s", letti)
	}
}

// A letter waits for the erasure that runs, which it may not have seen.
func TestUnLavoroMortoAspettaLaCancellazioneCheCorre(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.unVerbale(t)
	corre, err := b.ambiente.Banca(t, "elaborazione", "alfa").Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := corre.Exec(t.Context(), `SELECT count(*) FROM conserva('VERBALE_PAGATO', 10)`); err != nil {
		t.Fatal(err)
	}
	if _, err := corre.Exec(t.Context(), `INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE_PAGATO', $1, $1)`, idVerbale); err != nil {
		t.Fatal(err)
	}
	finita := make(chan error, 1)
	go func() {
		testkit.Attendi(t, 15*time.Second, "the letter to wait", func() bool {
			return b.contaDi(t, `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`) == 1
		})
		finita <- corre.Commit(context.Background())
	}()
	dopo := b.muore(t, "Anna Bianchi non si trova")
	if err := <-finita; err != nil {
		t.Fatal(err)
	}
	if n := b.contaDi(t, `SELECT count(*) FROM lavoro_morto WHERE id = $1 AND motivo = '[CANCELLATO]'`, dopo); n != 1 {
		t.Error("the letter keeps what it said")
	}
}

// A dead letter that nobody can read is kept, and nobody is told that it can be queued again.
func TestLavoroMortoIllegibile(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	m := nats.NewMsg("morti.vpn.targa.alfa")
	m.Data, m.Header["ce-id"] = []byte(`{"motivo":7}`), []string{"non-un-uuid"}
	if _, err := testkit.Bus(t, b.nats, "vpn").JS.PublishMsg(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	var letti string
	testkit.Attendi(t, 15*time.Second, "the dead letter", func() bool {
		letti = b.attendi(t, "capo.alfa GET /lavoriMorti", "", 200)
		return strings.Contains(letti, "non si legge")
	})
	var pagina struct {
		Elementi []struct {
			ID string `json:"id"`
		} `json:"elementi"`
	}
	if err := json.Unmarshal([]byte(letti), &pagina); err != nil || len(pagina.Elementi) != 1 {
		t.Fatal(letti, err)
	}
	b.attendi(t, "capo.alfa POST /lavoriMorti/"+pagina.Elementi[0].ID+"/riaccoda", "", 409, "NON_RIACCODABILE")
	b.conRuolo(t, auth.RuoloUfficio).apri("/CoreService/").nasconde(t, "Lavori morti")
}

// TestLavoroMortoVelenoso: what is no JSON, or a JSON that no database keeps, is put aside whole at its first delivery, and
// what comes after it is not held up.
func TestLavoroMortoVelenoso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	veleni := map[string]string{
		"no JSON": "\xff\x00{", "a lone surrogate": `{"soggettoOrigine":"lavori.vpn.targa.alfa","modulo":"vpn","corpo":"\ud800"}`,
		"a NUL":                        `{"soggettoOrigine":"lavori.vpn.targa.alfa","modulo":"vp\u0000n","motivo":"m","corpo":{}}`,
		"a number beyond every number": `{"soggettoOrigine":"lavori.vpn.targa.alfa","modulo":"vpn","corpo":1e999999}`,
		"too deep":                     `{"soggettoOrigine":"lavori.vpn.targa.alfa","modulo":"vpn","idMessaggio":"too deep","corpo":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + "}",
	}
	altri := testkit.Bus(t, b.nats, "vpn")
	for nome, corpo := range veleni {
		m := nats.NewMsg("morti.vpn.targa.alfa")
		m.Data, m.Header["ce-id"] = []byte(corpo), []string{nome + "\x00"}
		if _, err := altri.JS.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	alfa := b.ambiente.Collega(t, "core", "alfa")
	for nome, corpo := range veleni {
		testkit.Attendi(t, 5*time.Second, nome+", kept at once", func() bool {
			var n int // an error: the schema is not there yet
			err := alfa.QueryRow(t.Context(), `SELECT count(*) FROM lavoro_morto WHERE messaggio = $1 AND (grezzo = $2 OR corpo->0 IS NOT NULL)`, nome, []byte(corpo)).Scan(&n)
			return err == nil && n == 1
		})
	}
}

// TestLavoroMortoAPezzi: work of 900 KB that nobody could read is one line of the page, and goes back whole, once.
func TestLavoroMortoAPezzi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	veleno := append([]byte("\xff\x00"), bytes.Repeat([]byte("x"), 900_000)...)
	lettera, err := json.Marshal(event.Morto{SoggettoOrigine: "lavori.vpn.targa.alfa", Modulo: "vpn", IDMessaggio: "grande", Motivo: "non si legge", Consegne: 1,
		Corpo: json.RawMessage("null"), Grezzo: veleno})
	if err != nil {
		t.Fatal(err)
	}
	id := uuid.Must(uuid.NewV7()).String()
	b.ambiente.Pools(t, "vpn") // its schema, with the outbox
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO uscita (id, soggetto, oggetto, corpo) VALUES ('`+id+`', 'morti.vpn.targa.alfa', 'grande', '`+string(lettera)+`')`)
	altri := testkit.Bus(t, b.nats, "vpn")
	pools := b.ambiente.Pools(t, "vpn")
	alfa := b.ambiente.Tenant("alfa")
	bus.NewRelay(altri, pools, bus.SearchPath{Tenant: "vpn"}, func() []tenant.Tenant { return []tenant.Tenant{alfa} }).Wake("alfa")
	banca := b.ambiente.Collega(t, "core", "alfa")
	testkit.Attendi(t, 15*time.Second, "the letter, once its last piece is there", func() bool {
		var n int
		err := banca.QueryRow(t.Context(), `SELECT count(*) FROM lavoro_morto WHERE id = $1 AND grezzo = $2
			AND NOT EXISTS (SELECT 1 FROM lavoro_morto_pezzo)`, id, veleno).Scan(&n)
		return err == nil && n == 1
	})
	if letti := b.attendi(t, "capo.alfa GET /lavoriMorti", "", 200, id); strings.Count(letti, `"messaggio"`) != 1 {
		t.Errorf("shown as\n%s", letti)
	}
	coda, err := altri.Conn.SubscribeSync("lavori.vpn.targa.alfa")
	if err != nil {
		t.Fatal(err)
	}
	b.attendi(t, "capo.alfa POST /lavoriMorti/"+id+"/riaccoda", "", 200)
	m, err := coda.NextMsg(5 * time.Second)
	if err != nil || !bytes.Equal(m.Data, veleno) || m.Header["ce-id"][0] != "grande" {
		t.Errorf("%v: %d bytes", err, len(m.Data))
	}
	b.pezziSbagliati(t, altri)
}

// pezziSbagliati: pieces that do not give what left are kept as bytes, and queue nothing again.
func (b *banco) pezziSbagliati(t *testing.T, altri *bus.Bus) {
	t.Helper()
	for i, pezzo := range []string{"1/2", "2/2", "1/2"} {
		m := nats.NewMsg("morti.vpn.targa.alfa")
		m.Data, m.Header["ce-id"] = []byte("metà "), []string{"mutata"}
		m.Header["verbali-pezzo"], m.Header["verbali-sha256"] = []string{pezzo}, []string{strings.Repeat("0", 64)}
		if _, err := altri.JS.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(i, err)
		}
	}
	banca := b.ambiente.Collega(t, "core", "alfa")
	testkit.Attendi(t, 10*time.Second, "the pieces put aside", func() bool {
		var n int
		err := banca.QueryRow(t.Context(), `SELECT count(*) FROM lavoro_morto WHERE messaggio = 'mutata' AND soggetto = '' AND grezzo = $1`, []byte("metà metà ")).Scan(&n)
		return err == nil && n == 1
	})
}
