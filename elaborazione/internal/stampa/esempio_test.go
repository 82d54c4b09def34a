package stampa_test

import (
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	nav30  = "312261120000471164"
	nav60  = "312261120000471265"
	ente   = "01234567897"
	qr30   = "PAGOPA|002|312261120000471164|01234567897|13310"
	qr60   = "PAGOPA|002|312261120000471265|01234567897|18500"
	qrSolo = qr60
)

// esempio is the usual act: a speed of art. 142 c.8, owner not stopped, two notices.
func esempio() stampa.Atto {
	return stampa.Atto{
		Comando: comando(),
		Numero:  "4711", Lettera: "V", Anno: 2026,
		FormatoIl:         time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC),
		DataOraViolazione: time.Date(2026, 11, 12, 7, 31, 0, 0, time.UTC),
		DataAccertamento:  time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC),
		Luogo:             "Via Faentina al km 3+200, direzione centro, Comune di Alfa",
		Veicolo:           stampa.Veicolo{Targa: "AB123CD", Marca: "Fiat", Modello: "Panda"},
		Violazioni: []stampa.Violazione{{
			Articolo: "142", Comma: "8",
			Testo:    "Superava di oltre 10 km/h e di non oltre 40 km/h il limite massimo di velocità stabilito per il tratto di strada percorso.",
			Edittale: stampa.Edittale{MinCent: 17300, MaxCent: 69400}, Punti: 3,
			Velocita:    &stampa.Velocita{RilevataDecimi: 780, NettaDecimi: 730, LimiteDecimi: 500},
			Dispositivo: "misuratore di velocità fisso, matricola 2231, approvazione n. 5087 del 12/10/2017, taratura del 03/02/2026.",
		}},
		MotivoMancata: "accertamento con apparecchiatura che consente la rilevazione dell'illecito in tempo successivo, in assenza del trasgressore (art. 201, comma 1-bis, lett. e).",
		Agenti:        []string{"A001", "A002"},
		Destinatario: stampa.Destinatario{
			Titolo: verbale.Obbligato, Nome: "ROSSI MARIO", CodiceFiscale: "RSSMRA80A01H501U",
			Nascita: "nato a Roma (RM) il 01/01/1980", Via: "Via Giuseppe Garibaldi 15", CAP: "48121", Comune: "Ravenna", Provincia: "RA",
		},
		PuntiTotali: 3,
		OmessiDati:  stampa.Edittale{MinCent: 29100, MaxCent: 116600},
		Avvisi: []stampa.Avviso{
			{Tipo: cds.Ridotto30, NAV: nav30, ImportoCent: 13310, QR: qr30},
			{Tipo: cds.Ridotto, NAV: nav60, ImportoCent: 18500, QR: qr60},
		},
		Spese:       []stampa.Spesa{{Descrizione: "Spese di accertamento e notificazione", Cent: 1200}},
		InteroCent:  35900,
		Spiegazione: []string{"La sanzione ridotta è il minimo edittale (art. 202, comma 1, CdS)."},
	}
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
