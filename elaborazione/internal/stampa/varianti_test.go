package stampa_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// trasgressore is the same act, notified to the driver.
func trasgressore() stampa.Atto {
	a := esempio()
	a.Destinatario.Titolo = verbale.Trasgressore
	a.PuntiTotali = 1
	a.Lettera = ""
	a.DataAccertamento = a.DataOraViolazione
	a.Comando.Prefettura, a.Comando.GiudiceDiPace, a.Comando.CBILL, a.Comando.ContattoDPO = "", "", "", ""
	return a
}

// contestato is an act whose driver was stopped: the owner has nobody to name.
func contestato() stampa.Atto {
	a := esempio()
	a.DataContestazione = time.Date(2026, 11, 12, 0, 0, 0, 0, time.UTC)
	a.MotivoMancata = ""
	return a
}

// contestatoAlConducente is the act of the driver to whom the violation was contested on the spot.
func contestatoAlConducente() stampa.Atto {
	a := contestato()
	a.Destinatario.Titolo = verbale.Trasgressore
	a.Servito = calendario.MustParse("2026-11-12")
	return a
}

// misto is an act of two violations, the second without discount.
func misto() stampa.Atto {
	a := esempio()
	a.Violazioni = append(a.Violazioni, stampa.Violazione{Articolo: "146", Comma: "3",
		Testo:    "Proseguiva la marcia nonostante la segnalazione del semaforo vietasse la marcia stessa.",
		Edittale: stampa.Edittale{MinCent: 16700, MaxCent: 66500}, Punti: 6, SenzaSconto: true})
	a.PuntiTotali = 9
	return a
}

// smisurato has texts that no page can hold.
func smisurato() stampa.Atto {
	a := lungo()
	a.Violazioni[3].Testo = strings.Repeat("Descrizione senza fine della condotta. ", 400) + "segno3fine."
	a.Comando.ContattoDPO = strings.Repeat("ufficio protezione dati personali ", 330) + "dpofine"
	return a
}

// conducenteNoto is an act to the owner of a vehicle of which it is known who drove.
func conducenteNoto() stampa.Atto {
	a := esempio()
	a.ConducenteNoto = true
	return a
}

// soloRidotto is an act without discount, with the suspension of the licence (art. 202 c.1).
func soloRidotto() stampa.Atto {
	a := esempio()
	a.Violazioni[0].Accessoria = "sospensione della patente di guida da uno a tre mesi."
	a.Violazioni[0].Comma = "9"
	a.Avvisi = a.Avvisi[1:]
	a.Comando.PagaSulSuoSito = true
	return a
}

// senzaAvviso is an act of art. 202 c.3-bis: it names no sum.
func senzaAvviso() stampa.Atto {
	a := esempio()
	a.Violazioni = []stampa.Violazione{{Articolo: "116", Comma: "13", Lettera: "a", Testo: "Guidava senza avere conseguito la patente prescritta."}}
	a.Avvisi, a.Spese, a.InteroCent, a.PuntiTotali, a.MotivoMancata = nil, nil, 0, 0, ""
	a.Agenti = a.Agenti[:1]
	return a
}

// codiceAG is a number of the carrier with its check digit.
const codiceAG = "786000000013"

// conConto is the act of a creditor with a postal account.
func conConto(a stampa.Atto) stampa.Atto {
	a.Comando.ContoPostale = "12345678"
	a.Comando.IntestatarioConto = "COMUNE DI ALFA - SERVIZIO DI TESORERIA, VERBALI CDS"
	a.Comando.AutorizzazioneStampa = "DB/SISB/E 1234 DEL 01/02/2024"
	return a
}

// conBarre is an act that the carrier has numbered.
func conBarre(a stampa.Atto) stampa.Atto {
	a.CodiceAG = codiceAG
	return a
}

// estero is a company abroad, with an address of five lines and amounts over a thousand euro.
func estero() stampa.Atto {
	a := conBarre(conConto(esempio()))
	a.Destinatario = stampa.Destinatario{
		Titolo: verbale.Obbligato, Nome: "MÜLLER & SØRENSEN FLOTTENMANAGEMENT GMBH", Presso: "Herr Jürgen Groß",
		Via: "Königsallee 100, Hinterhaus 3", CAP: "40212", Comune: "Düsseldorf", Stato: "GERMANIA",
	}
	for i, cent := range []int64{123456, 175851} {
		a.Avvisi[i].ImportoCent = cent
		a.Avvisi[i].QR = fmt.Sprintf("PAGOPA|002|%s|%s|%d", a.Avvisi[i].NAV, ente, cent)
	}
	a.InteroCent = 351702
	return a
}

// indirizzoSenzaFine has an address that no window holds at a size to read.
func indirizzoSenzaFine() stampa.Atto {
	a := estero()
	a.Destinatario.Via = strings.Repeat("Straße des siebzehnten Juni, Hinterhaus, ", 12) + "Treppe 3"
	return a
}

// carissimo has amounts that fill their boxes.
func carissimo() stampa.Atto {
	a := esempio()
	for i, nav := range []string{nav30, nav60} {
		a.Avvisi[i].ImportoCent = 99_999_999_999 - int64(i)
		a.Avvisi[i].QR = fmt.Sprintf("PAGOPA|002|%s|%s|%d", nav, ente, a.Avvisi[i].ImportoCent)
	}
	return a
}

// lungo fills every field to its limit, in several alphabets, with ten violations.
func lungo() stampa.Atto {
	a := esempio()
	a.Numero = "1234567890"
	a.Lettera = "ABC"
	a.Luogo = strings.Repeat("Strada vicinale dei Campi Lunghi e delle Acque Chiare ", 4) + "capolinea"
	a.Comando.Ente = "Unione dei Comuni delle Terre d'Acqua, della Bassa Valle e dell'Appennino Orientale Settentrionale"
	a.Comando.Denominazione = "Corpo Unico Intercomunale di Polizia Locale delle Terre d'Acqua"
	a.Comando.Indirizzo = "Piazza della Libertà e della Resistenza 1000/bis, 48100 San Giovanni in Persiceto (BO)"
	a.Comando.Responsabile = "Ispettrice Superiore Dott.ssa Maria Đorđević Łukasiewicz Ștefănescu"
	a.MotivoMancata = strings.Repeat("impossibilità di fermare il veicolo in sicurezza per intenso traffico; ", 6) + "motivofine"
	a.Agenti = []string{"A001", "A002", "A003", "A004", "A005"}
	a.Destinatario = stampa.Destinatario{
		Titolo:        verbale.Obbligato,
		Nome:          "SOCIETÀ COOPERATIVA AGRICOLA ȘTEFĂNESCU & ЩЕРБАКОВ DI ĐORĐE ŁUKASZ VERYLONGSURNAME",
		CodiceFiscale: "01234567897",
		Presso:        "Studio Notarile Associato Παπαδόπουλος",
		Via:           strings.Repeat("Località Case Sparse della Montagnola ", 3) + "interno 999/ZZ scala Q",
		CAP:           "48018", Comune: "Presicce-Acquarica del Capo sul Mare Adriatico", Provincia: "RA", Stato: "REPUBBLICA DI SAN MARINO",
	}
	a.Violazioni = nil
	for i := range 10 {
		a.Violazioni = append(a.Violazioni, stampa.Violazione{
			Articolo: strconv.Itoa(140 + i), Comma: "3-bis", Lettera: "b",
			Testo:    strings.Repeat(fmt.Sprintf("Descrizione numero %d della condotta accertata; ", i), 5) + fmt.Sprintf("segno%dfine.", i),
			Edittale: stampa.Edittale{MinCent: 4200, MaxCent: 17300}, Punti: i,
			Accessoria:  "fermo amministrativo del veicolo per tre mesi.",
			Dispositivo: "apparecchiatura numero 12345678901234567890123456789012345678901234567890123456789012345678901234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		})
	}
	a.Annotazioni = []string{"Nota: " + strings.Repeat("segnalazione ", 30) + "notafine"}
	a.Spiegazione = append(a.Spiegazione, "Le dieci violazioni si sommano (art. 198 CdS).", "Ultima spiegazione ultimafine.")
	return a
}

// testiDi gathers every text of an act.
func testiDi(a stampa.Atto) []string {
	c, d := a.Comando, a.Destinatario
	testi := []string{
		c.Ente, c.Denominazione, c.Settore, c.Indirizzo, c.CodiceFiscale, c.Telefono, c.PEC, c.SitoWeb, c.Responsabile,
		c.Firmatario, c.Qualifica, c.CBILL, c.Prefettura, c.GiudiceDiPace, c.ContattoDPO,
		a.Numero, a.Lettera, a.Luogo, a.Veicolo.Targa, a.Veicolo.Marca, a.Veicolo.Modello, a.MotivoMancata,
		d.Nome, d.CodiceFiscale, d.Presso, d.Via, d.CAP, d.Comune, d.Provincia, d.Stato,
	}
	for _, v := range a.Violazioni {
		testi = append(testi, v.Articolo, v.Comma, v.Testo, v.Accessoria)
		testi = append(testi, strings.TrimPrefix(v.Dispositivo, "apparecchiatura numero "))
	}
	testi = append(testi, a.Agenti...)
	testi = append(testi, a.Annotazioni...)
	return append(testi, a.Spiegazione...)
}

// disegno draws a coat of arms: a shield of two colours on a transparent ground.
func disegno() []byte {
	scudo := image.NewNRGBA(image.Rect(0, 0, 160, 200))
	for y := range 200 {
		for x := range 160 {
			if bordo := max(0, (y-120)*(y-120)/90); x < bordo || x >= 160-bordo {
				continue
			}
			tinta := color.NRGBA{R: 23, G: 50, B: 77, A: 255}
			if x > 80 {
				tinta = color.NRGBA{R: 190, G: 30, B: 45, A: 255}
			}
			scudo.Set(x, y, tinta)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, scudo); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// conStemma is the usual act of a command that has set its coat of arms.
func conStemma() stampa.Atto {
	a := esempio()
	s, err := stampa.NuovoStemma(disegno())
	if err != nil {
		panic(err)
	}
	a.Comando.Stemma = s
	return a
}
