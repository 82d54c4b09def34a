package pratica_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	casa = `"indirizzo":{"via":"Via Roma","cap":"48121","comune":"Ravenna","provincia":"RA"}`
	// tutrice is who had to watch the minor.
	tutrice = `{"persona":{"cognome":"Rossi","nome":"Anna","dataNascita":"1985-08-01"},` + casa + `}`
)

// minorenne is a fine whose driver, or owner, was ten years old.
func minorenne(titolo verbale.Titolo) func(*richiesta.Verbale) {
	chi := &richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Luca", DataNascita: calendario.MustParse("2016-05-20")},
		Indirizzo: &richiesta.Indirizzo{Via: "Via Roma", Comune: "Ravenna", Cap: "48121", Provincia: "RA", Nazione: "IT"}}
	return func(v *richiesta.Verbale) {
		if titolo == verbale.Obbligato {
			v.Obbligato = chi
			return
		}
		v.Trasgressore, v.Violazioni = chi, []richiesta.Violazione{{Articolo: "146", Comma: "3"}} // which takes points
	}
}

// aperte are the open anomalies of a fine, by kind.
func aperte(t *testing.T, u *banco.Pratica) string {
	t.Helper()
	return u.Elenca(t, "alfa", `SELECT tipo FROM anomalia WHERE verbale = $1 AND chiusa IS NULL ORDER BY tipo`, u.ID)
}

// stampati are whom the acts of a fine are addressed to.
func stampati(t *testing.T, u *banco.Pratica) string {
	t.Helper()
	u.Forma(t)
	return u.Elenca(t, "alfa", `SELECT s.nome FROM documento d JOIN posizione p ON p.id = d.posizione JOIN soggetto s ON s.id = p.soggetto
		WHERE d.verbale = $1 AND d.tipo = 'ATTO' ORDER BY s.nome`, u.ID)
}

// posizioneDi finds the open position of a title.
func posizioneDi(t *testing.T, u *banco.Pratica, titolo verbale.Titolo) string {
	t.Helper()
	return u.Elenca(t, "alfa", `SELECT id FROM posizione WHERE verbale = $1 AND titolo = $2 AND chiusa = ''`, u.ID, titolo)
}

// rifiutato fails unless the event is refused with these words.
func rifiutato(t *testing.T, u *banco.Pratica, tipo verbale.TipoEvento, dati, dice string) {
	t.Helper()
	_, _, err := u.Chiede(u.Stanze, mosse.RichiestaEvento{Tipo: string(tipo), Motivo: "prova", Dati: json.RawMessage(dati), Idempotenza: uuid.NewString(), Posizione: u.Posizione})
	p := problem.As(err)
	if p == nil || !strings.Contains(p.Dettaglio+fmt.Sprint(p.Campi), dice) {
		t.Errorf("%s %s: %v", tipo, dati, err)
	}
}

// TestDalMinorenneAChiNeRisponde: art. 2 L. 689/1981, the way of a fine that came in for a minor: his position is closed, that
// of who had to watch him is opened, the fine is validated and its act goes there. The minor loses no points, nor does she.
func TestDalMinorenneAChiNeRisponde(t *testing.T) {
	t.Parallel()
	for _, titolo := range verbale.Titoli() {
		t.Run(string(titolo), func(t *testing.T) {
			t.Parallel()
			u := banco.NuovaPratica(t, banco.NuovoBanco(t), "MINORE", minorenne(titolo))
			rifiutato(t, u, verbale.EventoValidato, `{}`, "art. 2 L. 689/1981")
			rifiutato(t, u, verbale.EventoPosizioneAperta, `{"titolo":"`+string(titolo)+`","persona":`+tutrice+`}`, "una sola posizione aperta")
			u.Posizione = posizioneDi(t, u, titolo)
			u.Fa(t, verbale.EventoPosizioneChiusa, `{}`)
			u.Posizione = ""
			rifiutato(t, u, verbale.EventoPosizioneAperta, `{"titolo":"`+string(titolo)+`","persona":{"persona":{"cognome":"Rossi","nome":"Lia","dataNascita":"2010-01-01"},`+casa+`}}`, "dataNascita")
			u.Fa(t, verbale.EventoPosizioneAperta, `{"titolo":"`+string(titolo)+`","persona":`+tutrice+`}`)
			e := u.Fa(t, verbale.EventoValidato, `{}`)
			if e.Procedura == verbale.DaValidare || titolo == verbale.Trasgressore && e.Punti != verbale.PuntiScartati {
				t.Errorf("%+v", e)
			}
			vuole := "Anna" // and the owner, where the driver was the minor
			if titolo == verbale.Trasgressore {
				vuole = "Anna Mario"
			}
			if s := stampati(t, u); s != vuole {
				t.Errorf("atti a %s", s)
			}
			if n := u.Conta(t, "alfa", `SELECT count(*) FROM avviso a JOIN posizione p ON p.id = a.posizione JOIN soggetto s ON s.id = p.soggetto WHERE a.verbale = $1 AND s.nome = 'Luca'`, u.ID); n != 0 {
				t.Errorf("%d avvisi di pagamento a un minorenne", n)
			}
			u.Rivive(u.Ctx, t, u.ID.String())
		})
	}
}

// TestConducenteMinorenne: a minor whom the owner names as the driver is known later: nothing of the fine leaves until his
// position is closed and that of who answers for him is open.
func TestConducenteMinorenne(t *testing.T) {
	t.Parallel()
	u := banco.NuovaPratica(t, banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`)), "CONDUCENTE", func(v *richiesta.Verbale) {
		v.Violazioni = []richiesta.Violazione{{Articolo: "146", Comma: "3"}}
	})
	u.Fa(t, verbale.EventoValidato, `{}`)
	u.Fa(t, verbale.EventoConducenteRichiesto, `{}`)
	u.Fa(t, verbale.EventoConducenteRicevuto, `{"conducente":{"persona":{"cognome":"Rossi","nome":"Luca","codiceFiscale":"RSSMRA16E20H501S"},`+casa+`}}`)
	if s := aperte(t, u); s != "DESTINATARIO_MINORENNE IDENTITA_DISCORDE" {
		t.Fatal(s)
	}
	if s := stampati(t, u); s != "" {
		t.Fatalf("atti a %s", s)
	}
	stato, err := u.Archivio.Stato(u.Ctx, u.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range stato.Anomalie {
		if a.Tipo == verbale.AnomaliaMinorenne {
			rifiutato(t, u, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+a.ID.String()+`","esito":"va bene"}`, "si chiude la sua posizione")
		}
	}
	u.Posizione = posizioneDi(t, u, verbale.Trasgressore)
	e := u.Fa(t, verbale.EventoPosizioneChiusa, `{}`)
	if e.Punti != verbale.PuntiScartati {
		t.Errorf("i punti di un minorenne: %+v", e)
	}
	u.Posizione = ""
	u.Fa(t, verbale.EventoPosizioneAperta, `{"titolo":"TRASGRESSORE","persona":`+tutrice+`}`)
	if s := aperte(t, u); s != "" {
		t.Error(s)
	}
	if s := stampati(t, u); s != "Anna Mario" {
		t.Errorf("atti a %s", s)
	}
	u.Rivive(u.Ctx, t, u.ID.String())
}

// TestMinorenneMaiScelto: by hand the field is refused, among the candidates the choice.
func TestMinorenneMaiScelto(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("SCELTA"))
	u := &banco.Pratica{Banco: b, Ctx: b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), ID: uuid.MustParse(e.IDVerbale)}
	indagine := uuid.Must(uuid.NewV7()).String()
	b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, motivo, codice, candidati, rete, quando)
		VALUES ($1, $2, 'ANOMALA', 'Minorenne.', 'MINORENNE', $3::jsonb, 'motorizzazione', now())`, indagine, e.IDVerbale, `[
		{"tipo":"PERSONA","cognome":"ROSSI","nome":"LUCA","dataNascita":"2016-05-20","nazione":"IT","titolo":"PROPRIETARIO","minorenne":true,"risponde":true},
		{"tipo":"PERSONA","cognome":"ROSSI","nome":"MARIA","codiceFiscale":"RSSMRA16E20H501S","nazione":"IT",
		 "titolo":"PROPRIETARIO","minorenne":false,"risponde":true}]`)
	if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "m", event.IndagineEsito{IDIndagine: indagine, IDVerbale: e.IDVerbale, Esito: event.IndagineAnomala})); err != nil {
		t.Fatal(err)
	}
	c, err := b.Consultazione.Mostra(u.Ctx, u.ID, "")
	if err != nil || c.Indagine == nil {
		t.Fatalf("%+v %v", c.Indagine, err)
	}
	for i, x := range c.Indagine.Candidati {
		if !x.Minorenne || !strings.Contains(x.NonSceglibile, "art. 2 L. 689/1981") {
			t.Errorf("%+v", x)
		}
		rifiutato(t, u, verbale.EventoIntestatarioTrovato, fmt.Sprintf(`{"indagine":%q,"candidato":%d}`, indagine, i), "minorenne")
	}
	for _, scritto := range []string{`"dataNascita":"2016-05-20"`, `"codiceFiscale":"RSSMRA16E20H501S"`} {
		campo, _, _ := strings.Cut(strings.Trim(scritto, `"`), `"`)
		rifiutato(t, u, verbale.EventoIntestatarioTrovato, `{"persona":{"persona":{"cognome":"Rossi","nome":"Maria",`+scritto+`},`+casa+`}}`, "dati.persona.persona."+campo)
	}
	u.Fa(t, verbale.EventoIntestatarioTrovato, `{"persona":`+tutrice+`}`)
	if s := stampati(t, u); s != "Anna" {
		t.Errorf("atti a %s", s)
	}
}

// TestIntestatarioDelRegistro: what the register answered is judged by the same rules, whatever it concluded: a minor is no
// owner, a person or an address that contradicts itself is, and nothing leaves.
func TestIntestatarioDelRegistro(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct{ cambia, procedura, aperte string }{
		"minorenne":            {`data_nascita = '2016-05-20', codice_fiscale = ''`, "INTESTATARIO_ANOMALO", "INTESTATARIO_ANOMALA"},
		"un'altra persona":     {`data_nascita = '1981-02-03'`, "INTESTATARIO_TROVATO", "IDENTITA_DISCORDE"},
		"un altro luogo":       {`cap = '4812', provincia = 'MI'`, "INTESTATARIO_TROVATO", "INDIRIZZO_DISCORDE"},
		"nessuno dei due":      {`sesso = 'F', provincia = 'MI'`, "INTESTATARIO_TROVATO", "IDENTITA_DISCORDE INDIRIZZO_DISCORDE"},
		"nulla da osservare":   {`civico = '16'`, "INTESTATARIO_TROVATO", ""},
		"residente in Austria": {`cap = '1010', comune = 'Wien', provincia = '', nazione = 'AT'`, "INTESTATARIO_TROVATO", ""},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b := banco.NuovoBanco(t)
			ctx := b.Integratore("alfa")
			e := b.Inserisce(ctx, t, banco.UnVerbale("REG"))
			u := &banco.Pratica{Banco: b, Ctx: b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), ID: uuid.MustParse(e.IDVerbale)}
			fatto := b.Indagine(t, e.IDVerbale, event.IndagineTrovata)
			b.Esegui(t, "vpn", "alfa", `ALTER TABLE indagine DISABLE TRIGGER ALL`)
			b.Esegui(t, "vpn", "alfa", `UPDATE indagine SET `+c.cambia+` WHERE id = $1`, fatto.IDIndagine)
			if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "r", fatto)); err != nil {
				t.Fatal(err)
			}
			if s := b.Elenca(t, "alfa", `SELECT procedura FROM verbale WHERE id = $1`, e.IDVerbale); s != c.procedura {
				t.Error(s)
			}
			if s := aperte(t, u); s != c.aperte {
				t.Error(s)
			}
			if s := stampati(t, u); (s == "") != (c.aperte != "") {
				t.Errorf("atti a %q", s)
			}
			if testi := b.Elenca(t, "alfa", `SELECT testo FROM anomalia`); strings.Contains(testi, "ROSSI") || strings.Contains(testi, "4812") || strings.Contains(testi, "1981-02") {
				t.Errorf("un'anomalia nomina la persona: %s", testi)
			}
			b.Rivive(ctx, t, e.IDVerbale)
		})
	}
}

// TestIdentitaDecisa: a person says that the data are his all the same, and the act goes on; or names the right one.
func TestIdentitaDecisa(t *testing.T) {
	t.Parallel()
	const discorde = `{"persona":{"cognome":"Rossi","nome":"Mario","codiceFiscale":"RSSMRA80A01H501U","dataNascita":"1981-02-03"},"indirizzo":{"via":"Via Roma","comune":"Ravenna","provincia":"MI"}}`
	apre := func(t *testing.T) *banco.Pratica {
		t.Helper()
		u := banco.NuovaPratica(t, banco.NuovoBanco(t), "IDENTITA")
		u.Fa(t, verbale.EventoPosizioneAperta, `{"titolo":"TRASGRESSORE","persona":`+discorde+`}`)
		if s := aperte(t, u); s != "IDENTITA_DISCORDE INDIRIZZO_DISCORDE" {
			t.Fatal(s)
		}
		if s := stampati(t, u); s != "" {
			t.Fatalf("atti a %s", s)
		}
		return u
	}
	t.Run("i dati sono comunque i suoi", func(t *testing.T) {
		t.Parallel()
		u := apre(t)
		for id := range strings.FieldsSeq(u.Elenca(t, "alfa", `SELECT id FROM anomalia WHERE verbale = $1`, u.ID)) {
			if s := stampati(t, u); s != "" {
				t.Errorf("atti a %s, e si deve ancora decidere", s)
			}
			u.Fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+id+`","esito":"visura anagrafica"}`)
		}
		if s := stampati(t, u); s != "Mario Mario" {
			t.Errorf("atti a %s", s)
		}
	})
	t.Run("era un altro", func(t *testing.T) {
		t.Parallel()
		u := apre(t)
		u.Posizione = posizioneDi(t, u, verbale.Trasgressore)
		u.Fa(t, verbale.EventoPosizioneChiusa, `{}`)
		u.Posizione = ""
		u.Fa(t, verbale.EventoPosizioneAperta, `{"titolo":"TRASGRESSORE","persona":`+tutrice+`}`)
		if s := aperte(t, u); s != "" {
			t.Error(s)
		}
		if s := stampati(t, u); s != "Anna Mario" {
			t.Errorf("atti a %s", s)
		}
		u.Rivive(u.Ctx, t, u.ID.String())
	})
	t.Run("un CAP di quattro cifre scritto a mano è rifiutato sul suo campo", func(t *testing.T) {
		t.Parallel()
		u := banco.NuovaPratica(t, banco.NuovoBanco(t), "CAP")
		rifiutato(t, u, verbale.EventoPosizioneAperta, `{"titolo":"TRASGRESSORE","persona":{"persona":{"cognome":"Verdi","nome":"Lia"},"indirizzo":{"via":"Via Po","cap":"4012","comune":"Bolonia"}}}`,
			"dati.persona.indirizzo.cap")
	})
}

// TestCandidatoDiscordeScelto: who chooses a candidate after reading that the data are not his is not asked again.
func TestCandidatoDiscordeScelto(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	for codice, vuole := range map[string]string{"DATI_DISCORDI": "", "COMPROPRIETARI": "IDENTITA_DISCORDE"} {
		e := b.Inserisce(ctx, t, banco.UnVerbale(codice))
		u := &banco.Pratica{Banco: b, Ctx: b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), ID: uuid.MustParse(e.IDVerbale)}
		indagine := uuid.Must(uuid.NewV7()).String()
		b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, motivo, codice, candidati, rete, quando)
			VALUES ($1, $2, 'ANOMALA', 'Da decidere.', $3, $4::jsonb, 'motorizzazione', now())`, indagine, e.IDVerbale, codice,
			`[{"tipo":"PERSONA","cognome":"BIANCHI","nome":"MARIO","codiceFiscale":"RSSMRA80A01H501U","nazione":"IT","titolo":"PROPRIETARIO","risponde":true}]`)
		if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "d"+codice, event.IndagineEsito{IDIndagine: indagine, IDVerbale: e.IDVerbale, Esito: event.IndagineAnomala})); err != nil {
			t.Fatal(err)
		}
		u.Fa(t, verbale.EventoIntestatarioTrovato, `{"indagine":"`+indagine+`","candidato":0}`)
		if s := aperte(t, u); s != vuole {
			t.Errorf("%s: %q", codice, s)
		}
	}
}

// TestRecapitoDiscorde: another address is judged as the first.
func TestRecapitoDiscorde(t *testing.T) {
	t.Parallel()
	u := banco.NuovaPratica(t, banco.NuovoBanco(t), "RECAPITO")
	u.Forma(t)
	u.Esegui(t, "elaborazione", "alfa", `DELETE FROM voce`) // as if the lot had left
	u.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
	u.Fa(t, verbale.EventoNotificaNonRiuscita, `{"motivo":"TRASFERITO"}`)
	u.Fa(t, verbale.EventoRecapitoIndicato, `{"indirizzo":"Via Cavour","comune":"Bologna","provincia":"RA","cap":"40121"}`)
	if s := aperte(t, u); s != "INDIRIZZO_DISCORDE" {
		t.Error(s)
	}
	if s := stampati(t, u); s != "" {
		t.Errorf("atti a %s", s)
	}
}
