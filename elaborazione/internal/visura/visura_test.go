package visura_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/visura"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// TestPianoDellAtto: owner, residence, act. The act waits for the register; what it says twice is taken once; a mover waits for
// a person; with the setting off nothing is asked.
func TestPianoDellAtto(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct{ setting, via, vuole string }{
		"spenta: nessuno chiede":              {"false", "", "ATTO_GENERATO 0 domande 0 anomalie 1 atti"},
		"dati uguali: l'atto si stampa":       {"true", "VIA GARIBALDI", "ATTO_GENERATO 1 domande 0 anomalie 1 atti"},
		"trasferito: aspetta una persona":     {"true", "VIA CAVOUR", "INTESTATARIO_TROVATO 1 domande 1 anomalie 0 atti"},
		"finché il registro tace, si aspetta": {"true", "", "INTESTATARIO_TROVATO 1 domande 0 anomalie 0 atti"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b := banco.NuovoBanco(t, banco.Impostazione("visura.residenza", c.setting))
			ctx := b.Integratore("alfa")
			s := &visura.Service{Archivio: b.Archivio, Ufficio: b.Ufficio, Pratiche: b.Pratiche, Adesso: b.Orologio.Adesso}
			e := b.Inserisce(ctx, t, banco.UnVerbale("V-1"))
			if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "i", b.Indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
				t.Fatal(err)
			}
			for i := range 3 { // the work of printing is delivered again and again
				if err := b.LavoraPdf(ctx, t, fmt.Sprint("p-", i), e.IDVerbale); err != nil {
					t.Fatal(err)
				}
			}
			if c.via != "" {
				id := uuid.NewString()
				b.Esegui(t, "connessione", "alfa", `INSERT INTO visura (id, chiave, codice_fiscale, giorno, esito, fonte, risposta, alle)
					VALUES ($1::uuid, $1::uuid::text, 'RSSMRA80A01H501U', '2026-11-20', 'TROVATO', 'ANPR', $2, now())`, id,
					fmt.Sprintf(`{"esito":"TROVATO","codiceFiscale":"RSSMRA80A01H501U","cognome":"ROSSI","nome":"MARIO","dataNascita":"1980-01-01",
						"residenza":{"via":%q,"civico":"15","cap":"48121","comune":"RAVENNA","provincia":"RA"}}`, c.via))
				fatto := event.VisuraEsito{IDVisura: id, IDVerbale: e.IDVerbale, IDPosizione: b.PosizioneDi(t, e.IDVerbale), Esito: "TROVATO"}
				for _, m := range []string{"a", "a", "b"} { // the same delivery twice, then another message of the same answer
					if err := s.VisuraEsito(ctx, banco.Messaggio(t, m, fatto)); err != nil {
						t.Fatal(err)
					}
				}
				if err := b.LavoraPdf(ctx, t, "poi", e.IDVerbale); err != nil {
					t.Fatal(err)
				}
			}
			if s := b.Elenca(t, "alfa", `SELECT v.procedura || ' ' || (SELECT count(*) FROM uscita WHERE soggetto = 'lavori.connessione.visura.alfa') || ' domande '
				|| (SELECT count(*) FROM anomalia WHERE verbale = v.id AND tipo = 'VISURA_TRASFERITO' AND chiusa IS NULL) || ' anomalie '
				|| (SELECT count(*) FROM documento WHERE verbale = v.id AND tipo = 'ATTO') || ' atti' FROM verbale v WHERE v.id = $1`, e.IDVerbale); s != c.vuole {
				t.Errorf("%s, want %s", s, c.vuole)
			}
			b.Rivive(ctx, t, e.IDVerbale)
		})
	}
}

// TestChiLeggeUnaVisuraRestaNelRegistro: both sides of a contradiction name a person; who reads them, alone or in the list, is on record
// with the fine.
func TestChiLeggeUnaVisuraRestaNelRegistro(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("visura.residenza", "true"))
	ctx := b.Integratore("alfa")
	s := &visura.Service{Archivio: b.Archivio, Ufficio: b.Ufficio, Pratiche: b.Pratiche, Adesso: b.Orologio.Adesso}
	e := b.Inserisce(ctx, t, banco.UnVerbale("V-1"))
	if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "i", b.Indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
		t.Fatal(err)
	}
	if err := b.LavoraPdf(ctx, t, "p", e.IDVerbale); err != nil {
		t.Fatal(err)
	}
	letture := func() string {
		return b.Elenca(t, "alfa", `SELECT attore || ' ' || oggetto || ' ' || motivo || ' ' || indirizzo FROM registro WHERE azione = 'VISURA_LETTA' ORDER BY posizione`)
	}
	ufficio := b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio)
	if p, err := s.Elenca(ufficio, []string{"CHIESTA", "CONFLITTO"}, uuid.Nil, "192.0.2.7"); err != nil || len(p.Visure) != 1 || letture() != "" {
		t.Fatalf("%+v %v: what only waits says nothing of anybody: %q", p, err, letture())
	}
	id := uuid.NewString()
	b.Esegui(t, "connessione", "alfa", `INSERT INTO visura (id, chiave, codice_fiscale, giorno, esito, fonte, risposta, alle)
		VALUES ($1::uuid, $1::uuid::text, 'RSSMRA80A01H501U', '2026-11-20', 'TROVATO', 'ANPR', $2, now())`, id,
		`{"esito":"TROVATO","codiceFiscale":"RSSMRA80A01H501U","cognome":"ROSSI","nome":"MARIO","dataNascita":"1980-01-01",
			"residenza":{"via":"VIA CAVOUR","civico":"15","cap":"48121","comune":"RAVENNA","provincia":"RA","consolato":"X","tipo":"1"}}`)
	fatto := event.VisuraEsito{IDVisura: id, IDVerbale: e.IDVerbale, IDPosizione: b.PosizioneDi(t, e.IDVerbale), Esito: "TROVATO"}
	if err := s.VisuraEsito(ctx, banco.Messaggio(t, "a", fatto)); err != nil {
		t.Fatal(err)
	}
	p, err := s.Elenca(ufficio, []string{"CHIESTA", "CONFLITTO"}, uuid.Nil, "192.0.2.7")
	if err != nil || len(p.Visure) != 1 || p.Visure[0].Testo == "" {
		t.Fatalf("%+v %v", p, err)
	}
	d, err := s.Mostra(ufficio, p.Visure[0].ID, "192.0.2.7")
	if err != nil || d.Anagrafe == nil || d.Anagrafe.Residenza.Tipo != "1" || d.Anagrafe.Residenza.Consolato != "X" {
		t.Errorf("%+v %v", d, err)
	}
	if vuole := fmt.Sprintf("ufficio.alfa %[1]s elenco delle visure 192.0.2.7 ufficio.alfa %[1]s visura %[2]s 192.0.2.7", e.IDVerbale, p.Visure[0].ID); letture() != vuole {
		t.Errorf("%s, want %s", letture(), vuole)
	}
}
