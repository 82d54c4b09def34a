package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const ente = "01234567897"

// testoBollettino fills the 256 characters of the code of a postal slip.
var testoBollettino = strings.Repeat("codfase=NBPA;18311261120000471164", 7) + strings.Repeat(" ", 25) //nolint:gochecknoglobals // a constant that Go cannot write

// campione is the act number n: a speed, the owner not stopped, two notices. No two are of the same
// people, plates and sums. With conBollettini the creditor has a postal account and the carrier has
// given a code: two slips with their DataMatrix, and the bars.
func campione(n int, conBollettini bool) stampa.Atto {
	lettera := func(k int) string { return string(rune('A' + k%26)) }
	scontato, ridotto := int64(13310+n%500), int64(18500+n%500)
	a := stampa.Atto{
		Comando: comando(), Numero: strconv.Itoa(1 + n), Lettera: "V", Anno: 2026,
		FormatoIl:         time.Date(2026, 11, 20, 9, 30, n%60, 0, time.UTC),
		DataOraViolazione: time.Date(2026, 11, 12, 7, n%60, 0, 0, time.UTC),
		DataAccertamento:  time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC),
		Luogo:             "Via Faentina al km 3+200, direzione centro, Comune di Alfa",
		Veicolo:           stampa.Veicolo{Targa: fmt.Sprintf("A%s%03dC%s", lettera(n), n%1000, lettera(n/26)), Marca: "Fiat", Modello: "Panda"},
		Violazioni: []stampa.Violazione{{
			Articolo: "142", Comma: "8",
			Testo:    "Superava di oltre 10 km/h e di non oltre 40 km/h il limite massimo di velocità stabilito per il tratto di strada percorso.",
			Edittale: stampa.Edittale{MinCent: 17300, MaxCent: 69400}, Punti: 3,
			Velocita:    &stampa.Velocita{RilevataDecimi: 780 + int64(n%50), NettaDecimi: 730 + int64(n%50), LimiteDecimi: 500},
			Dispositivo: "misuratore di velocità fisso, matricola 2231, approvazione n. 5087 del 12/10/2017, taratura del 03/02/2026.",
		}},
		MotivoMancata: "accertamento con apparecchiatura che consente la rilevazione dell'illecito in tempo successivo, in assenza del trasgressore (art. 201, comma 1-bis, lett. e).",
		Agenti:        []string{"A001", "A002"},
		Destinatario: stampa.Destinatario{
			Titolo: verbale.Obbligato, Nome: "ROSSI" + lettera(n) + " MARIO" + lettera(n/7), CodiceFiscale: "RSSMRA80A01H501U",
			Nascita: "nato a Roma (RM) il 01/01/1980", Via: fmt.Sprint("Via Giuseppe Garibaldi ", 1+n%300), CAP: "48121", Comune: "Ravenna", Provincia: "RA",
		},
		PuntiTotali: 3,
		OmessiDati:  stampa.Edittale{MinCent: 29100, MaxCent: 116600},
		Avvisi:      []stampa.Avviso{avviso(cds.Ridotto30, 2*n, scontato), avviso(cds.Ridotto, 2*n+1, ridotto)},
		Spese:       []stampa.Spesa{{Descrizione: "Spese di accertamento e notificazione", Cent: 1200}},
		InteroCent:  35900,
		Spiegazione: []string{"La sanzione ridotta è il minimo edittale (art. 202, comma 1, CdS)."},
	}
	if conBollettini {
		a.CodiceAG = "786000000013"
		a.Comando.ContoPostale, a.Comando.IntestatarioConto = "12345678", "COMUNE DI ALFA - SERVIZIO DI TESORERIA, VERBALI CDS"
		a.Comando.AutorizzazioneStampa = "DB/SISB/E 1234 DEL 01/02/2024"
	}
	return a
}

func avviso(tipo cds.Tipo, n int, cent int64) stampa.Avviso {
	c, err := pagopa.Componi("12", fmt.Sprintf("%013d", n))
	if err != nil {
		return stampa.Avviso{} // the printer refuses it by name
	}
	return stampa.Avviso{Tipo: tipo, NAV: c.Numero, ImportoCent: cent, QR: fmt.Sprintf("PAGOPA|002|%s|%s|%d", c.Numero, ente, cent)}
}

func comando() stampa.Comando {
	return stampa.Comando{
		Ente: "Comune di Alfa", Denominazione: "Corpo di Polizia Locale", Settore: "Ufficio Verbali",
		Indirizzo: "Piazza del Popolo 1, 48100 Alfa (RA)", CodiceFiscale: ente, Telefono: "0544 000000",
		PEC: "polizialocale@pec.comune.alfa.example", SitoWeb: "www.comune.alfa.example",
		Responsabile: "Isp. Capo Anna Verdi", Firmatario: "Dott. Luigi Bianchi", Qualifica: "Il Comandante",
		CBILL: "AB12C", Prefettura: "Ravenna", GiudiceDiPace: "Ravenna", ContattoDPO: "dpo@comune.alfa.example",
	}
}
