package verbaleins_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// chiama posts a request and gives status and body of the answer.
func chiama(t testing.TB, url, tipo, azione, documento string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(documento))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", tipo)
	if azione != "" {
		req.Header.Set("SoapAction", azione)
	}
	risposta, err := (&http.Client{Timeout: 10 * time.Second}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer risposta.Body.Close()
	testo, err := io.ReadAll(risposta.Body)
	if err != nil {
		t.Fatal(err)
	}
	return risposta.StatusCode, string(testo)
}

// chiedi is an operation of a few fields.
func chiedi(operazione, dentro string) string {
	return `<` + operazione + ` xmlns="` + verbaleins.Spazio + `">` + dentro + `</` + operazione + `>`
}

func TestEseguiLeOperazioni(t *testing.T) {
	t.Parallel()
	url := servitore(t, nuovoFinto()).URL
	const azione = `"urn:piattaforma-verbali:elaborazione:verbaleins:1:inserisciVerbale"`
	passi := []struct {
		nome, tipo, azione, documento string
		stato                         int
		attesi                        []string
	}{
		{"la prima volta è INSERITO", "text/xml", azione, imbusta(operazione(completa)), 200,
			[]string{"<v:esito>INSERITO</v:esito>", "<v:importoCent>2940</v:importoCent>", "<v:avvertenza>PROVA: è &lt;sicuro&gt; &amp; certo</v:avvertenza>"}},
		{"la seconda è GIA_PRESENTE", "text/xml", "", imbusta(operazione(completa)), 200, []string{"<v:esito>GIA_PRESENTE</v:esito>"}},
		{"con altro contenuto è un fault con il suo codice", "text/xml", "", imbusta(operazione(strings.Replace(completa, "PL01", "PL02", 1))), 500,
			[]string{"<faultcode>env:Client</faultcode>", "<v:codice>CONTENUTO_DIVERSO</v:codice>", "<v:nome>verbale.idEsterno</v:nome>"}},
		{"si legge con la chiave", "text/xml", "", imbusta(`<leggiVerbale xmlns="` + verbaleins.Spazio + `"><idEsterno>COM/2026-1</idEsterno></leggiVerbale>`), 200,
			[]string{"leggiVerbaleResponse", "<v:debito>NON_ESIGIBILE</v:debito>"}},
		{"una chiave ignota non si trova", "text/xml", "", imbusta(`<leggiVerbale xmlns="` + verbaleins.Spazio + `"><idEsterno>X</idEsterno></leggiVerbale>`), 500, []string{"<v:codice>NON_TROVATO</v:codice>", "<v:nome>idEsterno</v:nome>"}},
		{"una chiave scorretta è nominata", "text/xml", "", imbusta(`<leggiVerbale xmlns="` + verbaleins.Spazio + `"><idEsterno>a b</idEsterno></leggiVerbale>`), 500, []string{"<v:nome>idEsterno</v:nome>"}},
		{"un campo ignoto è nominato col percorso", "text/xml", "", imbusta(operazione(strings.Replace(completa, "<tipoTarga>", "<colore/><tipoTarga>", 1))), 500,
			[]string{"<v:codice>DATI_NON_VALIDI</v:codice>", "<v:campo><v:nome>verbale.veicolo.colore</v:nome><v:messaggio>elemento non previsto</v:messaggio></v:campo>"}},
		{"senza motivo non si annulla", "text/xml", "", imbusta(chiedi("annullaVerbale", "<idEsterno>COM/2026-1</idEsterno>")), 500, []string{"<v:nome>motivo</v:nome><v:messaggio>manca ed è obbligatorio"}},
		{"si annulla", "text/xml", strings.Replace(azione, "inserisci", "annulla", 1), imbusta(chiedi("annullaVerbale", "<idEsterno>COM/2026-1</idEsterno><motivo>doppio</motivo>")), 200,
			[]string{"annullaVerbaleResponse", "<v:idEsterno>COM/2026-1</v:idEsterno><v:idVerbale>", "<v:procedura>SCARTATO</v:procedura>"}},
		{"si annulla di nuovo", "text/xml", "", imbusta(chiedi("annullaVerbale", "<idEsterno>COM/2026-1</idEsterno><motivo>ancora</motivo>")), 200, []string{"<v:procedura>SCARTATO</v:procedura>"}},
		{"non si annulla ciò che non c'è", "text/xml", "", imbusta(chiedi("annullaVerbale", "<idEsterno>X</idEsterno><motivo>doppio</motivo>")), 500, []string{"<v:codice>NON_TROVATO</v:codice>", "<v:nome>idEsterno</v:nome>"}},
		{"le variazioni", "text/xml", "", imbusta(chiedi("leggiVariazioni", "")), 200,
			[]string{"<v:variazione><v:idEsterno>COM/2026-1</v:idEsterno>", "<v:procedura>SCARTATO</v:procedura><v:debito>NON_ESIGIBILE</v:debito><v:ricorso>NESSUNO</v:ricorso><v:punti>NON_DOVUTI</v:punti><v:riscossione>NESSUNA</v:riscossione><v:sequenza>1</v:sequenza></v:variazione><v:cursore>c1</v:cursore><v:altre>false</v:altre>"}},
		{"le variazioni dopo il cursore", "text/xml", "", imbusta(chiedi("leggiVariazioni", "<cursore>c1</cursore><massimo>1000</massimo>")), 200, []string{`"><v:cursore>c1</v:cursore><v:altre>false</v:altre>`}},
		{"un cursore di un altro", "text/xml", "", imbusta(chiedi("leggiVariazioni", "<cursore>c9</cursore>")), 500,
			[]string{"<v:codice>DATI_NON_VALIDI</v:codice>", "<v:nome>cursore</v:nome>"}},
		{"un cursore che non può esserlo", "text/xml", "", imbusta(chiedi("leggiVariazioni", "<cursore>a b</cursore>")), 500, []string{"<v:nome>cursore</v:nome>"}},
		{"nessuna variazione per volta", "text/xml", "", imbusta(chiedi("leggiVariazioni", "<massimo>0</massimo>")), 500, []string{"<v:nome>massimo</v:nome><v:messaggio>deve essere un numero intero da 1 a 1000"}},
		{"troppe variazioni per volta", "text/xml", "", imbusta(chiedi("leggiVariazioni", "<massimo>1001</massimo>")), 500, []string{"<v:nome>massimo</v:nome>"}},
		{"un'altra azione è rifiutata", "text/xml", `"urn:altra"`, imbusta(operazione(completa)), 500, []string{"<v:codice>AZIONE_NON_CORRISPONDENTE</v:codice>"}},
		{"l'azione di un'altra operazione è rifiutata", "text/xml", strings.Replace(azione, "inserisci", "leggi", 1), imbusta(operazione(completa)), 500, []string{"AZIONE_NON_CORRISPONDENTE"}},
		{"un'operazione ignota è rifiutata", "text/xml", "", imbusta(`<annullaTutto xmlns="` + verbaleins.Spazio + `"/>`), 500, []string{"<v:codice>OPERAZIONE_SCONOSCIUTA</v:codice>"}},
		{"l'operazione in un altro namespace è ignota", "text/xml", "", imbusta(strings.Replace(operazione(completa), ":verbaleins:1", ":verbaleins:2", 1)), 500, []string{"OPERAZIONE_SCONOSCIUTA"}},
		{"XML rotto ha il suo codice", "text/xml", "", "<", 500, []string{"<v:codice>XML_NON_VALIDO</v:codice>"}},
		{"in SOAP 1.2 il rifiuto è 400 Sender", "application/soap+xml", "", strings.Replace(imbusta(operazione("")), "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope", 1), 400,
			[]string{"env:Sender", "<env:Detail><v:errore", "<v:nome>verbale</v:nome>"}},
		{"un altro tipo è 415", "application/json", "", "{}", 415, []string{"TIPO_NON_AMMESSO"}},
	}
	for _, p := range passi { // in order: each step finds what the ones before left
		stato, testo := chiama(t, url, p.tipo, p.azione, p.documento)
		if stato != p.stato {
			t.Errorf("%s: stato %d, atteso %d", p.nome, stato, p.stato)
		}
		for _, a := range p.attesi {
			if !strings.Contains(testo, a) {
				t.Errorf("%s: manca %s in %s", p.nome, a, testo)
			}
		}
	}
}

// guasto is a Servizio that fails with one error.
type guasto struct{ err error }

func (g guasto) Inserisci(context.Context, richiesta.Verbale) (verbaleins.Esito, error) {
	return verbaleins.Esito{}, g.err
}

func (g guasto) Leggi(context.Context, string) (verbaleins.EsitoLettura, error) {
	return verbaleins.EsitoLettura{}, g.err
}

func (g guasto) Annulla(context.Context, string, string) (verbaleins.EsitoAnnullamento, error) {
	return verbaleins.EsitoAnnullamento{}, g.err
}

func (g guasto) Variazioni(context.Context, string, int) (verbaleins.EsitoVariazioni, error) {
	return verbaleins.EsitoVariazioni{}, g.err
}

func TestEseguiTraduceGliErrori(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome   string
		err    error
		codice soap.FaultCode
		sigla  string
	}{
		{"un errore interno non si mostra", errors.New("password sbagliata del database"), soap.Server, "ERRORE_INTERNO"},
		{"il tempo scaduto è del servizio", context.DeadlineExceeded, soap.Server, "ERRORE_INTERNO"},
		{"i dati non pronti sono del servizio", problem.NonDisponibile("DATI_NON_PRONTI", "Riprovare."), soap.Server, "DATI_NON_PRONTI"},
		{"troppe richieste sono del servizio: la stessa poi riesce", problem.Troppe(time.Second), soap.Server, "TROPPE_RICHIESTE"},
		{"un conflitto è del cliente", problem.Conflitto("NUMERO_GIA_USATO", "Il numero è già usato."), soap.Client, "NUMERO_GIA_USATO"},
		{"i campi errati sono del cliente", problem.CampoNonValido("verbale.reparto", "non esiste"), soap.Client, "DATI_NON_VALIDI"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			r, err := soap.Read(strings.NewReader(imbusta(operazione(minima))), "text/xml", "", 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			risposta, f := verbaleins.Esegui(t.Context(), guasto{c.err}, r)
			if f == nil || risposta != nil || f.Codice != c.codice || f.Sigla != c.sigla || !errors.Is(f, c.err) || strings.Contains(f.Messaggio, "password") {
				t.Errorf("%v %+v", risposta, f)
			}
		})
	}
}

func TestWSDL(t *testing.T) {
	t.Parallel()
	w := verbaleins.WSDL(`https://h/ElaborazioneService/VerbaleInsService?a="&b`)
	if n := bytes.Count(w, []byte(`location="https://h/ElaborazioneService/VerbaleInsService?a=&#34;&amp;b"`)); n != 2 {
		t.Errorf("l'indirizzo compare %d volte, attese 2", n)
	}
	if bytes.Contains(w, []byte("SCHEMA")) || bytes.Contains(w, []byte("INDIRIZZO")) || bytes.Count(w, []byte("<?xml")) != 1 {
		t.Error("il modello non è stato riempito")
	}
	// portType, and each of the two bindings
	if n := bytes.Count(w, []byte("<wsdl:operation name=")); n != 4*3 {
		t.Errorf("%d operazioni, attese 12", n)
	}
}

func TestXSDDocumentaOgniElemento(t *testing.T) {
	t.Parallel()
	pezzi := strings.Split(string(verbaleins.XSD()), "<xsd:element ")[1:]
	for _, p := range pezzi {
		intestazione, resto, _ := strings.Cut(p, ">")
		if !strings.HasPrefix(strings.TrimSpace(resto), `<xsd:annotation><xsd:documentation xml:lang="it">`) {
			t.Errorf("senza documentazione: %s", intestazione)
		}
	}
	if len(pezzi) < 80 {
		t.Errorf("solo %d elementi", len(pezzi))
	}
}

func TestXSDElencaITipiDiTargaCheSonoLetti(t *testing.T) {
	t.Parallel()
	_, tipo, _ := strings.Cut(string(verbaleins.XSD()), `<xsd:simpleType name="TipoTarga">`)
	tipo, _, _ = strings.Cut(tipo, "</xsd:simpleType>")
	valori := strings.Split(tipo, `<xsd:enumeration value="`)[1:]
	for _, v := range valori {
		v, _, _ = strings.Cut(v, `"`)
		if letto := deveLeggere(t, strings.Replace(completa, "AUTOVEICOLO", v, 1)).Veicolo.TipoTarga; string(letto) != v {
			t.Errorf("%s letto come %s", v, letto)
		}
	}
	if len(valori) != 24 {
		t.Errorf("%d tipi, attesi 24", len(valori))
	}
}
