package scadenzario_test

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	banchi "github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/scadenzario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// banco is fines on their own databases, with a clock.
type banco struct {
	*testkit.Ambiente
	*replica
	orologio *tempo.Orologio
	numero   int64
}

// replica is one process of the service.
type replica struct {
	*scadenzario.Scadenzario
	stanze   *banchi.Stanze
	pools    *db.Pools
	metriche *prometheus.Registry
}

func nuovoBanco(t testing.TB, tenants ...string) *banco {
	t.Helper()
	b := &banco{Ambiente: testkit.NuovoAmbiente(t, tenants...), orologio: tempo.Fisso(alle("2026-03-02"))}
	b.replica = b.altra(t)
	return b
}

// altra is one more process on the same databases.
func (b *banco) altra(t testing.TB) *replica {
	t.Helper()
	r := &replica{pools: b.Pools(t, "elaborazione"), metriche: prometheus.NewRegistry()}
	registro := tenant.NewDirectory(tenant.PlatformSource{Pools: r.pools}, b.orologio.Adesso)
	if err := registro.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	r.stanze = banchi.NuoveStanze(t, r.pools, banchi.Magazzino(t, "mem://"), b.orologio.Adesso)
	r.Scadenzario = scadenzario.Nuovo(r.stanze.Atti, r.pools, registro, slog.New(slog.DiscardHandler), r.metriche)
	return r
}

// alle is the morning of a day.
func alle(giorno string) time.Time {
	g := calendario.MustParse(giorno)
	anno, mese, n := g.Date()
	return time.Date(anno, mese, n, 9, 0, 0, 0, calendario.Roma())
}

// il moves the clock to a day and makes a round.
func (b *banco) il(giorno string) scadenzario.Esito {
	b.orologio.Imposta(alle(giorno))
	return b.Giro(context.Background())
}

func (b *banco) in() context.Context {
	return tenant.With(context.Background(), b.Tenant("alfa"))
}

// fine is a fine of 42.00 to 173.00 euro (art. 7 c. 14 CdS), with 10.00 of expenses.
type fine struct {
	id                      uuid.UUID
	obbligato, trasgressore uuid.UUID
	servito, guida          string // days of service; empty: not served
	prova                   string
}

// servito makes a fine whose owner was served on the day notifica.
func (b *banco) servito(t testing.TB) *fine {
	t.Helper()
	f := &fine{servito: notifica, prova: "AR-1"}
	b.scrivi(t, "alfa", []scrittura.Storia{b.storia(f)})
	return f
}

// serviti makes n of them.
func (b *banco) serviti(t testing.TB, nome string, n int) {
	t.Helper()
	for n > 0 {
		storie := make([]scrittura.Storia, 0, 500)
		for ; n > 0 && len(storie) < cap(storie); n-- {
			storie = append(storie, b.storia(&fine{servito: notifica, prova: "AR-1"}))
		}
		b.scrivi(t, nome, storie)
	}
}

func (b *banco) scrivi(t testing.TB, nome string, storie []scrittura.Storia) {
	t.Helper()
	database, err := b.pools.Of(context.Background(), b.Tenant(nome))
	if err != nil {
		t.Fatal(err)
	}
	err = pgx.BeginFunc(context.Background(), database.Pool, func(tx pgx.Tx) error { return scrittura.ScriviStorie(context.Background(), tx, storie) })
	if err != nil {
		t.Fatal(err)
	}
}

func nuovoID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// nuovo is a fine as it is recorded, without people, at a place of its own: none is the possible double of another.
func nuovo(id uuid.UUID, ora time.Time) conseguenze.Nuovo {
	return conseguenze.Nuovo{ID: id, Anno: 2026, Fonte: verbale.FonteManuale, Attore: "prova", Ora: ora, Punti: verbale.PuntiNonDovuti,
		Rilievo: conseguenze.Rilievo{Reparto: "PL01", Targa: "AB123CD", TipoTarga: "AUTOVEICOLO", Nazione: "IT", DataViolazione: ora,
			DataAccertamento: calendario.Da(ora), Luogo: conseguenze.Luogo{Istat: "039014", Indirizzo: "Via Roma", Chilometro: id.String()}, Agenti: []string{"A001"}},
		Violazioni: []conseguenze.Violazione{{VersioneTabella: "prova", Sanzione: sanzione.Sanzione{Codice: "7-14-1", Articolo: "7", Comma: "14",
			MinCent: 4200, MaxCent: 17300, Sconto30: sanzione.ScontoSi, PagamentoRidotto: true, Testo: "Sosta vietata"}}}}
}

// storia is the history of a fine up to its services.
func (b *banco) storia(f *fine) scrittura.Storia {
	b.numero++
	f.id, f.obbligato = nuovoID(), nuovoID()
	ora := alle(f.servito).AddDate(0, -1, 0)
	n := nuovo(f.id, ora)
	n.Numero, n.IDEsterno = b.numero, strconv.FormatInt(b.numero, 10)
	e := func(posizione uuid.UUID, d vita.Dati) vita.Evento {
		return vita.Evento{Posizione: posizione, DataLegale: calendario.Da(ora), Registrato: ora, Attore: "prova", Dati: d}
	}
	x := vita.Inserito{Fonte: n.Fonte, Punti: verbale.PuntiNonDovuti, Violazioni: []vita.ViolazioneScelta{{Codice: "7-14-1",
		MinimoCent: 4200, MassimoCent: 17300, Sconto30: true, PagamentoRidotto: true, VersioneTabella: "prova"}}}
	posizioni := []uuid.UUID{f.obbligato}
	if f.guida != "" {
		f.trasgressore = nuovoID()
		posizioni = append(posizioni, f.trasgressore)
	}
	var avvisi []vita.Avviso
	for i, id := range posizioni {
		persona := vita.Soggetto{ID: nuovoID(), Tipo: vita.Persona, Cognome: "ROSSI", Nome: "MARIA", Nazione: "IT"}
		n.Soggetti = append(n.Soggetti, persona)
		x.Posizioni = append(x.Posizioni, vita.Posizione{ID: id, Ordine: i + 1, Soggetto: persona.ID,
			Titolo: []verbale.Titolo{verbale.Obbligato, verbale.Trasgressore}[i]})
		avvisi = append(avvisi, b.avviso(id, cds.Ridotto30, 3940, 5, 2*i), b.avviso(id, cds.Ridotto, 5200, 60, 2*i+1))
	}
	storia := scrittura.Storia{Nuovo: n, Eventi: []vita.Evento{e(uuid.Nil, x), e(uuid.Nil, vita.ValidatoDati{}),
		e(uuid.Nil, vita.AvvisiEmessi{Avvisi: avvisi})}}
	storia.Posizioni = x.Posizioni
	for _, id := range posizioni {
		storia.Eventi = append(storia.Eventi, e(id, vita.AttoGenerato{Documenti: []vita.Documento{{ID: nuovoID(), Tipo: verbale.DocumentoAtto,
			Nome: "atto.pdf", MIME: "application/pdf", SHA256: strings.Repeat("0", 64), Byte: 1}}}))
	}
	for i, giorno := range []string{f.servito, f.guida}[:len(posizioni)] {
		s := e(posizioni[i], vita.NotificaPerfezionata{Canale: "POSTA", Scadenze: termini(giorno)})
		s.DataLegale, s.Prova = calendario.MustParse(giorno), f.prova
		if i == 0 {
			s.Deciso.Debito = verbale.DebitoRidotto30
		}
		if i == len(posizioni)-1 {
			s.Deciso.Procedura = verbale.Notificato
		}
		storia.Eventi = append(storia.Eventi, s)
	}
	return storia
}

func (b *banco) avviso(posizione uuid.UUID, tipo cds.Tipo, cent importo.Cent, giorni, i int) vita.Avviso {
	n, err := pagopa.Componi("01", fmt.Sprintf("9%012d", b.numero*4+int64(i)))
	if err != nil {
		panic(err)
	}
	return vita.Avviso{ID: nuovoID(), Posizione: posizione, Tipo: tipo, NumeroAvviso: n.Numero, IUV: n.IUV, Ente: "80012345670",
		ImportoCent: cent, SpeseCent: 1000, Giorni: giorni}
}

func termini(servito string) (tutti []vita.Scadenza) {
	for _, tipo := range []cds.TipoScadenza{cds.PagamentoScontato5, cds.PagamentoRidotto60} {
		g, err := cds.UltimoGiorno(tipo, calendario.MustParse(servito))
		if err != nil {
			panic(err)
		}
		tutti = append(tutti, vita.Scadenza{Tipo: tipo, Giorno: g})
	}
	return tutti
}

// stato reads a fine, and fails unless its events replay to it.
func (b *banco) stato(t testing.TB, id uuid.UUID) vita.Stato {
	t.Helper()
	s, err := b.Archivio.Stato(b.in(), id)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := b.Archivio.RicalcolaUno(b.in(), id); err != nil || len(r.Diversi) > 0 {
		t.Errorf("ricalcolo: %v %+v", err, r.Diversi)
	}
	return s
}

// applica records events of a person.
func (b *banco) applica(t testing.TB, id uuid.UUID, eventi ...vita.Evento) {
	t.Helper()
	for i := range eventi {
		eventi[i].Attore = "prova"
	}
	if err := b.Archivio.Applica(b.in(), id, func(vita.Stato) ([]vita.Evento, error) { return eventi, nil }); err != nil {
		t.Fatal(err)
	}
}

func (b *banco) conta(t testing.TB, sql string) (n int) {
	t.Helper()
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(context.Background(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// elenca runs a query that gives one text a row.
func (b *banco) elenca(t testing.TB, sql string) string {
	t.Helper()
	rows, err := b.Banca(t, "elaborazione", "alfa").Query(context.Background(), sql)
	if err != nil {
		t.Fatal(err)
	}
	tutti, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(tutti, ", ")
}

// conteggio is the metric of the fines with an outcome.
func (r *replica) conteggio(t testing.TB, esito string) prometheus.Collector {
	t.Helper()
	famiglie, err := r.metriche.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range famiglie {
		for _, m := range f.GetMetric() {
			if f.GetName() == "termini_verbali_totale" && m.GetLabel()[0].GetValue() == esito {
				c := prometheus.NewCounter(prometheus.CounterOpts{Name: "x"})
				c.Add(m.GetCounter().GetValue())
				return c
			}
		}
	}
	t.Fatalf("nessuna metrica %s", esito)
	return nil
}
