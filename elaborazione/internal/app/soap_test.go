package app_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
)

// rispostaSoap is what the tests read of an answer: the fields of any operation, or the fault.
type rispostaSoap struct {
	Fault struct {
		Codice string   `xml:"detail>errore>codice"`
		Campi  []string `xml:"detail>errore>campo>nome"`
	} `xml:"Body>Fault"`
	Annullato  string   `xml:"Body>annullaVerbaleResponse>procedura"`
	Letto      string   `xml:"Body>leggiVerbaleResponse>procedura"`
	Anomalie   []string `xml:"Body>leggiVerbaleResponse>anomalia"`
	Variazioni []struct {
		IDEsterno string `xml:"idEsterno"`
		Procedura string `xml:"procedura"`
	} `xml:"Body>leggiVariazioniResponse>variazione"`
	Cursore string `xml:"Body>leggiVariazioniResponse>cursore"`
	testo   string
	stato   int
	testa   http.Header
}

// invia sends an envelope to the door of SOAP, with a token of access or without.
func (b *banco) invia(t *testing.T, token, busta string) (r rispostaSoap) {
	t.Helper()
	h, testo := b.chiedi(t, "POST /ElaborazioneService/VerbaleInsService", token, []byte(busta), "Content-Type", "text/xml; charset=utf-8")
	if err := xml.Unmarshal(testo, &r); err != nil {
		t.Fatalf("%d %v: %.500s", h.StatusCode, err, testo)
	}
	r.stato, r.testo, r.testa = h.StatusCode, string(testo), h.Header
	return r
}

// conUsernameToken puts a token into the header of an envelope.
func conUsernameToken(busta, utente, password, altro string) string {
	return strings.Replace(busta, "<s:Body>", `<s:Header><w:Security s:mustUnderstand="1" xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" `+
		`xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">`+altro+`<w:UsernameToken><w:Username>`+utente+
		`</w:Username><w:Password>`+password+`</w:Password></w:UsernameToken></w:Security></s:Header><s:Body>`, 1)
}

func leggiVerbale(idEsterno string) string {
	return richiesta(`<leggiVerbale ` + spazio + `><idEsterno>` + idEsterno + `</idEsterno></leggiVerbale>`)
}

func annullaVerbale(idEsterno string) string {
	return richiesta(`<annullaVerbale ` + spazio + `><idEsterno>` + idEsterno + `</idEsterno><motivo>inserito due volte</motivo></annullaVerbale>`)
}

func TestSoap(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	b.realm.Rispondi(t, testkit.Bus(t, b.nats, "core"))
	token := b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore)
	t.Run("chi entra", func(t *testing.T) { soapChiEntra(t, b, token) })
	t.Run("annulla e legge le variazioni", func(t *testing.T) { soapAnnulla(t, b, token) })
	t.Run("chi legge sa di un doppione trovato dopo", func(t *testing.T) { soapDoppione(t, b, token) })
	t.Run("gli allegati restano", func(t *testing.T) { soapAllegati(t, b, token) })
	t.Run("ogni richiesta cattiva dice che cosa non va", func(t *testing.T) { soapCampi(t, b, token) })
}

// soapDoppione: a fine that was alone when it came in has a double since; whoever sent it reads so, and no more once it is
// settled.
func soapDoppione(t *testing.T, b *banco, token string) {
	t.Helper()
	const anomalia = ">POSSIBILE_DOPPIONE</"
	b.manda(t, inserimento("DOPPIO-1", "AB771CD", ""))
	if r := b.invia(t, token, leggiVerbale("DOPPIO-1")); strings.Contains(r.testo, "anomalia") {
		t.Errorf("alone: %s", r.testo)
	}
	b.manda(t, inserimento("DOPPIO-2", "AB771CD", ""))
	r := b.invia(t, token, leggiVerbale("DOPPIO-1"))
	if len(r.Anomalie) != 1 || !strings.Contains(r.testo, anomalia) {
		t.Errorf("with a double: %v %s", r.Anomalie, r.testo)
	}
	b.Esegui(t, "elaborazione", "alfa", `UPDATE anomalia SET tipo = 'DESTINATARIO_DECEDUTO' WHERE chiusa IS NULL`)
	if r := b.invia(t, token, leggiVerbale("DOPPIO-1")); len(r.Anomalie) != 0 {
		t.Errorf("what tells of a person: %v", r.Anomalie)
	}
	b.Esegui(t, "elaborazione", "alfa", `UPDATE anomalia SET tipo = 'POSSIBILE_DOPPIONE' WHERE chiusa IS NULL`)
	if r := b.invia(t, token, annullaVerbale("DOPPIO-2")); r.Annullato != "SCARTATO" {
		t.Fatal(r.testo)
	}
	if r := b.invia(t, token, leggiVerbale("DOPPIO-1")); len(r.Anomalie) != 0 {
		t.Errorf("settled: %v", r.Anomalie)
	}
}

// soapChiEntra: UsernameToken is as good as BASIC, and a refusal is a fault.
func soapChiEntra(t *testing.T, b *banco, token string) {
	t.Helper()
	domanda := leggiVerbale("ASSENTE")
	const buona = testkit.PasswordGiusta
	durata := func(d time.Duration) string {
		return `<u:Timestamp><u:Expires>` + tempo.Adesso().Add(d).UTC().Format(time.RFC3339) + `</u:Expires></u:Timestamp>`
	}
	for nome, c := range map[string]struct {
		token, busta string
		stato        int
		codice       string
	}{
		"nessuno":                                {"", domanda, 401, "CREDENZIALI_NON_VALIDE"},
		"un ruolo che non può":                   {b.token(t, "x.alfa", "alfa", auth.RuoloLettura), domanda, 403, "PERMESSO_MANCANTE"},
		"un tenant sconosciuto":                  {b.token(t, "x.zeta", "zeta", auth.RuoloIntegratore), domanda, 404, "TENANT_SCONOSCIUTO"},
		"UsernameToken":                          {"", conUsernameToken(domanda, "integratore.alfa", buona, durata(time.Minute)), 500, "NON_TROVATO"},
		"UsernameToken sbagliato":                {"", conUsernameToken(domanda, "integratore.alfa", "x", ""), 401, "CREDENZIALI_NON_VALIDE"},
		"UsernameToken di un ruolo che non può":  {"", conUsernameToken(domanda, "lettura.alfa", buona, ""), 403, "PERMESSO_MANCANTE"},
		"UsernameToken in una richiesta scaduta": {"", conUsernameToken(domanda, "integratore.alfa", buona, durata(-time.Second)), 500, "RICHIESTA_SCADUTA"},
		"i due modi, lo stesso utente":           {token, conUsernameToken(domanda, "Integratore.Alfa", "non guardata", ""), 500, "NON_TROVATO"},
		"i due modi, due utenti":                 {token, conUsernameToken(domanda, "integratore.beta", buona, ""), 500, "CREDENZIALI_DISCORDI"},
	} {
		t.Run(nome, func(t *testing.T) {
			r := b.invia(t, c.token, c.busta)
			if r.stato != c.stato || r.Fault.Codice != c.codice || (c.stato == 401) != (len(r.testa.Values("WWW-Authenticate")) == 2) {
				t.Errorf("%d %s", r.stato, r.testo)
			}
		})
	}
}

func soapAnnulla(t *testing.T, b *banco, token string) {
	t.Helper()
	b.inserisci(t, "ANNULLA-1", "AB125CD")
	variazioni := func(cursore string) rispostaSoap {
		dentro := ""
		if cursore != "" {
			dentro = "<cursore>" + cursore + "</cursore>"
		}
		return b.invia(t, token, richiesta(`<leggiVariazioni `+spazio+`>`+dentro+`<massimo>1000</massimo></leggiVariazioni>`))
	}
	prima := variazioni("")
	if len(prima.Variazioni) == 0 || prima.Variazioni[len(prima.Variazioni)-1].IDEsterno != "ANNULLA-1" {
		t.Fatal(prima.testo)
	}
	for range 2 {
		if r := b.invia(t, token, annullaVerbale("ANNULLA-1")); r.Annullato != "SCARTATO" {
			t.Fatal(r.testo)
		}
	}
	dopo := variazioni(prima.Cursore)
	if len(dopo.Variazioni) != 1 || dopo.Variazioni[0].IDEsterno != "ANNULLA-1" || dopo.Variazioni[0].Procedura != "SCARTATO" {
		t.Error(dopo.testo)
	}
	if r := b.invia(t, token, leggiVerbale("ANNULLA-1")); r.Letto != "SCARTATO" {
		t.Error(r.testo)
	}
	beta := b.token(t, "integratore.beta", "beta", auth.RuoloIntegratore)
	if r := b.invia(t, beta, annullaVerbale("ANNULLA-1")); r.Fault.Codice != "NON_TROVATO" {
		t.Errorf("un altro comando: %s", r.testo)
	}
	if r := b.invia(t, beta, richiesta(`<leggiVariazioni `+spazio+`><cursore>`+prima.Cursore+`</cursore></leggiVariazioni>`)); r.Fault.Codice != "DATI_NON_VALIDI" || !slices.Equal(r.Fault.Campi, []string{"cursore"}) {
		t.Errorf("il cursore di un altro comando: %s", r.testo)
	}
}

// allegato is one attachment.
func allegato(nome, base64 string) string {
	return `<allegato><nome>` + nome + `</nome><tipo>image/jpeg</tipo><contenuto>` + base64 + `</contenuto></allegato>`
}

// conAllegati puts elements at the end of a fine.
func conAllegati(idEsterno, allegati string) string {
	return strings.Replace(inserimento(idEsterno, "AB126CD", ""), "</reparto>", "</reparto><note>una nota</note>"+allegati, 1)
}

// soapAllegati: twenty files inside the 10 MiB of a request come out of the store as they went in.
func soapAllegati(t *testing.T, b *banco, token string) {
	t.Helper()
	var messi [][]byte
	var testo strings.Builder
	for i := range 20 {
		file := make([]byte, 350_000) // 20 of them are 9.3 million characters of base64
		_, _ = rand.Read(file)
		copy(file, "\xff\xd8\xff\xe0") // by chance alone they might begin as a file of another type does
		messi = append(messi, file)
		testo.WriteString(allegato(fmt.Sprintf("foto %d.jpg", i), base64.StdEncoding.EncodeToString(file)))
	}
	if r := b.invia(t, token, conAllegati("ALLEGATI-1", testo.String())); r.Fault.Codice != "" {
		t.Fatalf("%d %.500s", r.stato, r.testo)
	}
	magazzino, err := deposito.Apri(t.Context(), b.servizio.Settings.DepositoURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = magazzino.Chiudi() })
	rows, err := b.Banca(t, "elaborazione", "alfa").Query(t.Context(), `SELECT d.sha256 FROM documento d JOIN verbale v ON v.id = d.verbale
		WHERE v.id_esterno = 'ALLEGATI-1' AND d.tipo = 'ALLEGATO' AND d.mime = 'image/jpeg' ORDER BY length(d.nome), d.nome`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		var sha string
		if err := rows.Scan(&sha); err != nil {
			t.Fatal(err)
		}
		if file, err := magazzino.Leggi(context.Background(), "alfa", sha); err != nil || n >= len(messi) || !bytes.Equal(file, messi[n]) {
			t.Errorf("il file %d: %v", n, err)
		}
	}
	if n != len(messi) {
		t.Errorf("%d file, attesi %d", n, len(messi))
	}
}

// soapCampi: each bad request has a fault with its code and the field, and records nothing.
func soapCampi(t *testing.T, b *banco, token string) {
	t.Helper()
	b.inserisci(t, "USATO", "AB127CD")
	buona := func(da, a string) string { return strings.Replace(inserimento("CATTIVA", "AB128CD", ""), da, a, 1) }
	ieri := tempo.Oggi().AddDays(-1).String()
	ora := func(s string) string { return buona(ieri+"T10:20:00", s) }
	const quando = "verbale.dataOraViolazione"
	for nome, c := range map[string]struct{ busta, codice, campo string }{
		"targa vuota":                    {buona("AB128CD", ""), "DATI_NON_VALIDI", "verbale.veicolo.targa"},
		"targa di soli spazi":            {buona("AB128CD", " \n "), "DATI_NON_VALIDI", "verbale.veicolo.targa"},
		"targa senza senso":              {buona("AB128CD", "?!?"), "DATI_NON_VALIDI", "verbale.veicolo.targa"},
		"targa con un comando SQL":       {buona("AB128CD", "'; DROP TABLE verbale --"), "DATI_NON_VALIDI", "verbale.veicolo.targa"},
		"nel futuro":                     {ora(tempo.Oggi().AddDays(2).String() + "T10:20:00"), "DATI_NON_VALIDI", quando},
		"un giorno che non c'è":          {ora("2026-02-30T10:20:00"), "DATI_NON_VALIDI", quando},
		"l'ora che marzo salta":          {ora("2026-03-29T02:30:00"), "DATI_NON_VALIDI", quando},
		"l'ora che ottobre ripete":       {ora("2025-10-26T02:30:00"), "DATI_NON_VALIDI", quando},
		"un articolo ignoto":             {buona("<articolo>158<", "<articolo>999<"), "DATI_NON_VALIDI", "verbale.violazione[1].articolo"},
		"un articolo senza senso":        {buona("<articolo>158<", "<articolo>centocinquantotto<"), "DATI_NON_VALIDI", "verbale.violazione[1].articolo"},
		"un agente ignoto":               {buona("A001", "Z999"), "DATI_NON_VALIDI", "verbale.agente[1].matricola"},
		"un reparto ignoto":              {buona("PL01", "PL99"), "DATI_NON_VALIDI", "verbale.reparto"},
		"un campo ignoto":                {buona("<agente>", "<colore/><agente>"), "DATI_NON_VALIDI", "verbale.colore"},
		"un campo di un altro namespace": {buona("<agente>", `<agente xmlns="urn:x"/><agente>`), "DATI_NON_VALIDI", "verbale.agente"},
		"base64 rotto":                   {conAllegati("CATTIVA", allegato("a.jpg", "Zm9v?")), "DATI_NON_VALIDI", "verbale.allegato[1].contenuto"},
		"un allegato vuoto":              {conAllegati("CATTIVA", allegato("a.jpg", "")), "DATI_NON_VALIDI", "verbale.allegato[1].contenuto"},
		"una pagina detta fotografia":    {conAllegati("CATTIVA", allegato("a.jpg", "PGh0bWw+PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==")), "DATI_NON_VALIDI", "verbale.allegato[1].tipo"},
		"un programma detto fotografia": {conAllegati("CATTIVA", allegato("a.jpg", "Zm9v")+allegato("b.jpg", "TVqQAAMAAAAEAAAA")),
			"DATI_NON_VALIDI", "verbale.allegato[2].tipo"},
		"un nome di file con una cartella": {conAllegati("CATTIVA", allegato("../a.jpg", "Zm9v")), "DATI_NON_VALIDI", "verbale.allegato[1].nome"},
		"ventuno allegati":                 {conAllegati("CATTIVA", strings.Repeat(allegato("a.jpg", "Zm9v"), 21)), "DATI_NON_VALIDI", "verbale.allegato"},
		"un'altra con la stessa chiave":    {inserimento("USATO", "AB129CD", ""), "CONTENUTO_DIVERSO", "verbale.idEsterno"},
		"una chiave di un altro":           {leggiVerbale("MAI"), "NON_TROVATO", "idEsterno"},
		"un numero già usato":              {strings.Replace(inserimento("NUMERO-2", "AB130CD", ""), "<dataOra", "<numero>77</numero><lettera>N</lettera><dataOra", 1), "NUMERO_GIA_USATO", "verbale.numero"},
	} {
		t.Run(nome, func(t *testing.T) {
			if c.codice == "NUMERO_GIA_USATO" {
				b.invia(t, token, strings.Replace(inserimento("NUMERO-1", "AB131CD", ""), "<dataOra", "<numero>77</numero><lettera>N</lettera><dataOra", 1))
			}
			r := b.invia(t, token, c.busta)
			if r.stato != http.StatusInternalServerError || r.Fault.Codice != c.codice || len(r.Fault.Campi) == 0 || r.Fault.Campi[0] != c.campo {
				t.Errorf("%d %s", r.stato, r.testo)
			}
		})
	}
	if r := b.invia(t, token, leggiVerbale("CATTIVA")); r.Fault.Codice != "NON_TROVATO" {
		t.Errorf("una richiesta cattiva è stata registrata: %s", r.testo)
	}
	for i, con := range []string{"2025-10-26T02:30:00+02:00", "2025-10-26T02:30:00+01:00"} {
		busta := strings.Replace(inserimento(fmt.Sprintf("RIPETUTA-%d", i), "AB132CD", ""), ieri+"T10:20:00", con, 1)
		if r := b.invia(t, token, busta); r.Fault.Codice != "" {
			t.Errorf("%s: %s", con, r.testo)
		}
	}
}
