// Package intervallo is the ranges of numbers that the platform gives to tenants: of payment notices
// (creditor's tax code, segregation, prefix of the 13-digit base), and of judicial acts by post (prefix of
// the eleven digits that the carrier assigned). A range never changes: numbers of it may be on paper already.
package intervallo

import (
	"context"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/partitaiva"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// The kinds of ranges.
const (
	Avviso         = "AVVISO"
	RaccomandataAG = "RACCOMANDATA_AG"
)

const (
	cifreBase = 13 // of a notice number
	cifreAG   = 11 // of a judicial act, before the check digit
)

// Intervallo is a range. Tipo is Avviso when empty. CodiceFiscaleEnte has eleven digits; asked for empty,
// it is the tenant's; with Segregazione it is of notice numbers only. Esempio is its first number: 18 digits
// of a notice, 12 of an act.
type Intervallo struct {
	ID                int64  `json:"id" gorm:"primaryKey;->"`
	Tenant            string `json:"-"`
	Tipo              string `json:"tipo"`
	CodiceFiscaleEnte string `json:"codiceFiscaleEnte"`
	Segregazione      string `json:"segregazione"`
	Prefisso          string `json:"prefisso"`
	Esempio           string `json:"esempio" gorm:"-"`
}

// TableName is the table in the search path.
func (Intervallo) TableName() string { return "intervallo" }

func (i Intervallo) chiave() string {
	if i.Tipo == RaccomandataAG {
		return i.Tipo + " " + i.Prefisso
	}
	return i.CodiceFiscaleEnte + " " + i.Segregazione + " " + i.Prefisso
}

func (i Intervallo) oggetto() voce.Oggetto {
	return voce.Oggetto{Tipo: "intervallo", Tenant: i.Tenant, Chiave: i.chiave()}
}

// quanti is how many numbers the range has.
func (i Intervallo) quanti() string {
	n := int64(1)
	for range i.cifre() - len(i.Prefisso) {
		n *= 10
	}
	cifre := strconv.FormatInt(n, 10)
	for p := len(cifre) - 3; p > 0; p -= 3 {
		cifre = cifre[:p] + "." + cifre[p:]
	}
	return cifre
}

// esempio is the first number of the range; empty for an invalid range.
func (i Intervallo) esempio() string {
	base := i.Prefisso + strings.Repeat("0", max(i.cifre()-len(i.Prefisso), 0))
	if i.Tipo == RaccomandataAG {
		codice, _ := raccomandata.ComponiNazionale(base)
		return codice
	}
	a, err := pagopa.Componi(i.Segregazione, base)
	if err != nil {
		return ""
	}
	return a.Numero
}

// nomeTipo says what the numbers of a range are for.
func nomeTipo(tipo string) string {
	if tipo == RaccomandataAG {
		return "Codici di atti giudiziari"
	}
	return "Numeri di avviso pagoPA"
}

// nomePrimo names the first number, by what the numbers are for.
func (i Intervallo) nomePrimo() string {
	if i.Tipo == RaccomandataAG {
		return "Primo codice"
	}
	return "Primo numero di avviso"
}

// leggibile is the first number as paper carries it.
func (i Intervallo) leggibile() string {
	if i.Tipo == RaccomandataAG {
		return raccomandata.Stampa(i.Esempio)
	}
	return pagopa.Raggruppa(i.Esempio)
}

func (i Intervallo) conEsempio() Intervallo {
	i.Esempio = i.esempio()
	return i
}

// cifre is how many digits the prefix begins.
func (i Intervallo) cifre() int {
	if i.Tipo == RaccomandataAG {
		return cifreAG
	}
	return cifreBase
}

// Servizio holds the use cases on ranges.
type Servizio struct{ Store Store }

// Nuovo builds the service on the platform database.
func Nuovo(p *db.Pools) *Servizio { return &Servizio{Store: Store{Pools: p}} }

// Crea gives a range to a tenant. Ranges of one creditor and segregation never overlap, nor do those of
// acts, whichever tenant they belong to: the same number would be given twice.
func (s *Servizio) Crea(ctx context.Context, i Intervallo) (Intervallo, voce.Esito, error) {
	switch i.Tipo {
	case "":
		i.Tipo = Avviso
	case RaccomandataAG:
		return s.creaAG(ctx, i)
	}
	if i.CodiceFiscaleEnte == "" && i.Tenant != "" {
		ente, err := s.Store.CodiceFiscale(ctx, i.Tenant)
		if err != nil {
			return i, "", err
		}
		if ente == "" {
			return i, "", problem.CampoNonValido("codiceFiscaleEnte", "va indicato: il comando non ha un codice fiscale")
		}
		i.CodiceFiscaleEnte = ente
	}
	ente := partitaiva.Valida(i.CodiceFiscaleEnte)
	i.CodiceFiscaleEnte = ente.Normalizzata
	var g voce.Guasti
	g.Se(i.Tipo != Avviso, "tipo", "è ammesso uno tra "+Avviso+", "+RaccomandataAG)
	g.Se(i.Tenant == "", "tenant", "manca")
	g.Se(!ente.Valida, "codiceFiscaleEnte", ente.Motivo)
	g.Forma("segregazione", i.Segregazione, `^[0-9]{2}$`, "due cifre")
	g.Forma("prefisso", i.Prefisso, `^[0-9]{1,8}$`, "da 1 a 8 cifre")
	if err := voce.Raccogli(g); err != nil {
		return i, "", err
	}
	return s.Store.Crea(ctx, i)
}

func (s *Servizio) creaAG(ctx context.Context, i Intervallo) (Intervallo, voce.Esito, error) {
	var g voce.Guasti
	g.Se(i.Tenant == "", "tenant", "manca")
	g.Se(i.CodiceFiscaleEnte != "", "codiceFiscaleEnte", "è solo dei numeri di avviso")
	g.Se(i.Segregazione != "", "segregazione", "è solo dei numeri di avviso")
	g.Forma("prefisso", i.Prefisso, `^[0-9]{1,9}$`, "da 1 a 9 cifre")
	if err := voce.Raccogli(g); err != nil {
		return i, "", err
	}
	return s.Store.Crea(ctx, i)
}

// Trova gives a range of a tenant by its number; a text that is no number finds none.
func (s *Servizio) Trova(ctx context.Context, tenant, id string) (Intervallo, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return Intervallo{}, problem.NonTrovato("intervallo", id)
	}
	return s.Store.Trova(ctx, tenant, n)
}

// Elenca gives a page of the ranges of a tenant, oldest first; Cerca is the beginning of a prefix or
// of a creditor's tax code.
func (s *Servizio) Elenca(ctx context.Context, tenant string, f voce.Filtro) (voce.Pagina[Intervallo], error) {
	letti, err := s.Store.Elenca(ctx, tenant, f)
	return voce.Impagina(letti, f, func(i Intervallo) string { return strconv.FormatInt(i.ID, 10) }), err
}

// sovrapposto is the refusal of a range that overlaps another. It does not say whose the other is, which may be another
// tenant's.
func sovrapposto(i Intervallo, altro string) error {
	e := problem.Conflitto("INTERVALLO_SOVRAPPOSTO",
		"L'intervallo "+i.chiave()+" si sovrappone a quello con prefisso "+strconv.Quote(altro)+map[bool]string{
			false: " dello stesso ente e segregazione.", true: ", già assegnato."}[i.Tipo == RaccomandataAG])
	e.Campi = []problem.Campo{{Campo: "prefisso", Messaggio: "si sovrappone al prefisso " + altro}}
	return e
}
