package tabella_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
)

// precedente is the table as it was before it was corrected, as a file.
func precedente(t *testing.T) string {
	t.Helper()
	file, err := os.ReadFile(filepath.Join(testkit.Radice(), "shared/legge/sanzione/precedente.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return string(file)
}

// corretta is the table of the program, as a file.
func corretta(t *testing.T) string {
	t.Helper()
	var file bytes.Buffer
	if err := sanzione.Iniziale().Scrivi(&file); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// verbali records n fines of a command on a day, priced by the row of a codice.
func (b *banco) verbali(t *testing.T, comando, codice, giorno string, n int) {
	t.Helper()
	s, c := b.riga(t, codice, giorno)
	if !c {
		t.Fatalf("no row %s on %s", codice, giorno)
	}
	for range n {
		id := uuid.Must(uuid.NewV7())
		b.Esegui(t, "elaborazione", comando, `INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione,
				data_violazione, data_accertamento, luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione)
			VALUES ($1, 2026, (SELECT count(*) + 1 FROM verbale), 'T', 'SOAP', 'prova', 'PL01', 'AB123CD', 'AUTOVEICOLO', 'IT', $2::date + interval '11 hours', $2::date,
				'058091', 'Via Roma', '{}', 'VALIDATO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA')`, id, giorno)
		b.Esegui(t, "elaborazione", comando, `INSERT INTO violazione (verbale, ordine, codice, articolo, comma, testo, minimo_cent, massimo_cent, notturna,
				sconto30, pagamento_ridotto, punti, accessoria, versione_tabella) VALUES ($1, 1, $2, $3, $4, $5, $6, $7, false, $8, $9, $10, $11, 'prima')`,
			id, s.Codice, s.Articolo, s.Comma, s.Testo, int64(s.MinCent), int64(s.MaxCent), s.AmmetteSconto(false), s.PagamentoRidotto, s.Punti, s.Accessoria)
	}
}

// riga is a row of the present table.
func (b *banco) riga(t *testing.T, codice, giorno string) (sanzione.Sanzione, bool) {
	t.Helper()
	presente, err := sanzione.Carica(strings.NewReader(b.esporta(t, tabella.Violazioni, 0)))
	if err != nil {
		t.Fatal(err)
	}
	return presente.Cerca(codice, calendario.MustParse(giorno))
}

// The preview of a correction counts, command by command, the fines that it prices otherwise: those that verifica tariffe
// will find. What cannot be counted says so, and stops nothing.
func TestLAnteprimaContaIVerbali(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	b.riesce(t, tabella.Violazioni, precedente(t))
	b.verbali(t, "alfa", "15-2", "2026-09-10", 2)
	b.verbali(t, "alfa", "158-2-d", "2026-09-10", 3)
	b.verbali(t, "alfa", "7-15", "2024-09-10", 1) // of days that the earlier row still prices
	b.verbali(t, "beta", "6-12", "2026-09-10", 1)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET importato = true WHERE numero = 1`)
	anteprima := func() tabella.Rapporto {
		t.Helper()
		r, err := b.AnteprimaConEffetti(t.Context(), quale(tabella.Violazioni), []byte(corretta(t)))
		if err != nil || len(r.Retroattive) == 0 || r.Effetti == nil || r.Effetti.Simulazione != nil {
			t.Fatalf("%v %+v", err, r.Effetti)
		}
		return r
	}
	vuole := []tabella.Riguardati{{Tenant: "alfa", Verbali: 1, Contati: true}, {Tenant: "beta", Verbali: 1, Contati: true}}
	if d := cmp.Diff(vuole, anteprima().Effetti.Verbali); d != "" {
		t.Error(d)
	}
	b.Esegui(t, "elaborazione", "alfa", `DROP VIEW verbali_v1.violazione`)
	vuole[0].Verbali, vuole[0].Contati = 0, false
	if d := cmp.Diff(vuole, anteprima().Effetti.Verbali); d != "" {
		t.Errorf("a command that cannot be read: %s", d)
	}
	b.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
	if d := cmp.Diff(vuole[1:], anteprima().Effetti.Verbali); d != "" {
		t.Errorf("a command that is not served: %s", d)
	}
}

// The preview of a decree prices the fines of last month both ways.
func TestLAnteprimaDelDecretoSimula(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.verbali(t, "alfa", "7-14-p1", "2026-10-05", 3)
	b.verbali(t, "alfa", "158-2-d", "2026-10-31", 1)
	b.verbali(t, "alfa", "7-14-p1", "2026-11-05", 7) // not of last month
	r, err := b.AnteprimaConEffetti(t.Context(), quale(tabella.Tariffe), []byte(decreto("2027-01-01")))
	if err != nil || r.Effetti == nil || r.Effetti.Verbali != nil {
		t.Fatalf("%v %+v", err, r.Effetti)
	}
	s := r.Effetti.Simulazione
	vuole := tabella.Simulazione{Dal: calendario.MustParse("2026-10-01"), Al: calendario.MustParse("2026-10-31"), Giorno: calendario.MustParse("2027-01-01"),
		Comandi: []tabella.Simulati{{Tenant: "alfa", Verbali: 4, PrimaCent: 3*4200 + 16500, DopoCent: 3*4300 + 16500, Contati: true}, {Tenant: "beta", Contati: true}}}
	if d := cmp.Diff(&vuole, s); d != "" {
		t.Error(d)
	}
	if t1 := s.Totale(); t1.Verbali != 4 || t1.DopoCent-t1.PrimaCent != 300 || !t1.Contati {
		t.Errorf("%+v", t1)
	}
}

// A file that touches neither the past nor the sums to come asks nobody.
func TestLAnteprimaDiUnaNotaNonConta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	file := strings.Replace(corretta(t), "DA_VERIFICARE", "VERIFICATA", 1)
	r, err := b.AnteprimaConEffetti(t.Context(), quale(tabella.Violazioni), []byte(file))
	if err != nil || r.Effetti != nil || len(r.Rapporto.Modificate) != 1 {
		t.Errorf("%v %+v", err, r)
	}
	r, err = b.AnteprimaConEffetti(t.Context(), quale(tabella.Strade), []byte(strade("Via Roma")))
	if err != nil || r.Effetti != nil {
		t.Errorf("%v %+v", err, r)
	}
}

// From thirty days before the amounts end, and until somebody confirms others, administrators are told; the link of the
// row shows the rows that it counts.
func TestGliAmministratoriSannoCheLaTabellaFinisce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	code := func(vuole bool) (quanti int) {
		t.Helper()
		righe, err := b.Code(t.Context())
		if err != nil || len(righe) > 0 != vuole {
			t.Fatalf("%s: %v %+v", b.orologio.Adesso(), err, righe)
		}
		if vuole {
			quanti = righe[0].Quanti
			if righe[0].Entro != calendario.MustParse("2026-12-31") {
				t.Errorf("%+v", righe[0])
			}
		}
		return quanti
	}
	code(false)
	b.orologio.Imposta(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
	code(false)
	b.orologio.Imposta(time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC))
	n := code(true)
	visti := 0
	for cursore := ""; ; {
		f, err := tabella.LeggiFiltro(func(nome string) string {
			return map[string]string{"importiCertiEntro": "2026-12-31", "cursore": cursore}[nome]
		})
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := b.Righe(t.Context(), quale(tabella.Violazioni), f)
		if err != nil {
			t.Fatal(err)
		}
		if visti += len(p.Elementi); p.Cursore == "" {
			break
		}
		cursore = p.Cursore
	}
	if visti != n || n < 250 {
		t.Errorf("%d rows are counted, %d listed", n, visti)
	}
	b.orologio.Imposta(time.Date(2027, 1, 8, 12, 0, 0, 0, time.UTC))
	code(true)
	presto := func(nome string) string { return map[string]string{"importiCertiEntro": "presto"}[nome] }
	if _, err := tabella.LeggiFiltro(presto); codice(err) != "DATI_NON_VALIDI" {
		t.Errorf("%v", err)
	}
	var decreto bytes.Buffer
	legge := sanzione.Decreto{ValidoDa: calendario.MustParse("2027-01-01"), VariazioneMillesimi: 18, Fonte: "D.M. di prova"}
	dopo, err := sanzione.Aggiorna(sanzione.Iniziale(), legge)
	if err != nil || dopo.Scrivi(&decreto) != nil {
		t.Fatal(err)
	}
	if _, err := b.Importa(come(t), tabella.Importazione{Quale: quale(tabella.Violazioni), File: decreto.Bytes(), Base: 1, Forza: true}); err != nil {
		t.Fatal(err)
	}
	code(false)
}
