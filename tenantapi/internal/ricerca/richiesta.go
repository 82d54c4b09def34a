// Package ricerca finds fines of one tenant by any of their marks, page by page.
package ricerca

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/targa"
)

const (
	dimensioneNormale = 50
	dimensioneMassima = 200
	valoriAlPiu       = 20
)

// Richiesta is the body of a search: any of its members, all of them narrowing.
type Richiesta struct {
	Numero            Numero     `json:"numero"`
	Lettera           *string    `json:"lettera"`
	Anno              int        `json:"anno"`
	Targa             string     `json:"targa"`
	IUV               string     `json:"iuv"`
	CodiceFiscale     string     `json:"codiceFiscale"`
	Procedura         []string   `json:"procedura"`
	Debito            []string   `json:"debito"`
	Ricorso           []string   `json:"ricorso"`
	Articolo          string     `json:"articolo"`
	Reparto           string     `json:"reparto"`
	Fonte             []string   `json:"fonte"`
	DataViolazione    Intervallo `json:"dataViolazione"`
	DataNotifica      Intervallo `json:"dataNotifica"`
	ScadenzaPagamento Intervallo `json:"scadenzaPagamento"`
	ImportoCent       Importi    `json:"importoCent"`
	Testo             string     `json:"testo"`
	Ordina            string     `json:"ordina"`
	Dimensione        int        `json:"dimensione"`
	Cursore           string     `json:"cursore"`
}

// Intervallo of days, both ends included, as they are in Rome.
type Intervallo struct {
	Da *calendario.Giorno `json:"da"`
	A  *calendario.Giorno `json:"a"`
}

// Importi is a range of cents, both ends included.
type Importi struct {
	Da *int64 `json:"da"`
	A  *int64 `json:"a"`
}

// Numero of a fine: a string of digits, and a JSON number is accepted.
type Numero string

// UnmarshalJSON reads a string or an integer.
func (n *Numero) UnmarshalJSON(dati []byte) error {
	var testo string
	if json.Unmarshal(dati, &testo) != nil {
		var cifre json.Number
		if err := json.Unmarshal(dati, &cifre); err != nil {
			return problem.CampoNonValido("numero", "deve essere una stringa di cifre").Con(err)
		}
		testo = cifre.String()
	}
	*n = Numero(testo)
	return nil
}

// normalizza checks every member and names all those at fault.
func (r *Richiesta) normalizza() error {
	var v verifica
	v.numero(r)
	v.stringhe(r)
	v.intervalli(r)
	if r.Dimensione == 0 {
		r.Dimensione = dimensioneNormale
	}
	v.se(r.Dimensione < 1 || r.Dimensione > dimensioneMassima, "dimensione", "deve essere fra 1 e "+strconv.Itoa(dimensioneMassima))
	if r.Ordina == "" {
		r.Ordina = "-dataViolazione"
	}
	v.se(!slices.Contains(ordini(), r.Ordina), "ordina", "deve essere uno di "+strings.Join(ordini(), ", "))
	if len(v.campi) > 0 {
		return problem.NonValido(v.campi...)
	}
	return nil
}

type verifica struct{ campi []problem.Campo }

func (v *verifica) se(errato bool, campo, messaggio string) {
	if errato {
		v.campi = append(v.campi, problem.Campo{Campo: campo, Messaggio: messaggio})
	}
}

func (v *verifica) numero(r *Richiesta) {
	if r.Numero != "" {
		soloCifre := strings.IndexFunc(string(r.Numero), func(c rune) bool { return c < '0' || c > '9' }) < 0
		v.se(!soloCifre || len(strings.TrimLeft(string(r.Numero), "0")) > 10, "numero", "deve avere da 1 a 10 cifre")
	}
	if r.Lettera != nil {
		*r.Lettera = strings.ToUpper(*r.Lettera)
		lettere := strings.IndexFunc(*r.Lettera, func(c rune) bool { return c < 'A' || c > 'Z' }) < 0
		v.se(!lettere || len(*r.Lettera) > 3, "lettera", "deve avere da 0 a 3 lettere")
	}
	v.se(r.Anno != 0 && (r.Anno < 1900 || r.Anno > 9999), "anno", "non è un anno")
}

func (v *verifica) stringhe(r *Richiesta) {
	if r.Targa != "" {
		r.Targa = targa.Normalizza(r.Targa)
		v.se(!strings.ContainsFunc(r.Targa, alfanumerico), "targa", "non contiene lettere né cifre")
	}
	if r.IUV != "" {
		iuv, err := iuvDi(r.IUV)
		v.se(err != nil, "iuv", "non è un codice avviso né uno IUV")
		r.IUV = iuv
	}
	r.CodiceFiscale = strings.ToUpper(strings.TrimSpace(r.CodiceFiscale))
	v.se(r.CodiceFiscale != "" && len(r.CodiceFiscale) != 11 && len(r.CodiceFiscale) != 16, "codiceFiscale", "deve avere 11 o 16 caratteri")
	for campo, testo := range map[string]string{"articolo": r.Articolo, "reparto": r.Reparto, "testo": r.Testo} {
		v.se(utf8.RuneCountInString(testo) > 100 || strings.ContainsFunc(testo, unicode.IsControl), campo, "deve avere al più 100 caratteri")
	}
	for campo, valori := range map[string][]string{"procedura": r.Procedura, "debito": r.Debito, "ricorso": r.Ricorso, "fonte": r.Fonte} {
		v.se(len(valori) > valoriAlPiu, campo, "ammette al più "+strconv.Itoa(valoriAlPiu)+" valori")
		v.se(slices.ContainsFunc(valori, func(s string) bool { return strings.ContainsRune(s, 0) }), campo, "contiene caratteri non ammessi")
	}
}

func alfanumerico(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// iuvDi gives the IUV of what a person typed: NAV or IUV, with spaces, dots and dashes.
func iuvDi(testo string) (string, error) {
	letto, err := pagopa.Leggi(testo)
	return letto.IUV, err //nolint:wrapcheck // only whether it failed is used
}

func (v *verifica) intervalli(r *Richiesta) {
	for campo, i := range map[string]Intervallo{
		"dataViolazione": r.DataViolazione, "dataNotifica": r.DataNotifica, "scadenzaPagamento": r.ScadenzaPagamento,
	} {
		v.se(i.Da != nil && i.A != nil && i.A.Before(*i.Da), campo, "l'inizio segue la fine")
	}
	i := r.ImportoCent
	v.se(i.Da != nil && *i.Da < 0 || i.A != nil && *i.A < 0, "importoCent", "non può essere negativo")
	v.se(i.Da != nil && i.A != nil && *i.A < *i.Da, "importoCent", "l'inizio supera la fine")
}

// criteri names the members in use, without their values: the audit keeps no personal data of a search.
func (r *Richiesta) criteri() string {
	var usati []string
	for nome, usato := range map[string]bool{
		"numero": r.Numero != "", "lettera": r.Lettera != nil, "anno": r.Anno != 0, "targa": r.Targa != "",
		"iuv": r.IUV != "", "codiceFiscale": r.CodiceFiscale != "", "procedura": len(r.Procedura) > 0,
		"debito": len(r.Debito) > 0, "ricorso": len(r.Ricorso) > 0, "articolo": r.Articolo != "",
		"reparto": r.Reparto != "", "fonte": len(r.Fonte) > 0, "testo": r.Testo != "",
		"dataViolazione": r.DataViolazione != Intervallo{}, "dataNotifica": r.DataNotifica != Intervallo{},
		"scadenzaPagamento": r.ScadenzaPagamento != Intervallo{}, "importoCent": r.ImportoCent != Importi{},
	} {
		if usato {
			usati = append(usati, nome)
		}
	}
	slices.Sort(usati)
	return strings.Join(usati, ",")
}
