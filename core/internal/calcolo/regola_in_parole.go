package calcolo

import (
	"strings"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// parolaRegola is the name of a rule in words; an unlisted name is readable as it is:
// FASCIA_EDITTALE, "Fascia edittale".
func parolaRegola(regola string) string {
	if parole, nota := map[string]string{
		"SCONTO_30": "Sconto del 30 %", "META_DEL_MASSIMO": "Metà del massimo", "MAGGIORAZIONE_RITARDO": "Maggiorazione per il ritardo",
		"TOLLERANZA_VELOCITA": "Tolleranza", "FASCIA_VELOCITA": "Comma applicato", "TERMINE_A_GIORNI": "Conteggio dei giorni",
		"TERMINE_AD_ANNI": "Conteggio degli anni", "PROROGA_FESTIVI": "Passaggio al primo giorno utile",
		"CONSEGNA_DOPO_LE_21": "Consegna dopo le 21", "PERFEZIONATA_PER_TERMINE": "Perfezionata per decorso dei giorni",
		"NON_NOTIFICATO": "Non ancora notificato", "VERSATO": "Già versati",
	}[regola]; nota {
		return parole
	}
	testo := []rune(strings.ToLower(strings.ReplaceAll(regola, "_", " ")))
	if len(testo) > 0 {
		testo[0] = unicode.ToUpper(testo[0])
	}
	return string(testo)
}

// moltiplicatori are the ways a band may be changed.
func moltiplicatori() []pagine.Opzione {
	return []pagine.Opzione{
		{Valore: string(cds.Semplice), Nome: "come scritti"},
		{Valore: string(cds.Doppio), Nome: "raddoppiati"},
		{Valore: string(cds.Dimezzato), Nome: "dimezzati"},
	}
}

// sessi are the two values of a tax code.
func sessi() []pagine.Opzione {
	return []pagine.Opzione{{Valore: "", Nome: "scegliere"}, {Valore: string(codicefiscale.Maschio), Nome: "maschio"}, {Valore: string(codicefiscale.Femmina), Nome: "femmina"}}
}

// parolaSesso is the sex in words.
func parolaSesso(s codicefiscale.Sesso) string {
	if s == codicefiscale.Femmina {
		return "femmina"
	}
	return "maschio"
}

// somma gives what a step moves, as the law wrote it; empty when it moves no money.
func somma(p cds.Passo) string {
	if p.ImportoCent == nil {
		return ""
	}
	return importo.Cent(*p.ImportoCent).Euro()
}

// scadenze are deadlines of one kind, for people to choose from.
type scadenze struct {
	Nome string
	Voci []pagine.Opzione
}

// tipiScadenza are the deadlines in groups; the words say which day each runs from.
func tipiScadenza() []scadenze {
	v := func(t cds.TipoScadenza, nome string) pagine.Opzione {
		return pagine.Opzione{Valore: string(t), Nome: nome}
	}
	return []scadenze{
		{"Pagamenti", []pagine.Opzione{
			v(cds.PagamentoScontato5, "Pagamento con sconto del 30 %: 5 giorni dalla notificazione"),
			v(cds.PagamentoRidotto60, "Pagamento in misura ridotta: 60 giorni dalla notificazione"),
			v(cds.AccreditoBonifico2, "Accredito del bonifico: 2 giorni dopo la scadenza del pagamento"),
			v(cds.Rateizzazione30, "Richiesta di rateizzazione: 30 giorni dalla notificazione"),
			v(cds.PagamentoOrdinanza30, "Pagamento dell'ordinanza: 30 giorni dalla sua notificazione"),
		}},
		{"Ricorsi e dati del conducente", []pagine.Opzione{
			v(cds.RicorsoPrefetto60, "Ricorso al prefetto: 60 giorni dalla notificazione"),
			v(cds.RicorsoGiudice30, "Ricorso al giudice di pace: 30 giorni dalla notificazione"),
			v(cds.RicorsoGiudiceEstero60, "Ricorso al giudice di pace di chi risiede all'estero: 60 giorni dalla notificazione"),
			v(cds.OpposizioneOrdinanza30, "Opposizione all'ordinanza: 30 giorni dalla sua notificazione"),
			v(cds.DatiConducente60, "Dati del conducente: 60 giorni dalla notificazione"),
		}},
		{"Notificazione del verbale", []pagine.Opzione{
			v(cds.Notifica90, "Violazione non contestata subito: 90 giorni dall'accertamento"),
			v(cds.Notifica100, "All'obbligato, dopo la contestazione al conducente: 100 giorni dall'accertamento"),
			v(cds.Notifica360, "A chi risiede all'estero: 360 giorni dall'accertamento"),
		}},
		{"Quando la notificazione è perfezionata", []pagine.Opzione{
			v(cds.PerfezionamentoDeposito, "Deposito all'ufficio postale: 10 giorni dalla spedizione della CAD"),
			v(cds.PerfezionamentoSend, "SEND digitale: 7 giorni dalla consegna dell'avviso"),
			v(cds.PerfezionamentoSendSatura, "SEND, casella piena o non valida: 15 giorni dal deposito dell'avviso"),
			v(cds.PerfezionamentoSendCartaceo, "SEND con avviso cartaceo: 10 giorni dal suo perfezionamento"),
		}},
		{"Ordinanza del prefetto", []pagine.Opzione{
			v(cds.OrdinanzaPrefetto180, "Ordinanza, ricorso presentato al comando: 180 giorni dal ricorso"),
			v(cds.OrdinanzaPrefetto210, "Ordinanza, ricorso presentato al prefetto: 210 giorni dal ricorso"),
			v(cds.NotificaOrdinanza150, "Notificazione dell'ordinanza: 150 giorni dalla sua adozione"),
		}},
		{"Prescrizione", []pagine.Opzione{
			v(cds.Prescrizione5Anni, "Prescrizione: 5 anni dall'ultimo atto notificato"),
		}},
	}
}

// dallaNotifica are the deadlines that begin with a service, in the order in which people ask for them.
func dallaNotifica() []cds.TipoScadenza {
	return []cds.TipoScadenza{cds.PagamentoScontato5, cds.PagamentoRidotto60, cds.Rateizzazione30, cds.RicorsoGiudice30, cds.RicorsoGiudiceEstero60,
		cds.RicorsoPrefetto60, cds.DatiConducente60, cds.Prescrizione5Anni}
}

// parolaScadenza is a deadline in words.
func parolaScadenza(t cds.TipoScadenza) string {
	for _, g := range tipiScadenza() {
		for _, o := range g.Voci {
			if o.Valore == string(t) {
				return o.Nome
			}
		}
	}
	return parolaRegola(string(t))
}
