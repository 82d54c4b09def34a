package event_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

type canale struct {
	Address  string   `yaml:"address"`
	Stream   string   `yaml:"x-stream"`
	Pubblica []string `yaml:"x-pubblica"`
	Consuma  []string `yaml:"x-consuma"`
	Messages map[string]struct {
		Ref string `yaml:"$ref"`
	} `yaml:"messages"`
}

type documento struct {
	Channels   map[string]canale `yaml:"channels"`
	Components struct {
		Schemas map[string]any `yaml:"schemas"`
	} `yaml:"components"`
}

func leggi(t *testing.T) documento {
	t.Helper()
	dati, err := os.ReadFile("../../../docs/asyncapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var d documento
	if err := yaml.Unmarshal(dati, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// schema compiles a schema of the document.
func (d documento) schema(t *testing.T, nome string) *jsonschema.Schema {
	t.Helper()
	dati, err := json.Marshal(d.Components.Schemas[nome])
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(dati))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("urn:"+nome, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("urn:" + nome)
	if err != nil {
		t.Fatalf("%s: %v", nome, err)
	}
	return s
}

func TestEveryMessageIsInTheContractAndBack(t *testing.T) {
	t.Parallel()
	d := leggi(t)
	var nelDocumento []string
	for nome, c := range d.Channels {
		if !strings.HasPrefix(c.Address, "chiedi.") && !strings.HasPrefix(c.Address, "$KV.") { // a key set is no message of ours
			nelDocumento = append(nelDocumento, nome)
		}
	}
	slices.Sort(nelDocumento)
	if diff := cmp.Diff(nelDocumento, slices.Sorted(maps.Keys(event.Esempi()))); diff != "" {
		t.Errorf("channels in the document against messages in the code:\n%s", diff)
	}
}

func TestExamplesTravelOnTheirSubjectAndFitTheirSchema(t *testing.T) {
	t.Parallel()
	d := leggi(t)
	for nome, corpo := range event.Esempi() {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			c := d.Channels[nome]
			forma := regexp.MustCompile(`^` + regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(c.Address), `[a-z0-9][a-z0-9-]*`) + `$`)
			if s := corpo.Soggetto("alfa"); !forma.MatchString(s) {
				t.Errorf("subject %s is not %s", s, c.Address)
			}
			if corpo.Oggetto() == "" {
				t.Error("no CloudEvents subject")
			}
			verifica(t, d.schema(t, strings.TrimPrefix(c.Messages["corpo"].Ref, "#/components/messages/")), corpo)
		})
	}
}

func TestAccessQuestionFitsItsSchema(t *testing.T) {
	t.Parallel()
	d := leggi(t)
	verifica(t, d.schema(t, "DomandaAccesso"), event.DomandaAccesso{Utente: "a", Password: "b", Modulo: "vpn"})
	verifica(t, d.schema(t, "DomandaPortale"), event.DomandaPortale{Passo: event.PassoInizio, Portale: "alfa"})
	verifica(t, d.schema(t, "RispostaPortale"), event.RispostaPortale{Sessione: &event.SessioneDelFornitore{Emittente: "e", Soggetto: "s", SID: "x", Avviso: "j"}, Accesso: &event.RispostaAccesso{Operatore: event.Operatore{Ruoli: []string{"CITTADINO"}}}})
	verifica(t, d.schema(t, "RispostaAccesso"), event.RispostaAccesso{Operatore: event.Operatore{Ruoli: []string{"AGENTE"}}})
}

func TestQuestionsAboutVehiclesAndLicencesFitTheirSchemas(t *testing.T) {
	t.Parallel()
	d := leggi(t)
	verifica(t, d.schema(t, "DomandaOcrTarga"), event.DomandaOcrTarga{Documento: strings.Repeat("a", 64)})
	verifica(t, d.schema(t, "RispostaOcrTarga"), event.RispostaOcrTarga{Targa: "AB123CD", Nazione: "IT", Confidenza: 0.99, Alternative: []event.AlternativaLettura{{Valore: "AB123GD", Confidenza: 0.01}}})
	verifica(t, d.schema(t, "RispostaOcrTarga"), event.RispostaOcrTarga{Alternative: []event.AlternativaLettura{}})
	verifica(t, d.schema(t, "DomandaTarga"), event.DomandaTarga{Targa: "AB123CD", Motivo: "CONTROLLO_SU_STRADA"})
	verifica(t, d.schema(t, "DomandaTarga"), event.DomandaTarga{Targa: "AB123CD", Data: "2026-03-01", Motivo: "m", Indirizzo: "192.0.2.1", EntroMs: 1800})
	verifica(t, d.schema(t, "DomandaPatente"), event.DomandaPatente{Numero: "U10000001A", Motivo: "CONTROLLO_SU_STRADA", EntroMs: 1800})
}

func TestQuestionsToElaborazioneFitTheirSchemas(t *testing.T) {
	t.Parallel()
	d := leggi(t)
	for _, operazione := range []string{event.LottoCrea, event.LottoAnteprima, event.LottoChiudi, event.LottoPausa, event.LottoRiprendi, event.LottoAnnulla,
		event.LottoRiprova, event.VerbaleEvento, event.EsitiCarica, event.PdndVoucher, event.PdndFirma, event.PdndStato,
		event.PdndProva, event.RegistriDomicili, event.RegistriAttese} {
		if !slices.ContainsFunc(slices.Collect(maps.Values(d.Channels)), func(c canale) bool { return c.Address == "chiedi.elaborazione."+operazione }) {
			t.Errorf("%s is not in the document", operazione)
		}
	}
	verifica(t, d.schema(t, "DomandaNuovoLotto"), event.DomandaNuovoLotto{Tipo: "POSTALE"})
	verifica(t, d.schema(t, "DomandaNuovoLotto"), event.DomandaNuovoLotto{Tipo: "PDF",
		Filtro: event.FiltroLotto{Procedura: []string{"ATTO_GENERATO"}, Reparto: "PL01", Da: "2026-03-01", A: "2026-03-31"}})
	verifica(t, d.schema(t, "DomandaNuovoLotto"), event.DomandaNuovoLotto{Tipo: "POSTALE",
		Filtro: event.FiltroLotto{Piano: &event.FiltroPiano{Via: "SEND", Proposta: "POSTA"}}})
	const id = "018f0000-0000-7000-8000-000000000001"
	verifica(t, d.schema(t, "AnteprimaLotto"), event.AnteprimaLotto{Tipo: "SEND", Motivi: []event.MotivoSaltate{{Motivo: "m", Quante: 1}},
		Esempi: []event.VoceSaltata{{IDVerbale: id, IDPosizione: id, Numero: "1/2026", Motivo: "m"}}, Costo: event.CostoLotto{Noto: true}})
	verifica(t, d.schema(t, "DomandaLotto"), event.DomandaLotto{IDLotto: id})
	verifica(t, d.schema(t, "RispostaLotto"), event.RispostaLotto{IDLotto: id, Stato: "ACCODATO", Nome: "LOT-alfa-20261120-001", Totale: 3})
	verifica(t, d.schema(t, "DomandaEvento"), event.DomandaEvento{IDVerbale: id, Indirizzo: "192.0.2.1", Richiesta: json.RawMessage(`{"tipo":"NOTA"}`)})
	verifica(t, d.schema(t, "RispostaEvento"), event.RispostaEvento{Sequenza: 2, Procedura: "VALIDATO", Nuovo: true})
	verifica(t, d.schema(t, "DomandaEsiti"), event.DomandaEsiti{SHA256: strings.Repeat("0f", 32), ContentType: "text/csv; charset=windows-1252", Indirizzo: "192.0.2.1"})
	voucher := event.DomandaVoucher{Tenant: "alfa", EService: "inad", Metodo: "GET", Indirizzo: "https://inad.example/extract", Attore: "operatore.alfa",
		Motivo: "NOTIFICA_VERBALE"}
	verifica(t, d.schema(t, "DomandaVoucher"), voucher)
	voucher.IDVerbale, voucher.Rifiutato = id, id
	verifica(t, d.schema(t, "DomandaFirma"), event.DomandaFirma{DomandaVoucher: voucher, Digest: "hPq3xjgxGMr98LL2/lP2Y66DVCTcXdwL+YpNQD/gmvk=",
		ContentType: "application/json", ContentEncoding: "gzip", Postazione: "PC-1", Livello: "LoA3"})
	verifica(t, d.schema(t, "RispostaFirma"), event.RispostaFirma{Intestazioni: map[string]string{"Authorization": "Bearer x"}, IDVoucher: id, PurposeID: id})
	verifica(t, d.schema(t, "DomandaStatoPdnd"), event.DomandaStatoPdnd{})
	verifica(t, d.schema(t, "DomandaProvaPdnd"), event.DomandaProvaPdnd{EService: "inad", Indirizzo: "192.0.2.1"})
	verifica(t, d.schema(t, "DomandaProvaEService"), event.DomandaProvaEService{Tenant: "alfa", EService: "anpr-c001", Attore: "amministratore.alfa"})
	verifica(t, d.schema(t, "RispostaProvaEService"), event.RispostaProvaEService{Accettata: true, Frase: "ANPR accetta le chiamate."})
	verifica(t, d.schema(t, "DomandaInvio"), event.DomandaInvio{IDVerbale: id, Posizione: id, Motivo: "m", Idempotenza: "k", Indirizzo: "192.0.2.1"})
	verifica(t, d.schema(t, "RispostaInvio"), event.RispostaInvio{ID: id, Stato: "DA_INVIARE"})
	verifica(t, d.schema(t, "AnteprimaInvio"), event.AnteprimaInvio{Destinatario: "A B", Indirizzo: []string{"VIA ROMA 1"}, IDDocumento: id,
		SHA256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", Byte: 1, Avvisi: []event.AvvisoInvio{{Tipo: "RIDOTTO", NumeroAvviso: "3", ImportoCent: 1}},
		Manca: []string{}})
	verifica(t, d.schema(t, "DomandaAnnullo"), event.DomandaAnnullo{ID: id, Motivo: "m", Indirizzo: "192.0.2.1"})
	verifica(t, d.schema(t, "RispostaAnnullo"), event.RispostaAnnullo{ID: id, Stato: "ACCETTATA", Codice: "NOTIFICATION_CANCELLATION_ACCEPTED"})
	verifica(t, d.schema(t, "DomandaCanale"), event.DomandaCanale{})
	verifica(t, d.schema(t, "StatoCanale"), event.StatoCanale{Collegata: true, Server: "send.example", Versioni: []string{"v2.6"}})
	verifica(t, d.schema(t, "DomandaRegistri"), event.DomandaRegistri{Indirizzo: "192.0.2.1"})
	verifica(t, d.schema(t, "RispostaAttese"), event.RispostaAttese{Domande: []event.DomandaInAttesa{{IDVerbale: id, Numero: "1/2026", Targa: "AB123CD",
		Registro: "RESIDENZA", Chiesta: "2026-11-20", Ultimo: "2027-02-18"}}})
	verifica(t, d.schema(t, "RispostaDomicili"), event.RispostaDomicili{Atti: []event.AttoDomiciliato{{IDVerbale: id, Numero: "1/2026", Targa: "AB123CD",
		Destinatario: "ROSSI MARIO", Domicili: []event.IndirizzoDigitale{{Indirizzo: "a@pec.example", Tipo: "PEC", Fonte: "INAD"}}, Trovato: "2026-11-20", Ultimo: "2027-02-18"}}})
	verifica(t, d.schema(t, "RispostaEsiti"), event.RispostaEsiti{IDEsito: id, Stato: "ACCODATO", Totale: 3})
}

func verifica(t *testing.T, s *jsonschema.Schema, corpo any) {
	t.Helper()
	dati, err := json.Marshal(corpo)
	if err != nil {
		t.Fatal(err)
	}
	valore, err := jsonschema.UnmarshalJSON(bytes.NewReader(dati))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(valore); err != nil {
		t.Errorf("%s: %v", dati, err)
	}
}

var parametro = regexp.MustCompile(`\{[^}]+\}`)

func TestEveryDurableIsAConsumerOfTheContract(t *testing.T) {
	t.Parallel()
	d := leggi(t)
	for _, durevole := range bus.Durables() {
		modulo, _, _ := strings.Cut(durevole.Name, "-")
		trovato := false
		for _, c := range d.Channels {
			if parametro.ReplaceAllString(c.Address, "*") == durevole.Filter {
				trovato = c.Stream == durevole.Stream && slices.Contains(c.Consuma, modulo)
			}
		}
		if !trovato {
			t.Errorf("%s on %s is not in the document", durevole.Name, durevole.Filter)
		}
	}
}
