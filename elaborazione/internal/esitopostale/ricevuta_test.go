package esitopostale_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// ricevuta is a receipt of the one letter of a bench, with its picture.
func (b *banco) ricevuta(t *testing.T, esito string) esitopostale.Ricevuta {
	t.Helper()
	doc, err := b.Deposito.Metti(b.ctx, "alfa", []byte("una fotografia "+uuid.NewString()), "image/jpeg")
	if err != nil {
		t.Fatal(err)
	}
	r := esitopostale.Ricevuta{Lettura: uuid.New(), Verbale: uuid.MustParse(b.leggi(t, `SELECT id::text FROM verbale`)[0]),
		Posizione: uuid.MustParse(b.leggi(t, `SELECT id::text FROM posizione`)[0]), Codice: "686000000012", Esito: esito, SHA256: doc.SHA256, Attore: "operatore.alfa"}
	r.Data = calendario.MustParse("2026-11-26")
	return r
}

func (b *banco) registra(t *testing.T, messaggio string, r esitopostale.Ricevuta) error {
	t.Helper()
	return b.Registra(b.ctx, scrittura.Messaggio{Consumatore: "prova", ID: messaggio}, r)
}

const servizi = `SELECT concat_ws('|', coalesce(p.giorno_zero::text, ''), p.prova, n.stato, n.esito) FROM posizione p JOIN notifica n ON n.posizione = p.id`

func TestUnaRicevutaConfermataNotificaIlVerbaleConLImmagine(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 1)
	r := b.ricevuta(t, "CONSEGNATO")
	for range 2 { // the message comes twice
		if err := b.registra(t, "uno", r); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"2026-11-26|23L 686000000012|PERFEZIONATA|2026-11-26"}, b.leggi(t, servizi)); diff != "" {
		t.Error(diff)
	}
	prove := b.leggi(t, `SELECT sha256 FROM documento WHERE tipo = 'PROVA'`)
	if diff := cmp.Diff([]string{r.SHA256}, prove); diff != "" {
		t.Error(diff)
	}
	// another picture of the same receipt: the service stands, both pictures are kept
	altra := b.ricevuta(t, "CONSEGNATO")
	if err := b.registra(t, "due", altra); err != nil {
		t.Fatal(err)
	}
	if n := len(b.leggi(t, servizi)); n != 1 {
		t.Errorf("%d services", n)
	}
}

func TestCioCheUnaRicevutaDiceDecideIlGiorno(t *testing.T) {
	t.Parallel()
	for nome, x := range map[string]struct {
		cambia func(*esitopostale.Ricevuta)
		vuole  string
	}{
		"refused is delivered":                  {func(r *esitopostale.Ricevuta) { r.Esito = "RIFIUTATO" }, "2026-11-26|23L 686000000012|PERFEZIONATA|2026-11-26"},
		"without a signature there is no proof": {func(r *esitopostale.Ricevuta) { r.Firma = "NO" }, "2026-11-26||PERFEZIONATA|2026-11-26"},
		"another took it: the CAN is to come":   {func(r *esitopostale.Ricevuta) { r.Esito = "CONSEGNATO_TERZO" }, "2026-11-26||PERFEZIONATA|2026-11-26"},
		"ten days from the notice of deposit": {func(r *esitopostale.Ricevuta) {
			r.Esito, r.Data, r.DataCad = "COMPIUTA_GIACENZA", calendario.Giorno{}, calendario.MustParse("2026-11-27")
		}, "2026-12-07||PERFEZIONATA|2026-12-07"},
		"nobody of that name": {func(r *esitopostale.Ricevuta) { r.Esito = "SCONOSCIUTO" }, "||NON_RIUSCITA|2026-11-26"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b := nuovoBanco(t, 1)
			r := b.ricevuta(t, "CONSEGNATO")
			x.cambia(&r)
			if err := b.registra(t, "uno", r); err != nil {
				t.Fatal(err)
			}
			got := b.leggi(t, servizi)
			if len(got) != 1 || got[0] != x.vuole {
				t.Errorf("%q, want %q", got, x.vuole)
			}
		})
	}
}

func TestUnaRicevutaDiNullaERifiutata(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, 1)
	senza := b.ricevuta(t, "CONSEGNATO")
	senza.SHA256 = "0000000000000000000000000000000000000000000000000000000000000000"
	if err := b.registra(t, "senza", senza); err == nil {
		t.Error("a receipt without its picture is recorded")
	}
	strana := b.ricevuta(t, "FORSE")
	if err := b.registra(t, "strana", strana); !problem.Is(err, "DATI_NON_VALIDI") {
		t.Errorf("an outcome of nobody: %v", err)
	}
	if n := len(b.leggi(t, `SELECT id::text FROM documento WHERE tipo = 'PROVA'`)); n != 0 {
		t.Errorf("%d pictures", n)
	}
}
