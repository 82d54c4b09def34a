package verbale_test

import (
	"context"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// imposta writes a setting of core and reads core's data again, as after its fact.
func (b *banco) imposta(ctx context.Context, t *testing.T, chiave, valore string) {
	t.Helper()
	b.Esegui(t, "core", "", impostazione(chiave, valore))
	if err := b.Anagrafe.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
}

// trattenuti are the anomalies of a fine's acts, open and settled.
func (b *banco) trattenuti(t *testing.T, idVerbale string) string {
	t.Helper()
	return b.elenca(t, "alfa", `SELECT count(*) FILTER (WHERE chiusa IS NULL) || ' aperte ' || count(chiusa) || ' chiuse'
		FROM anomalia WHERE verbale = $1 AND tipo = 'ATTO_NON_STAMPABILE'`, idVerbale)
}

// lavoriPdf counts the printing that a fine has asked for.
func (b *banco) lavoriPdf(t *testing.T, idVerbale string) int {
	t.Helper()
	return b.conta(t, "alfa", `SELECT count(*) FROM uscita WHERE oggetto = $1 AND soggetto = 'lavori.elaborazione.pdf.alfa'`, idVerbale)
}

func (b *banco) riprende(ctx context.Context, t *testing.T, attesi int) {
	t.Helper()
	if n, err := b.RiprendiStampe(ctx, b.Tenant("alfa")); err != nil || n != attesi {
		t.Errorf("%d verbali ripresi, attesi %d: %v", n, attesi, err)
	}
}

// TestAttoTrattenuto: art. 3 c. 2 d.lgs. 39/1993, an act without the name that stands for the signature is
// not printed; a person sees why, and the setting is all that is asked of him.
func TestAttoTrattenuto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ctx := b.integratore("alfa")
	b.imposta(ctx, t, "comando.firmatario", `" "`)
	e := b.inserisce(ctx, t, unVerbale("F-1"))
	if err := b.IndagineEsito(ctx, messaggio(t, "i", b.indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"p-1", "p-1", "p-2"} {
		if err := b.lavoraPdf(ctx, t, id, e.IDVerbale); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1`, e.IDVerbale); n != 0 {
		t.Fatal("un atto senza firmatario")
	}
	if s := b.trattenuti(t, e.IDVerbale); s != "1 aperte 0 chiuse" {
		t.Fatal(s)
	}
	c, err := b.Mostra(b.come("alfa", "ufficio.alfa", auth.RuoloUfficio), parse(e.IDVerbale), "")
	if err != nil || len(c.Anomalie) != 1 || !strings.Contains(c.Anomalie[0].Testo, "comando.firmatario") || strings.Contains(c.Anomalie[0].Testo, "indirizzo") {
		t.Fatalf("%+v %v", c.Anomalie, err)
	}
	b.rivive(ctx, t, e.IDVerbale)
	b.riprende(ctx, t, 0) // nothing has changed

	b.imposta(ctx, t, "comando.firmatario", `"Isp. Bruno Firmatario"`)
	prima := b.lavoriPdf(t, e.IDVerbale)
	b.riprende(ctx, t, 1)
	b.riprende(ctx, t, 0)
	if s, n := b.trattenuti(t, e.IDVerbale), b.lavoriPdf(t, e.IDVerbale)-prima; s != "0 aperte 1 chiuse" || n != 1 {
		t.Errorf("%s, %d lavori di stampa", s, n)
	}
	if err := b.lavoraPdf(ctx, t, "p-3", e.IDVerbale); err != nil {
		t.Fatal(err)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, e.IDVerbale); n != 1 {
		t.Errorf("%d atti", n)
	}
	b.rivive(ctx, t, e.IDVerbale)
}

// TestAttoTrattenutoRisoltoAMano: who settles the anomaly by hand asks for the printing, which tells again
// what is still missing.
func TestAttoTrattenutoRisoltoAMano(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, impostazione("validazione.SOAP", `"MANUALE"`), impostazione("comando.indirizzo", `""`))
	ctx := b.integratore("alfa")
	u := nuovoUfficio(t, b, "F-2")
	u.fa(t, verbale.EventoValidato, `{}`)
	if err := b.lavoraPdf(ctx, t, "p-1", u.id.String()); err != nil {
		t.Fatal(err)
	}
	stato, err := b.Store.Stato(ctx, u.id)
	if err != nil || len(stato.Anomalie) != 1 || !strings.Contains(stato.Anomalie[0].Testo, "comando.indirizzo") {
		t.Fatalf("%+v %v", stato.Anomalie, err)
	}
	prima := b.lavoriPdf(t, u.id.String())
	u.fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+stato.Anomalie[0].ID.String()+`","esito":"impostato"}`)
	if n := b.lavoriPdf(t, u.id.String()) - prima; n != 1 {
		t.Errorf("%d lavori di stampa", n)
	}
	if err := b.lavoraPdf(ctx, t, "p-2", u.id.String()); err != nil {
		t.Fatal(err)
	}
	if s := b.trattenuti(t, u.id.String()); s != "1 aperte 1 chiuse" {
		t.Error(s)
	}
	b.rivive(ctx, t, u.id.String())
}

// TestDirittoDelDestinatario: art. 196 c. 1 CdS, who answers in the owner's stead reads it in his act.
func TestDirittoDelDestinatario(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ctx := b.integratore("alfa")
	for titolo, scritto := range map[string]string{
		"": "in qualità di obbligato in solido", "PROPRIETARIO": "in qualità di proprietario del veicolo",
		"LOCATARIO": "in qualità di locatario del veicolo", "USUFRUTTUARIO": "in qualità di usufruttuario del veicolo",
	} {
		t.Run(titolo, func(t *testing.T) {
			t.Parallel()
			e := b.inserisce(ctx, t, unVerbale("T-"+titolo))
			if err := b.IndagineEsito(ctx, messaggio(t, "i-"+titolo, b.indagine(t, e.IDVerbale, event.IndagineTrovata, titolo))); err != nil {
				t.Fatal(err)
			}
			if err := b.lavoraPdf(ctx, t, "p-"+titolo, e.IDVerbale); err != nil {
				t.Fatal(err)
			}
			_, pdf, err := b.PDF(b.come("alfa", "ufficio.alfa", auth.RuoloUfficio), parse(e.IDVerbale), parse(b.posizioneDi(t, e.IDVerbale)), "192.0.2.1")
			if err != nil {
				t.Fatal(err)
			}
			if letto := strings.Join(strings.Fields(leggibile(t, pdf)), " "); !strings.Contains(letto, scritto) {
				t.Errorf("non dice %q: %s", scritto, letto)
			}
		})
	}
}
