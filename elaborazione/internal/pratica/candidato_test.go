package pratica_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// treCandidati are on the papers of one vehicle: dead, one of two owners, who only uses nothing.
const treCandidati = `[
	{"tipo":"PERSONA","codiceFiscale":"BNCLGU50A01H501K","cognome":"BIANCHI","nome":"LUIGI","indirizzo":"Via Po","comune":"Roma","nazione":"IT",
	 "titolo":"PROPRIETARIO","dal":"2001-01-01","decesso":"2020-05-06","minorenne":false,"risponde":false},
	{"tipo":"PERSONA","codiceFiscale":"RSSMRA80A01H501U","cognome":"ROSSI","nome":"MARIO","sesso":"M","dataNascita":"1980-01-01","luogoNascita":"Roma",
	 "indirizzo":"Via Garibaldi","civico":"15","cap":"48121","comune":"Ravenna","comuneIstat":"039014","provincia":"RA","nazione":"IT",
	 "titolo":"PROPRIETARIO","dal":"2001-01-01","minorenne":false,"risponde":true},
	{"tipo":"SOCIETA","codiceFiscale":"00488410010","denominazione":"LEASING SPA","indirizzo":"Corso Italia","comune":"Torino","nazione":"IT",
	 "titolo":"LOCATORE","dal":"2001-01-01","minorenne":false,"risponde":false}]`

// daDecidere writes an answer that leaves the choice to a person, and lets elaborazione take it.
func daDecidere(t *testing.T, b *banco.Banco, idVerbale, codice, motivo string) string {
	t.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, motivo, codice, candidati, avvertenze, data_furto, nazione_targa, rete, quando)
		VALUES ($1, $2, 'ANOMALA', $3, $4, $5::jsonb, '["Il codice fiscale non corrisponde al nome"]', '2026-01-02', 'DE', 'motorizzazione', now())`,
		id, idVerbale, motivo, codice, treCandidati)
	if err := banco.Uno(b.Intestatari.IndagineEsito, b.Integratore("alfa"), banco.Messaggio(t, "i-"+id, event.IndagineEsito{IDIndagine: id, IDVerbale: idVerbale, Esito: "ANOMALA"})); err != nil {
		t.Fatal(err)
	}
	return id
}

// TestDaDecidere: an answer that is not enough waits for a person, who reads why and from whom to choose.
func TestDaDecidere(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	ufficio := b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio)
	for codice, motivo := range map[string]string{
		"COMPROPRIETARI": "Il veicolo ha due proprietari.", "PIU_IN_VECE": "Due locatari.", "RUBATO": "Il veicolo risulta rubato.",
		"DECEDUTO_PRIMA": "Il proprietario era deceduto.", "TARGA_ESTERA": "La targa è estera.",
	} {
		t.Run(codice, func(t *testing.T) {
			t.Parallel()
			e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("D-%d", len(motivo))))
			indagine := daDecidere(t, b, e.IDVerbale, codice, motivo)
			c, err := b.Consultazione.Mostra(ufficio, banco.Parse(e.IDVerbale), "")
			if err != nil || c.Procedura != verbale.IntestatarioIncerto || len(c.Anomalie) != 1 || c.Anomalie[0].Testo != motivo {
				t.Fatalf("%s %+v %v", c.Procedura, c.Anomalie, err)
			}
			x := c.Indagine
			if x == nil || x.ID.String() != indagine || x.Codice != codice || x.Motivo != motivo ||
				x.DataFurto.IsZero() || x.NazioneTarga != "DE" || len(x.Avvertenze) != 1 {
				t.Fatalf("%+v", x)
			}
			if len(x.Candidati) != 3 || x.Candidati[0].Decesso.IsZero() || x.Candidati[1].Cognome != "ROSSI" || !x.Candidati[1].Risponde || x.Candidati[2].Titolo != "LOCATORE" {
				t.Errorf("%+v", x.Candidati)
			}
			evento := b.Elenca(t, "alfa", `SELECT dati::text FROM evento WHERE verbale = $1 AND tipo = 'INTESTATARIO_ANOMALO'`, e.IDVerbale)
			if !strings.Contains(evento, codice) || !strings.Contains(evento, indagine) || strings.Contains(evento, "ROSSI") {
				t.Error(evento)
			}
			senza, err := b.Consultazione.Mostra(b.Come("alfa", "lettura.alfa", auth.RuoloLettura), banco.Parse(e.IDVerbale), "")
			if testo, _ := json.Marshal(senza); err != nil || senza.Indagine != nil || strings.Contains(string(testo), codice) {
				t.Errorf("%v %s", err, testo)
			}
			b.Rivive(ctx, t, e.IDVerbale)
		})
	}
}

// TestSceglie: an officer names the owner among those of the papers, and the fine goes on as if the registry had.
func TestSceglie(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	ufficio := b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio)
	chiede := func(idVerbale, tipo, chiave, dati string) error {
		_, _, err := b.Pratiche.RegistraEvento(ufficio, banco.Parse(idVerbale), mosse.RichiestaEvento{Tipo: tipo, Motivo: "visura al PRA",
			Idempotenza: chiave, Dati: json.RawMessage(dati)}, "")
		return err
	}
	e, altro := b.Inserisce(ctx, t, banco.UnVerbale("S-1")), b.Inserisce(ctx, t, banco.UnVerbale("S-2"))
	indagine := daDecidere(t, b, e.IDVerbale, "COMPROPRIETARI", "Il veicolo ha due proprietari.")
	altrui := daDecidere(t, b, altro.IDVerbale, "RUBATO", "Il veicolo risulta rubato.")
	scelta := func(indagine string, quale int) string {
		return fmt.Sprintf(`{"indagine":%q,"candidato":%d}`, indagine, quale)
	}
	for dati, dice := range map[string]string{
		`{}`:                              "manca",
		scelta(indagine, 0):               "deceduto",
		scelta(indagine, 2):               "non risponde",
		scelta(indagine, 3):               "3 candidati",
		scelta(indagine, -1):              "da 0",
		scelta(altrui, 1):                 "non ha questa indagine",
		scelta("x", 1):                    "identificativo",
		`{"indagine":"` + indagine + `"}`: "da 0",
		`{"candidato":1}`:                 "manca",
		`{"indagine":"` + indagine + `","candidato":1,"persona":{"persona":{"cognome":"Verdi","nome":"Lia"}}}`:                 "oppure",
		`{"persona":{"persona":{"cognome":"Verdi","nome":"Lia"},"indirizzo":{"via":"Via Po","comune":"Roma","nazione":"XX"}}}`: "indirizzo.nazione non è la sigla",
	} {
		err := chiede(e.IDVerbale, "INTESTATARIO_TROVATO", "k", dati)
		if p := problem.As(err); p == nil || p.Kind != problem.BadRequest || !strings.Contains(fmt.Sprint(p.Campi), dice) {
			t.Errorf("%s: %v", dati, err)
		}
	}
	altrove := uuid.NewString() // the same people, in a country that is none
	b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, motivo, codice, candidati, rete, quando)
		VALUES ($1, $2, 'ANOMALA', 'da decidere', 'INDIRIZZO_DISCORDE', $3::jsonb, 'motorizzazione', now())`, altrove, e.IDVerbale, strings.ReplaceAll(treCandidati, `"IT"`, `"XX"`))
	if p := problem.As(chiede(e.IDVerbale, "INTESTATARIO_TROVATO", "k", scelta(altrove, 1))); p == nil || !strings.Contains(fmt.Sprint(p.Campi), "la nazione del suo indirizzo") {
		t.Error(p)
	}
	for range 2 { // the same key again changes nothing
		if err := chiede(e.IDVerbale, "INTESTATARIO_TROVATO", "k", scelta(indagine, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if s := b.Elenca(t, "alfa", `SELECT v.procedura || ' ' || s.cognome || ' ' || s.comune_istat || ' ' || s.data_nascita || ' ' || (SELECT count(*) FROM anomalia a WHERE a.verbale = v.id AND a.chiusa IS NULL)
			|| ' ' || (SELECT count(*) FROM avviso a WHERE a.verbale = v.id)
			|| ' ' || (SELECT count(*) FROM uscita u WHERE u.oggetto = v.id::text AND u.soggetto LIKE 'lavori.elaborazione.pdf.%')
		FROM verbale v JOIN posizione p ON p.verbale = v.id JOIN soggetto s ON s.id = p.soggetto WHERE v.id = $1`, e.IDVerbale); s != "INTESTATARIO_TROVATO ROSSI 039014 1980-01-01 0 2 1" {
		t.Error(s)
	}
	if err := chiede(e.IDVerbale, "INTESTATARIO_TROVATO", "k2", scelta(indagine, 1)); !problem.Is(err, "TRANSIZIONE_NON_AMMESSA") {
		t.Errorf("una persona sostituita: %v", err)
	}
	if err := chiede(e.IDVerbale, "POSIZIONE_APERTA", "k3", strings.Replace(scelta(indagine, 1), "{", `{"titolo":"TRASGRESSORE",`, 1)); err != nil {
		t.Error(err)
	}
	b.Rivive(ctx, t, e.IDVerbale)
	if err := chiede(altro.IDVerbale, "INTESTATARIO_TROVATO", "k", `{"persona":{"persona":{"cognome":"Verdi","nome":"Lia"},"indirizzo":{"via":"Hauptstrasse","civico":"1","comune":"Wien","nazione":"AT"}}}`); err != nil {
		t.Error(err)
	}
	b.Rivive(ctx, t, altro.IDVerbale)
	if c, err := b.Consultazione.Mostra(ufficio, banco.Parse(altro.IDVerbale), ""); err != nil || c.Procedura != verbale.IntestatarioNoto || c.Indagine != nil || c.Posizioni[0].Soggetto.Nazione != "AT" {
		t.Errorf("%s %+v %v", c.Procedura, c.Indagine, err)
	}
}

// TestIndagineSuperata: an answer about a plate or a day that the fine no longer has changes nothing, and nobody can
// be chosen from it.
func TestIndagineSuperata(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("V-1"))
	for colonna, valore := range map[string]string{"targa": "ZZ999ZZ", "giorno": "2001-01-01"} {
		fatto := b.Indagine(t, e.IDVerbale, event.IndagineTrovata)
		prima := fatto.IDIndagine
		fatto.IDIndagine = uuid.Must(uuid.NewV7()).String()
		b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine SELECT (jsonb_populate_record(i, jsonb_build_object('id', $1::text, $2::text, $3::text, 'candidati', $4::jsonb))).*
			FROM indagine i WHERE id = $5`, fatto.IDIndagine, colonna, valore, treCandidati, prima)
		if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, colonna, fatto)); err != nil {
			t.Fatal(err)
		}
		_, _, err := b.Pratiche.RegistraEvento(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), banco.Parse(e.IDVerbale), mosse.RichiestaEvento{Tipo: "INTESTATARIO_TROVATO",
			Motivo: "m", Idempotenza: "k", Dati: json.RawMessage(fmt.Sprintf(`{"indagine":%q,"candidato":1}`, fatto.IDIndagine))}, "")
		if p := problem.As(err); p == nil || !strings.Contains(fmt.Sprint(p.Campi), "non ha più") {
			t.Errorf("%s: %v", colonna, err)
		}
	}
	if s := b.Elenca(t, "alfa", `SELECT v.procedura || ' ' || count(p.soggetto) FROM verbale v JOIN posizione p ON p.verbale = v.id WHERE v.id = $1 GROUP BY v.id`, e.IDVerbale); s != "INTESTATARIO_RICHIESTO 0" {
		t.Error(s)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM ricevuto WHERE id IN ('targa', 'giorno')`); n != 2 {
		t.Errorf("%d messaggi presi", n)
	}
	fatto := b.Indagine(t, e.IDVerbale, event.IndagineTrovata)
	if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "buona", fatto)); err != nil {
		t.Fatal(err)
	}
	if s := b.Elenca(t, "alfa", `SELECT procedura FROM verbale WHERE id = $1`, e.IDVerbale); s != "INTESTATARIO_TROVATO" {
		t.Error(s)
	}
}

// TestAvvertenzeDellIntestatario: what does not fit in the answer that named the owner stays with the fine, for who may
// see people.
func TestAvvertenzeDellIntestatario(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	e, altro := b.Inserisce(ctx, t, banco.UnVerbale("AV-1")), b.Inserisce(ctx, t, banco.UnVerbale("AV-2"))
	fatto := b.Indagine(t, e.IDVerbale, event.IndagineTrovata)
	senza := fatto.IDIndagine
	fatto.IDIndagine = uuid.Must(uuid.NewV7()).String()
	b.Esegui(t, "vpn", "alfa", `INSERT INTO indagine SELECT (jsonb_populate_record(i, jsonb_build_object('id', $1::text,
		'avvertenze', '["il nome non torna con il codice fiscale"]'::jsonb))).* FROM indagine i WHERE id = $2`, fatto.IDIndagine, senza)
	if err := errors.Join(banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "a", fatto)),
		banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, "b", b.Indagine(t, altro.IDVerbale, event.IndagineTrovata)))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ ruolo, verbale, vuole string }{
		{auth.RuoloUfficio, e.IDVerbale, "[il nome non torna con il codice fiscale]"},
		{auth.RuoloLettura, e.IDVerbale, "[]"},
		{auth.RuoloUfficio, altro.IDVerbale, "[]"},
	} {
		letto, err := b.Consultazione.Mostra(b.Come("alfa", "x.alfa", c.ruolo), banco.Parse(c.verbale), "")
		if err != nil || fmt.Sprint(letto.Avvertenze) != c.vuole || letto.Indagine != nil {
			t.Errorf("%s: %v %+v %v", c.ruolo, letto.Avvertenze, letto.Indagine, err)
		}
	}
}
