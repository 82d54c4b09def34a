package inserimento_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// rigaFoglio is a row of the corrected sheet, read again beside the table.
type rigaFoglio struct {
	codice string
	giorno calendario.Giorno
	minimo int64
	sconto bool
	senza  bool // no reduced payment at all
	riga   sanzione.Sanzione
}

// foglioCorretto gives, of each row of the sheet that a fine can still be made by, the first and the last of its days.
func foglioCorretto(t *testing.T) (tutte []rigaFoglio) {
	t.Helper()
	f, err := os.Open("../../../shared/legge/sanzione/testdata/foglio.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	lettore := csv.NewReader(f)
	lettore.Comma = ';'
	righe, err := lettore.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	posto := map[string]int{}
	for i, nome := range righe[0] {
		posto[nome] = i
	}
	tabella := sanzione.Iniziale()
	primo, oggi := calendario.MustParse("2022-01-10"), calendario.Da(banco.Ora()).AddDays(-1)
	for _, r := range righe[1:] {
		cella := func(nome string) string { return r[posto[nome]] }
		dal, al := calendario.MustParse(cella("valid_from")), oggi
		if fine := cella("valid_to"); fine != "" && fine != "2026-12-31" {
			al = calendario.MustParse(fine)
		}
		if dal.Before(primo) {
			dal = primo // nobody records a fine older than five years
		}
		if cella("min_cents") == "" || al.Before(dal) {
			continue
		}
		minimo, err := strconv.ParseInt(cella("min_cents"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range []calendario.Giorno{dal, al} {
			x := rigaFoglio{codice: cella("codice"), giorno: g, minimo: minimo, sconto: cella("discount30") == "yes" || cella("discount30") == "conditional"}
			riga, c := tabella.Cerca(x.codice, g)
			if !c {
				t.Errorf("%s non è in vigore %s", x.codice, g)
				continue
			}
			x.riga, x.senza = riga, !riga.PagamentoRidotto
			tutte = append(tutte, x)
		}
	}
	return tutte
}

// TestOgniRigaDelFoglio: a fine for each row of the corrected sheet, on the first and on the last of its days, asks what
// the sheet says: the minimum, less 30 % where the discount is admitted, with the tariff where one is added; and the act
// is given the points and the accessory sanctions of that row.
func TestOgniRigaDelFoglio(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	righe := foglioCorretto(t)
	if len(righe) < 500 {
		t.Fatalf("solo %d casi", len(righe))
	}
	var g errgroup.Group
	g.SetLimit(8)
	for i, x := range righe {
		g.Go(func() error {
			e, err := b.Soap.Inserisci(ctx, banco.UnVerbale(fmt.Sprintf("F-%d", i), con(x.richiesta()), x.veicolo(i)))
			if err != nil {
				return fmt.Errorf("%s il %s: %w", x.codice, x.giorno, err)
			}
			if e.Procedura == "DA_VALIDARE" {
				if err := valida(b, e.IDVerbale); err != nil {
					return fmt.Errorf("%s il %s: %v %w", x.codice, x.giorno, e.Avvertenze, err)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	scritti, err := b.Collega(t, "elaborazione", "alfa").Query(t.Context(), `SELECT substr(v.id_esterno, 3)::int,
			coalesce((SELECT string_agg(a.tipo || ' ' || a.importo_cent, ' ' ORDER BY a.importo_cent) FROM avviso a WHERE a.verbale = v.id), ''),
			x.codice || '|' || x.punti || '|' || x.accessoria || '|' || cardinality(x.conseguenze)
		FROM verbale v JOIN violazione x ON x.verbale = v.id`)
	if err != nil {
		t.Fatal(err)
	}
	letti := 0
	for scritti.Next() {
		var i int
		var avvisi, scritta string
		if err := scritti.Scan(&i, &avvisi, &scritta); err != nil {
			t.Fatal(err)
		}
		letti++
		x := righe[i]
		if attesi := x.avvisi(); avvisi != attesi {
			t.Errorf("%s il %s: %q, attesi %q", x.codice, x.giorno, avvisi, attesi)
		}
		if attesa := fmt.Sprintf("%s|%d|%s|%d", x.codice, x.riga.Punti, x.riga.Accessoria, len(x.riga.Conseguenze)); scritta != attesa {
			t.Errorf("%s il %s: %q, attesa %q", x.codice, x.giorno, scritta, attesa)
		}
	}
	if scritti.Err() != nil || letti != len(righe) {
		t.Errorf("%d verbali letti di %d, %v", letti, len(righe), scritti.Err())
	}
}

const tariffaDiProva = 500

func (x rigaFoglio) richiesta() richiesta.Violazione {
	v := richiesta.Violazione{Articolo: x.riga.Articolo, Comma: x.riga.Comma, Codice: x.codice}
	if x.riga.Tariffa != "" {
		v.TariffaCent = intero(tariffaDiProva)
	}
	return v
}

// veicolo gives each fine a vehicle of its own, of the class of the row, by day.
func (x rigaFoglio) veicolo(i int) func(*richiesta.Verbale) {
	return func(v *richiesta.Verbale) {
		v.Veicolo.Targa = fmt.Sprintf("C%c%03dD%c", 'A'+i/1000, i%1000, 'A'+i/1000)
		v.Veicolo.TargaScritta = v.Veicolo.Targa
		if len(x.riga.Classi) > 0 {
			v.Veicolo.Classe = string(x.riga.Classi[0])
		}
		v.DataOraViolazione = x.giorno.Inizio().Add(10*time.Hour + 20*time.Minute)
		v.Dispositivo = &richiesta.Dispositivo{Tipo: "Autovelox", Matricola: "M1", Approvazione: "D.D. 1/2020", Taratura: x.giorno.AddDays(-30)}
	}
}

// avvisi are the notices that the sheet asks for.
func (x rigaFoglio) avvisi() string {
	if x.senza {
		return ""
	}
	tariffa := int64(0)
	if x.riga.Tariffa != "" {
		tariffa = tariffaDiProva
	}
	intero := fmt.Sprintf("RIDOTTO %d", x.minimo+tariffa)
	if !x.sconto {
		return intero
	}
	return fmt.Sprintf("RIDOTTO_30 %d %s", (x.minimo*7+5)/10+tariffa, intero)
}
