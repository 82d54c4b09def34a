package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const pianoWeb = "/CoreService/piano"

// unPiano is a row of the plan; entro is a day, or empty for what has left.
type unPiano struct {
	posizione, verbale, aspetta, via, proposta, perche, entro string
}

// piano writes a row of the plan, as elaborazione.
func (b *banco) piano(t *testing.T, x unPiano) {
	t.Helper()
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO piano (posizione, verbale, sequenza, scelte, aspetta, via, proposta, perche, entro, dal, fatto)
		VALUES ($1, $2, 2, '', $3, $4, $5, $6, nullif($7, '')::date, '2026-11-02T08:00:00Z', '2026-11-03T09:15:00Z')`,
		x.posizione, x.verbale, x.aspetta, x.via, x.proposta, x.perche, x.entro)
}

// pianificato writes a fine with a position in the plan.
func (b *banco) pianificato(t *testing.T, numero int, x unPiano) {
	t.Helper()
	x.verbale, x.posizione = uuid.NewString(), uuid.NewString()
	b.riga(t, x.verbale, numero, fmt.Sprintf("AA%03dAA", numero), "2026-03-02T09:30:00Z")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO posizione (id, verbale, ordine, titolo) VALUES ($1, $2, 1, 'OBBLIGATO')`, x.posizione, x.verbale)
	b.piano(t, x)
}

// fra is a day of the kit's clock.
func fra(giorni int) string { return calendario.Da(tempo.Adesso()).AddDays(giorni).String() }

func italiano(giorno string) string { return calendario.MustParse(giorno).Italiano() }

// numeri are the fines of a page of the plan, in order.
func numeri(r risposta) string {
	var tutti []string
	for _, m := range regexp.MustCompile(`<th scope="row"><a href="/CoreService/verbali/[0-9a-f-]{36}">(\d+)/2026</a>`).FindAllStringSubmatch(r.corpo, -1) {
		tutti = append(tutti, m[1])
	}
	return strings.Join(tutti, " ")
}

// cinque writes five rows: far, gone, near, one that left, one proposed for the post.
func (b *banco) cinque(t *testing.T) {
	t.Helper()
	b.pianificato(t, 501, unPiano{aspetta: "REGISTRO", perche: "Si cerca chi risponde del veicolo.", entro: fra(60)})
	b.pianificato(t, 502, unPiano{aspetta: "DECISIONE", perche: "Nessuna <via> è aperta.", entro: fra(-2)})
	b.pianificato(t, 503, unPiano{aspetta: "LOTTO", via: "POSTA", perche: "È nel lotto aperto.", entro: fra(7)})
	b.pianificato(t, 504, unPiano{aspetta: "ESITO", via: "POSTA", perche: "È partito."})
	b.pianificato(t, 505, unPiano{aspetta: "DECISIONE", via: "SEND", proposta: "POSTA", perche: "SEND non prende notifiche.", entro: fra(9)})
}

// TestCheCosaAspetta: the nearest term first and what has left last, narrowed by what is waited for, by way, by term and by proposal, with
// how many there are of each.
func TestCheCosaAspetta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(pianoWeb).mostra(t, "nessuno aspetta qui")
	b.cinque(t)
	for ricerca, vuole := range map[string]string{
		"": "502 503 505 501 504", "?aspetta=DECISIONE": "502 505", "?via=POSTA": "503 504", "?via=nessuna": "502 501", "?aspetta=DECISIONE&via=SEND": "505",
		"?proposta=POSTA": "505", "?entro=" + fra(8): "502 503", "?entro=" + fra(90): "502 503 505 501", "?aspetta=CANALE_FERMO": "", "?domicilio=si": "",
	} {
		if ha := numeri(n.apri(pianoWeb + ricerca)); ha != vuole {
			t.Errorf("%s: %q, want %q", ricerca, ha, vuole)
		}
	}
	r := n.apri(pianoWeb)
	r.mostra(t, "◆ "+italiano(fra(-2))+", passato da 2 giorni", "◆ "+italiano(fra(7))+", fra 7 giorni", "Nessuna &lt;via&gt; è aperta.",
		italiano(fra(60))+", fra 60 giorni", "Non ancora decisa", "La chiusura di un lotto")
	r.nasconde(t, "◆ "+italiano(fra(9)))
	conti := regexp.MustCompile(`>([^<>]+)(?:</strong>)?</a>\s*: (\d+)`)
	facce := func(r risposta) string {
		var tutte []string
		for _, m := range conti.FindAllStringSubmatch(r.corpo, -1) {
			tutte = append(tutte, m[1]+" "+m[2])
		}
		return strings.Join(tutte, ", ")
	}
	for ricerca, vuole := range map[string]string{
		"":                   "Tutto 5, Una persona 2, La risposta di un registro 1, La chiusura di un lotto 1, L&#39;esito: l&#39;atto è partito 1, Tutte 5, Posta 2, SEND 1, Non ancora decisa 2",
		"?aspetta=DECISIONE": "Tutto 5, Una persona 2, La risposta di un registro 1, La chiusura di un lotto 1, L&#39;esito: l&#39;atto è partito 1, Tutte 2, SEND 1, Non ancora decisa 1",
		"?via=POSTA":         "Tutto 2, La chiusura di un lotto 1, L&#39;esito: l&#39;atto è partito 1, Tutte 5, Posta 2, SEND 1, Non ancora decisa 2",
	} {
		if ha := facce(n.apri(pianoWeb + ricerca)); ha != vuole {
			t.Errorf("%s: %s\nwant %s", ricerca, ha, vuole)
		}
	}
	for _, ricerca := range []string{"aspetta=PIPPO", "via=PIPPO", "proposta=PIPPO", "entro=domani", "dopo=x", "dopo=2026-13-01_" + idVerbale} {
		if r := n.apri(pianoWeb + "?" + ricerca); r.stato != http.StatusBadRequest {
			t.Errorf("%s: %d", ricerca, r.stato)
		}
	}
}

// TestPagineDelPiano: the pages have every row once, in order of term, where terms are alike and where there is none.
func TestPagineDelPiano(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for i := range 130 {
		x := unPiano{aspetta: "STAMPA", entro: fra(i / 30)}
		if i >= 70 {
			x = unPiano{aspetta: "ESITO", via: "POSTA"}
		}
		b.pianificato(t, 600+i, x)
	}
	n := b.conRuolo(t, auth.RuoloUfficio)
	visti, pagine, partiti := map[string]bool{}, 0, false
	for percorso := pianoWeb; percorso != "" && pagine < 10; pagine++ {
		r := n.apri(percorso)
		for numero := range strings.FieldsSeq(numeri(r)) {
			if visti[numero] || partiti && numero < "670" {
				t.Errorf("%s twice, or after what has left", numero)
			}
			visti[numero], partiti = true, numero >= "670"
		}
		percorso = ""
		if m := regexp.MustCompile(`href="([^"]+)" rel="next"`).FindStringSubmatch(r.corpo); m != nil {
			percorso = strings.ReplaceAll(m[1], "&amp;", "&")
		}
	}
	if len(visti) != 130 || pagine != 3 {
		t.Errorf("%d rows in %d pages", len(visti), pagine)
	}
}

// TestIlPianoDiceDiUnaPersonaAChiPuoLeggerla: name and reason are for who may read persons, whose reading is written down.
func TestIlPianoDiceDiUnaPersonaAChiPuoLeggerla(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	b.unInvio(t)
	b.piano(t, unPiano{posizione: idPosizione, verbale: idVerbale, aspetta: "ESITO", via: "SEND", perche: "È partito con SEND."})
	b.ambiente.Esegui(t, "connessione", "alfa", `UPDATE invio SET persona = 'DECEDUTO', persona_dal = now()`)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(pianoWeb).mostra(t, "Bianchi&lt;b&gt;", "È partito con SEND.", `href="/CoreService/send/`+idInvio+`">Accettata`, "Una persona decide: ")
	if righe := b.contaDi(t, `SELECT count(*) FROM registro WHERE azione = 'PIANO_LETTO' AND attore = 'prova.ufficio'`); righe != 1 {
		t.Errorf("%d lines of the log", righe)
	}
	r := b.conRuolo(t, auth.RuoloLettura).apri(pianoWeb)
	r.mostra(t, ">123/2026</a>", "con questo ruolo il motivo non si vede", "Una persona decide)", "Obbligato")
	r.nasconde(t, "Bianchi", "È partito con SEND.", "Una persona decide: ", "Mandali per posta", "Domicili digitali trovati")
	r = b.conRuolo(t, auth.RuoloLettura).apri("/CoreService/verbali/" + idVerbale)
	r.mostra(t, "Come si notifica")
	r.nasconde(t, "È partito con SEND.")
}

// TestCioCheSendNonPrendePartePerPosta: the page says how many, until when and why; nothing leaves before a person has confirmed; the
// lot is asked of elaborazione by the proposal.
func TestCioCheSendNonPrendePartePerPosta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(pianoWeb+"/posta").mostra(t, "non propone nessun atto")
	b.cinque(t)
	b.pianificato(t, 506, unPiano{aspetta: "DECISIONE", via: "SEND", proposta: "POSTA", entro: fra(3)})
	n.apri(pianoWeb).mostra(t, "SEND non prende 2 atti vicini al termine", "entro "+calendario.MustParse(fra(3)).Detto("il"), `href="/CoreService/piano/posta">Mandali per posta…`)
	n.apri(pianoWeb+"/posta").mostra(t, "SEND non prende <strong>2 atti</strong>", "entro "+calendario.MustParse(fra(3)).Detto("il"),
		"Per posta ne parte 1.", "Il costo della posta non è noto", "L&#39;atto è già &lt;affidato&gt; a SEND: <strong>1</strong>")
	if chieste := e.prendi(); len(chieste) != 1 || !strings.HasPrefix(chieste[0], event.LottoAnteprima+" prova.ufficio alfa ") {
		t.Errorf("%q", chieste)
	}
	if r := n.invia(pianoWeb+"/posta", url.Values{}); r.stato != http.StatusBadRequest || !strings.Contains(r.corpo, "confermare che gli atti partano per posta") {
		t.Errorf("not confirmed: %d\n%s", r.stato, r.corpo)
	}
	if chieste := e.prendi(); len(chieste) != 1 || !strings.HasPrefix(chieste[0], event.LottoAnteprima+" ") {
		t.Errorf("asked before a person confirmed: %q", chieste)
	}
	r := n.invia(pianoWeb+"/posta", url.Values{"conferma": {"si"}})
	if r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/lotti/"+idInCoda+"?fatto=chiudi" {
		t.Errorf("%d %s", r.stato, r.testa.Get("Location"))
	}
	if chieste := e.prendi(); len(chieste) != 1 || chieste[0] != event.LottoCrea+` prova.ufficio alfa {"tipo":"POSTALE","filtro":{"piano":{"proposta":"POSTA"}}}` {
		t.Errorf("%q", chieste)
	}
	e.rispondi(problem.NonDisponibile("DATI_NON_PRONTI", "Non ancora."))
	for quando, r := range map[string]risposta{"asked": n.apri(pianoWeb + "/posta"), "confirmed": n.invia(pianoWeb+"/posta", url.Values{"conferma": {"si"}})} {
		if r.stato != http.StatusServiceUnavailable {
			t.Errorf("%s while elaborazione is away: %d", quando, r.stato)
		}
	}
	b.dentro(t, "mario").apri(pianoWeb).nasconde(t, "Mandali per posta…")
}

// unaProposta is what elaborazione says of the lot for the post.
func unaProposta() event.AnteprimaLotto {
	return event.AnteprimaLotto{Tipo: "POSTALE", Entrano: 1, Partono: 1, Saltate: 1, Motivi: []event.MotivoSaltate{{Motivo: "L'atto è già <affidato> a SEND", Quante: 1}}}
}

// TestLaPaginaInizialeDiceCheCosaVaMandato: what must leave within the days that the command has chosen, and what waits for a person;
// the link shows what was counted.
func TestLaPaginaInizialeDiceCheCosaVaMandato(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri("/CoreService/").nasconde(t, "Notifiche da mandare", "aspettano una persona</a>")
	b.cinque(t)
	riga := func(giorni, quanti int) string {
		entro := calendario.MustParse(fra(giorni))
		return fmt.Sprintf(`href="/CoreService/piano?entro=%s">Notifiche da mandare entro %s</a>: <strong>%d</strong>, dal 02/11/2026, la prima entro %s`,
			entro, strings.ReplaceAll(entro.Detto("il"), "'", "&#39;"), quanti, strings.ReplaceAll(calendario.MustParse(fra(-2)).Detto("il"), "'", "&#39;"))
	}
	n.apri("/CoreService/").mostra(t, riga(20, 3), `href="/CoreService/piano?aspetta=DECISIONE">Notifiche che aspettano una persona</a>: <strong>2</strong>`)
	if ha := numeri(n.apri(pianoWeb + "?entro=" + fra(20))); ha != "502 503 505" {
		t.Errorf("the list has %s", ha)
	}
	b.ambiente.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'notifica.preavvisoGiorni', '8')`)
	n.apri("/CoreService/").mostra(t, riga(8, 2))
	b.conRuolo(t, auth.RuoloAmministratore).apri("/CoreService/").mostra(t, "<li>Notifiche che aspettano una persona: <strong>2</strong>")
}

// TestComeSiNotificaUnVerbale: which way and why, what was tried, until when, and when the plan was made; before it is made, that it is
// being made; nothing for who has been served.
func TestComeSiNotificaUnVerbale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	e.ammette(nil, "VIA_SCELTA")
	b.unVerbale(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	pagina := "/CoreService/verbali/" + idVerbale
	n.apri(pagina).mostra(t, "Come si notifica", "si sta facendo")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata, esito, motivo)
		VALUES (gen_random_uuid(), $1, $2, 'SEND', 'NON_RIUSCITA', '2026-10-01', '2026-10-12', 'irreperibile <x>')`, idVerbale, idPosizione)
	b.piano(t, unPiano{posizione: idPosizione, verbale: idVerbale, aspetta: "DECISIONE", via: "POSTA", proposta: "POSTA",
		perche: "Posta è la prossima <via>.", entro: fra(1)})
	r := n.apri(pagina)
	r.mostra(t, "Posta è la prossima &lt;via&gt;.", "◆ "+italiano(fra(1))+", è domani", "Una persona (dal 02/11/2026)", "03/11/2026 10:15", "Si propone",
		"SEND, dal 01/10/2026: Non riuscita il 12/10/2026 (irreperibile &lt;x&gt;)", `href="#azioni">Scegli per quale via notificare`)
	r.nasconde(t, "si sta facendo")
	b.dentro(t, "mario").apri(pagina).nasconde(t, `href="#azioni">Scegli`)
	r = b.dentro(t, "lettore").apri(pagina)
	r.mostra(t, "Come si notifica", "SEND, dal 01/10/2026: Non riuscita il 12/10/2026")
	r.nasconde(t, "prossima &lt;via", "irreperibile")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `DELETE FROM piano`)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE posizione SET giorno_zero = '2026-11-01'`)
	n.apri(pagina).nasconde(t, "Come si notifica")
}

// TestCifrePerCanale: by month of dispatch and way, whatever the channel that the outcome named; a month with acts on their way says so;
// the post's cost is not known.
func TestCifrePerCanale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(pianoWeb+"/cifre").mostra(t, "non è partito nessun atto")
	b.unVerbale(t)
	b.unInvio(t)
	questo := fra(0)[:len("2006-01")] + "-01"
	b.ambiente.Esegui(t, "connessione", "alfa", `UPDATE invio SET accettato = $1::date + interval '12 hours'`, questo)
	for _, x := range []struct{ canale, stato, avviata, esito string }{
		{"POSTA", "PERFEZIONATA", questo, "10"}, {"POSTA_DEPOSITO", "PERFEZIONATA", questo, "30"}, {"POSTA", "PERFEZIONATA", questo, "12"},
		{"POSTA", "NON_RIUSCITA", questo, "5"}, {"POSTA", "ANNULLATA", questo, ""}, {"SEND", "AVVIATA", questo, ""}, {"SEND_DIGITALE", "PERFEZIONATA", questo, "8"},
		{"MESSO", "PERFEZIONATA", "2020-01-01", "1"},
	} {
		b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata, esito)
			VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $5::date + nullif($6, '')::int)`, idVerbale, idPosizione, x.canale, x.stato, x.avviata, x.esito)
	}
	r := n.apri(pianoWeb + "/cifre")
	celle := regexp.MustCompile(`>\s*([^<>]*\S)\s*<`)
	var tavola []string
	_, corpo, _ := strings.Cut(r.corpo, "<tbody>")
	corpo, _, _ = strings.Cut(corpo, "</tbody>")
	for _, m := range celle.FindAllStringSubmatch(corpo, -1) {
		tavola = append(tavola, m[1])
	}
	mese := questo[5:7] + "/" + questo[:4]
	vuole := mese + "|Posta|5|3|1|1|0|12|non noto|" + mese + "|SEND|2|1|0|0|1|8|finora: altri sono in corso|13,82 €"
	if ha := strings.Join(tavola, "|"); ha != vuole {
		t.Errorf("%s\nwant %s", ha, vuole)
	}
	r.mostra(t, `<svg role="img" aria-labelledby="grafico-titolo"`, "<title id=\"grafico-titolo\">Atti partiti per mese e per via</title>", ">Posta</text>", ">SEND</text>")
	r.nasconde(t, "Messo", "style=")
}

func unaSimulazione() event.RispostaSimulazione {
	return event.RispostaSimulazione{Mese: "2026-10", Destinatari: 10, Persone: 3, Vie: []event.ViaSimulata{
		{Via: "SEND", Quanti: 5, CostoDaCent: 1000, CostoACent: 6025, Giorni: 9}, {Via: "POSTA", Quanti: 2}},
		Motivi: []event.MotivoSimulato{{Perche: "Serve <un> codice fiscale.", Quanti: 3}}}
}

// TestProvaAltriCanali: who reads fines and who sets the channels ask elaborazione, in order, and read how many, at what cost, in how
// long, and why a person would be waited for.
func TestProvaAltriCanali(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	scorso := calendario.MustParse(fra(0)[:len("2006-01")] + "-01").AddDays(-1).String()[:len("2006-01")]
	for _, x := range []struct{ ruolo, pagina, torna string }{
		{auth.RuoloLettura, pianoWeb + "/simula", pianoWeb},
		{auth.RuoloAmministratore, "/CoreService/impostazioni/notifica.canali/simula", "/CoreService/impostazioni/notifica.canali"},
	} {
		n := b.conRuolo(t, x.ruolo)
		n.apri(x.torna).mostra(t, `href="`+x.pagina+`">Prova altri canali`)
		n.apri(x.pagina).mostra(t, `href="`+x.torna+`"`, `action="`+x.pagina+`"`, `<option value="SEND-POSTALE" selected>SEND, poi posta`, `<option value="`+scorso+`" selected>`)
		e.prendi()
		r := n.apri(x.pagina + "?canali=SEND-POSTALE&mese=" + scorso)
		r.mostra(t, "10 destinatari: <strong>7</strong> partono da sé, <strong>3</strong> aspettano una persona", "da 10,00 € a 60,25 €", "9 giorni", "non noto", "non noti",
			"Serve &lt;un&gt; codice fiscale. <strong>3</strong>")
		chieste := e.prendi()
		if len(chieste) != 1 || !strings.HasPrefix(chieste[0], event.PianoSimula+" ") || !strings.HasSuffix(chieste[0], ` alfa {"canali":["SEND","POSTALE"],"mese":"`+scorso+`"}`) {
			t.Errorf("%q", chieste)
		}
		for ricerca, dice := range map[string]string{"canali=PEC&mese=" + scorso: "non è una voce di questo elenco",
			"canali=SEND&mese=2019-01": "è uno degli ultimi dodici mesi"} {
			if r := n.apri(x.pagina + "?" + ricerca); r.stato != http.StatusBadRequest || !strings.Contains(r.corpo, dice) {
				t.Errorf("%s: %d\n%s", ricerca, r.stato, r.corpo)
			}
		}
	}
}
