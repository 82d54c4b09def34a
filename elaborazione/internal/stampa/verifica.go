package stampa

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// cifreAG is the length of the carrier's number of a judicial act.
const cifreAG = 12

// verifica refuses an act whose notice would mislead: a missing essential, or a QR code that says
// something else than the printed figures. anonimo leaves the addressee out.
func verifica(a Atto, anonimo bool) error {
	var motivi []string
	rifiuta := func(cattivo bool, formato string, argomenti ...any) {
		if cattivo {
			motivi = append(motivi, fmt.Sprintf(formato, argomenti...))
		}
	}
	rifiuta(a.Numero == "" || a.Anno == 0, "manca il numero del verbale")
	rifiuta(a.FormatoIl.IsZero(), "manca la data di formazione")
	rifiuta(a.DataOraViolazione.IsZero(), "manca la data della violazione")
	rifiuta(a.Veicolo.Targa == "", "manca la targa")
	rifiuta(a.Comando.Ente == "" || a.Comando.Denominazione == "", "manca il comando")
	rifiuta(anonimo && len(a.Avvisi) == 0, "manca l'avviso")
	rifiuta(a.CodiceAG != "" && (len(a.CodiceAG) != cifreAG || !codici.SoloCifre(a.CodiceAG)), "il codice dell'atto giudiziario non è di %d cifre", cifreAG)
	if !anonimo {
		rifiuta(len(a.Violazioni) == 0, "manca la violazione")
		rifiuta(a.Comando.Firmatario == "", "manca il nome del responsabile, che sostituisce la firma")
		rifiuta(a.Destinatario.Nome == "", "manca il nome del destinatario")
		rifiuta(a.Destinatario.Titolo != verbale.Obbligato && a.Destinatario.Titolo != verbale.Trasgressore,
			"il titolo del destinatario %q non è previsto", a.Destinatario.Titolo)
	}
	motivi = append(motivi, verificaAvvisi(a)...)
	if len(motivi) > 0 {
		return &AttoIncompleto{Motivi: motivi}
	}
	return nil
}

// verificaAvvisi accepts no notice, RIDOTTO alone, or RIDOTTO_30 followed by RIDOTTO.
func verificaAvvisi(a Atto) []string {
	var tipi []string
	var motivi []string
	for _, v := range a.Avvisi {
		tipi = append(tipi, string(v.Tipo))
		if v.ImportoCent <= totaleSpese(a) {
			motivi = append(motivi, fmt.Sprintf("l'avviso %s non supera le spese", v.Tipo))
		}
		if err := verificaQR(v, a.Comando.CodiceFiscale); err != nil {
			motivi = append(motivi, err.Error())
		}
	}
	switch strings.Join(tipi, "+") {
	case "", string(cds.Ridotto), string(cds.Ridotto30) + "+" + string(cds.Ridotto):
	default:
		motivi = append(motivi, fmt.Sprintf("gli avvisi %s non formano un modello", strings.Join(tipi, ", ")))
	}
	return motivi
}

// verificaQR compares the QR text with the text printed beside it (Specifiche attuative, QR 002).
func verificaQR(v Avviso, ente string) error {
	campi := strings.Split(v.QR, "|")
	if len(campi) != 5 || campi[0] != "PAGOPA" || campi[1] != "002" {
		return fmt.Errorf("il QR dell'avviso %s non è un codice pagoPA", v.Tipo)
	}
	importo, err := strconv.ParseInt(campi[4], 10, 64)
	if len(v.NAV) != 18 || campi[2] != v.NAV || campi[3] != ente || err != nil || importo != v.ImportoCent {
		return fmt.Errorf("il QR dell'avviso %s non corrisponde a numero, ente e importo stampati", v.Tipo)
	}
	return nil
}

// totaleSpese adds the expenses of the act, in cents.
func totaleSpese(a Atto) int64 {
	var totale int64
	for _, s := range a.Spese {
		totale += s.Cent
	}
	return totale
}
