package cds

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// RichiestaRate asks for the instalments of one report (art. 202-bis).
type RichiestaRate struct {
	Violazioni []Violazione
	// SpeseCent are the expenses of ascertainment and service, split with the rest.
	SpeseCent importo.Cent
	// RedditoCent is the taxable income of the last return, of the applicant and of every cohabiting
	// relative together; Familiari counts these without the applicant.
	RedditoCent importo.Cent
	Familiari   int
	// Notifica is the day of contestation or service, Richiesta that of the request.
	Notifica, Richiesta calendario.Giorno
	// RicorsoPresentato says that an appeal was filed: the request waives the appeals.
	RicorsoPresentato bool
	// PagatoScontato says that the sum less 30 % was paid: discount and instalments exclude each other.
	PagatoScontato bool
	// Rate is how many are asked for; 0 takes the most that the law allows.
	Rate int
	// Accoglimento is the day of the decision, from which interest runs; zero simulates with the day of
	// the request. PrimaRata is the day of the first instalment; zero is one month later.
	Accoglimento, PrimaRata calendario.Giorno
}

// Condizione is one thing the law asks for, with its figures.
type Condizione struct {
	Regola string `json:"regola"`
	Norma  string `json:"norma"`
	Testo  string `json:"testo"`
	Vale   bool   `json:"vale"`
}

// RataPiano is one instalment. ImportoCent = CapitaleCent + InteressiCent.
type RataPiano struct {
	Numero        int               `json:"numero"`
	Scadenza      calendario.Giorno `json:"scadenza"`
	CapitaleCent  importo.Cent      `json:"capitaleCent"`
	InteressiCent importo.Cent      `json:"interessiCent"`
	ImportoCent   importo.Cent      `json:"importoCent"`
}

// EsitoRate is the answer to the request. Without every condition there is no plan, and the sums are 0.
type EsitoRate struct {
	Ammessa    bool         `json:"ammessa"`
	Condizioni []Condizione `json:"condizioni"`
	// MassimoRate is the most instalments that the sum allows.
	MassimoRate int         `json:"massimoRate"`
	Rate        []RataPiano `json:"rate"`
	// CapitaleCent and InteressiCent add up to TotaleCent, and are the sums of the instalments'.
	CapitaleCent  importo.Cent `json:"capitaleCent"`
	InteressiCent importo.Cent `json:"interessiCent"`
	TotaleCent    importo.Cent `json:"totaleCent"`
	// DecisioneEntro is the ninetieth day from the request.
	DecisioneEntro calendario.Giorno `json:"decisioneEntro"`
	// Spiegazione adds up to TotaleCent.
	Spiegazione []Passo  `json:"spiegazione"`
	Avvertenze  []string `json:"avvertenze"`
}

// PianoRate checks the conditions of art. 202-bis one by one and computes the plan. The sum split is the
// reduced payment at its full minimum with the expenses. The error is an *Errore.
func PianoRate(r RichiestaRate) (EsitoRate, error) {
	if err := r.verifica(); err != nil {
		return EsitoRate{}, err
	}
	voci, err := valuta(r.Violazioni)
	if err != nil {
		return EsitoRate{}, err
	}
	limiti, ok := limitiRateAl(r.Richiesta)
	if !ok {
		return EsitoRate{}, errore("richiesta", "precede l'entrata in vigore dell'art. 202-bis CdS")
	}
	p := piano{RichiestaRate: r, voci: voci, limiti: limiti, s: nuovaSpiegazione()}
	p.capitale = voci.sanzione(Ridotto) + r.SpeseCent
	e := EsitoRate{Rate: []RataPiano{}, DecisioneEntro: r.Richiesta.AddDays(giorniDecisione)}
	if e.Condizioni, err = p.condizioni(); err != nil {
		return EsitoRate{}, err
	}
	e.MassimoRate = limiti.massimoRate(p.capitale)
	if e.Ammessa = tutteValgono(e.Condizioni); e.Ammessa {
		if err := p.calcola(&e); err != nil {
			return EsitoRate{}, err
		}
	}
	p.decisione(e)
	e.Spiegazione, e.Avvertenze = p.s.passi, p.s.elenco()
	return e, nil
}

// giorniDecisione are those of the authority (art. 202-bis c. 5); it plans on no extension.
const giorniDecisione = 90

const (
	maxFamiliari       = 100
	giorniPrimaRata    = 366 // the first instalment is due within one year of the decision
	norma202bisImporti = "art. 202-bis c. 4 CdS"
	norma202bisIstanza = "art. 202-bis c. 5 CdS"
)

func (r RichiestaRate) verifica() error {
	for _, x := range [...]struct {
		campo string
		cent  importo.Cent
	}{{"speseCent", r.SpeseCent}, {"redditoCent", r.RedditoCent}} {
		if err := verificaSomma(x.campo, x.cent); err != nil {
			return err
		}
	}
	primo := r.primaRata()
	switch {
	case r.Familiari < 0 || r.Familiari > maxFamiliari:
		return errore("familiari", "deve essere compreso tra 0 e 100")
	case r.Rate < 0:
		return errore("rate", "non può essere negativo")
	case r.Notifica.IsZero():
		return errore("notifica", "manca")
	case r.Richiesta.IsZero():
		return errore("richiesta", "manca")
	case r.Richiesta.Before(r.Notifica):
		return errore("richiesta", "precede la contestazione o la notificazione")
	case r.inizio().Before(r.Richiesta):
		return errore("accoglimento", "precede la richiesta")
	case primo.Before(r.inizio()) || primo.DiffDays(r.inizio()) > giorniPrimaRata:
		return errore("primaRata", "deve cadere entro un anno dall'accoglimento")
	}
	return nil
}

// inizio is the day interest runs from.
func (r RichiestaRate) inizio() calendario.Giorno {
	if r.Accoglimento.IsZero() {
		return r.Richiesta
	}
	return r.Accoglimento
}

func (r RichiestaRate) primaRata() calendario.Giorno {
	if r.PrimaRata.IsZero() {
		return r.inizio().AddMonths(1)
	}
	return r.PrimaRata
}

// decisione says what follows from the request.
func (p *piano) decisione(e EsitoRate) {
	p.s.giorno("DECISIONE", norma202bisIstanza,
		"L'autorità decide entro novanta giorni dalla richiesta: entro "+e.DecisioneEntro.Detto("il")+".", e.DecisioneEntro)
	p.s.avverti("Se l'autorità non decide nei novanta giorni la richiesta si intende respinta e il pagamento è dovuto entro trenta giorni dalla comunicazione (art. 202-bis cc. 5 e 8 CdS): da verificare.")
	if !e.Ammessa {
		return
	}
	p.s.passo("DECADENZA", "art. 202-bis c. 7 CdS; art. 203 c. 3 CdS", "Chi non paga la prima rata, o poi due rate, decade dal beneficio: è dovuta la metà del massimo ("+
		p.voci.sanzione(Intero).Euro()+") più le spese, tolto quanto versato.")
	p.s.avverti("La decorrenza degli interessi e il modo di calcolarli non sono nella legge: qui corrono dall'accoglimento sul capitale residuo, per i giorni effettivi su 365; vale quanto dispone il provvedimento.")
}

// Decaduta says whether the benefit is lost on a day: the first instalment, or two later ones, not paid
// though due before the day (art. 202-bis c. 7). pagate holds the numbers of the instalments paid in
// time. The step says why.
func Decaduta(rate []RataPiano, pagate map[int]bool, giorno calendario.Giorno) (bool, Passo) {
	passo := Passo{Regola: "DECADENZA", Norma: "art. 202-bis c. 7 CdS"}
	mancate := 0
	for _, r := range rate {
		if pagate[r.Numero] || !r.Scadenza.Before(giorno) {
			continue
		}
		mancate++
		if r.Numero == 1 || mancate == 2 {
			passo.Testo = "Rata " + strconv.Itoa(r.Numero) + " " + r.Scadenza.Detto("del") + " non pagata: il debitore decade dalla rateazione."
			return true, passo
		}
	}
	passo.Testo = "Rate successive alla prima non pagate: " + strconv.Itoa(mancate) + "; il beneficio resta."
	return false, passo
}
