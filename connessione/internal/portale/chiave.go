package portale

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Chiave is the body of both searches: number, series and plate, as on the paper. With the year, and the notice number
// (or IUV) or the day of the violation (YYYY-MM-DD, in Rome) it is the whole key, which who holds the paper alone has.
type Chiave struct {
	Numero         Cifre  `json:"numero"`
	Lettera        string `json:"lettera"`
	Targa          string `json:"targa"`
	Anno           *int   `json:"anno"`
	IUV            string `json:"iuv"`
	DataViolazione string `json:"dataViolazione"`
}

// chiave is a Chiave as read: IUV and Giorno are empty where they were not given.
type chiave struct {
	lettore.Chiave

	IUV    string
	Giorno calendario.Giorno
}

// corrisponde reports that a fine has the notice and the day that were given.
func (k chiave) corrisponde(v *lettura.Verbale) bool {
	haAvviso := func(a lettura.Avviso) bool { return a.IUV == k.IUV }
	return (k.IUV == "" || slices.ContainsFunc(v.Avvisi, haAvviso)) && (k.Giorno.IsZero() || calendario.Da(v.DataViolazione) == k.Giorno)
}

// manca are the parts without which the key is not that of the whole paper.
func (k chiave) manca() (campi []problem.Campo) {
	if k.Anno == nil {
		campi = append(campi, problem.Campo{Campo: "anno", Messaggio: "occorre per un verbale di cui non si è destinatari"})
	}
	if k.IUV == "" && k.Giorno.IsZero() {
		for _, campo := range []string{"iuv", "dataViolazione"} {
			campi = append(campi, problem.Campo{Campo: campo, Messaggio: "occorre il codice dell'avviso oppure il giorno della violazione, per un verbale di cui non si è destinatari"})
		}
	}
	return campi
}

// Cifre is a text of digits that a caller may also write as a JSON number.
type Cifre string

// UnmarshalJSON reads a string, or a number as it is written.
func (c *Cifre) UnmarshalJSON(dati []byte) error {
	switch dati[0] {
	case '"':
		var s string
		err := json.Unmarshal(dati, &s)
		*c = Cifre(s)
		return err
	case '{', '[', 't', 'f':
		return &json.UnmarshalTypeError{Value: "non è un testo né un numero", Type: reflect.TypeFor[string]()}
	case 'n':
		return nil
	}
	*c = Cifre(dati)
	return nil
}

const (
	cifreNumero   = 10 // of a fine, leading zeros aside (design, section 4)
	lettereSerie  = 3
	lunghezzaMax  = 64
	annoMinimo    = 1900
	annoMassimo   = 9999
	obbligatorio  = "è obbligatorio"
	messaggioAnno = "deve essere un anno di quattro cifre"
	// messaggioGiorno refuses a day that does not exist, also when written as on the paper.
	messaggioGiorno = "deve essere un giorno che esiste"
)

// leggi normalises the key. The error is a 400 that names every field at fault.
func (k Chiave) leggi() (chiave, error) {
	var campi []problem.Campo
	nota := func(campo, messaggio string) {
		if messaggio != "" {
			campi = append(campi, problem.Campo{Campo: campo, Messaggio: messaggio})
		}
	}
	numero, motivo := leggiNumero(string(k.Numero))
	nota("numero", motivo)
	lettera, motivo := leggiLettera(k.Lettera)
	nota("lettera", motivo)
	t, motivo := leggiTarga(k.Targa)
	nota("targa", motivo)
	if k.Anno != nil && (*k.Anno < annoMinimo || *k.Anno > annoMassimo) {
		nota("anno", messaggioAnno)
	}
	letta := chiave{Chiave: lettore.Chiave{Numero: numero, Lettera: lettera, Targa: t, Anno: k.Anno}}
	if iuv := strings.TrimSpace(k.IUV); iuv != "" {
		avviso, err := pagopa.Leggi(stretta(iuv))
		if letta.IUV = avviso.IUV; err != nil {
			nota("iuv", err.Error())
		}
	}
	if giorno := strings.TrimSpace(k.DataViolazione); giorno != "" {
		var err error
		if letta.Giorno, err = calendario.Parse(giorno); err != nil {
			nota("dataViolazione", messaggioGiorno)
		}
	}
	if len(campi) > 0 {
		return chiave{}, problem.NonValido(campi...)
	}
	return letta, nil
}

func leggiNumero(testo string) (n int64, motivo string) {
	testo = strings.TrimSpace(testo)
	if testo == "" {
		return 0, obbligatorio
	}
	cifre := strings.TrimLeft(testo, "0")
	if len(testo) > lunghezzaMax || len(cifre) > cifreNumero || strings.Trim(cifre, "0123456789") != "" || cifre == "" {
		return 0, "deve avere da 1 a 10 cifre"
	}
	n, err := strconv.ParseInt(cifre, 10, 64)
	if err != nil {
		return 0, "deve avere da 1 a 10 cifre"
	}
	return n, ""
}

func leggiLettera(testo string) (lettera, motivo string) {
	lettera = strings.ToUpper(strings.TrimSpace(testo))
	if len(lettera) > lettereSerie || strings.Trim(lettera, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "", "deve avere al massimo tre lettere"
	}
	return lettera, ""
}

// stretta brings the wide forms that keyboards of the Far East write to the signs that they are.
func stretta(testo string) string {
	return strings.Map(func(r rune) rune {
		if '！' <= r && r <= '～' {
			return r - '！' + '!'
		}
		return r
	}, testo)
}

// leggiTarga takes any spelling of any country's plate, and gives its key: whether it is one of ours, the fine says.
func leggiTarga(testo string) (t, motivo string) {
	if len(testo) > lunghezzaMax {
		return "", "è troppo lunga"
	}
	if targa.Chiave(testo) == "" {
		return "", "è obbligatoria"
	}
	e := targa.ValidaEstera(testo)
	if !e.Valida {
		return "", e.Motivo
	}
	return e.Normalizzata, ""
}
