package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/api"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

const manuale = `UPDATE impostazione SET valore = '"MANUALE"' WHERE chiave = 'validazione.SOAP'`

// ufficio is the door of events as an office uses it.
type ufficio struct {
	*banco
	chi string
}

func apriUfficio(t *testing.T) *ufficio {
	t.Helper()
	b := avviaCon(t, manuale)
	return &ufficio{banco: b, chi: b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)}
}

// fa are the days before today.
func fa(giorni int) string { return tempo.Oggi().AddDays(-giorni).String() }

// nuovo inserts a fine of some days ago, known by its plate alone unless more is said.
func (b *banco) nuovo(t *testing.T, idEsterno string, giorni int, altro string) string {
	t.Helper()
	corpo := strings.Replace(inserimento(idEsterno, "AB123CD", altro), fa(1), fa(giorni), 1)
	corpo = strings.Replace(corpo, "<civico>12</civico>", "<civico>"+idEsterno+"</civico>", 1)
	return b.manda(t, corpo).IDVerbale
}

const obbligatoSoap = `<obbligato><persona><cognome>Verdi</cognome><nome>Luca</nome></persona></obbligato>`

// esitoEvento is an answer of the door.
type esitoEvento struct {
	Sequenza    int    `json:"sequenza"`
	Procedura   string `json:"procedura"`
	Debito      string `json:"debito"`
	Ricorso     string `json:"ricorso"`
	Punti       string `json:"punti"`
	Riscossione string `json:"riscossione"`
	Codice      string `json:"codice"`
	Detail      string `json:"detail"`
	Errori      []struct {
		Campo     string `json:"campo"`
		Messaggio string `json:"messaggio"`
	} `json:"errori"`
}

// chiede sends a request and holds question and answer against the contract.
func (s *ufficio) chiede(t *testing.T, id, token string, richiesta map[string]any) (int, esitoEvento) {
	t.Helper()
	corpo, err := json.Marshal(richiesta)
	if err != nil {
		t.Fatal(err)
	}
	return s.spedisce(t, id, token, corpo)
}

func (s *ufficio) spedisce(t *testing.T, id, token string, corpo []byte) (int, esitoEvento) {
	t.Helper()
	percorso := verbali + id + "/eventi"
	r, risposta := s.chiedi(t, "POST "+percorso, token, corpo, "Content-Type", "application/json")
	s.conforme(t, r, corpo, risposta)
	var e esitoEvento
	if err := json.Unmarshal(risposta, &e); err != nil {
		t.Fatalf("%d %v: %s", r.StatusCode, err, risposta)
	}
	return r.StatusCode, e
}

// evento is a good request of a kind.
func eventoDi(tipo, giorno string, dati map[string]any) map[string]any {
	r := map[string]any{"tipo": tipo, "motivo": "prova", "idempotenza": tipo + giorno}
	if giorno != "" {
		r["dataLegale"] = giorno
	}
	if dati != nil {
		r["dati"] = dati
	}
	return r
}

// deve records an event that must be admitted.
func (s *ufficio) deve(t *testing.T, id string, richiesta map[string]any) esitoEvento {
	t.Helper()
	stato, e := s.chiede(t, id, s.chi, richiesta)
	if stato != http.StatusCreated {
		t.Fatalf("%v: %d %s %s %v", richiesta, stato, e.Codice, e.Detail, e.Errori)
	}
	return e
}

// con gives a request with a member changed, or taken away when nil.
func con(r map[string]any, campo string, valore any) map[string]any {
	r = maps.Clone(r)
	if r[campo] = valore; valore == nil {
		delete(r, campo)
	}
	return r
}

func TestUnaVitaIntera(t *testing.T) {
	t.Parallel()
	s := apriUfficio(t)
	id := s.nuovo(t, "VITA-1", 120, "")
	if v := s.verbale(t, id, s.chi); v["procedura"] != "DA_VALIDARE" {
		t.Fatal(v["procedura"])
	}
	if e := s.deve(t, id, eventoDi("VERBALE_VALIDATO", "", nil)); e.Procedura != "INTESTATARIO_RICHIESTO" || e.Sequenza != 4 {
		t.Fatalf("%+v", e)
	}
	s.rispondi(t, id, event.IndagineTrovata, 1)
	s.decideIlTermine(t, id)
	testkit.Attendi(t, 20*time.Second, "the act", func() bool { return s.verbale(t, id, s.chi)["procedura"] == "ATTO_GENERATO" })
	s.deve(t, id, eventoDi("SPESE_ADDEBITATE", "", map[string]any{"speseCent": 1200}))
	s.deve(t, id, eventoDi("NOTIFICA_AVVIATA", fa(112), map[string]any{"canale": "POSTA"}))
	servita := con(eventoDi("NOTIFICA_PERFEZIONATA", "", map[string]any{"canale": "POSTA_CONSEGNA",
		"esito": map[string]any{"affidamento": fa(112), "fatto": fa(110)}}), "prova", "AR 7800")
	if e := s.deve(t, id, servita); e.Procedura != "NOTIFICATO" || e.Debito != "INTERO" {
		t.Fatalf("after the sixty days: %+v", e)
	}
	s.deve(t, id, eventoDi("RICORSO_PRESENTATO", fa(80), map[string]any{"autorita": "PREFETTO", "riferimento": "prot. 1"}))
	s.deve(t, id, eventoDi("RICORSO_TRASMESSO", fa(70), nil))
	if e := s.deve(t, id, eventoDi("RICORSO_RESPINTO", fa(30), map[string]any{"importoCent": 33000})); e.Debito != "ORDINANZA" || e.Ricorso != "RESPINTO" {
		t.Fatalf("%+v", e)
	}
	s.deve(t, id, con(eventoDi("ORDINANZA_NOTIFICATA", fa(20), nil), "prova", "AR 7801"))
	r, corpo := s.chiedi(t, "POST /ElaborazioneService/rest/VerbaliRestService/pagamenti", s.chi,
		[]byte(`{"idVerbale":"`+id+`","importoCent":34200,"data":"`+fa(2)+`","canale":"PAGOPA","riferimento":"RT-1"}`), "Content-Type", "application/json")
	if r.StatusCode != http.StatusCreated || !strings.Contains(string(corpo), `"CHIUSO"`) {
		t.Fatalf("%d %s", r.StatusCode, corpo)
	}
	if v := s.verbale(t, id, s.chi); v["debito"] != "PAGATO" || v["procedura"] != "NOTIFICATO" || v["punti"] != "DATI_RICHIESTI" {
		t.Errorf("the points are still open: %v %v %v", v["procedura"], v["debito"], v["punti"])
	}
	s.deve(t, id, eventoDi("DATI_CONDUCENTE_RICEVUTI", "", map[string]any{"conducente": map[string]any{
		"persona":   map[string]any{"cognome": "Garibaldi", "nome": "Anita", "codiceFiscale": "RSSMRA80A01H501U"},
		"indirizzo": map[string]any{"via": "Via Roma", "comune": "Ravenna"}}}))
	s.deve(t, id, eventoDi("PUNTI_DA_COMUNICARE", "", nil))
	s.deve(t, id, eventoDi("PUNTI_COMUNICATI", "", map[string]any{"riferimento": "ANAG 1"}))
	if e := s.deve(t, id, eventoDi("VERBALE_DEFINITO", "", nil)); e.Procedura != "DEFINITO" || e.Punti != "COMUNICATI" {
		t.Errorf("%+v", e)
	}
	s.tracce(t, id)
}

// decideIlTermine lets an act be made whose ninety days are over: art. 201 c. 1 CdS wants a person for it.
func (s *ufficio) decideIlTermine(t *testing.T, id string) {
	t.Helper()
	var anomalie []any
	testkit.Attendi(t, 20*time.Second, "the anomaly of the term", func() bool {
		anomalie, _ = s.verbale(t, id, s.chi)["anomalie"].([]any)
		return len(anomalie) == 1
	})
	a, _ := anomalie[0].(map[string]any)
	if a["tipo"] != "TERMINE_NOTIFICA_SCADUTO" {
		t.Fatal(a)
	}
	s.deve(t, id, eventoDi("ANOMALIA_RISOLTA", "", map[string]any{"anomalia": a["id"], "esito": "l'atto partì il giorno della violazione, per altra via"}))
}

// tracce: the audit has every event with motive and address, no message or event names a person, and the
// events replay to what the tables hold.
func (s *ufficio) tracce(t *testing.T, id string) {
	t.Helper()
	conn := s.Collega(t, "elaborazione", "alfa")
	var righe int
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM registro WHERE oggetto = $1 AND attore = 'ufficio.alfa' AND motivo = 'prova'
		AND indirizzo = '127.0.0.1' AND azione LIKE '%ORDINANZA_NOTIFICATA%'`, id).Scan(&righe); err != nil || righe != 1 {
		t.Errorf("registro: %d righe, %v", righe, err)
	}
	var nomi int
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM evento WHERE verbale = $1 AND (dati::text || deciso::text || coalesce(apre::text, '')) ~* 'rossi|RSSMRA|garibaldi'`, id).Scan(&nomi); err != nil || nomi != 0 {
		t.Errorf("%d eventi nominano persone, %v", nomi, err)
	}
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM uscita WHERE oggetto = $1 AND corpo::text ~* 'rossi|RSSMRA|garibaldi'`, id).Scan(&nomi); err != nil || nomi != 0 {
		t.Errorf("%d messaggi nominano persone, %v", nomi, err)
	}
	var nota int
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM posizione p JOIN soggetto s ON s.id = p.soggetto WHERE p.verbale = $1 AND s.cognome = 'Garibaldi'`, id).Scan(&nota); err != nil || nota != 1 {
		t.Errorf("il conducente è in %d posizioni, %v", nota, err)
	}
}

// rifiuto is a request that the door refuses.
type rifiuto struct {
	regola string
	cambia func(map[string]any) map[string]any
	campo  string
}

// metti changes a member.
func metti(campo string, valore any) func(map[string]any) map[string]any {
	return func(r map[string]any) map[string]any { return con(r, campo, valore) }
}

// tipo makes the request one of a kind with these data.
func diTipo(tipo string, dati map[string]any) func(map[string]any) map[string]any {
	return func(r map[string]any) map[string]any { return con(con(r, "tipo", tipo), "dati", dati) }
}

func comuniCattivi() []rifiuto {
	return []rifiuto{
		{"tipo manca", metti("tipo", nil), "tipo"},
		{"tipo ignoto", metti("tipo", "VERBALE_STRAPPATO"), "tipo"},
		{"tipo della piattaforma", metti("tipo", "TERMINE_SCONTO_DECORSO"), "tipo"},
		{"tipo di altra porta", metti("tipo", "PAGAMENTO_REGISTRATO"), "tipo"},
		{"tipo minuscolo", metti("tipo", "nota_aggiunta"), "tipo"},
		{"tipo non testo", metti("tipo", 7), "tipo"},
		{"motivo manca", metti("motivo", nil), "motivo"},
		{"motivo di spazi", metti("motivo", "  \n "), "motivo"},
		{"motivo lungo", metti("motivo", strings.Repeat("à", 501)), "motivo"},
		{"motivo con un carattere di controllo", metti("motivo", "a\u0007b"), "motivo"},
		{"motivo che gira la scrittura", metti("motivo", "a\u202eb"), "motivo"},
		{"motivo con NUL", metti("motivo", "a\x00b"), "motivo"},
		{"idempotenza manca", metti("idempotenza", nil), "idempotenza"},
		{"idempotenza lunga", metti("idempotenza", strings.Repeat("x", 65)), "idempotenza"},
		{"prova lunga", metti("prova", strings.Repeat("x", 201)), "prova"},
		{"dataLegale nel futuro", metti("dataLegale", tempo.Oggi().AddDays(2).String()), "dataLegale"},
		{"dataLegale prima della violazione", metti("dataLegale", fa(40)), "dataLegale"},
		{"dataLegale che non è un giorno", metti("dataLegale", "2026-02-30"), "dataLegale"},
		{"dataLegale all'italiana", metti("dataLegale", "01/02/2026"), "dataLegale"},
		{"posizione che non è un identificativo", metti("posizione", "1"), "posizione"},
		{"posizione di un altro", metti("posizione", uuid.NewString()), "posizione"},
		{"sequenza zero", metti("sequenza", 0), "sequenza"},
		{"sequenza con la virgola", metti("sequenza", 1.5), "sequenza"},
		{"sequenza che non c'è ancora", metti("sequenza", 99), "sequenza"},
		{"membro ignoto", metti("urgente", true), "urgente"},
		{"dati che non sono un oggetto", metti("dati", []int{1}), "dati"},
		{"dati di testo", metti("dati", "x"), "dati"},
		{"membro ignoto in dati", metti("dati", map[string]any{"testo": "x", "sconto": 10}), "dati.sconto"},
		{"un tipo sbagliato in dati", metti("dati", map[string]any{"testo": 1}), "dati.testo"},
		{"testo manca", metti("dati", map[string]any{}), "dati.testo"},
		{"testo lungo", metti("dati", map[string]any{"testo": strings.Repeat("x", 2001)}), "dati.testo"},
	}
}

// soggettiCattivi: the rules of the SOAP insertion hold here too.
func soggettiCattivi() []rifiuto {
	anna := map[string]any{"cognome": "Bianchi", "nome": "Anna"}
	via := map[string]any{"via": "Via Roma", "comune": "Ravenna"}
	var tutti []rifiuto
	for _, c := range []struct {
		regola  string
		scritto map[string]any
		campo   string
	}{
		{"né persona né società", map[string]any{}, ""},
		{"persona e società", map[string]any{"persona": anna, "societa": map[string]any{"denominazione": "X"}}, ""},
		{"cognome e nome mancano", map[string]any{"persona": map[string]any{"cognome": " "}}, ".persona.cognome"},
		{"due segnaposto", map[string]any{"persona": map[string]any{"cognome": ".", "nome": "N.D."}}, ".persona.cognome"},
		{"cognome lungo", map[string]any{"persona": con(anna, "cognome", strings.Repeat("x", 121))}, ".persona.cognome"},
		{"codice fiscale che non torna", map[string]any{"persona": con(anna, "codiceFiscale", "RSSMRA80A01H501X")}, ".persona.codiceFiscale"},
		{"codice fiscale corto", map[string]any{"persona": con(anna, "codiceFiscale", "RSS")}, ".persona.codiceFiscale"},
		{"sesso ignoto", map[string]any{"persona": con(anna, "sesso", "X")}, ".persona.sesso"},
		{"nascita nel futuro", map[string]any{"persona": con(anna, "dataNascita", "2999-01-01")}, ".persona.dataNascita"},
		{"nascita che non è un giorno", map[string]any{"persona": con(anna, "dataNascita", "ieri")}, ".persona.dataNascita"},
		{"partita IVA che non torna", map[string]any{"societa": map[string]any{"denominazione": "X", "partitaIva": "12345678901"}}, ".societa.partitaIva"},
		{"denominazione manca", map[string]any{"societa": map[string]any{}}, ".societa.denominazione"},
		{"indirizzo senza comune", map[string]any{"persona": anna, "indirizzo": con(via, "comune", nil)}, ".indirizzo.comune"},
		{"nazione minuscola", map[string]any{"persona": anna, "indirizzo": con(via, "nazione", "it")}, ".indirizzo.nazione"},
		{"codice ISTAT corto", map[string]any{"persona": anna, "indirizzo": con(via, "comuneIstat", "39")}, ".indirizzo.comuneIstat"},
	} {
		tutti = append(tutti, rifiuto{c.regola, diTipo("POSIZIONE_APERTA", map[string]any{"titolo": "TRASGRESSORE", "persona": c.scritto}), "dati.persona" + c.campo})
	}
	return tutti
}

// conProva makes the request a service with this proof.
func conProva(canale, prova string) func(map[string]any) map[string]any {
	return func(r map[string]any) map[string]any {
		return con(diTipo("NOTIFICA_PERFEZIONATA", map[string]any{"canale": canale})(r), "prova", prova)
	}
}

func datiCattivi() []rifiuto {
	return []rifiuto{
		{"posizione su un evento del verbale", func(r map[string]any) map[string]any {
			return con(diTipo("VERBALE_VALIDATO", nil)(r), "posizione", uuid.NewString())
		}, "posizione"},
		{"titolo ignoto", diTipo("POSIZIONE_APERTA", map[string]any{"titolo": "PASSANTE", "persona": map[string]any{
			"persona": map[string]any{"cognome": "Bianchi", "nome": "Anna"}}}), "dati.titolo"},
		{"persona manca", diTipo("POSIZIONE_APERTA", map[string]any{"titolo": "TRASGRESSORE"}), "dati.persona"},
		{"una società alla guida", diTipo("DATI_CONDUCENTE_RICEVUTI", map[string]any{"conducente": map[string]any{
			"societa": map[string]any{"denominazione": "X"}}}), "dati.conducente.societa"},
		{"spese mancanti", diTipo("SPESE_ADDEBITATE", nil), "dati.speseCent"},
		{"spese negative", diTipo("SPESE_ADDEBITATE", map[string]any{"speseCent": -1}), "dati.speseCent"},
		{"spese con la virgola", diTipo("SPESE_ADDEBITATE", map[string]any{"speseCent": 12.5}), "dati.speseCent"},
		{"canale ignoto", diTipo("NOTIFICA_AVVIATA", map[string]any{"canale": "PICCIONE"}), "dati.canale"},
		{"tentativo senza senso", diTipo("NOTIFICA_AVVIATA", map[string]any{"canale": "PEC", "notifica": "x"}), "dati.notifica"},
		{"fallimento senza motivo", diTipo("NOTIFICA_NON_RIUSCITA", nil), "dati.motivo"},
		{"canale della notifica manca", diTipo("NOTIFICA_PERFEZIONATA", nil), "dati.canale"},
		{"prova che un foglio di calcolo ha distrutto", conProva("POSTA_CONSEGNA", "2,81526E+11"), "prova"},
		{"prova distrutta con il nome della lettera", conProva("PEC", "23L 2,81526E+11"), "prova"},
		{"prova che dice di non esserci", conProva("POSTA_CONSEGNA", "n.d."), "prova"},
		{"prova di un trattino", conProva("MANI", "-"), "prova"},
		{"prova che è un giorno", conProva("POSTA_CONSEGNA", "27/11/2026"), "prova"},
		{"prova con la cifra di controllo sbagliata", conProva("POSTA_DEPOSITO", "28152638219-3"), "prova"},
		{"prova confermata che non è una prova", func(r map[string]any) map[string]any {
			return con(diTipo("PROVA_NOTIFICA_CONFERMATA", nil)(r), "prova", "SI")
		}, "prova"},
		{"esito senza fatto", diTipo("NOTIFICA_PERFEZIONATA", map[string]any{"canale": "PEC", "esito": map[string]any{}}), "dati.esito.fatto"},
		{"fatto senza un giorno", diTipo("NOTIFICA_PERFEZIONATA", map[string]any{"canale": "PEC", "esito": map[string]any{"fatto": "oggi"}}), "dati.esito.fatto"},
		{"rettifica senza il giorno", diTipo("DATA_NOTIFICA_RETTIFICATA", nil), "dataLegale"},
		{"storno di niente", diTipo("PAGAMENTO_STORNATO", nil), "dati.pagamento"},
		{"rimborso di zero", diTipo("RIMBORSO_DISPOSTO", map[string]any{"importoCent": 0}), "dati.importoCent"},
		{"rate senza reddito", diTipo("RATEIZZAZIONE_CONCESSA", map[string]any{"dataRichiesta": fa(1)}), "dati.redditoCent"},
		{"una rata sola", diTipo("RATEIZZAZIONE_CONCESSA", map[string]any{"dataRichiesta": fa(1), "redditoCent": 1, "numeroRate": 1}), "dati.numeroRate"},
		{"richiesta dopo la concessione", diTipo("RATEIZZAZIONE_CONCESSA", map[string]any{"dataRichiesta": "2999-01-01", "redditoCent": 1}), "dati.dataRichiesta"},
		{"autorità ignota", diTipo("RICORSO_PRESENTATO", map[string]any{"autorita": "TAR"}), "dati.autorita"},
		{"un ricorso senza somma", diTipo("RICORSO_RESPINTO", nil), "dati.importoCent"},
		{"un'ordinanza senza somma", diTipo("ORDINANZA_EMESSA", nil), "dati.importoCent"},
		{"somma enorme", diTipo("RICORSO_RESPINTO", map[string]any{"importoCent": 1e12}), "dati.importoCent"},
		{"anomalia senza nome", diTipo("ANOMALIA_RISOLTA", map[string]any{"esito": "x"}), "dati.anomalia"},
		{"anomalia senza esito", diTipo("ANOMALIA_RISOLTA", map[string]any{"anomalia": uuid.NewString()}), "dati.esito"},
		{"riferimento lungo", diTipo("VERBALE_ANNULLATO", map[string]any{"riferimento": strings.Repeat("x", 121)}), "dati.riferimento"},
		{"dati dove non ce ne sono", diTipo("VERBALE_VALIDATO", map[string]any{"x": 1}), "dati.x"},
	}
}

func TestRichiesteCattive(t *testing.T) {
	t.Parallel()
	s := apriUfficio(t)
	id := s.nuovo(t, "CATTIVO", 20, obbligatoSoap)
	buona := eventoDi("NOTA_AGGIUNTA", "", map[string]any{"testo": "x"})
	for _, c := range slices.Concat(comuniCattivi(), soggettiCattivi(), datiCattivi()) {
		t.Run(c.regola, func(t *testing.T) {
			stato, e := s.chiede(t, id, s.chi, c.cambia(buona))
			if stato != http.StatusBadRequest || len(e.Errori) == 0 || e.Errori[0].Campo != c.campo {
				t.Errorf("%d %s %s %v", stato, e.Codice, e.Detail, e.Errori)
			}
			if c.campo == "tipo" && c.regola != "tipo non testo" && !strings.Contains(e.Detail, "NOTA_AGGIUNTA, ") && !strings.Contains(e.Detail, ", NOTA_AGGIUNTA") {
				t.Errorf("the kinds admitted are not told: %s", e.Detail)
			}
		})
	}
	t.Run("più difetti si dicono insieme", func(t *testing.T) {
		_, e := s.chiede(t, id, s.chi, con(con(con(buona, "motivo", nil), "dataLegale", "x"), "dati", map[string]any{}))
		if len(e.Errori) != 3 {
			t.Errorf("%v", e.Errori)
		}
	})
	for regola, corpo := range map[string]string{"JSON rotto": `{"tipo":`, "due volte lo stesso membro": `{"tipo":"NOTA_AGGIUNTA","tipo":"NOTA_AGGIUNTA"}`,
		"due volte in dati": `{"tipo":"NOTA_AGGIUNTA","dati":{"testo":"a","testo":"b"}}`, "niente": ``, "null": `null`} {
		t.Run(regola, func(t *testing.T) {
			if stato, e := s.spedisce(t, id, s.chi, []byte(corpo)); stato != http.StatusBadRequest {
				t.Errorf("%d %s", stato, e.Detail)
			}
		})
	}
	if v := s.verbale(t, id, s.chi); v["sequenza"] != 1.0 {
		t.Errorf("something was recorded: sequenza %v", v["sequenza"])
	}
}

func TestChiPuoRegistrare(t *testing.T) {
	t.Parallel()
	s := apriUfficio(t)
	id := s.nuovo(t, "CHI", 20, obbligatoSoap)
	operatore := s.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore)
	lettura := s.token(t, "lettore.alfa", "alfa", auth.RuoloLettura)
	altrove := s.token(t, "ufficio.beta", "beta", auth.RuoloUfficio)
	nota := eventoDi("NOTA_AGGIUNTA", "", map[string]any{"testo": "vista"})
	if stato, e := s.chiede(t, id, operatore, nota); stato != http.StatusCreated || e.Sequenza != 2 {
		t.Errorf("%d %+v", stato, e)
	}
	for _, tipo := range mosse.TipiDiPersona() {
		stato, e := s.chiede(t, id, operatore, eventoDi(tipo, "", nil))
		switch tipo {
		case "NOTA_AGGIUNTA", "ANOMALIA_APERTA":
			if stato != http.StatusBadRequest {
				t.Errorf("%s: %d", tipo, stato)
			}
		default:
			if stato != http.StatusForbidden || e.Codice != "PERMESSO_MANCANTE" || !strings.Contains(e.Detail, "verbale:decidi") || !strings.Contains(e.Detail, tipo) {
				t.Errorf("%s: %d %s %s", tipo, stato, e.Codice, e.Detail)
			}
		}
	}
	if stato, _ := s.chiede(t, id, lettura, nota); stato != http.StatusForbidden {
		t.Errorf("LETTURA: %d", stato)
	}
	if stato, e := s.chiede(t, id, altrove, nota); stato != http.StatusNotFound || e.Codice != "NON_TROVATO" {
		t.Errorf("another command: %d %s", stato, e.Codice)
	}
	if stato, _ := s.chiede(t, uuid.NewString(), s.chi, nota); stato != http.StatusNotFound {
		t.Errorf("no such fine: %d", stato)
	}
}

func TestRegoleCheRifiutano(t *testing.T) {
	t.Parallel()
	s := apriUfficio(t)
	id := s.nuovo(t, "REGOLE", 20, obbligatoSoap)
	for _, c := range []struct {
		tipo, parola string
		dati         map[string]any
	}{
		{"NOTIFICA_AVVIATA", "serve procedura", map[string]any{"canale": "PEC"}},
		{"VERBALE_REDATTO", "è «da validare»", nil},
		{"RICORSO_RESPINTO", "serve ricorso", map[string]any{"importoCent": 100}},
		{"PUNTI_COMUNICATI", "«da comunicare all'anagrafe»", nil},
		{"ISCRITTO_A_RUOLO", "riscossione «da riscuotere»", nil},
		{"ANOMALIA_RISOLTA", "anomalia", map[string]any{"anomalia": uuid.NewString(), "esito": "x"}},
		{"DATI_CONDUCENTE_OMESSI", "«chiesto chi guidava»", nil},
		{"RIMBORSO_DISPOSTO", "«pagato in eccesso»", map[string]any{"importoCent": 1}},
		{"VERBALE_DEFINITO", "serve", nil},
	} {
		stato, e := s.chiede(t, id, s.chi, eventoDi(c.tipo, "", c.dati))
		if stato != http.StatusConflict || e.Codice != "TRANSIZIONE_NON_AMMESSA" || !strings.Contains(e.Detail, c.parola) {
			t.Errorf("%s: %d %s %s", c.tipo, stato, e.Codice, e.Detail)
		}
	}
}

func TestIdempotenzaESequenza(t *testing.T) {
	t.Parallel()
	s := apriUfficio(t)
	id := s.nuovo(t, "IDEM", 20, obbligatoSoap)
	valida := con(eventoDi("VERBALE_VALIDATO", "", map[string]any{}), "sequenza", 1)
	prima := s.deve(t, id, valida)
	t.Run("la stessa richiesta risponde con lo stato di adesso", func(t *testing.T) {
		s.deve(t, id, eventoDi("NOTA_AGGIUNTA", "", map[string]any{"testo": "x"}))
		for _, r := range []map[string]any{valida, con(valida, "dati", nil), con(valida, "sequenza", nil)} {
			stato, e := s.chiede(t, id, s.chi, r)
			if stato != http.StatusOK || e.Sequenza < prima.Sequenza+1 {
				t.Errorf("%d %+v", stato, e)
			}
		}
	})
	t.Run("la stessa chiave per altro è un conflitto", func(t *testing.T) {
		for _, r := range []map[string]any{con(valida, "motivo", "altro"), con(con(valida, "tipo", "VERBALE_SCARTATO"), "dati", nil),
			con(valida, "dataLegale", fa(1)), con(con(valida, "tipo", "NOTA_AGGIUNTA"), "dati", map[string]any{"testo": "y"})} {
			if stato, e := s.chiede(t, id, s.chi, r); stato != http.StatusConflict || e.Codice != "IDEMPOTENZA_DIVERSA" {
				t.Errorf("%d %s", stato, e.Codice)
			}
		}
	})
	t.Run("la chiave vale per il suo verbale", func(t *testing.T) {
		s.deve(t, s.nuovo(t, "IDEM-2", 20, obbligatoSoap), valida)
	})
	t.Run("chi non ha visto gli ultimi eventi li legge nel rifiuto", func(t *testing.T) {
		stato, e := s.chiede(t, id, s.chi, con(con(eventoDi("NOTA_AGGIUNTA", "", map[string]any{"testo": "z"}), "sequenza", 1), "idempotenza", "z"))
		if stato != http.StatusConflict || e.Codice != "VERBALE_CAMBIATO" || !strings.Contains(e.Detail, "VERBALE_VALIDATO, AVVISI_EMESSI") ||
			len(e.Errori) < 2 || e.Errori[0].Messaggio != "2 VERBALE_VALIDATO" {
			t.Errorf("%d %s %s %v", stato, e.Codice, e.Detail, e.Errori)
		}
	})
}

func TestDueOperatoriInsieme(t *testing.T) {
	t.Parallel()
	s := apriUfficio(t)
	for giro := range 4 {
		id := s.nuovo(t, fmt.Sprint("INSIEME-", giro), 20, obbligatoSoap)
		richieste := []map[string]any{
			con(con(eventoDi("VERBALE_VALIDATO", "", nil), "sequenza", 1), "idempotenza", "a"),
			con(con(eventoDi("VERBALE_SCARTATO", "", nil), "sequenza", 1), "idempotenza", "b"),
			con(con(eventoDi("VERBALE_SCARTATO", "", nil), "sequenza", 1), "idempotenza", "b"), // the same, twice
			con(con(eventoDi("VERBALE_VALIDATO", "", nil), "sequenza", 1), "idempotenza", "a"),
		}
		stati := make([]int, len(richieste))
		var insieme sync.WaitGroup
		for i, r := range richieste {
			insieme.Go(func() { stati[i], _ = s.chiede(t, id, s.chi, r) })
		}
		insieme.Wait()
		nati := 0
		for i, n := range stati {
			gemella := stati[len(stati)-1-i]
			switch n {
			case http.StatusCreated:
				nati++
				if gemella != http.StatusOK {
					t.Errorf("the same request was answered %d", gemella)
				}
			case http.StatusOK, http.StatusConflict:
			default:
				t.Errorf("%v", stati)
			}
		}
		if nati != 1 {
			t.Errorf("%d requests were recorded: %v", nati, stati)
		}
	}
}

// TestContrattoDegliEventi: the contract knows every kind and nothing else, and its examples are good.
func TestContrattoDegliEventi(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto())
	if err != nil {
		t.Fatal(err)
	}
	var scritti []string
	schema := doc.Components.Schemas["RichiestaEvento"].Value
	for _, ramo := range schema.OneOf {
		for _, tipo := range ramo.Value.Properties["tipo"].Value.Enum {
			scritti = append(scritti, fmt.Sprint(tipo))
		}
	}
	veri := mosse.TipiDiPersona()
	slices.Sort(scritti)
	slices.Sort(veri)
	if !slices.Equal(scritti, veri) {
		t.Errorf("in the contract %v\nin the code %v", scritti, veri)
	}
	corpo := doc.Paths.Find(verbali + "{id}/eventi").Post.RequestBody.Value.Content["application/json"]
	for nome, esempio := range corpo.Examples {
		if err := corpo.Schema.Value.VisitJSON(esempio.Value.Value); err != nil {
			t.Errorf("%s: %v", nome, err)
		}
	}
}
