package atto_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/utilita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// rigaFoglio is a row of the corrected sheet, read again beside the table.
type rigaFoglio struct {
	codice  string
	giorno  calendario.Giorno
	minimo  int64
	massimo int64
	sconto  bool
	senza   bool // no reduced payment at all
	riga    sanzione.Sanzione
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
		massimo, err := strconv.ParseInt(cella("max_cents"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range []calendario.Giorno{dal, al} {
			x := rigaFoglio{codice: cella("codice"), giorno: g, minimo: minimo, massimo: massimo, sconto: cella("discount30") == "yes" || cella("discount30") == "conditional"}
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

// TestOgniRigaDelFoglio: a fine for each row of the corrected sheet, on the first and on the last of its days, comes in by
// SOAP and asks what the sheet says: the minimum, less 30 % where the discount is admitted, with the tariff where one is
// added. The act, what the portal reads of the fine and the calculator say the same sums, points, discount and accessory
// sanctions.
func TestOgniRigaDelFoglio(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	righe := foglioCorretto(t)
	if len(righe) < 500 {
		t.Fatalf("solo %d casi", len(righe))
	}
	ids := inserisciTutte(t, b, righe)
	dove := map[uuid.UUID]rigaFoglio{}
	for i, id := range ids {
		dove[id] = righe[i]
	}
	letti, err := lettore.Lettore{Pools: b.Pools(t, "elaborazione")}.PerIDs(ctx, ids, 0)
	if err != nil || len(letti) != len(righe) {
		t.Fatalf("%d verbali letti di %d, %v", len(letti), len(righe), err)
	}
	for i := range letti {
		dove[letti[i].ID].confronta(ctx, t, b, &letti[i])
	}
}

// inserisciTutte records a fine for each row, by SOAP, and validates those that wait for a person.
func inserisciTutte(t *testing.T, b *banco.Banco, righe []rigaFoglio) []uuid.UUID {
	t.Helper()
	ids := make([]uuid.UUID, len(righe))
	var g errgroup.Group
	g.SetLimit(8)
	for i, x := range righe {
		g.Go(func() error {
			v := banco.UnVerbale(fmt.Sprintf("F-%d", i), x.veicolo(i))
			v.Violazioni = []richiesta.Violazione{x.richiesta()}
			e, err := b.Soap.Inserisci(b.Integratore("alfa"), v)
			if err != nil {
				return fmt.Errorf("%s il %s: %w", x.codice, x.giorno, err)
			}
			ids[i] = uuid.MustParse(e.IDVerbale)
			if e.Procedura != string(verbale.DaValidare) {
				return nil
			}
			_, _, err = b.Pratiche.RegistraEvento(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), ids[i],
				mosse.RichiestaEvento{Tipo: string(verbale.EventoValidato), Motivo: "controllato", Idempotenza: "valida"}, "")
			if err != nil {
				return fmt.Errorf("%s il %s: %v %w", x.codice, x.giorno, e.Avvertenze, err)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	return ids
}

// detto is what somebody says of a violation: the sums within five days, within sixty and after them (0 where none is
// named), the points, the accessory sanctions.
type detto struct {
	Codice, Accessoria string
	Somme              [3]importo.Cent
	Punti              int
}

// confronta holds what act, portal and calculator say of a fine against the sheet.
func (x rigaFoglio) confronta(ctx context.Context, t *testing.T, b *banco.Banco, v *lettura.Verbale) {
	t.Helper()
	atteso := detto{Codice: x.codice, Accessoria: x.riga.Accessoria, Punti: x.riga.Punti, Somme: x.somme()}
	for chi, dice := range map[string]func() (detto, error){
		"il portale":     func() (detto, error) { return x.sulPortale(v) },
		"l'atto":         func() (detto, error) { return x.sullAtto(ctx, b, v) },
		"il calcolatore": func() (detto, error) { return x.calcolato(v) },
	} {
		ha, err := dice()
		if err != nil {
			t.Errorf("%s il %s: %s: %v", x.codice, x.giorno, chi, err)
		} else if d := cmp.Diff(atteso, ha); d != "" {
			t.Errorf("%s il %s: %s dice altro\n%s", x.codice, x.giorno, chi, d)
		}
	}
}

// sulPortale is the published view, priced as who reads it does.
func (x rigaFoglio) sulPortale(v *lettura.Verbale) (detto, error) {
	sua := v.Violazioni[0]
	d := detto{Codice: sua.Codice, Accessoria: sua.Accessoria, Punti: sua.Punti}
	var err error
	if d.Somme, err = debito.Misure(v.Violazioni); err != nil {
		return d, err
	}
	oggi, err := debito.Di(v).Dovuto(v.Posizioni[0].ID, calendario.Da(banco.Ora()))
	if err == nil && oggi.TotaleCent != d.Somme[0] {
		err = fmt.Errorf("oggi si pagano %d", oggi.TotaleCent)
	}
	return d, err
}

// sullAtto is what the act prints: notices, the sum after them, points and accessory sanctions.
func (x rigaFoglio) sullAtto(ctx context.Context, b *banco.Banco, v *lettura.Verbale) (detto, error) {
	c, err := b.Archivio.Completo(ctx, v.ID)
	if err != nil {
		return detto{}, err
	}
	a, err := b.Atti.Scritto(c, c.Posizioni[0])
	if err != nil {
		return detto{}, err
	}
	scritta := a.Violazioni[0]
	if scritta.Testo != x.riga.Testo || scritta.SenzaSconto == x.riga.AmmetteSconto(false) || scritta.SenzaRidotto == x.riga.PagamentoRidotto {
		return detto{}, fmt.Errorf("l'atto scrive %+v", scritta)
	}
	d := detto{Codice: c.Violazioni[0].Codice, Accessoria: scritta.Accessoria, Punti: a.PuntiTotali}
	for i, z := range a.Avvisi {
		if d.Somme[1] = importo.Cent(z.ImportoCent); i == 0 {
			d.Somme[0] = d.Somme[1]
		}
	}
	d.Somme[2] = importo.Cent(a.InteroCent)
	return d, nil
}

// calcolato is what the calculator answers for the band of the fine.
func (x rigaFoglio) calcolato(v *lettura.Verbale) (detto, error) {
	sua := v.Violazioni[0]
	d := detto{Codice: sua.Codice, Accessoria: sua.Accessoria, Punti: sua.Punti}
	if !sua.PagamentoRidotto { // the calculator is for sums that may be paid
		return d, nil
	}
	for i, giorni := range []int{0, 6, 61} {
		var r utilita.RichiestaImporti
		chiesta := fmt.Sprintf(`{"minimoCent":%d,"massimoCent":%d,"sconto30":%t,"notturna":%t,"periodi":%d,"tariffaCent":%d,"giorniDallaNotifica":%d}`,
			sua.MinimoCent, sua.MassimoCent, sua.Sconto30, sua.Notturna, max(sua.Periodi, 1), sua.TariffaCent, giorni)
		if err := json.Unmarshal([]byte(chiesta), &r); err != nil {
			return d, err
		}
		e, err := utilita.CalcolaImporti(r)
		if err != nil {
			return d, err
		}
		d.Somme[i] = e.TotaleCent
	}
	return d, nil
}

const tariffaDiProva = 500

// velocitaDiProva are one speed of each paragraph of art. 142, in tenths of km/h, where the limit is 50 km/h.
func velocitaDiProva() map[string]int64 {
	return map[string]int64{"7": 600, "8": 800, "9": 1050, "9-bis": 1300}
}

func (x rigaFoglio) richiesta() richiesta.Violazione {
	v := richiesta.Violazione{Articolo: x.riga.Articolo, Comma: x.riga.Comma, Codice: x.codice}
	if x.riga.Tariffa != "" {
		v.TariffaCent = new(int64(tariffaDiProva))
	}
	if decimi, misurata := velocitaDiProva()[x.riga.Comma]; misurata && x.riga.Articolo == "142" {
		v.VelocitaDecimi, v.Limite = new(decimi), new(int64(50))
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

// somme are those that the sheet names; none where no reduced payment is admitted.
func (x rigaFoglio) somme() (m [3]importo.Cent) {
	if x.senza {
		return m
	}
	var tariffa importo.Cent
	if x.riga.Tariffa != "" {
		tariffa = tariffaDiProva
	}
	minimo, massimo := importo.Cent(x.minimo), importo.Cent(x.massimo)
	m = [3]importo.Cent{minimo + tariffa, minimo + tariffa, (massimo+1)/2 + tariffa}
	if x.sconto {
		m[0] = (minimo*7+5)/10 + tariffa
	}
	return m
}
