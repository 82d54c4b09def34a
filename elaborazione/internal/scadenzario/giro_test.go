package scadenzario_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/scadenzario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// A service of 2 March 2026: the discount may be had until the 7th, the reduced payment until 2 May,
// because the 60th day is a holiday.
const (
	notifica      = "2026-03-02"
	ultimoSconto  = "2026-03-07"
	dopoLoSconto  = "2026-03-08"
	ultimoRidotto = "2026-05-02"
	dopoIlRidotto = "2026-05-03"
	semestreOltre = "2026-11-10"
)

func avvisi(s vita.Stato) string {
	var tutti []string
	for _, a := range s.Avvisi {
		tutti = append(tutti, fmt.Sprintf("%s %d %s", a.Tipo, a.ImportoCent, a.Stato))
	}
	return strings.Join(tutti, ", ")
}

func TestIlTerminePassaIlGiornoDopoLUltimoUtile(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := b.servito(t)
	passi := []struct {
		giorno string
		mossi  int
		debito verbale.Debito
		prezzo int64
		avvisi string
	}{
		{ultimoSconto, 0, verbale.DebitoRidotto30, 0, "RIDOTTO_30 3940 EMESSO, RIDOTTO 5200 EMESSO"},
		{dopoLoSconto, 1, verbale.DebitoRidotto, 5200, "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 EMESSO"},
		{dopoLoSconto, 0, verbale.DebitoRidotto, 5200, "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 EMESSO"},
		{ultimoRidotto, 0, verbale.DebitoRidotto, 5200, "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 EMESSO"},
		{dopoIlRidotto, 1, verbale.DebitoIntero, 9650, "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 SCADUTO, INTERO 9650 EMESSO"},
		{"2026-05-04", 0, verbale.DebitoIntero, 9650, "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 SCADUTO, INTERO 9650 EMESSO"},
	}
	for _, p := range passi {
		if e := b.il(p.giorno); e != (scadenzario.Esito{Mossi: p.mossi}) {
			t.Errorf("%s: %+v", p.giorno, e)
		}
		s := b.stato(t, f.id)
		if s.Debito != p.debito || int64(s.Conto.PrezzoCent) != p.prezzo || s.Conto.ResiduoCent != s.Conto.PrezzoCent || avvisi(s) != p.avvisi {
			t.Errorf("%s: %s, %+v, %s", p.giorno, s.Debito, s.Conto, avvisi(s))
		}
	}
	testo := b.elenca(t, `SELECT tipo || ' ' || data_legale FROM evento WHERE sequenza > 5 ORDER BY sequenza`)
	if testo != "TERMINE_SCONTO_DECORSO 2026-03-08, TERMINE_RIDOTTO_DECORSO 2026-05-03, AVVISI_EMESSI 2026-05-03" {
		t.Error(testo)
	}
	soggetti := b.elenca(t, `SELECT soggetto FROM uscita ORDER BY posizione`)
	if soggetti != "fatti.alfa.verbale.cambiato, fatti.alfa.avviso.emesso, fatti.alfa.verbale.cambiato" {
		t.Error(soggetti)
	}
	if a := b.stato(t, f.id).Avvisi[2]; a.SpeseCent != 1000 || a.Ente != "80012345670" || a.Posizione != f.obbligato {
		t.Errorf("%+v", a)
	}
}

// The sixty days of a service by SEND wait for connessione to read it again; the discount, and another's days, do not.
func TestISessantaGiorniAspettanoLaRilettura(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f, altro := b.servito(t), b.servito(t)
	b.Esegui(t, "connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, stato, chiesto, giorno, letto)
		VALUES (gen_random_uuid(), $1, $2, $2, '', 'PERFEZIONATA', '2026-02-20', '2026-03-02', '2026-04-30T21:59:59Z')`, f.id, f.obbligato)
	if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{Mossi: 2}) {
		t.Errorf("%+v", e)
	}
	for id, vuole := range map[uuid.UUID]verbale.Debito{f.id: verbale.DebitoRidotto, altro.id: verbale.DebitoIntero} {
		if s := b.stato(t, id); s.Debito != vuole {
			t.Errorf("%s, want %s", s.Debito, vuole)
		}
	}
	if e := b.il("2026-05-20"); e != (scadenzario.Esito{}) {
		t.Errorf("%+v", e)
	}
	b.Esegui(t, "connessione", "alfa", `UPDATE invio SET letto = '2026-04-30T22:00:00Z'`) // the sixtieth day begins in Rome
	if e := b.il("2026-05-21"); e != (scadenzario.Esito{Mossi: 1}) {
		t.Errorf("%+v", e)
	}
	if s := b.stato(t, f.id); s.Debito != verbale.DebitoIntero || avvisi(s) != "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 SCADUTO, INTERO 9650 EMESSO" {
		t.Errorf("%s, %s", s.Debito, avvisi(s))
	}
}

// Where connessione is not installed, or is of a version that reads nothing again, nothing waits for it.
func TestSenzaConnessioneITerminiPassano(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := b.servito(t)
	b.Esegui(t, "connessione", "alfa", `DROP VIEW connessione_v1.rilettura`)
	if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{Mossi: 1}) {
		t.Errorf("%+v", e)
	}
	b.Esegui(t, "connessione", "alfa", `DROP SCHEMA connessione_v1 CASCADE`)
	if e := b.il("2026-05-20"); e != (scadenzario.Esito{}) || b.stato(t, f.id).Debito != verbale.DebitoIntero {
		t.Errorf("%+v", e)
	}
}

// After months without rounds both terms are dealt with in one change: each account is that of its legal
// day, the notice asks for what is due today.
func TestChiRestaIndietroRecuperaInUnSoloCambio(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := b.servito(t)
	if e := b.il(semestreOltre); e.Mossi != 1 {
		t.Fatalf("%+v", e)
	}
	s := b.stato(t, f.id)
	if s.Debito != verbale.DebitoIntero || s.Conto.PrezzoCent != 9650 || avvisi(s) != "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 SCADUTO, INTERO 10515 EMESSO" {
		t.Errorf("%s %+v %s", s.Debito, s.Conto, avvisi(s))
	}
	testo := b.elenca(t, `SELECT tipo || ' ' || data_legale || ' ' || coalesce(dati->'conto'->>'prezzoCent', '') FROM evento WHERE sequenza > 5 ORDER BY sequenza`)
	if testo != "TERMINE_SCONTO_DECORSO 2026-03-08 5200, TERMINE_RIDOTTO_DECORSO 2026-05-03 9650, AVVISI_EMESSI 2026-11-10 " {
		t.Error(testo)
	}
	if n := b.conta(t, `SELECT count(*) FROM registro`); n != 1 {
		t.Errorf("%d righe di registro", n)
	}
}

// fermi are the holds of invariant b: how each begins and how it ends.
func fermi(f *fine) map[string][2][]vita.Evento {
	ricorso := nuovoID()
	fatto := func(tipo verbale.TipoEvento) vita.Evento {
		return vita.Evento{Dati: vita.Fatto{Quale: tipo, Testo: "prova"}}
	}
	suPosizione := func(tipo verbale.TipoEvento, prova string) vita.Evento {
		e := fatto(tipo)
		e.Posizione, e.Prova = f.obbligato, prova
		return e
	}
	presentato := vita.Evento{Posizione: f.obbligato, Dati: vita.RicorsoProposto{IDRicorso: ricorso, Autorita: verbale.Prefetto}}
	inammissibile := vita.Evento{Posizione: f.obbligato, Dati: vita.RicorsoMosso{Quale: verbale.EventoRicorsoInammissibile, IDRicorso: ricorso}}
	ripreso := vita.Evento{Causa: "fine della sospensione", Dati: vita.Movimento{Quale: verbale.EventoDebitoRipreso}}
	ripreso.Deciso.Debito = verbale.DebitoRidotto30
	return map[string][2][]vita.Evento{
		"un ricorso pende":             {{presentato}, {inammissibile}},
		"il debito è sospeso":          {{fatto(verbale.EventoDebitoSospeso)}, {ripreso}},
		"la prova è in dubbio":         {{suPosizione(verbale.EventoProvaContestata, "")}, {suPosizione(verbale.EventoProvaConfermata, "AR-2")}},
		"la prova non è ancora giunta": {nil, {suPosizione(verbale.EventoProvaConfermata, "AR-1")}},
	}
}

func TestUnVerbaleFermoNonSiMuove(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := b.servito(t)
	for nome := range fermi(f) {
		t.Run(nome, func(t *testing.T) {
			b.orologio.Imposta(alle(notifica))
			f := &fine{servito: notifica, prova: "AR-1"}
			if nome == "la prova non è ancora giunta" {
				f.prova = ""
			}
			b.scrivi(t, "alfa", []scrittura.Storia{b.storia(f)})
			passi := fermi(f)[nome]
			inizio, fine := passi[0], passi[1]
			b.applica(t, f.id, inizio...)
			b.il(semestreOltre)
			prima := b.stato(t, f.id)
			if e := b.il(semestreOltre); e != (scadenzario.Esito{}) || prima.Debito == verbale.DebitoIntero {
				t.Fatalf("fermo: %+v, %s", e, prima.Debito)
			}
			if prima.Sequenza != 5+len(inizio) {
				t.Errorf("è accaduto qualcosa: sequenza %d", prima.Sequenza)
			}
			b.applica(t, f.id, fine...)
			if e := b.il(semestreOltre); e.Mossi != 1 {
				t.Errorf("libero: %+v", e)
			}
			if s := b.stato(t, f.id); s.Debito != verbale.DebitoIntero {
				t.Errorf("libero: %s", s.Debito)
			}
		})
	}
}

func TestUnDebitoChiusoNonSiMuove(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	pagato, annullato := b.servito(t), b.servito(t)
	b.applica(t, pagato.id, pagamento(pagato, "2026-03-05", verbale.Pagato, vita.Conto{PrezzoCent: 3940, VersatoCent: 3940}))
	nullo := vita.Evento{Causa: "targa errata", Dati: vita.Movimento{Quale: verbale.EventoAnnullato}}
	nullo.Deciso.Debito = verbale.Sgravato
	b.applica(t, annullato.id, nullo)
	if e := b.il(semestreOltre); e != (scadenzario.Esito{}) {
		t.Errorf("%+v", e)
	}
}

func pagamento(f *fine, giorno string, d verbale.Debito, c vita.Conto) vita.Evento {
	x := vita.PagamentoRegistrato{Conto: c, Chiude: d == verbale.Pagato}
	x.ID, x.Posizione, x.Data, x.Canale, x.Riferimento = nuovoID(), f.obbligato, calendario.MustParse(giorno), "PAGOPA", nuovoID().String()
	x.ImportoCent = c.VersatoCent
	e := vita.Evento{Dati: x}
	e.Deciso.Debito = d
	return e
}

func TestDopoUnAccontoLAvvisoChiedeIlResto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := b.servito(t)
	b.applica(t, f.id, pagamento(f, "2026-03-20", verbale.PagatoParziale, vita.Conto{PrezzoCent: 5200, VersatoCent: 900, ResiduoCent: 4300}))
	if e := b.il(dopoIlRidotto); e.Mossi != 1 {
		t.Fatalf("%+v", e)
	}
	s := b.stato(t, f.id)
	if s.Debito != verbale.PagatoParziale || s.Conto != (vita.Conto{PrezzoCent: 9650, VersatoCent: 900, ResiduoCent: 8750}) ||
		!strings.HasSuffix(avvisi(s), "INTERO 8750 EMESSO") {
		t.Errorf("%s %+v %s", s.Debito, s.Conto, avvisi(s))
	}
}

// A fine with an owner and a driver: the debt follows who was served first, each has a notice of its own.
func TestIlDebitoSegueIlPrimoNotificato(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := &fine{servito: notifica, guida: "2026-04-01", prova: "AR-1"}
	b.scrivi(t, "alfa", []scrittura.Storia{b.storia(f)})
	di := func(s vita.Stato, posizione uuid.UUID) string {
		return avvisi(vita.Stato{Avvisi: s.AvvisiDi(posizione)})
	}
	b.il(dopoLoSconto)
	b.il("2026-04-08")
	if s := b.stato(t, f.id); s.Debito != verbale.DebitoRidotto || di(s, f.trasgressore) != "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 EMESSO" {
		t.Errorf("sconto: %s %s", s.Debito, avvisi(s))
	}
	b.il(dopoIlRidotto)
	s := b.stato(t, f.id)
	if s.Debito != verbale.DebitoIntero || di(s, f.obbligato) != "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 SCADUTO, INTERO 9650 EMESSO" ||
		di(s, f.trasgressore) != "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 EMESSO" {
		t.Errorf("prima posizione: %s %s", s.Debito, avvisi(s))
	}
	conto := s.Conto
	b.il("2026-06-02")
	s = b.stato(t, f.id)
	if s.Debito != verbale.DebitoIntero || s.Conto != conto || di(s, f.trasgressore) != "RIDOTTO_30 3940 SCADUTO, RIDOTTO 5200 SCADUTO, INTERO 9650 EMESSO" {
		t.Errorf("seconda posizione: %s %+v %s", s.Debito, s.Conto, avvisi(s))
	}
}

// A plan of instalments keeps its price: the term passes, and no other notice is issued.
func TestChiPagaARateNonRiceveUnAltroAvviso(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := b.servito(t)
	b.applica(t, f.id, vita.Evento{Dati: vita.Rateizzazione{Conto: &vita.Conto{PrezzoCent: 5200, ResiduoCent: 5200},
		Rate: []vita.Rata{{Numero: 1, ImportoCent: 5200, Scadenza: calendario.MustParse("2026-06-30")}}}})
	if e := b.il(dopoIlRidotto); e.Mossi != 1 {
		t.Fatalf("%+v", e)
	}
	s := b.stato(t, f.id)
	z, _ := s.Scadenza(f.obbligato, cds.PagamentoRidotto60)
	if s.Debito != verbale.DebitoRateizzato || s.Conto.PrezzoCent != 5200 || len(s.Avvisi) != 2 || z.Fatta.IsZero() {
		t.Errorf("%s %+v %s %+v", s.Debito, s.Conto, avvisi(s), z)
	}
}

func TestSenzaNumeriIlTerminePassaESiApreUnAnomalia(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	b.Esegui(t, "core", "", `DELETE FROM intervallo WHERE tenant = 'alfa'`)
	b.replica = b.altra(t)
	f := b.servito(t)
	if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{Mossi: 1, SenzaAvviso: 1}) {
		t.Fatalf("%+v", e)
	}
	s := b.stato(t, f.id)
	if s.Debito != verbale.DebitoIntero || s.Conto.ResiduoCent != 9650 || len(s.Avvisi) != 2 || len(s.Anomalie) != 1 ||
		s.Anomalie[0].Tipo != verbale.AnomaliaAvvisoMancante {
		t.Errorf("%s %s %+v", s.Debito, avvisi(s), s.Anomalie)
	}
	if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{}) {
		t.Errorf("di nuovo: %+v", e)
	}
}

func TestUnVerbaleImportatoResta(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := &fine{servito: notifica, prova: "AR-1"}
	x := b.storia(f)
	for i := range x.Eventi {
		x.Eventi[i].Importato = true
	}
	b.scrivi(t, "alfa", []scrittura.Storia{x})
	if e := b.il(semestreOltre); e != (scadenzario.Esito{}) {
		t.Errorf("%+v", e)
	}
}

func TestUnComandoSospesoResta(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.serviti(t, "alfa", 3)
	b.serviti(t, "beta", 3)
	b.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
	if err := b.Scadenzario.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{Mossi: 3}) {
		t.Errorf("%+v", e)
	}
	b.Esegui(t, "core", "", `UPDATE tenant SET stato = 'ATTIVO' WHERE nome = 'alfa'`)
	if err := b.Scadenzario.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{Mossi: 3}) {
		t.Errorf("riattivato: %+v", e)
	}
}

// A fine in an operator's hands is left to the next round, the others pass; one that the database
// refuses, because its number is taken, fails alone.
func TestUnVerbaleNonFermaGliAltri(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := b.servito(t)
	b.serviti(t, "alfa", 9)
	tx, err := b.Banca(t, "elaborazione", "alfa").Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `SELECT FROM verbale WHERE id = $1 FOR UPDATE`, f.id); err != nil {
		t.Fatal(err)
	}
	if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{Mossi: 9, Occupati: 1}) {
		t.Errorf("%+v", e)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.serviti(t, "alfa", 9)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE numero_avviso SET ultimo = 0`) // as after a restore
	b.replica = b.altra(t)
	if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{Mossi: 1, Rifiutati: 9}) {
		t.Errorf("%+v", e)
	}
	if e := b.il(dopoIlRidotto); e != (scadenzario.Esito{Mossi: 9}) {
		t.Errorf("%+v", e)
	}
	if n := testutil.ToFloat64(b.conteggio(t, "MOSSO")); n != 10 {
		t.Errorf("metrica dei mossi: %v", n)
	}
	if n := testutil.ToFloat64(b.conteggio(t, "RIFIUTATO")); n != 9 {
		t.Errorf("metrica dei rifiutati: %v", n)
	}
}

func TestDueReplicheSiDividonoIlLavoro(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	const verbali = 1200
	b.serviti(t, "alfa", verbali)
	b.serviti(t, "beta", 300)
	b.orologio.Imposta(alle(dopoIlRidotto))
	repliche := []*replica{b.replica, b.altra(t), b.altra(t)}
	esiti := make([]scadenzario.Esito, len(repliche))
	var insieme sync.WaitGroup
	for i, r := range repliche {
		insieme.Go(func() { esiti[i] = r.Giro(context.Background()) })
	}
	insieme.Wait()
	mossi := b.Giro(t.Context()).Mossi // what all of them found in another's hands
	for _, e := range esiti {
		if mossi += e.Mossi; e.Rifiutati+e.Guasti > 0 {
			t.Errorf("%+v", e)
		}
	}
	t.Logf("%+v", esiti)
	if mossi != verbali+300 {
		t.Errorf("%d mossi", mossi)
	}
	if testo := b.elenca(t, `SELECT (SELECT count(*) FROM verbale WHERE debito = 'INTERO') || ' ' || count(*) || ' ' || count(DISTINCT numero_avviso) FROM avviso WHERE tipo = 'INTERO'`); testo != "1200 1200 1200" {
		t.Error(testo)
	}
	if testo := b.elenca(t, `SELECT count(*) || ' ' || count(DISTINCT oggetto) FROM uscita WHERE soggetto LIKE '%cambiato'`); testo != "1200 1200" {
		t.Error(testo)
	}
}

// A process makes its first round as soon as it can, and stops when it is told.
func TestAvvia(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	b.serviti(t, "alfa", 3)
	b.orologio.Imposta(alle(dopoIlRidotto))
	ferma := b.Avvia()
	testkit.Attendi(t, 10*time.Second, "the first round", func() bool {
		return b.conta(t, `SELECT count(*) FROM verbale WHERE debito = 'INTERO'`) == 3
	})
	ferma()
	if d := cmp.Diff(0, b.conta(t, `SELECT count(*) FROM scadenza WHERE fatta IS NULL`)); d != "" {
		t.Error(d)
	}
}

// The acts that waited for a setting of the command are work again with the first round that finds it.
func TestIlGiroRiprendeGliAttiTrattenuti(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, "alfa")
	f := b.servito(t)
	imposta := func(firmatario string) {
		b.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'comando.firmatario', $1::jsonb)
			ON CONFLICT (tenant, chiave, valida_da) DO UPDATE SET valore = EXCLUDED.valore`, firmatario)
		if err := b.stanze.Ufficio.Anagrafe.Refresh(b.in()); err != nil {
			t.Fatal(err)
		}
	}
	aperte := func() int {
		s, err := b.Archivio.Stato(b.in(), f.id)
		if err != nil {
			t.Fatal(err)
		}
		return len(s.Anomalie)
	}
	imposta(`""`)
	if err := b.Archivio.Applica(b.in(), f.id, func(vita.Stato) ([]vita.Evento, error) {
		return []vita.Evento{{Attore: "prova", Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta},
			Apre: &vita.Anomalia{ID: nuovoID(), Tipo: "ATTO_NON_STAMPABILE", Testo: "manca il firmatario"}}}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if b.il(ultimoSconto); aperte() != 1 {
		t.Error("printing went on without the setting")
	}
	imposta(`"Isp. Bruno Firmatario"`)
	if b.il(ultimoSconto); aperte() != 0 {
		t.Error("the act still waits for a setting that is there")
	}
}
