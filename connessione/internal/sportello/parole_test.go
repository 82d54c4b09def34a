package sportello

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestHowLongToWait(t *testing.T) {
	t.Parallel()
	for d, parole := range map[time.Duration]string{
		0: "un secondo", time.Second: "un secondo", 1100 * time.Millisecond: "2 secondi", 59 * time.Second: "59 secondi",
		time.Minute: "un minuto", 61 * time.Second: "2 minuti", 2 * time.Minute: "2 minuti", 121 * time.Second: "3 minuti",
	} {
		if got := attesa(d); got != parole {
			t.Errorf("%v: %s, want %s", d, got, parole)
		}
	}
}

func TestUntilWhenANoticeMayBePaid(t *testing.T) {
	t.Parallel()
	giorno := calendario.MustParse("2026-11-09")
	for parole, o := range map[string]pagamento.Opzione{
		"Entro lunedì 9 novembre 2026":                                           {Entro: &giorno},
		"Entro 60 giorni dalla notifica del verbale, che non ha ancora una data": {Decorrenza: pagamento.DaNotifica, Giorni: 60},
		"L'avviso vale finché non ne viene emesso un altro al suo posto":         {Tipo: cds.Intero},
		"Entro 30 giorni dalla notifica dell'ordinanza o della sentenza, che non ha ancora una data": {
			Tipo: cds.Ordinanza, Decorrenza: pagamento.DaNotifica, Giorni: 30},
		"Era da pagare entro lunedì 9 novembre 2026: il termine è passato, ma l'avviso si può ancora pagare": {
			Tipo: cds.Rata, Entro: &giorno, Trascorso: true},
	} {
		if got := termine(o); got != parole {
			t.Errorf("%s, want %s", got, parole)
		}
	}
}

func TestADeadlineThatIsOverIsSaidToBe(t *testing.T) {
	t.Parallel()
	giorno := calendario.MustParse("2026-11-09")
	for parole, x := range map[string]pagamento.Termine{
		"entro lunedì 9 novembre 2026":                     {Entro: &giorno},
		"il termine è passato, era lunedì 9 novembre 2026": {Entro: &giorno, Trascorso: true},
		"entro 30 giorni dalla notifica":                   {Decorrenza: pagamento.DaNotifica, Giorni: 30},
	} {
		if got := quandoTermine(x); got != parole {
			t.Errorf("%s, want %s", got, parole)
		}
	}
}

// The warnings that the citizen must read come before the sum; how to pay without a notice is said
// once.
func TestWhatIsSaidAroundTheSum(t *testing.T) {
	t.Parallel()
	cento := int64(10000)
	prezzo := cds.Passo{Regola: "IMPORTO", Testo: "Somma", ImportoCent: &cento}
	passi, avvisi := conteggio(pagamento.Pagamento{SenzaAvviso: "Alla riscossione.", Sospeso: "Sospeso.", Spiegazione: []cds.Passo{
		{Regola: "DEBITO_SOSPESO", Testo: "Sospeso."}, prezzo, {Regola: "AVVERTENZA", Testo: "Attenzione."}, {Regola: "AVVERTENZA", Testo: "Alla riscossione."}}})
	if diff := cmp.Diff([]cds.Passo{prezzo}, passi); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Attenzione."}, avvisi); diff != "" {
		t.Error(diff)
	}
}

func TestHistoryDayByDay(t *testing.T) {
	t.Parallel()
	uno, due := calendario.MustParse("2026-08-01"), calendario.MustParse("2026-08-02")
	passi := []portale.Passo{
		{Tipo: "VERBALE_INSERITO", Data: uno}, {Tipo: "NOTA_AGGIUNTA", Data: uno}, {Tipo: "VERBALE_VALIDATO", Data: uno},
		{Tipo: "DATI_CONDUCENTE_OMESSI", Data: due}, {Tipo: "VERBALE_ESTINTO_DECESSO", Data: due},
	}
	primo := giornata{uno, []string{"Il comando ha registrato la violazione.", "Il comando ha controllato il verbale."}}
	estinto := "L'obbligo di pagare si è estinto." // of a death nothing is said
	if diff := cmp.Diff(cronaca{Passato: []giornata{primo, {due, []string{estinto}}}}, storia(passi, false)); diff != "" {
		t.Errorf("who holds the paper reads (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(cronaca{Passato: []giornata{primo, {due, []string{"Non è stato comunicato chi guidava.", estinto}}}}, storia(passi, true)); diff != "" {
		t.Errorf("the person reads (-want +got):\n%s", diff)
	}
}

// A step is told by its own day, whenever it was recorded, and one whose day is to come apart.
func TestHistoryByTheDayOnWhichThingsHappened(t *testing.T) {
	t.Parallel()
	prima, poi, futuro := calendario.MustParse("2026-11-12"), calendario.MustParse("2026-11-22"), calendario.MustParse("2026-12-01")
	passi := []portale.Passo{
		{Sequenza: 1, Tipo: "VERBALE_INSERITO", Data: poi}, {Sequenza: 2, Tipo: "NOTIFICA_PERFEZIONATA", Data: prima},
		{Sequenza: 3, Tipo: "DEBITO_RIPRESO", Data: futuro, Futuro: true}, {Sequenza: 4, Tipo: "PAGAMENTO_REGISTRATO", Data: prima, ImportoCent: 4700},
		{Sequenza: 5, Tipo: "RIMBORSO_DISPOSTO", Data: poi, ImportoCent: 500}, {Sequenza: 6, Tipo: "SGRAVIO_DISPOSTO", Data: poi},
	}
	vuole := cronaca{
		Passato: []giornata{
			{prima, []string{"Il verbale risulta notificato: da questo giorno si contano i termini.", "È arrivato un pagamento di 47,00 €."}},
			{poi, []string{"Il comando ha registrato la violazione.", "È stato disposto un rimborso di 5,00 €.", "Il comando ha rinunciato a quanto restava da pagare."}},
		},
		Futuro: []giornata{{futuro, []string{"La sospensione è finita."}}},
	}
	if diff := cmp.Diff(vuole, storia(passi, false)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if passi[0].Tipo != "VERBALE_INSERITO" {
		t.Error("what was given has changed")
	}
}

func TestAttemptsToServe(t *testing.T) {
	t.Parallel()
	uno, due := calendario.MustParse("2026-08-01"), calendario.MustParse("2026-08-12")
	otto, undici := calendario.MustParse("2026-11-08"), calendario.MustParse("2026-11-11")
	for parole, n := range map[string]portale.Notifica{
		"Spedizione per posta del 01/08/2026: riuscita, con effetto dal 12/08/2026 (prova AR-1).": {
			Canale: "POSTA_CONSEGNA", Stato: "PERFEZIONATA", Avviata: &uno, Esito: &due, Prova: "AR-1"},
		"Notifica con SEND dell'08/11/2026: riuscita, con effetto dall'11/11/2026.": {
			Canale: "SEND", Stato: "PERFEZIONATA", Avviata: &otto, Esito: &undici},
		"Notifica con SEND del 01/08/2026: si attende l'esito.": {Canale: "SEND", Stato: "AVVIATA", Avviata: &uno},
		"Consegna a mani: non riuscita.":                        {Canale: "MANI", Stato: "NON_RIUSCITA"},
		"Tentativo di notifica.":                                {Canale: "SCONOSCIUTO", Stato: "NUOVO"},
	} {
		if got := tentativo(n); got != parole {
			t.Errorf("%s, want %s", got, parole)
		}
	}
}

func TestWordsOfAViolation(t *testing.T) {
	t.Parallel()
	for parole, v := range map[string]portale.Violazione{
		"Il conducente sostava (art. 158 c. 2 lett. h).": {Testo: "Il conducente sostava.", Articolo: "158", Comma: "2", Lettera: "h"},
		"Uso improprio (art. 153 c. 10).":                {Testo: "Uso improprio", Articolo: "153", Comma: "10"},
		"(art. 7).":                                      {Articolo: "7"}, // an imported one has no words
	} {
		if got := violazione(v); got != parole {
			t.Errorf("%s, want %s", got, parole)
		}
	}
}

func TestArticlesInsteadOfCodes(t *testing.T) {
	t.Parallel()
	p := pagamento.Pagamento{Spiegazione: []cds.Passo{{Testo: "Violazione 7-1: minimo 1 €."}, {Testo: "Violazione 7-13: minimo 42 €."}}}
	letto := inArticoli(p, []portale.Violazione{{Codice: "7-1", Articolo: "7", Comma: "1", Lettera: "a"}, {Codice: "7-13", Articolo: "7", Comma: "13"}})
	if letto.Spiegazione[0].Testo != "Violazione dell'art. 7 c. 1 lett. a: minimo 1 €." || letto.Spiegazione[1].Testo != "Violazione dell'art. 7 c. 13: minimo 42 €." {
		t.Errorf("%+v", letto.Spiegazione)
	}
	if p.Spiegazione[0].Testo != "Violazione 7-1: minimo 1 €." {
		t.Error("what was given has changed")
	}
}
