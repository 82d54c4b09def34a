package racconto_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// alle is an instant of Rome in November 2026.
func alle(t testing.TB, testo string) time.Time {
	t.Helper()
	quando, err := time.ParseInLocation("2006-01-02 15:04", testo, calendario.Roma())
	if err != nil {
		t.Fatal(err)
	}
	return quando
}

// sequenza is a timeline in words: one element a line, "id category instant details".
func sequenza(t testing.TB, testo string) (elementi []racconto.Elemento) {
	t.Helper()
	for riga := range strings.Lines(strings.TrimSpace(testo)) {
		parti := strings.SplitN(strings.TrimSpace(riga), " ", 6)
		quando := alle(t, parti[2]+" "+parti[3])
		dettagli := "{}"
		if len(parti) == 6 {
			dettagli = parti[5]
		}
		grezzo := fmt.Sprintf(`{"elementId": %q, "category": %q, "eventTimestamp": %q, "details": %s}`, parti[0], parti[1],
			quando.UTC().Format(time.RFC3339), dettagli)
		elementi = append(elementi, racconto.Riga{Elemento: parti[0], Categoria: parti[1], Accaduto: &quando, Superato: parti[4] == "superato",
			Grezzo: grezzo}.Leggi())
	}
	return elementi
}

const casa = `"physicalAddress": {"address": "VIA ROMA 1", "zip": "40121", "municipality": "BOLOGNA", "province": "BO"}`

const (
	nuova            = `"newAddress": {"address": "VIA PO 2", "municipality": "TORINO", "zip": "10121", "province": "TO"}`
	codiceConsegnata = `"deliveryDetailCode": "RECAG001C"`
)

// storie are scenarios, each with the state in which connessione would have it.
func storie(t testing.TB) map[string]func() (racconto.Tentativo, []racconto.Elemento) {
	t.Helper()
	chiesta, inviata, accettata := alle(t, "2026-11-02 09:00"), alle(t, "2026-11-02 09:05"), alle(t, "2026-11-02 10:00")
	base := racconto.Tentativo{Stato: verbale.InvioAccettato, Chiesto: chiesta, Inviato: &inviata, Accettato: &accettata}
	return map[string]func() (racconto.Tentativo, []racconto.Elemento){
		"digitale": func() (racconto.Tentativo, []racconto.Elemento) {
			base := base
			base.Stato, base.Giorno, base.Via, base.Elementi = verbale.InvioPerfezionato, calendario.MustParse("2026-11-09"), cds.CanaleSendDigitale, []string{"ref"}
			return base, sequenza(t, `
				ref REFINEMENT 2026-11-09 12:00 vale {"recIndex": 0, "eventTimestamp": "2026-11-09T11:00:00Z"}
				acc REQUEST_ACCEPTED 2026-11-02 10:00 vale {}
				pec SEND_DIGITAL_DOMICILE 2026-11-02 11:00 vale {"recIndex": 0, "digitalAddress": {"type": "PEC", "address": "rossi@pec.example.it"}}
				pro SEND_DIGITAL_PROGRESS 2026-11-02 11:30 vale {"recIndex": 0, "deliveryDetailCode": "C001"}
				esi SEND_DIGITAL_FEEDBACK 2026-11-02 12:00 vale {"recIndex": 0, "responseStatus": "OK", "deliveryDetailCode": "C003"}
				suc DIGITAL_SUCCESS_WORKFLOW 2026-11-02 12:00 vale {"recIndex": 0}
				sch SCHEDULE_REFINEMENT 2026-11-02 12:00 vale {"recIndex": 0, "schedulingDate": "2026-11-09T11:00:00Z"}
				vis NOTIFICATION_VIEWED 2026-11-12 08:00 vale {"recIndex": 0, "eventTimestamp": "2026-11-12T07:00:00Z"}`)
		},
		"casella_piena": func() (racconto.Tentativo, []racconto.Elemento) {
			base := base
			base.Via, base.Prevista = cds.CanaleSendSatura, calendario.MustParse("2026-11-24")
			return base, sequenza(t, `
				acc REQUEST_ACCEPTED 2026-11-02 10:00 vale {}
				pe1 SEND_DIGITAL_DOMICILE 2026-11-02 11:00 vale {"recIndex": 0, "digitalAddress": {"type": "PEC", "address": "rossi@pec.example.it"}}
				es1 SEND_DIGITAL_FEEDBACK 2026-11-02 12:00 vale {"recIndex": 0, "responseStatus": "KO", "deliveryDetailCode": "C004"}
				es2 SEND_DIGITAL_FEEDBACK 2026-11-09 12:00 vale {"recIndex": 0, "responseStatus": "KO", "deliveryDetailCode": "C004"}
				fal DIGITAL_FAILURE_WORKFLOW 2026-11-09 12:10 vale {"recIndex": 0}
				rs SEND_SIMPLE_REGISTERED_LETTER 2026-11-09 15:00 vale {"recIndex": 0, "productType": "RS", `+casa+`}
				sch SCHEDULE_REFINEMENT 2026-11-09 12:10 vale {"recIndex": 0, "schedulingDate": "2026-11-24T11:10:00Z"}`)
		},
		"carta_letta_prima": func() (racconto.Tentativo, []racconto.Elemento) {
			base := base
			base.Stato, base.Giorno, base.Via, base.Elementi = verbale.InvioPerfezionato, calendario.MustParse("2026-11-07"), cds.CanaleSendCartaceo, []string{"vis"}
			return base, sequenza(t, `
				acc REQUEST_ACCEPTED 2026-11-02 10:00 vale {}
				pre SCHEDULE_ANALOG_WORKFLOW 2026-11-02 10:10 vale {"recIndex": 0}
				spe SEND_ANALOG_DOMICILE 2026-11-02 18:00 vale {"recIndex": 0, "productType": "890", "sentAttemptMade": 0, `+casa+`}
				not SEND_ANALOG_PROGRESS 2026-11-03 18:00 vale {"recIndex": 0, "deliveryDetailCode": "CON080", "registeredLetterCode": "690000000011"}
				con SEND_ANALOG_FEEDBACK 2026-11-06 09:00 vale {"recIndex": 0, "responseStatus": "OK", `+codiceConsegnata+`, "notificationDate": "2026-11-05T09:00:00Z"}
				vis NOTIFICATION_VIEWED 2026-11-07 20:00 vale {"recIndex": 0, "eventTimestamp": "2026-11-07T19:00:00Z"}
				nuo SOMETHING_NEW 2026-11-08 09:00 vale {"recIndex": 0}`)
		},
		"irreperibile_corretta": func() (racconto.Tentativo, []racconto.Elemento) {
			base := base
			base.Via, base.Prevista, base.Persona = cds.CanaleSendCartaceo, calendario.MustParse("2026-12-05"), "SERVIZIO_TOLTO"
			return base, sequenza(t, `
				acc REQUEST_ACCEPTED 2026-11-02 10:00 vale {}
				spe SEND_ANALOG_DOMICILE 2026-11-02 18:00 vale {"recIndex": 0, "productType": "AR", "sentAttemptMade": 0, `+casa+`}
				esi SEND_ANALOG_FEEDBACK 2026-11-06 09:00 superato {"recIndex": 0, "responseStatus": "KO", "deliveryFailureCause": "M04", `+nuova+`}
				nop PREPARE_ANALOG_DOMICILE_FAILURE 2026-11-06 10:00 superato {"recIndex": 0, "failureCause": "D00"}
				fal ANALOG_FAILURE_WORKFLOW 2026-11-06 11:00 superato {"recIndex": 0}
				irr COMPLETELY_UNREACHABLE 2026-11-06 11:30 superato {"recIndex": 0}
				ref REFINEMENT 2026-11-16 11:00 superato {"recIndex": 0, "eventTimestamp": "2026-11-16T10:00:00Z"}
				cor NOTIFICATION_TIMELINE_REWORKED 2026-11-20 09:00 vale {"recIndex": 0}
				es2 SEND_ANALOG_FEEDBACK 2026-11-25 12:00 vale {"recIndex": 0, "responseStatus": "OK", "deliveryDetailCode": "PNRN012"}`)
		},
		"rifiutata": func() (racconto.Tentativo, []racconto.Elemento) {
			base := base
			base.Stato, base.Accettato = verbale.InvioRifiutato, nil
			base.Rifiuti = []racconto.Rifiuto{{Codice: "NOT_VALID_ADDRESS", Campo: "indirizzo", Dettaglio: "VIA ROMA 1"}, {Codice: "TAXID_NOT_VALID"}}
			return base, sequenza(t, `no REQUEST_REFUSED 2026-11-02 10:00 vale {"refusalReasons": [{"errorCode": "NOT_VALID_ADDRESS"}]}`)
		},
		"deceduto_annullata": func() (racconto.Tentativo, []racconto.Elemento) {
			base := base
			chiesto := alle(t, "2026-11-10 09:00")
			base.Stato, base.Annullo, base.Via = verbale.InvioAnnullato, &chiesto, cds.CanaleSendCartaceo
			return base, sequenza(t, `
				acc REQUEST_ACCEPTED 2026-11-02 10:00 vale {}
				esi SEND_ANALOG_FEEDBACK 2026-11-06 09:00 vale {"recIndex": 0, "responseStatus": "KO", "deliveryFailureCause": "M02"}
				dec ANALOG_WORKFLOW_RECIPIENT_DECEASED 2026-11-06 10:00 vale {"recIndex": 0}
				ann NOTIFICATION_CANCELLED 2026-11-11 10:00 vale {}`)
		},
	}
}

// TestStorie compares what an officer and a citizen read of each scenario with its golden file.
func TestStorie(t *testing.T) {
	t.Parallel()
	for nome, storia := range storie(t) {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			tentativo, elementi := storia()
			var testo bytes.Buffer
			for _, l := range []struct {
				livello racconto.Livello
				nome    string
			}{{racconto.Ufficio, "UFFICIO"}, {racconto.Cittadino, "CITTADINO"}} {
				r := racconto.Di(tentativo, elementi, []racconto.Prova{{ID: "1", Categoria: parole.RicevutaPostale, Elemento: "esi"}}, l.livello)
				scrivi(&testo, l.nome, r)
			}
			testkit.Golden(t, "storie/"+nome+".txt", testo.Bytes())
		})
	}
}

func scrivi(w *bytes.Buffer, chi string, r racconto.Racconto) {
	fmt.Fprintln(w, chi)
	for _, p := range r.Passi {
		quando, segno := "                ", "  "
		if !p.Quando.IsZero() {
			quando = p.Quando.In(calendario.Roma()).Format("02/01/2006 15:04")
		}
		if p.Superato {
			segno = "x "
		}
		if p.Effetto {
			segno = "* "
		}
		fmt.Fprintln(w, segno+quando+" "+p.Testo)
		for _, d := range p.Dettagli {
			fmt.Fprintln(w, "      - "+d)
		}
		for _, x := range p.Prove {
			fmt.Fprintln(w, "      + "+x.Parola())
		}
	}
	for _, x := range r.Poi {
		fmt.Fprintln(w, "poi: "+x)
	}
	fmt.Fprintln(w)
}

// TestIlCittadinoNonLeggePersone: a citizen's story has no address, number or code of SEND. The story of an officer who may not read
// persons names none, and has as many steps as that of one who may.
func TestIlCittadinoNonLeggePersone(t *testing.T) {
	t.Parallel()
	persone := regexp.MustCompile(`(?i)roma|bologna|torino|rossi|40121|decedut|trasferit`)
	codici := regexp.MustCompile(`[A-Z]{2,}\d|SOMETHING_NEW|[CMD]0\d|6900`)
	for nome, storia := range storie(t) {
		tentativo, elementi := storia()
		var cittadino, senza bytes.Buffer
		scrivi(&cittadino, "", racconto.Di(tentativo, elementi, []racconto.Prova{{Elemento: "acc"}}, racconto.Cittadino))
		if letto := persone.FindString(cittadino.String()) + codici.FindString(cittadino.String()); letto != "" || strings.Contains(cittadino.String(), "+ ") {
			t.Errorf("%s: a citizen reads %q", nome, letto)
		}
		tutto, poco := racconto.Di(tentativo, elementi, nil, racconto.Ufficio), racconto.Di(tentativo, elementi, nil, racconto.SenzaPersone)
		scrivi(&senza, "", poco)
		if letto := regexp.MustCompile(`(?i)via |bologna|torino|@|decedut|trasferit`).FindString(senza.String()); letto != "" || len(tutto.Passi) != len(poco.Passi) {
			t.Errorf("%s: who may not read persons reads %q, in %d steps of %d", nome, letto, len(poco.Passi), len(tutto.Passi))
		}
	}
}

// le46 are the categories of the sheet.
const le46 = `SENDER_ACK_CREATION_REQUEST VALIDATE_NORMALIZE_ADDRESSES_REQUEST NORMALIZED_ADDRESS REQUEST_ACCEPTED REQUEST_REFUSED AAR_CREATION_REQUEST
	AAR_GENERATION SEND_COURTESY_MESSAGE PROBABLE_SCHEDULING_ANALOG_DATE GET_ADDRESS PUBLIC_REGISTRY_CALL PUBLIC_REGISTRY_RESPONSE
	PUBLIC_REGISTRY_VALIDATION_CALL PUBLIC_REGISTRY_VALIDATION_RESPONSE SCHEDULE_ANALOG_WORKFLOW SCHEDULE_DIGITAL_WORKFLOW PREPARE_DIGITAL_DOMICILE
	SEND_DIGITAL_DOMICILE SEND_DIGITAL_PROGRESS SEND_DIGITAL_FEEDBACK DIGITAL_DELIVERY_CREATION_REQUEST DIGITAL_SUCCESS_WORKFLOW DIGITAL_FAILURE_WORKFLOW
	PREPARE_SIMPLE_REGISTERED_LETTER SEND_SIMPLE_REGISTERED_LETTER SEND_SIMPLE_REGISTERED_LETTER_PROGRESS PREPARE_ANALOG_DOMICILE
	PREPARE_ANALOG_DOMICILE_FAILURE SEND_ANALOG_DOMICILE SEND_ANALOG_PROGRESS SEND_ANALOG_FEEDBACK ANALOG_SUCCESS_WORKFLOW ANALOG_FAILURE_WORKFLOW
	ANALOG_WORKFLOW_RECIPIENT_DECEASED COMPLETELY_UNREACHABLE_CREATION_REQUEST COMPLETELY_UNREACHABLE SCHEDULE_REFINEMENT REFINEMENT
	NOTIFICATION_VIEWED_CREATION_REQUEST NOTIFICATION_VIEWED NOTIFICATION_RADD_RETRIEVED PAYMENT NOTIFICATION_CANCELLATION_REQUEST NOTIFICATION_CANCELLED
	NOTIFICATION_TIMELINE_REWORKED NOT_HANDLED`

// mute are the categories that say nothing to the office: steps of SEND's machinery, and what comes next.
const mute = ` SENDER_ACK_CREATION_REQUEST VALIDATE_NORMALIZE_ADDRESSES_REQUEST NORMALIZED_ADDRESS AAR_CREATION_REQUEST PROBABLE_SCHEDULING_ANALOG_DATE
	GET_ADDRESS PUBLIC_REGISTRY_CALL PUBLIC_REGISTRY_RESPONSE PUBLIC_REGISTRY_VALIDATION_CALL PUBLIC_REGISTRY_VALIDATION_RESPONSE SCHEDULE_DIGITAL_WORKFLOW
	PREPARE_DIGITAL_DOMICILE DIGITAL_DELIVERY_CREATION_REQUEST PREPARE_SIMPLE_REGISTERED_LETTER COMPLETELY_UNREACHABLE_CREATION_REQUEST SCHEDULE_REFINEMENT
	NOTIFICATION_VIEWED_CREATION_REQUEST NOT_HANDLED `

// TestOgniCategoria: each category of the sheet says something to the office or is one of the silent ones, also without details. The
// office reads the name of an unknown category, the citizen nothing.
func TestOgniCategoria(t *testing.T) {
	t.Parallel()
	tutte := strings.Fields(le46)
	if len(tutte) != 46 {
		t.Fatalf("%d categories", len(tutte))
	}
	prima, quando := alle(t, "2026-11-02 09:00"), alle(t, "2026-11-02 10:00")
	for _, c := range tutte {
		e := racconto.Riga{Elemento: "x", Categoria: c, Accaduto: &quando, Grezzo: "{}"}.Leggi()
		passi := racconto.Di(racconto.Tentativo{Chiesto: prima}, []racconto.Elemento{e}, nil,
			racconto.Ufficio).Passi[1:]
		muta := slices.Contains(strings.Fields(mute), c)
		switch {
		case muta != (len(passi) == 0):
			t.Errorf("%s: silent %v, says %v", c, muta, passi)
		case !muta && (strings.Contains(passi[0].Testo, c) || !passi[0].Quando.Equal(quando)):
			t.Errorf("%s: %+v", c, passi[0])
		}
	}
	ignoto := []racconto.Elemento{racconto.Riga{Elemento: "x", Categoria: "BOH", Accaduto: &quando, Grezzo: "no"}.Leggi()}
	if p := racconto.Di(racconto.Tentativo{Chiesto: prima}, ignoto, nil, racconto.Ufficio).Passi; len(p) != 2 || !strings.Contains(p[1].Testo, "BOH") {
		t.Errorf("unknown, to the office: %+v", p)
	}
	if p := racconto.Di(racconto.Tentativo{Chiesto: prima}, ignoto, nil, racconto.Cittadino).Passi; len(p) != 1 {
		t.Errorf("unknown, to the citizen: %+v", p)
	}
}

// TestOgniCodiceHaParoleECura: each code of a refusal, of a decision, of a delay and of a cause has words and a cure; an unknown code is
// named.
func TestOgniCodiceHaParoleECura(t *testing.T) {
	t.Parallel()
	spiegato := func(codice string, s racconto.Spiegazione) {
		t.Helper()
		if s.Che == "" || s.Cura == "" || strings.Contains(s.Che, codice) {
			t.Errorf("%s: %+v", codice, s)
		}
	}
	for _, c := range append(parole.Rifiuti(), "PN_INVALID_BODY", "PN_GENERIC_INVALIDPARAMETER_PATTERN", "PN_GENERIC_INVALIDPARAMETER_DUPLICATED",
		"PN_DELIVERY_SEND_IS_DISABLED", "ANNULLATA_DA_UNA_PERSONA", "NON_PIU_DOVUTA", "OLTRE_TERMINE", "DATI_MANCANTI") {
		spiegato(c, racconto.Motivo(c))
	}
	for c := range strings.FieldsSeq(`SENZA_ISTANTE SENZA_DESTINATARIO PRIMA_DELL_ACCETTAZIONE CORREZIONE_VUOTA DECEDUTO SERVIZIO_TOLTO CONTENUTO_DIVERSO
		AVVISO_IN_USO SENZA_ESITO OLTRE_PREVISTA ANNULLO_SENZA_EFFETTO SILENZIO ELEMENTO_ILLEGGIBILE`) {
		spiegato(c, racconto.Persona(c))
	}
	for c := range strings.FieldsSeq(`NON_COLLEGATA CANALE_IN_PAUSA ATTO_MANCANTE ATTO_DIVERSO DATI_MANCANTI SEND_NON_RISPONDE`) {
		spiegato(c, racconto.Ferma(c))
	}
	for _, c := range []string{"ACCESSO_NEGATO", parole.GruppoNonValido, parole.MittenteNonValido, parole.LimiteSuperato} {
		spiegato(c, racconto.Pausa(c))
	}
	for c := range strings.FieldsSeq("M01 M02 M03 M04 M05 M06 M07 M08 M09") {
		if testo := racconto.Causa(c); testo == "" || strings.Contains(testo, c) {
			t.Errorf("%s: %q", c, testo)
		}
	}
	if s := racconto.Persona("BOH"); s.Che != "BOH" || s.Cura == "" || racconto.Persona("") != (racconto.Spiegazione{}) || racconto.Causa("M99") != "causa M99" {
		t.Errorf("unknown codes: %+v", s)
	}
}

// TestLUltimaLetturaConta: of two readings of one element the later counts, in the place of the first.
func TestLUltimaLetturaConta(t *testing.T) {
	t.Parallel()
	prima := racconto.Elemento{Elemento: parole.Elemento{ID: "x", Categoria: parole.CartaEsito, Dettagli: &parole.Dettagli{Esito: parole.EsitoNegativo}}}
	poi := prima
	poi.Dettagli = &parole.Dettagli{Esito: parole.EsitoPositivo}
	passi := racconto.Di(racconto.Tentativo{}, []racconto.Elemento{prima, poi}, nil, racconto.Cittadino).Passi
	if detto := fmt.Sprintf("%+v", passi); len(passi) != 2 || !strings.Contains(detto, "è stata consegnata") {
		t.Error(detto)
	}
}
