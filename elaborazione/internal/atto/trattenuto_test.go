package atto_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"
)

// imposta writes a setting of core and reads core's data again, as after its fact.
func imposta(ctx context.Context, t *testing.T, b *banco.Banco, chiave, valore string) {
	t.Helper()
	b.Esegui(t, "core", "", banco.Impostazione(chiave, valore))
	if err := b.Ufficio.Anagrafe.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
}

// trattenuti are the anomalies of a fine's acts, open and settled.
func trattenuti(t *testing.T, b *banco.Banco, idVerbale string) string {
	t.Helper()
	return b.Elenca(t, "alfa", `SELECT count(*) FILTER (WHERE chiusa IS NULL) || ' aperte ' || count(chiusa) || ' chiuse'
		FROM anomalia WHERE verbale = $1 AND tipo = 'ATTO_NON_STAMPABILE'`, idVerbale)
}

// lavoriPdf counts the printing that a fine has asked for.
func lavoriPdf(t *testing.T, b *banco.Banco, idVerbale string) int {
	t.Helper()
	return b.Conta(t, "alfa", `SELECT count(*) FROM uscita WHERE oggetto = $1 AND soggetto = 'lavori.elaborazione.pdf.alfa'`, idVerbale)
}

func riprende(ctx context.Context, t *testing.T, b *banco.Banco, attesi int) {
	t.Helper()
	if n, err := b.Atti.RiprendiStampe(ctx, b.Tenant("alfa")); err != nil || n != attesi {
		t.Errorf("%d verbali ripresi, attesi %d: %v", n, attesi, err)
	}
}

// TestAttoTrattenuto: art. 3 c. 2 d.lgs. 39/1993, an act without the name that stands for the signature is
// not printed; a person sees why, and the setting is all that is asked of him.
func TestAttoTrattenuto(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	imposta(ctx, t, b, "comando.firmatario", `" "`)
	e := b.Inserisce(ctx, t, banco.UnVerbale("F-1"))
	if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "i", b.Indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"p-1", "p-1", "p-2"} {
		if err := b.LavoraPdf(ctx, t, id, e.IDVerbale); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1`, e.IDVerbale); n != 0 {
		t.Fatal("un atto senza firmatario")
	}
	if s := trattenuti(t, b, e.IDVerbale); s != "1 aperte 0 chiuse" {
		t.Fatal(s)
	}
	c, err := b.Consultazione.Mostra(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), banco.Parse(e.IDVerbale), "")
	if err != nil || len(c.Anomalie) != 1 || !strings.Contains(c.Anomalie[0].Testo, "comando.firmatario") || strings.Contains(c.Anomalie[0].Testo, "indirizzo") {
		t.Fatalf("%+v %v", c.Anomalie, err)
	}
	b.Rivive(ctx, t, e.IDVerbale)
	riprende(ctx, t, b, 0) // nothing has changed

	imposta(ctx, t, b, "comando.firmatario", `"Isp. Bruno Firmatario"`)
	prima := lavoriPdf(t, b, e.IDVerbale)
	riprende(ctx, t, b, 1)
	riprende(ctx, t, b, 0)
	if s, n := trattenuti(t, b, e.IDVerbale), lavoriPdf(t, b, e.IDVerbale)-prima; s != "0 aperte 1 chiuse" || n != 1 {
		t.Errorf("%s, %d lavori di stampa", s, n)
	}
	if err := b.LavoraPdf(ctx, t, "p-3", e.IDVerbale); err != nil {
		t.Fatal(err)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, e.IDVerbale); n != 1 {
		t.Errorf("%d atti", n)
	}
	b.Rivive(ctx, t, e.IDVerbale)
}

// TestAttoTrattenutoRisoltoAMano: who settles the anomaly by hand asks for the printing, which tells again
// what is still missing.
func TestAttoTrattenutoRisoltoAMano(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`), banco.Impostazione("comando.indirizzo", `""`))
	ctx := b.Integratore("alfa")
	u := banco.NuovaPratica(t, b, "F-2")
	u.Fa(t, verbale.EventoValidato, `{}`)
	if err := b.LavoraPdf(ctx, t, "p-1", u.ID.String()); err != nil {
		t.Fatal(err)
	}
	stato, err := b.Archivio.Stato(ctx, u.ID)
	if err != nil || len(stato.Anomalie) != 1 || !strings.Contains(stato.Anomalie[0].Testo, "comando.indirizzo") {
		t.Fatalf("%+v %v", stato.Anomalie, err)
	}
	prima := lavoriPdf(t, b, u.ID.String())
	u.Fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+stato.Anomalie[0].ID.String()+`","esito":"impostato"}`)
	if n := lavoriPdf(t, b, u.ID.String()) - prima; n != 1 {
		t.Errorf("%d lavori di stampa", n)
	}
	if err := b.LavoraPdf(ctx, t, "p-2", u.ID.String()); err != nil {
		t.Fatal(err)
	}
	if s := trattenuti(t, b, u.ID.String()); s != "1 aperte 1 chiuse" {
		t.Error(s)
	}
	b.Rivive(ctx, t, u.ID.String())
}

// TestSpeseDaConfermare: art. 201 c. 4 CdS, no act asks for expenses of zero because nobody has set them. All that the
// command has not set is told at once; each resumes the printing by itself.
func TestSpeseDaConfermare(t *testing.T) {
	t.Parallel()
	senzaSpese := `DELETE FROM impostazione WHERE chiave = '` + scelte.ChiaveSpeseZero + `'`
	aspetta := func(t *testing.T, b *banco.Banco, e string) string {
		t.Helper()
		return b.Elenca(t, "alfa", `SELECT tipo FROM anomalia WHERE verbale = $1 AND chiusa IS NULL ORDER BY tipo`, e)
	}
	spese := func(t *testing.T, b *banco.Banco, e string) string {
		t.Helper()
		return b.Elenca(t, "alfa", `SELECT spese_cent::text FROM posizione WHERE verbale = $1 ORDER BY ordine`, e)
	}
	daStampare := func(t *testing.T, b *banco.Banco) string {
		t.Helper()
		e := b.Inserisce(b.Integratore("alfa"), t, banco.UnVerbale("S-1"))
		if err := banco.Uno(b.Intestatari.IndagineEsito, b.Integratore("alfa"), banco.Messaggio(t, "i", b.Indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
			t.Fatal(err)
		}
		return e.IDVerbale
	}
	for nome, c := range map[string]struct{ chiave, valore, spese string }{
		"il comando le indica":              {scelte.ChiaveSpese, "1650", "1650"},
		"il comando conferma che sono zero": {scelte.ChiaveSpeseZero, "true", "0"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b := banco.NuovoBanco(t, senzaSpese, banco.Impostazione("comando.firmatario", `""`))
			ctx := b.Integratore("alfa")
			id := daStampare(t, b)
			for i := range 2 {
				if err := b.LavoraPdf(ctx, t, fmt.Sprint("p-", i), id); err != nil {
					t.Fatal(err)
				}
			}
			if s := aspetta(t, b, id); s != "ATTO_NON_STAMPABILE SPESE_DA_CONFERMARE" {
				t.Fatal(s)
			}
			riprende(ctx, t, b, 0)
			imposta(ctx, t, b, c.chiave, c.valore)
			riprende(ctx, t, b, 1)
			if s := aspetta(t, b, id); s != "ATTO_NON_STAMPABILE" {
				t.Error(s)
			}
			imposta(ctx, t, b, "comando.firmatario", `"Isp. Bruno"`)
			prima := lavoriPdf(t, b, id)
			riprende(ctx, t, b, 1)
			if n := lavoriPdf(t, b, id) - prima; n != 1 || aspetta(t, b, id) != "" {
				t.Errorf("%d lavori di stampa, %s", n, aspetta(t, b, id))
			}
			if err := b.LavoraPdf(ctx, t, "p-9", id); err != nil || b.Conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, id) != 1 {
				t.Errorf("l'atto: %v", err)
			}
			if s := spese(t, b, id); s != c.spese {
				t.Errorf("spese %s", s)
			}
			b.Rivive(ctx, t, id)
		})
	}
	t.Run("chi risolve a mano la vede tornare", func(t *testing.T) {
		t.Parallel()
		b := banco.NuovoBanco(t, senzaSpese)
		id := daStampare(t, b)
		u := &banco.Pratica{Banco: b, Ctx: b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), ID: banco.Parse(id)}
		u.Forma(t)
		anomalia := b.Elenca(t, "alfa", `SELECT id FROM anomalia WHERE verbale = $1`, id)
		u.Fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+anomalia+`","esito":"va bene"}`)
		u.Forma(t)
		if s := aspetta(t, b, id); s != "SPESE_DA_CONFERMARE" {
			t.Error(s)
		}
	})
	t.Run("le spese dette da una persona bastano", func(t *testing.T) {
		t.Parallel()
		b := banco.NuovoBanco(t, senzaSpese)
		id := daStampare(t, b)
		u := &banco.Pratica{Banco: b, Ctx: b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), ID: banco.Parse(id)}
		u.Fa(t, verbale.EventoSpeseAddebitate, `{"speseCent":900}`)
		u.Forma(t)
		if s := aspetta(t, b, id); s != "" || b.Conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, id) != 1 {
			t.Error(s)
		}
	})
	t.Run("a chi ha il verbale in mano non si chiedono spese", func(t *testing.T) {
		t.Parallel()
		b := banco.NuovoBanco(t, senzaSpese)
		u := banco.NuovaPratica(t, b, "S-C", func(v *richiesta.Verbale) { v.Trasgressore, v.ContestazioneImmediata = v.Obbligato, true })
		stato, err := b.Archivio.Stato(u.Ctx, u.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range stato.Posizioni {
			if p.Titolo == verbale.Trasgressore {
				if err := banco.Stampa(u.Ctx, b.Atti, u.ID, p.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		if s := aspetta(t, b, u.ID.String()); s != "" || b.Conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, u.ID) != 1 {
			t.Error(s)
		}
	})
}

// TestNessunAttoAUnMinorenne: whatever led to the printing, also in a fine recorded before anybody looked, a minor gets none.
func TestNessunAttoAUnMinorenne(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	u := banco.NuovaPratica(t, b, "M-1")
	b.Esegui(t, "elaborazione", "alfa", `UPDATE soggetto SET data_nascita = '2016-05-20'`) // as if it had been let in
	for range 2 {
		u.Forma(t)
	}
	if s := b.Elenca(t, "alfa", `SELECT tipo || ' ' || (posizione = (SELECT id FROM posizione)) FROM anomalia WHERE chiusa IS NULL`); s != "DESTINATARIO_MINORENNE true" {
		t.Error(s)
	}
	b.Esegui(t, "elaborazione", "alfa", `UPDATE anomalia SET chiusa = now()`) // and as if nothing held it
	b.Esegui(t, "elaborazione", "alfa", `UPDATE posizione SET giorno_zero = '2026-11-19'`)
	u.Forma(t)
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM documento`); n != 0 {
		t.Errorf("%d documenti", n)
	}
}

// TestDirittoDelDestinatario: art. 196 c. 1 CdS, who answers in the owner's stead reads it in his act.
func TestDirittoDelDestinatario(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	for titolo, scritto := range map[string]string{
		"": "in qualità di obbligato in solido", "PROPRIETARIO": "in qualità di proprietario del veicolo",
		"LOCATARIO": "in qualità di locatario del veicolo", "USUFRUTTUARIO": "in qualità di usufruttuario del veicolo",
	} {
		t.Run(titolo, func(t *testing.T) {
			t.Parallel()
			e := b.Inserisce(ctx, t, banco.UnVerbale("T-"+titolo))
			if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "i-"+titolo, b.Indagine(t, e.IDVerbale, event.IndagineTrovata, titolo))); err != nil {
				t.Fatal(err)
			}
			if err := b.LavoraPdf(ctx, t, "p-"+titolo, e.IDVerbale); err != nil {
				t.Fatal(err)
			}
			_, pdf, err := b.Consultazione.PDF(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), banco.Parse(e.IDVerbale), banco.Parse(b.PosizioneDi(t, e.IDVerbale)), "192.0.2.1")
			if err != nil {
				t.Fatal(err)
			}
			if letto := strings.Join(strings.Fields(leggibile(t, pdf)), " "); !strings.Contains(letto, scritto) {
				t.Errorf("non dice %q: %s", scritto, letto)
			}
		})
	}
}
