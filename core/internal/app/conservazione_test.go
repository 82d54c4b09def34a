package app_test

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"

	"github.com/piattaforma-verbali/verbali/core/internal/conservazione"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// codiceDi is the tax code of the invented person of a username.
func codiceDi(username string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(strings.ToLower(username)))
	n := h.Sum32()
	quindici := fmt.Sprintf("RSSMRA%02dA%02dA944", n%90+10, n/90%28+1)
	lettera, _ := codicefiscale.LetteraControllo(quindici)
	return quindici + string(lettera)
}

// amministratore is a browser of an administrator of alfa, made at the command line.
func (b *banco) amministratore(t *testing.T, nome string) *navigatore {
	t.Helper()
	o := operatore.Operatore{Username: nome, Tenant: "alfa", Reparto: "PL01", Ruoli: []string{"AMMINISTRATORE"}, CodiceFiscale: codiceDi(nome)}
	if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), o, password); err != nil {
		t.Fatal(err)
	}
	return b.dentro(t, nome)
}

// vincoli are the holds of alfa as an administrator of it reads them.
func (b *banco) vincoli(t *testing.T, chi string) []conservazione.Vincolo {
	t.Helper()
	var letti struct {
		Elementi []conservazione.Vincolo `json:"elementi"`
	}
	stato, corpo := b.rest(t, chi+" GET /conservazione/vincoli", "")
	if err := json.Unmarshal([]byte(corpo), &letti); err != nil || len(letti.Elementi) == 0 {
		t.Fatalf("%d %v %s", stato, err, corpo)
	}
	return letti.Elementi
}

// conta is a number of alfa's database, as core sees it.
func (b *banco) contaDi(t *testing.T, sql string, args ...any) (n int) {
	t.Helper()
	if err := b.ambiente.Banca(t, "core", "alfa").QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// A term is previewed, proposed by one person and confirmed by another; from then on what is over it goes, and what is held
// stays.
func TestUnTermineLoDecidonoInDue(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	una, altra := b.amministratore(t, "Una"), b.amministratore(t, "altra")
	const pagina, tenuto = "/CoreService/conservazione", "018f0000-0000-7000-8000-000000000007"
	const cancellato = "018f0000-0000-7000-8000-000000000008"
	b.riga(t, tenuto, 301, "AA301AA", "2020-03-02T09:30:00Z")
	b.riga(t, cancellato, 302, "AA302AA", "2020-03-02T09:30:00Z")
	for _, verbale := range []any{nil, tenuto} {
		b.ambiente.Esegui(t, "core", "alfa", `INSERT INTO lavoro_morto (id, soggetto, modulo, tipo, messaggio, motivo, consegne, corpo, verbale, morto)
			VALUES (gen_random_uuid(), 'lavori.vpn.targa.alfa', 'vpn', 'targa', 'm', 'guasto', 3, '{"a":1}', $1, now() - interval '5 years')`, verbale)
	}
	regola := ""
	atto := func(n *navigatore, quale, mesi string) risposta {
		return n.invia(pagina, url.Values{"classe": {"LAVORI_MORTI"}, "atto": {quale}, "mesi": {mesi}, "fonte": {"delibera 1"}, "regola": {regola},
			"comandoAperto": {"alfa"}})
	}
	va := func() int { return b.contaDi(t, `SELECT count(*) FROM conserva('LAVORI_MORTI', 10)`) }
	una.apri(pagina).mostra(t, "Nessun termine in vigore: nulla si cancella.", "Nulla è stato cancellato.", "non confermato")
	atto(una, "anteprima", "12").mostra(t, "<strong>2 elementi</strong>")
	if r := una.invia(pagina+"/vincoli", url.Values{"idVerbale": {tenuto}, "motivo": {"indagine"}, "comandoAperto": {"alfa"}}); r.stato != http.StatusSeeOther {
		t.Fatalf("vincolo: %d\n%s", r.stato, r.corpo)
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE_PAGATO', $1, $1)`, cancellato)
	sulCancellato := url.Values{"idVerbale": {cancellato}, "motivo": {"indagine"}, "comandoAperto": {"alfa"}}
	if r := una.invia(pagina+"/vincoli", sulCancellato); r.stato != http.StatusConflict {
		t.Errorf("vincolo su un verbale cancellato: %d\n%s", r.stato, r.corpo)
	}
	atto(una, "anteprima", "12").mostra(t, "<strong>1 elementi</strong>", "richiesta: 1")
	atto(una, "proponi", "0").mostra(t, "da 1 a 1200")
	if r := atto(una, "proponi", "12"); r.stato != http.StatusSeeOther {
		t.Fatalf("proposta: %d\n%s", r.stato, r.corpo)
	}
	if r := atto(altra, "proponi", "24"); r.stato != http.StatusConflict {
		t.Errorf("seconda proposta: %d", r.stato)
	}
	una.apri(pagina).mostra(t, "Lo conferma una persona diversa da chi lo ha proposto.")
	if r := atto(altra, "conferma", ""); r.stato != http.StatusConflict {
		t.Errorf("un termine che non è quello letto: %d", r.stato)
	}
	letta := altra.apri(pagina).corpo
	regola = letta[strings.Index(letta, `name="regola" value="`)+len(`name="regola" value="`):][:36]
	if r := atto(una, "conferma", ""); r.stato != http.StatusForbidden {
		t.Errorf("la stessa persona: %d", r.stato)
	}
	if n := va(); n != 0 {
		t.Errorf("senza conferma: %d", n)
	}
	if r := atto(altra, "conferma", ""); r.stato != http.StatusSeeOther {
		t.Fatalf("conferma: %d\n%s", r.stato, r.corpo)
	}
	if n := va(); n != 1 {
		t.Errorf("con la conferma: %d", n)
	}
	r := altra.apri(pagina)
	r.mostra(t, "<strong>12 mesi</strong> (delibera 1), proposto da una e confermato da altra", "<td>Lavori morti</td>")
	r.nasconde(t, "Nulla è stato cancellato.")
	vincolo := b.vincoli(t, "altra")[0].ID.String()
	sulVincolo := func(n *navigatore, campi url.Values) risposta {
		campi.Set("vincolo", vincolo)
		campi.Set("comandoAperto", "alfa")
		return n.invia(pagina+"/vincoli", campi)
	}
	if r := sulVincolo(altra, url.Values{"atto": {"togli"}, "motivo": {" "}}); r.stato != http.StatusBadRequest {
		t.Errorf("senza motivo: %d", r.stato)
	}
	if r := sulVincolo(altra, url.Values{"atto": {"togli"}, "motivo": {"indagine chiusa"}}); r.stato != http.StatusSeeOther {
		t.Fatalf("rimozione proposta: %d\n%s", r.stato, r.corpo)
	}
	r = altra.apri(pagina)
	r.mostra(t, "indagine chiusa", "Lo conferma una persona diversa")
	r.nasconde(t, "Conferma: il vincolo si toglie")
	una.apri(pagina).mostra(t, "Conferma: il vincolo si toglie", "Proposto da altra")
	una.apri("/CoreService/").mostra(t, "proposte che aspettano la conferma di un&#39;altra persona")
	rimozione := b.vincoli(t, "altra")[0].Rimozione.ID.String()
	if r := sulVincolo(altra, url.Values{"atto": {"conferma"}, "rimozione": {rimozione}}); r.stato != http.StatusForbidden {
		t.Errorf("vincolo tolto da una persona sola: %d", r.stato)
	}
	if n := va(); n != 0 {
		t.Errorf("il vincolo proposto da togliere non trattiene: %d", n)
	}
	if r := sulVincolo(una, url.Values{"atto": {"conferma"}, "rimozione": {rimozione}}); r.stato != http.StatusSeeOther {
		t.Errorf("vincolo tolto: %d\n%s", r.stato, r.corpo)
	}
	una.apri("/CoreService/").nasconde(t, "proposte che aspettano")
	if n := va(); n != 1 {
		t.Errorf("tolto il vincolo: %d", n)
	}
	if r := una.invia(pagina, url.Values{"classe": {"LAVORI_MORTI"}, "atto": {"cessa"}, "comandoAperto": {"alfa"}}); r.stato != http.StatusSeeOther {
		t.Errorf("cessazione: %d", r.stato)
	}
	una.apri(pagina).nasconde(t, "<strong>12 mesi</strong>")
	if n := b.contaDi(t, `SELECT count(*) FROM registro WHERE azione IN ('CONSERVAZIONE_PROPOSTA', 'CONSERVAZIONE_CONFERMATA', 'CONSERVAZIONE_CESSATA', 'VINCOLO_POSTO', 'VINCOLO_TOLTO')`); n != 5 {
		t.Errorf("%d righe del registro", n)
	}
}

// A letter whose body says nothing goes with the others when its term is over, and is counted before.
func TestUnLavoroMortoVuotoVaConGliAltri(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	for _, anni := range []int{5, 0} {
		b.ambiente.Esegui(t, "core", "alfa", `INSERT INTO lavoro_morto (id, soggetto, modulo, tipo, messaggio, motivo, consegne, corpo, morto)
			VALUES (gen_random_uuid(), 'lavori.vpn.targa.alfa', 'vpn', 'targa', 'm', 'Mario Rossi non si trova', 3, '{}', now() - make_interval(years => $1))`, anni)
	}
	b.attendi(t, "capo.alfa GET /conservazione/LAVORI_MORTI/anteprima?mesi=12", "", 200, `"quanti":1`)
	b.ambiente.Esegui(t, "core", "alfa", `INSERT INTO conservazione (id, classe, mesi, fonte, anteprima, proposta_da, confermata, confermata_da)
		VALUES (gen_random_uuid(), 'LAVORI_MORTI', 12, 'prova', 1, 'una', now(), 'altra')`)
	fatti, err := b.app.Conservazione().Round(t.Context(), b.ambiente.Tenant("alfa"))
	if err != nil || fatti["LAVORI_MORTI"] != 1 {
		t.Errorf("%v %v", fatti, err)
	}
	if n := b.contaDi(t, `SELECT count(*) FROM lavoro_morto`); n != 1 {
		t.Errorf("restano %d lavori, atteso quello di oggi", n)
	}
}

// A hold waits for the portion of a deletion that runs.
func TestUnVincoloAspettaLaCancellazioneCheCorre(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	una := b.amministratore(t, "Una")
	corre, err := b.ambiente.Banca(t, "core", "alfa").Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := corre.Exec(t.Context(), `SELECT count(*) FROM conserva('LAVORI_MORTI', 10)`); err != nil {
		t.Fatal(err)
	}
	stato := make(chan int, 1)
	go func() {
		vincolo := url.Values{"codiceFiscale": {"RSSMRA80A01A944I"}, "motivo": {"indagine"}, "comandoAperto": {"alfa"}}
		stato <- una.invia("/CoreService/conservazione/vincoli", vincolo).stato
	}()
	select {
	case n := <-stato:
		t.Errorf("non aspetta: %d", n)
	case <-time.After(500 * time.Millisecond):
	}
	if err := corre.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := <-stato; n != http.StatusSeeOther {
		t.Errorf("dopo: %d", n)
	}
}
