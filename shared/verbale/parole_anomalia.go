package verbale

import (
	"slices"
	"strings"
	"sync"
)

// TipoAnomalia names why a fine waits for a person.
type TipoAnomalia string

// The kinds of anomaly that a fine or an imported case may have.
const (
	AnomaliaIntestatarioIncerto    TipoAnomalia = "INTESTATARIO_ANOMALA"
	AnomaliaIntestatarioIgnoto     TipoAnomalia = "INTESTATARIO_SCONOSCIUTA"
	AnomaliaDoppione               TipoAnomalia = "POSSIBILE_DOPPIONE"
	AnomaliaSegnalata              TipoAnomalia = "SEGNALATA"
	AnomaliaAvvisoMancante         TipoAnomalia = "AVVISO_NON_EMESSO"
	AnomaliaAttoNonStampabile      TipoAnomalia = "ATTO_NON_STAMPABILE"
	AnomaliaSpese                  TipoAnomalia = "SPESE_DA_CONFERMARE"
	AnomaliaMinorenne              TipoAnomalia = "DESTINATARIO_MINORENNE"
	AnomaliaIdentita               TipoAnomalia = "IDENTITA_DISCORDE"
	AnomaliaRecidiva               TipoAnomalia = "RECIDIVA_DA_VALUTARE"
	AnomaliaIndirizzo              TipoAnomalia = "INDIRIZZO_DISCORDE"
	AnomaliaNonStampabile          TipoAnomalia = "DESTINATARIO_NON_STAMPABILE"
	AnomaliaTermineScaduto         TipoAnomalia = "TERMINE_NOTIFICA_SCADUTO"
	AnomaliaNotificaTardiva        TipoAnomalia = "NOTIFICA_TARDIVA"
	AnomaliaNotificaRipetuta       TipoAnomalia = "NOTIFICA_RIPETUTA"
	AnomaliaEsitoPosta             TipoAnomalia = "ESITO_POSTALE_CONTRADDITTORIO"
	AnomaliaEsitoSend              TipoAnomalia = "ESITO_SEND_CONTRADDITTORIO"
	AnomaliaCorrezioneSend         TipoAnomalia = "NOTIFICA_CORRETTA_DA_SEND"
	AnomaliaDecesso                TipoAnomalia = "DESTINATARIO_DECEDUTO"
	AnomaliaVisuraTrasferito       TipoAnomalia = "VISURA_TRASFERITO"
	AnomaliaVisuraEstero           TipoAnomalia = "VISURA_ESTERO"
	AnomaliaVisuraIndirizzo        TipoAnomalia = "VISURA_INDIRIZZO_IGNOTO"
	AnomaliaVisuraPersona          TipoAnomalia = "VISURA_ALTRA_PERSONA"
	AnomaliaVisuraPiuSoggetti      TipoAnomalia = "VISURA_PIU_SOGGETTI"
	AnomaliaVisuraMinorenne        TipoAnomalia = "VISURA_MINORENNE"
	AnomaliaVisuraDecessoPrima     TipoAnomalia = "VISURA_DECEDUTO_PRIMA"
	AnomaliaVisuraDecessoDopo      TipoAnomalia = "VISURA_DECEDUTO_DOPO"
	AnomaliaVisuraDecesso          TipoAnomalia = "VISURA_DECEDUTO"
	AnomaliaVisuraIllegibile       TipoAnomalia = "VISURA_DA_LEGGERE"
	AnomaliaNonDovuto              TipoAnomalia = "PAGAMENTO_NON_DOVUTO"
	AnomaliaInsufficiente          TipoAnomalia = "PAGAMENTO_INSUFFICIENTE"
	AnomaliaPrimaDellOrdinanza     TipoAnomalia = "PAGAMENTO_PRIMA_DELL_ORDINANZA"
	AnomaliaPagatoInPiu            TipoAnomalia = "PAGATO_IN_PIU"
	AnomaliaAnnullatoPagato        TipoAnomalia = "ANNULLATO_E_PAGATO"
	AnomaliaSpeseTardive           TipoAnomalia = "SPESE_DOPO_CHIUSURA"
	AnomaliaRicorsoTardivo         TipoAnomalia = "RICORSO_TARDIVO"
	AnomaliaRicorsoDaVerificare    TipoAnomalia = "RICORSO_DA_VERIFICARE"
	AnomaliaRicorsoADebitoChiuso   TipoAnomalia = "RICORSO_A_DEBITO_CHIUSO"
	AnomaliaOrdinanzaTardiva       TipoAnomalia = "ORDINANZA_TARDIVA"
	AnomaliaOrdinanzaDaVerificare  TipoAnomalia = "ORDINANZA_DA_VERIFICARE"
	AnomaliaOrdinanzaADebitoChiuso TipoAnomalia = "ORDINANZA_A_DEBITO_CHIUSO"
	AnomaliaSommaOrdinata          TipoAnomalia = "SOMMA_ORDINATA_DA_VERIFICARE"
	AnomaliaRigheNonInOrdine       TipoAnomalia = "RIGHE_NON_IN_ORDINE"
	AnomaliaFattoPrecedente        TipoAnomalia = "EVENTO_PRIMA_DEL_VERBALE"
	AnomaliaEsitoIgnoto            TipoAnomalia = "ESITO_SCONOSCIUTO"
	AnomaliaDestinatarioIgnoto     TipoAnomalia = "DESTINATARIO_SCONOSCIUTO"
	AnomaliaTotaleDiverso          TipoAnomalia = "TOTALE_DIVERSO"
	AnomaliaTariffaCorretta        TipoAnomalia = "TARIFFA_CORRETTA"
)

// voceAnomalia says of a kind its name and what the office can do about it; the words of the anomaly itself say
// what happened. The citizen reads neither: it is the office's own work. cade: closing the fine without asking
// for money settles it, because it asks how the fine is to go on; those about money, about an appeal or told by
// a person outlive it.
type voceAnomalia struct {
	valore           TipoAnomalia
	ufficio, rimedio string
	cade             bool
}

// AnomalieCheFermano are the kinds of which an open one holds every act of its fine: nothing is printed or sent until a
// person has looked, or has set what the command had not.
func AnomalieCheFermano() []TipoAnomalia {
	return append([]TipoAnomalia{AnomaliaDoppione, AnomaliaSpese, AnomaliaMinorenne, AnomaliaIdentita, AnomaliaIndirizzo, AnomaliaNonStampabile,
		AnomaliaRecidiva},
		AnomalieDiVisura()...)
}

// Ferma reports a kind that holds the acts of its fine.
func (t TipoAnomalia) Ferma() bool { return slices.Contains(AnomalieCheFermano(), t) }

// DiPersona reports a kind that tells of a person something that not every reader of the fine may know.
func (t TipoAnomalia) DiPersona() bool {
	return t.DiVisura() || slices.Contains([]TipoAnomalia{AnomaliaIntestatarioIncerto, AnomaliaIntestatarioIgnoto, AnomaliaMinorenne, AnomaliaIdentita,
		AnomaliaIndirizzo, AnomaliaNonStampabile, AnomaliaRecidiva, AnomaliaDecesso, AnomaliaDestinatarioIgnoto}, t)
}

// controllare is what can be done where nothing more precise is known.
const controllare = "Controllare che cosa è successo e dire come si è risolto."

// anomalie tells each anomaly.
//
//nolint:gochecknoglobals // made once: it never changes
var anomalie = sync.OnceValue(func() []voceAnomalia {
	const intestatario = "Senza sapere chi risponde l'atto non si forma. Qui sotto: scegliere chi risponde, indicarlo a mano, chiedere di nuovo all'archivio, o chiudere il verbale con il motivo."
	return slices.Concat(anomalieDelDestinatario(intestatario), anomalieDiVisura(), anomalieDelSeguito())
})

func anomalieDelDestinatario(intestatario string) []voceAnomalia {
	return []voceAnomalia{
		{AnomaliaIntestatarioIncerto, "Intestatario da verificare", intestatario, true},
		{AnomaliaIntestatarioIgnoto, "Intestatario sconosciuto", intestatario, true},
		{AnomaliaDoppione, "Possibile doppione", "Un altro verbale ha la stessa targa, lo stesso luogo e minuto, e lo stesso articolo o uno che può punire lo stesso fatto: gli atti di tutti e due sono fermi. Confrontarli. Se il fatto è uno solo si scarta il verbale di troppo, o lo si annulla in autotutela se il suo atto esiste già: l'altro riprende da solo. Se i fatti sono due si risolve qui dicendo perché: vale per tutti e due.", true},
		{AnomaliaSegnalata, "Segnalazione", "Una persona ha segnalato che qualcosa non torna. Controllare e dire come si è risolto.", false},
		{AnomaliaAvvisoMancante, "Manca l'avviso di pagamento", "Manca l'avviso di pagamento da mettere nell'atto. Controllare gli intervalli dei numeri di avviso del comando.", true},
		{AnomaliaAttoNonStampabile, "Atto che non si stampa", "Manca un'impostazione del comando che l'atto deve dire. Chi amministra il comando la completa alla pagina Impostazioni: la stampa riprende da sola.", true},
		{AnomaliaSpese, "Spese da confermare", "Il comando non ha indicato le spese di accertamento e di notifica: l'atto le chiederebbe a zero (art. 201 c. 4 CdS). Chi amministra il comando le indica alla pagina Impostazioni, oppure conferma che sono zero: la stampa riprende da sola.", true},
		{AnomaliaMinorenne, "Destinatario minorenne", "A un minorenne non si notifica nulla: ne risponde chi era tenuto alla sorveglianza (art. 2 L. 689/1981, art. 196 CdS). Chiudere la sua posizione, il che chiude anche questa anomalia, e aprire quella di chi ne risponde: l'atto si forma verso di lui. Se invece è maggiorenne e la data di nascita era sbagliata, chiudere la posizione e aprirla con quella giusta.", true},
		{AnomaliaIdentita, "Identità discorde", "Il codice fiscale non è quello della persona che gli sta accanto: sulla busta e sull'avviso di pagamento risulterebbero due persone diverse. Stabilire di chi si tratta (anagrafe). Se i dati sono comunque i suoi si risolve dicendo perché, e l'atto riprende; altrimenti chiudere la posizione e aprirla con i dati giusti.", true},
		{AnomaliaIndirizzo, "Indirizzo discorde", "CAP, comune e provincia del destinatario non sono di uno stesso luogo: l'atto andrebbe non si sa dove. Stabilire dove risiede o ha sede (anagrafe, registro delle imprese). Se l'indirizzo va bene così si risolve dicendo perché, e l'atto riprende; altrimenti chiudere la posizione e aprirla con l'indirizzo giusto.", true},
		{AnomaliaNonStampabile, "Destinatario che non si può stampare", "Il nome o l'indirizzo del destinatario ha segni che l'atto non può stampare (un altro alfabeto, un simbolo, una lettera persa): la busta non arriverebbe. Scriverlo in lettere latine, come sul documento o in anagrafe: l'indirizzo si indica qui sotto; per il nome si chiude la posizione, il che chiude anche questa anomalia, e la si apre con quello giusto. Finché non è scritto l'atto non si stampa.", true},
		{AnomaliaRecidiva, "Recidiva da valutare", "Chi guidava si è saputo dopo, e risulta già sanzionato per la stessa violazione: gli atti sono fermi. Leggere i precedenti. Se la recidiva c'è e il verbale non è ancora validato si sceglie la sua riga; se è già validato la somma non si alza più: lo si annulla in autotutela e si rifà nel termine, o, dove cambia la sola sanzione accessoria, la si comunica al prefetto e si risolve qui dicendolo. Se non c'è si risolve qui dicendo perché.", true},
		{AnomaliaTermineScaduto, "Atto oltre il termine per notificare", "L'atto è fermo: il termine per affidarlo a chi lo notifica è passato (art. 201 CdS). Qui sotto: se il termine decorre da un altro giorno, lasciar partire l'atto scrivendo quale e perché: non si ferma più; se è passato davvero, non chiedere più nulla a questo destinatario, o, se nessun altro risponde, estinguere il verbale per decorso dei termini.", true},
		{AnomaliaNotificaTardiva, "Notifica fuori termine", "La notifica è avvenuta oltre il termine di legge (art. 201 CdS): l'obbligo può essere estinto. Controllare le date; se è così il verbale si chiude.", true},
		{AnomaliaNotificaRipetuta, "Notifica ripetuta", "Risultano due notifiche alla stessa persona. Conta la prima valida: controllare le prove.", false},
		{AnomaliaEsitoPosta, "Esiti della posta che non stanno insieme", "La posta ha dato due esiti che non stanno insieme: nulla è stato cambiato. Controllare l'avviso di ricevimento e registrare quello giusto.", false},
		{AnomaliaEsitoSend, "Esito di SEND che non sta con il verbale", "SEND dice della notifica una cosa che non sta con il verbale: nulla è stato cambiato. Leggere i passi della notifica e registrare ciò che è giusto.", false},
		{AnomaliaCorrezioneSend, "Notifica corretta da SEND", "SEND ha corretto ciò che aveva detto della notifica: maggiorazione e riscossione sono ferme. Leggere i passi della notifica e le prove. Se la notifica c'è stata si conferma la prova, con il giorno giusto; altrimenti si decide che cosa chiedere ancora a questa persona.", true},
		{AnomaliaDecesso, "Destinatario deceduto", "La posta, o SEND, dice che il destinatario è deceduto. Controllare la data: se la morte segue la violazione il verbale si chiude per decesso, altrimenti si cerca chi aveva il veicolo.", true},
	}
}

// AnomalieDiVisura are the kinds that an answer of the population register opens: what it says contradicts the fine.
func AnomalieDiVisura() []TipoAnomalia {
	return []TipoAnomalia{AnomaliaVisuraTrasferito, AnomaliaVisuraEstero, AnomaliaVisuraIndirizzo, AnomaliaVisuraPersona, AnomaliaVisuraPiuSoggetti,
		AnomaliaVisuraMinorenne, AnomaliaVisuraDecessoPrima, AnomaliaVisuraDecessoDopo, AnomaliaVisuraDecesso, AnomaliaVisuraIllegibile}
}

// DiVisura reports a kind that an answer of the population register opens.
func (t TipoAnomalia) DiVisura() bool { return slices.Contains(AnomalieDiVisura(), t) }

func anomalieDelSeguito() []voceAnomalia {
	return []voceAnomalia{
		{AnomaliaNonDovuto, "Pagamento quando nulla era dovuto", "È arrivato del denaro quando nulla era dovuto. Si rimborsa, o si attribuisce al verbale giusto; se invece il verbale era stato chiuso per errore si risolve riaprendolo.", false},
		{AnomaliaInsufficiente, "Pagamento che non basta più", "Il versamento bastava prima e ora non basta più. Controllare la data della notifica: se la somma che manca va chiesta, si risolve riaprendo; altrimenti si risolve e basta.", false},
		{AnomaliaPrimaDellOrdinanza, "Pagamento prima dell'ordinanza", "Il versamento precede l'ordinanza. Stabilire se chiude il debito o vale come acconto.", false},
		{AnomaliaPagatoInPiu, "Pagato in più", "È stato versato più del dovuto. Disporre il rimborso dell'eccedenza, poi risolvere.", false},
		{AnomaliaAnnullatoPagato, "Annullato e pagato", "Il verbale è annullato ma qualcuno ha pagato. Disporre il rimborso, poi risolvere.", false},
		{AnomaliaSpeseTardive, "Spese dopo la chiusura", "Le spese sono arrivate a debito chiuso. Stabilire se chiederle.", false},
		{AnomaliaRicorsoTardivo, "Ricorso fuori termine", "Il ricorso è giunto oltre il termine. La decisione è dell'autorità: trasmetterlo comunque, con la data.", false},
		{AnomaliaRicorsoDaVerificare, "Ricorso da verificare", "Il ricorso non quadra con il verbale. Controllare chi lo ha presentato e contro che cosa.", false},
		{AnomaliaRicorsoADebitoChiuso, "Ricorso a debito chiuso", "Il ricorso riguarda un debito già chiuso: di solito il pagamento lo preclude (art. 203 CdS).", false},
		{AnomaliaOrdinanzaTardiva, "Ordinanza fuori termine", "L'ordinanza è oltre il termine (art. 204 CdS): il ricorso può valere come accolto. Sentire la prefettura.", false},
		{AnomaliaOrdinanzaDaVerificare, "Ordinanza senza ricorso da verificare", "Il prefetto ha ordinato una somma e non risulta un ricorso. Controllare che l'ordinanza sia di questo verbale, poi dire come si è risolto.", false},
		{AnomaliaOrdinanzaADebitoChiuso, "Ordinanza a debito chiuso", "Il prefetto ha ordinato una somma su un debito già chiuso. Sentire la prefettura; se la somma è dovuta si risolve riaprendo.", false},
		{AnomaliaSommaOrdinata, "Somma ordinata da verificare", "La somma ordinata non è tra quelle che la legge ammette (art. 204 CdS). Controllare il provvedimento.", false},
		{AnomaliaRigheNonInOrdine, "Righe importate non in ordine", controllare, false},
		{AnomaliaFattoPrecedente, "Fatto importato precedente al verbale", controllare, false},
		{AnomaliaEsitoIgnoto, "Esito importato sconosciuto", controllare, false},
		{AnomaliaDestinatarioIgnoto, "Destinatario importato sconosciuto", controllare, false},
		{AnomaliaTotaleDiverso, "Totale importato diverso", controllare, false},
		{AnomaliaTariffaCorretta, "Riga della tabella corretta dopo il verbale", "La riga con cui una violazione fu prezzata è stata corretta. La segnalazione dice che cosa fu chiesto, che cosa la legge chiede e che cosa si può fare: ciò che è stato notificato non cambia da solo.", true},
	}
}

// TipiAnomalia lists the kinds.
func TipiAnomalia() []TipoAnomalia {
	var tutti []TipoAnomalia
	for _, v := range anomalie() {
		tutti = append(tutti, v.valore)
	}
	return tutti
}

// Cade reports a kind that is settled when the fine is closed without asking for money.
func (t TipoAnomalia) Cade() bool { return t.voce().cade }

// AnomalieCadute are the kinds that are settled when the fine is closed without asking for money.
func AnomalieCadute() []TipoAnomalia {
	return slices.DeleteFunc(TipiAnomalia(), func(t TipoAnomalia) bool { return !t.Cade() })
}

// Parola is the name that the office reads.
func (t TipoAnomalia) Parola() string { return t.voce().ufficio }

// Rimedio says what the office can do.
func (t TipoAnomalia) Rimedio() string { return t.voce().rimedio }

// diIntestatario begins the kinds that an answer of the registry of vehicles opens, before its outcome.
const diIntestatario = "INTESTATARIO_"

// AnomaliaDiIntestatario is the kind that an outcome of the look-up of the owner opens.
func AnomaliaDiIntestatario(esito string) TipoAnomalia { return TipoAnomalia(diIntestatario + esito) }

// DiIntestatario reports a kind that saying who answers settles.
func (t TipoAnomalia) DiIntestatario() bool { return strings.HasPrefix(string(t), diIntestatario) }

func (t TipoAnomalia) voce() voceAnomalia {
	for _, v := range anomalie() {
		if v.valore == t {
			return v
		}
	}
	return voceAnomalia{valore: t, ufficio: Leggibile(string(t)), rimedio: controllare}
}
