package utilita

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const importoErrato = "deve essere una somma scritta all'italiana, come 1.234,56"

// RichiestaData is a day as people write it.
type RichiestaData struct {
	Data *string `json:"data"`
}

// EsitoData is a day in every way in which acts write it. Nome is that of the holiday, or "domenica".
type EsitoData struct {
	ISO             calendario.Giorno `json:"iso"`
	Italiana        string            `json:"italiana"`
	Estesa          string            `json:"estesa"`
	Lettere         string            `json:"lettere"`
	GiornoSettimana string            `json:"giornoSettimana"`
	Festivo         bool              `json:"festivo"`
	Nome            string            `json:"nome,omitempty"`
	Spiegazione     []cds.Passo       `json:"spiegazione"`
}

// ConvertiData reads a day as Italians write it and writes it in every way.
func ConvertiData(r RichiestaData) (EsitoData, error) {
	var c campi
	scritta := testo(&c, "data", r.Data)
	if err := c.errore(); err != nil {
		return EsitoData{}, err
	}
	g, err := calendario.LeggiData(scritta)
	if err != nil {
		return EsitoData{}, problem.CampoNonValido("data", "non è un giorno che esiste, scritto come 20/11/2026, 2026-11-20 o 20 novembre 2026")
	}
	if !plausibile(g) {
		return EsitoData{}, problem.CampoNonValido("data", annoErrato)
	}
	nome, festivo := calendario.Festivo(g)
	e := EsitoData{ISO: g, Italiana: g.Italiano(), Estesa: g.Esteso(), Lettere: g.InLettere(), GiornoSettimana: giornoSettimana(g), Festivo: festivo, Nome: nome}
	passo := cds.Passo{Regola: "GIORNO_FERIALE", Norma: leggeFestivita, Testo: "Il giorno " + g.Italiano() + ", " + e.GiornoSettimana + ", non è festivo."}
	if festivo {
		passo.Regola, passo.Norma = "GIORNO_FESTIVO", normaFestiva(g)
		passo.Testo = "Il giorno " + g.Italiano() + ", " + e.GiornoSettimana + ", è festivo: " + nome + "."
	}
	e.Spiegazione = []cds.Passo{passo}
	return e, nil
}

// leggeFestivita makes Sundays holidays, and the days that later laws did not take away.
const leggeFestivita = "L. 27 maggio 1949, n. 260, art. 2"

// normaFestiva is the law that makes the day a holiday.
func normaFestiva(g calendario.Giorno) string {
	for _, f := range calendario.FestivitaDi(g.Anno()) {
		if f.Giorno == g {
			return f.Norma
		}
	}
	return leggeFestivita
}

// RichiestaImporto is a sum in cents, or as people write it in euro: one of the two.
type RichiestaImporto struct {
	ImportoCent *Numero `json:"importoCent"`
	Testo       *string `json:"testo"`
}

// EsitoImporto is a sum in cents, in figures and in words.
type EsitoImporto struct {
	ImportoCent importo.Cent `json:"importoCent"`
	Cifre       string       `json:"cifre"`
	Lettere     string       `json:"lettere"`
	Spiegazione []cds.Passo  `json:"spiegazione"`
}

// ConvertiImporto writes a sum in figures and in words.
func ConvertiImporto(r RichiestaImporto) (EsitoImporto, error) {
	var c campi
	cent := importo.Cent(interoOppure(&c, "importoCent", r.ImportoCent))
	scritto := testoOppure(&c, "testo", r.Testo)
	switch {
	case r.ImportoCent == nil && r.Testo == nil:
		c.rifiuta("importoCent", "manca: indicare importoCent oppure testo")
	case r.ImportoCent != nil && r.Testo != nil:
		c.rifiuta("testo", "indicare importoCent oppure testo, non entrambi")
	case cent < 0:
		c.rifiuta("importoCent", "non può essere negativo")
	case r.Testo != nil:
		letto, ok := leggiImporto(scritto)
		if !ok {
			c.rifiuta("testo", importoErrato)
		}
		cent = letto
	}
	if err := c.errore(); err != nil {
		return EsitoImporto{}, err
	}
	return EsitoImporto{ImportoCent: cent, Cifre: cent.Cifre(), Lettere: cent.InLettere(), Spiegazione: []cds.Passo{{
		Regola: "IMPORTO_IN_LETTERE", Norma: "uso dei bollettini e degli atti",
		Testo: "Gli euro in lettere, i centesimi in due cifre dopo la barra: " + cent.Euro() + "."}}}, nil
}

// leggiImporto reads euro as Italians write them: dots between thousands or none, a comma and one or two
// decimals or none, the sign of the euro at either end. A dot is never a decimal mark.
func leggiImporto(s string) (importo.Cent, bool) {
	s = strings.TrimSpace(s)
	for _, valuta := range [...]string{"€", "euro", "EUR"} {
		s = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(s, valuta), valuta))
	}
	return importo.Leggi(s)
}
