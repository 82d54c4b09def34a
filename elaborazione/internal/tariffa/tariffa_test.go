package tariffa_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/tariffa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// comando is a tenant whose fines the earlier table priced.
type comando struct {
	*banco.Banco

	s   *tariffa.Service
	ctx context.Context //nolint:containedctx // of the office, for one test
}

func conTabellaPrecedente(t *testing.T) *comando {
	t.Helper()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	b.Carica(t, banco.TabellaPrecedente(t))
	return &comando{Banco: b, ctx: b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio),
		s: &tariffa.Service{Archivio: b.Archivio, Lettore: lettore.Lettore{Pools: b.Pools(t, "elaborazione")}, Tabella: b.Ufficio.Violazioni,
			Adesso: b.Orologio.Adesso}}
}

// inserisci records a fine of 12 November 2026 by the row of a codice, of a person who is known.
func (c *comando) inserisci(t *testing.T, chiave, codice string, cambia ...func(*richiesta.Verbale)) *banco.Pratica {
	t.Helper()
	s, trovata := c.Ufficio.Tabelle.Violazioni().Cerca(codice, calendario.MustParse("2026-11-12"))
	if !trovata {
		t.Fatalf("no row %s", codice)
	}
	return banco.NuovaPratica(t, c.Banco, chiave, append([]func(*richiesta.Verbale){func(v *richiesta.Verbale) {
		v.Violazioni = []richiesta.Violazione{{Articolo: s.Articolo, Comma: s.Comma, Codice: codice}}
	}}, cambia...)...)
}

// servito takes a fine to its addressee.
func servito(t *testing.T, u *banco.Pratica) {
	t.Helper()
	u.Fa(t, verbale.EventoValidato, `{}`)
	u.Forma(t)
	u.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"MESSO"}`)
	u.Fa(t, verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`)
}

func (c *comando) tutti(t *testing.T, f lettore.Corrette) []revisione.Verbale {
	t.Helper()
	var tutti []revisione.Verbale
	if _, err := c.s.Percorri(c.ctx, f, func(v revisione.Verbale) (bool, error) {
		tutti = append(tutti, v)
		return true, nil
	}); err != nil {
		t.Fatal(err)
	}
	return tutti
}

// On a tenant that the earlier table filled, the corrected one concerns exactly the fines whose row it corrected: none
// before, none else after, each with what may be done where it is; and the events of all replay as they were.
func TestLaTabellaCorretta(t *testing.T) {
	t.Parallel()
	c := conTabellaPrecedente(t)
	notificato := c.inserisci(t, "SERVITO", "15-2")
	servito(t, notificato)
	stampato := c.inserisci(t, "STAMPATO", "15-2")
	stampato.Fa(t, verbale.EventoValidato, `{}`)
	stampato.Forma(t)
	annullato := c.inserisci(t, "ANNULLATO", "6-12")
	servito(t, annullato)
	annullato.Fa(t, verbale.EventoAnnullato, `{"riferimento":"det. 1"}`)
	importato := c.inserisci(t, "IMPORTATO", "15-2")
	c.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET importato = true WHERE id = $1`, importato.ID)
	vuole := map[uuid.UUID]revisione.Rimedio{
		notificato.ID: revisione.Rettifica, stampato.ID: revisione.Annulla, annullato.ID: revisione.Lascia,
		c.inserisci(t, "DA-VALIDARE", "L160-75-area").ID: revisione.Riscegli,
		c.inserisci(t, "DIVISO", "7-15").ID:              revisione.Riscegli,
	}
	for i, giusto := range []string{"158-2-d", "142-7", "20-4", "191-1", "158-2"} {
		c.inserisci(t, fmt.Sprintf("GIUSTO-%d", i), giusto)
	}
	// What the earlier row priced for its own days stays as it was.
	c.inserisci(t, "DI-ALLORA", "7-15", func(v *richiesta.Verbale) {
		v.DataOraViolazione = time.Date(2024, 6, 10, 10, 0, 0, 0, calendario.Roma())
	})
	if prima := c.tutti(t, lettore.Corrette{}); len(prima) > 0 {
		t.Fatalf("before the correction %d fines are concerned", len(prima))
	}

	c.Carica(t, sanzione.Iniziale())
	trovati := map[uuid.UUID]revisione.Rimedio{}
	for _, v := range c.tutti(t, lettore.Corrette{}) {
		trovati[v.IDVerbale] = v.Rimedio
	}
	if d := cmp.Diff(vuole, trovati); d != "" {
		t.Errorf("the fines concerned:\n%s", d)
	}
	p, err := c.s.Elenca(c.ctx, lettore.Corrette{}, 50)
	if err != nil || p.Importati != 1 || p.Tabella != sanzione.Iniziale().Versione() || len(p.Elementi) != len(vuole) || p.Cursore != "" {
		t.Errorf("%v %+v", err, p)
	}
	for _, u := range []*banco.Pratica{notificato, stampato, annullato} {
		c.Rivive(c.ctx, t, u.ID.String())
	}
}

// A fine paid at the wrong sum is rectified, the difference given back, and the list has it no more; its act says what it said.
func TestSiRettificaESiRimborsa(t *testing.T) {
	t.Parallel()
	c := conTabellaPrecedente(t)
	u := c.inserisci(t, "PAGATO", "15-2")
	servito(t, u)
	chiesto := int64(c.Conta(t, "alfa", `SELECT importo_cent FROM avviso WHERE verbale = $1 AND tipo = 'RIDOTTO'`, u.ID))
	if _, _, err := c.Pratiche.RegistraPagamento(c.ctx, conseguenze.RichiestaPagamento{IDVerbale: u.ID.String(), ImportoCent: &chiesto,
		Data: calendario.Da(c.Orologio.Adesso()).String(), Canale: "POSTA", Riferimento: "1"}); err != nil {
		t.Fatal(err)
	}
	c.Carica(t, sanzione.Iniziale())
	if v := c.tutti(t, lettore.Corrette{}); len(v) != 1 || v[0].Rimedio != revisione.Rimborsa {
		t.Fatalf("%+v", v)
	}
	atto := c.Elenca1(t, `SELECT sha256 FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, u.ID)
	u.Fa(t, verbale.EventoViolazioneRettificata, `{"codice":"15-2"}`)
	u.Fa(t, verbale.EventoRimborso, `{"importoCent":40060}`) // paid on the first day: less 30 %
	if s := c.Elenca(t, "alfa", `SELECT v.debito || ' ' || v.eccedenza_cent || ' ' || x.minimo_cent || ' ' || x.versione_tabella FROM verbale v
			JOIN violazione x ON x.verbale = v.id WHERE v.id = $1`, u.ID); s != "RIMBORSATO 40060 4200 "+sanzione.Iniziale().Versione() {
		t.Error(s)
	}
	if v := c.tutti(t, lettore.Corrette{}); len(v) != 0 {
		t.Errorf("%+v", v)
	}
	if dopo := c.Elenca1(t, `SELECT sha256 FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, u.ID); dopo != atto {
		t.Error("l'atto notificato è cambiato")
	}
	c.Rivive(c.ctx, t, u.ID.String())
}

// Pages of the list, one after the other, make the whole.
func TestElencoAPagine(t *testing.T) {
	t.Parallel()
	c := conTabellaPrecedente(t)
	for i := range 7 {
		c.inserisci(t, fmt.Sprintf("P-%d", i), []string{"15-2", "158-2-d"}[i%2])
	}
	c.Carica(t, sanzione.Iniziale())
	var ids []string
	f := lettore.Corrette{}
	for pagine := 1; ; pagine++ {
		p, err := c.s.Elenca(c.ctx, f, 3)
		if err != nil || len(p.Elementi) > 3 {
			t.Fatal(err, len(p.Elementi))
		}
		for _, v := range p.Elementi {
			ids = append(ids, v.IDVerbale.String())
		}
		if p.Cursore == "" {
			break
		}
		if f.Dopo = uuid.MustParse(p.Cursore); pagine > 3 {
			t.Fatal("the pages never end")
		}
	}
	if len(ids) != 4 || !slices.IsSorted(ids) || len(slices.Compact(ids)) != 4 {
		t.Errorf("%v", ids)
	}
}

// Whoever asks again goes on from where the limit stopped the request before: a fine that was told does not count.
func TestSegnalaOltreIlMassimo(t *testing.T) {
	t.Parallel()
	c := conTabellaPrecedente(t)
	for _, id := range []string{"UNO", "DUE", "TRE"} {
		c.inserisci(t, id, "15-2")
	}
	c.Carica(t, sanzione.Iniziale())
	c.s.AlPiu = 1
	for gia := range 3 {
		r, err := c.s.Segnala(c.ctx, lettore.Corrette{}, "ufficio.alfa", "")
		if err != nil || r.Aperte != 1 || r.Gia != gia || (r.Cursore == "") != (gia == 2) {
			t.Fatalf("dopo %d: %+v %v", gia, r, err)
		}
	}
	if r, err := c.s.Segnala(c.ctx, lettore.Corrette{}, "ufficio.alfa", ""); err != nil || r.Aperte != 0 || r.Gia != 3 || r.Cursore != "" {
		t.Errorf("%+v %v", r, err)
	}
}

// An anomaly for each fine that leaves something to do, once: not again after a person has settled it, but again where the
// table is corrected otherwise.
func TestSegnalaUnaVoltaSola(t *testing.T) {
	t.Parallel()
	c := conTabellaPrecedente(t)
	u, annullato := c.inserisci(t, "UNO", "15-2"), c.inserisci(t, "DUE", "15-2")
	c.inserisci(t, "GIUSTO", "158-2-d")
	annullato.Fa(t, verbale.EventoScartato, `{}`)
	c.Carica(t, sanzione.Iniziale())
	segnala := func(aperte, gia int) {
		t.Helper()
		r, err := c.s.Segnala(c.ctx, lettore.Corrette{}, "ufficio.alfa", "10.0.0.7")
		if err != nil || r.Aperte != aperte || r.Gia != gia || r.Occupati != 0 || r.Cursore != "" {
			t.Fatalf("%v %+v, want %d and %d", err, r, aperte, gia)
		}
	}
	segnala(1, 0)
	segnala(0, 1)
	anomalia := c.Elenca1(t, `SELECT id::text FROM anomalia WHERE verbale = $1 AND tipo = 'TARIFFA_CORRETTA' AND testo LIKE '%15-2 (importo)%si sceglie di nuovo la riga%'`, u.ID)
	if v := c.tutti(t, lettore.Corrette{}); !v[0].Segnalato || v[1].Segnalato {
		t.Errorf("segnalati: %v", v)
	}
	u.Fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+anomalia+`","esito":"si sceglie la riga"}`)
	segnala(0, 1)
	righe := sanzione.Iniziale().Tutte()
	for i := range righe {
		if righe[i].Codice == "15-2" {
			righe[i].MaxCent += 100
		}
	}
	altra, err := sanzione.Nuova(righe)
	if err != nil {
		t.Fatal(err)
	}
	c.Carica(t, altra)
	segnala(1, 0)
	c.Rivive(c.ctx, t, u.ID.String())
	if n := c.Conta(t, "alfa", `SELECT count(*) FROM registro WHERE oggetto = $1 AND indirizzo = '10.0.0.7' AND attore = 'ufficio.alfa' AND azione = 'ANOMALIA_APERTA'`, u.ID); n != 2 {
		t.Errorf("%d lines of audit", n)
	}
}

// Elenca1 is the one text of a query.
func (c *comando) Elenca1(t *testing.T, sql string, args ...any) string {
	t.Helper()
	testo := c.Elenca(t, "alfa", sql, args...)
	if testo == "" || strings.Contains(testo, " ") {
		t.Fatalf("%s: %q", sql, testo)
	}
	return testo
}

// What cannot be a filter is refused, with its name.
func TestFiltro(t *testing.T) {
	t.Parallel()
	for campo, x := range map[string][4]string{
		"da": {"ieri", "", "", ""}, "a": {"2026-11-02", "2026-11-01", "", ""}, "rimedio": {"", "", "ASPETTA", ""}, "cursore": {"", "", "", "1"},
	} {
		_, err := lettore.LeggiCorrette(x[0], x[1], x[2], x[3])
		if e := problem.As(err); e == nil || len(e.Campi) != 1 || e.Campi[0].Campo != campo {
			t.Errorf("%s: %v", campo, err)
		}
	}
	c := conTabellaPrecedente(t)
	c.inserisci(t, "UNO", "15-2")
	c.Carica(t, sanzione.Iniziale())
	for nome, x := range map[string]struct {
		da, a, rimedio string
		quanti         int
	}{
		"il giorno": {"2026-11-12", "2026-11-12", "", 1}, "prima": {"", "2026-11-11", "", 0}, "dopo": {"2026-11-13", "", "", 0},
		"il rimedio": {"", "", string(revisione.Riscegli), 1}, "un altro rimedio": {"", "", string(revisione.Rimborsa), 0},
	} {
		f, err := lettore.LeggiCorrette(x.da, x.a, x.rimedio, "")
		if err != nil {
			t.Fatal(err)
		}
		if n := len(c.tutti(t, f)); n != x.quanti {
			t.Errorf("%s: %d", nome, n)
		}
	}
}

// The routes: a page in JSON, the whole as CSV, and a table that has not been read is 503 before a byte is sent.
func TestRotte(t *testing.T) {
	t.Parallel()
	c := conTabellaPrecedente(t)
	u := c.inserisci(t, "UNO", "15-2")
	c.Carica(t, sanzione.Iniziale())
	chiedi := func(metodo, domanda, accetta, corpo string) *httptest.ResponseRecorder {
		t.Helper()
		r := httptest.NewRequestWithContext(c.ctx, metodo, "/?"+domanda, strings.NewReader(corpo))
		r.Header.Set("Accept", accetta)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h := tariffa.HTTP{Service: c.s}
		fai := h.Verifica
		if metodo == http.MethodPost {
			fai = h.Segnala
		}
		if err := fai(echo.New().NewContext(r, w)); err != nil {
			t.Fatal(err)
		}
		return w
	}
	var p tariffa.Pagina
	if err := json.Unmarshal(chiedi(http.MethodGet, "dimensione=1", "", "").Body.Bytes(), &p); err != nil || len(p.Elementi) != 1 || p.Elementi[0].IDVerbale != u.ID {
		t.Errorf("%v %+v", err, p)
	}
	w := chiedi(http.MethodGet, "", "text/csv", "")
	letto := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(w.Body.Bytes(), []byte("\ufeff"))))
	letto.Comma = ';'
	righe, err := letto.ReadAll()
	if err != nil || len(righe) != 2 || !slices.Equal(righe[0], tariffa.Colonne()) || righe[1][0] != u.ID.String() ||
		!strings.HasPrefix(w.Header().Get("Content-Type"), "text/csv") {
		t.Errorf("%v %v", err, righe)
	}
	if w := chiedi(http.MethodPost, "", "", `{"da":"2026-11-12"}`); !strings.Contains(w.Body.String(), `"aperte":1`) {
		t.Errorf("%s", w.Body)
	}
}

// A discount that the command refused because of the short suspension, which the act says, is no error of the table; one that
// was refused where nothing says why is.
func TestLoScontoNegatoPerSospensioneBreve(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	c := &comando{Banco: b, ctx: b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio),
		s: &tariffa.Service{Archivio: b.Archivio, Lettore: lettore.Lettore{Pools: b.Pools(t, "elaborazione")}, Tabella: b.Ufficio.Violazioni,
			Adesso: b.Orologio.Adesso}}
	punti := int64(11)
	fermato := func(v *richiesta.Verbale) {
		v.ContestazioneImmediata, v.MotivoMancataContestazione = true, ""
		v.Patente = &richiesta.Patente{Punti: &punti}
		v.Trasgressore = &richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Mario", CodiceFiscale: "RSSMRA80A01H501U"},
			Indirizzo: &richiesta.Indirizzo{Via: "Via Garibaldi", Civico: "15", Cap: "48121", Comune: "Ravenna", Provincia: "RA", Nazione: "IT"}}
	}
	con := c.inserisci(t, "CON-SOSPENSIONE", "191-1", fermato)
	con.Fa(t, verbale.EventoViolazioneScelta, `{"codice":"191-1","sconto30":"NO"}`)
	senza := c.inserisci(t, "SENZA", "191-1")
	senza.Fa(t, verbale.EventoViolazioneScelta, `{"codice":"191-1","sconto30":"NO"}`)

	righe := sanzione.Iniziale().Tutte()
	righe[0].Nota += " Letta di nuovo."
	altra, err := sanzione.Nuova(righe)
	if err != nil || altra.Versione() == sanzione.Iniziale().Versione() {
		t.Fatal(err, altra.Versione())
	}
	c.Carica(t, altra)
	trovati := c.tutti(t, lettore.Corrette{})
	if len(trovati) != 1 || trovati[0].IDVerbale != senza.ID || !slices.Equal(trovati[0].Differenze(), []sanzione.Differenza{sanzione.DiversoSconto}) {
		t.Errorf("%+v", trovati)
	}
	// Where another figure was corrected the sums asked anew are without the discount too.
	for i := range righe {
		if righe[i].Codice == "191-1" {
			righe[i].MinCent -= 100
		}
	}
	if altra, err = sanzione.Nuova(righe); err != nil {
		t.Fatal(err)
	}
	c.Carica(t, altra)
	for _, v := range c.tutti(t, lettore.Corrette{}) {
		if v.IDVerbale == con.ID && (!slices.Equal(v.Differenze(), []sanzione.Differenza{sanzione.DiversoImporto}) || v.Violazioni[0].Legge.Sconto30) {
			t.Errorf("%+v", v)
		}
	}
}
