package app_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// caricaViolazioni makes a table of violations core's next version, and tells the service.
func (b *banco) caricaViolazioni(t *testing.T, tutta *sanzione.Tabella) {
	t.Helper()
	testkit.TabellaFissa[sanzione.Sanzione]{Nome: tabella.Violazioni, Impronta: tutta.Versione(), Righe: tutta.Tutte()}.Importa(t, b.Ambiente)
	b.annuncia(t, tabella.Violazioni)
}

// TestRettificaSulBus: a fine that a wrong row priced is rectified once the table is right; the consumer of the running
// service prints the communication, once, and a lot prints it with the address of who holds the act, once.
func TestRettificaSulBus(t *testing.T) {
	t.Parallel()
	s := &ufficio{banco: avvia(t)}
	s.chi = s.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	righe := prezzi(t).Tutte()
	for i := range righe {
		if righe[i].Codice == "158-2-d" && righe[i].ValidoA.IsZero() {
			righe[i].MinCent, righe[i].MaxCent = righe[i].MinCent*10, righe[i].MaxCent*10
		}
	}
	sbagliata, err := sanzione.Nuova(righe)
	if err != nil {
		t.Fatal(err)
	}
	s.caricaViolazioni(t, sbagliata)
	n := 0
	testkit.Attendi(t, 10*time.Second, "the wrong table", func() bool {
		n++
		return s.il(t, tempo.Oggi().AddDays(-1), n).Avvisi[1].ImportoCent == 165000
	})
	id := s.nuovo(t, "RETTIFICA", 3, obbligatoSoap)
	testkit.Attendi(t, 30*time.Second, "the act", func() bool { return s.verbale(t, id, s.chi)["procedura"] == "ATTO_GENERATO" })
	s.deve(t, id, eventoDi("NOTIFICA_AVVIATA", fa(1), map[string]any{"canale": "MESSO"}))
	s.deve(t, id, con(eventoDi("NOTIFICA_PERFEZIONATA", fa(1), map[string]any{"canale": "MANI"}), "prova", "relata 1"))
	s.caricaViolazioni(t, prezzi(t))
	testkit.Attendi(t, 10*time.Second, "the right table", func() bool {
		stato, _ := s.chiede(t, id, s.chi, eventoDi("VIOLAZIONE_RETTIFICATA", "", map[string]any{"codice": "158-2-d"}))
		return stato == http.StatusCreated
	})
	comunicazioni := func() int {
		var n int
		if err := s.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(),
			`SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'COMUNICAZIONE_RETTIFICA'`, id).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	testkit.Attendi(t, 30*time.Second, "the communication", func() bool { return comunicazioni() > 0 })
	if stato, _ := s.chiede(t, id, s.chi, eventoDi("VIOLAZIONE_RETTIFICATA", "", map[string]any{"codice": "158-2-d"})); stato != http.StatusOK {
		t.Errorf("asked again: %d", stato)
	}
	s.lottoDiRettifiche(t, id)
	if n := comunicazioni(); n != 1 {
		t.Errorf("%d communications of one rectification", n)
	}
}

// lottoDiRettifiche prints the communication of a fine, which then no other lot takes.
func (s *ufficio) lottoDiRettifiche(t *testing.T, id string) {
	t.Helper()
	chieste := map[string]any{"tipo": string(verbale.LottoRettifica), "filtro": map[string]any{}}
	l, _ := s.lotto(t, "POST "+lotti, s.chi, chieste, http.StatusAccepted)
	if l = s.completa(t, s.chi, l); l.Voci != (lotto.Conteggi{Totale: 1, OK: 1}) {
		t.Fatalf("%+v", l.Voci)
	}
	_, dati := s.chiedi(t, "GET "+lotti+"/"+l.ID.String()+"/pacchetto", s.chi, nil)
	z, err := zip.NewReader(bytes.NewReader(dati), int64(len(dati)))
	if err != nil {
		t.Fatalf("%v: %s", err, dati)
	}
	f, err := z.Open(l.Nome + "/index.csv")
	if err != nil {
		t.Fatal(err)
	}
	indice, err := io.ReadAll(f)
	var sha string
	if err := s.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(),
		`SELECT sha256 FROM documento WHERE verbale = $1 AND tipo = 'COMUNICAZIONE_RETTIFICA'`, id).Scan(&sha); err != nil {
		t.Fatal(err)
	}
	if err != nil || !strings.Contains(string(indice), sha) || !strings.Contains(string(indice), "Verdi Luca") {
		t.Errorf("%v: %s", err, indice)
	}
	if _, testo := s.lotto(t, "POST "+lotti, s.chi, chieste, http.StatusConflict); !strings.Contains(testo, "LOTTO_VUOTO") {
		t.Error("printed twice:", testo)
	}
}
