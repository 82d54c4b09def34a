package inad

import (
	"encoding/json"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/inad"
)

// Estratto is what the register has under a tax code. Domicili is empty for one of a list that has none. Scartati are the
// domiciles of which the address, or the end, cannot be read.
type Estratto struct {
	CodiceFiscale string
	Alle          time.Time // of the extraction, by the register's clock; zero in a list where it does not say
	Impronta      string    // SHA-256 of the whole body that said so, hexadecimal
	Domicili      []Domicilio
	Scartati      int
}

// Illeggibile reports that there are domiciles and none of them can be read.
func (e Estratto) Illeggibile() bool { return len(e.Domicili) == 0 && e.Scartati > 0 }

// Domicilio is one elected domicile. Professione is set when it was elected as a professional; Fine is the end of its validity,
// zero while there is none.
type Domicilio struct {
	Indirizzo   string
	Professione string
	Fine        time.Time
	Cessato     string // why it ends, in the register's word
}

// Vale reports whether a domicile may be used at an instant.
func (d Domicilio) Vale(adesso time.Time) bool { return d.Fine.IsZero() || !d.Fine.Before(adesso) }

// Verifica is whether an address was somebody's, and when that was looked at.
type Verifica struct {
	Esito bool
	Alle  time.Time
}

// voce is an extraction as it is written.
type voce struct {
	CodiceFiscale string `json:"codiceFiscale"`
	Alle          string `json:"since"`
	Domicili      []struct {
		Indirizzo   string `json:"digitalAddress"`
		Professione string `json:"practicedProfession"`
		Uso         *struct {
			Motivo string `json:"motivation"`
			Fine   string `json:"dateEndValidity"`
		} `json:"usageInfo"`
	} `json:"digitalAddress"`
}

func leggiEstratto(corpo []byte, chiesto string) (Estratto, error) {
	var v voce
	if err := esterno.JSON(corpo, &v); err != nil {
		return Estratto{}, err
	}
	if len(v.Domicili) == 0 {
		return Estratto{}, esterno.Invalid("digitalAddress mancante o vuoto")
	}
	e, err := v.leggi(chiesto)
	switch {
	case err != nil:
	case e.Illeggibile():
		err = esterno.Invalid("digitalAddress: nessuno è leggibile")
	case e.Alle.IsZero():
		err = esterno.Invalid("since mancante, o non è un istante")
	}
	return e, err
}

func (v voce) leggi(chiesto string) (e Estratto, err error) {
	if !strings.EqualFold(v.CodiceFiscale, chiesto) {
		return e, esterno.Invalid("codiceFiscale diverso da quello chiesto")
	}
	e.CodiceFiscale = strings.ToUpper(v.CodiceFiscale)
	if t, err := istante(v.Alle); err == nil {
		e.Alle = t
	}
	for _, x := range v.Domicili {
		d := Domicilio{Indirizzo: x.Indirizzo, Professione: strings.TrimSpace(x.Professione)}
		var err error
		if x.Uso != nil && (x.Uso.Fine != "" || x.Uso.Motivo != "") {
			d.Cessato = esterno.Code(x.Uso.Motivo)
			d.Fine, err = istante(x.Uso.Fine)
		}
		if err != nil || !parole.IndirizzoDigitale(d.Indirizzo) {
			e.Scartati++
			continue
		}
		e.Domicili = append(e.Domicili, d)
	}
	return e, nil
}

func leggiVerifica(corpo []byte) (Verifica, error) {
	var v struct {
		Esito *bool  `json:"outcome"`
		Alle  string `json:"dateTimeCheck"`
	}
	if err := esterno.JSON(corpo, &v); err != nil {
		return Verifica{}, err
	}
	if v.Esito == nil {
		return Verifica{}, esterno.Invalid("outcome mancante")
	}
	alle, err := istante(v.Alle)
	return Verifica{*v.Esito, alle}, err
}

var idElenco = regexp.MustCompile(`^[{]?[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}[}]?$`)

// leggiPresa takes the id from the body, which the Location must end in where there is one.
func leggiPresa(a esterno.Answer) (string, error) {
	var p struct {
		Stato string `json:"state"`
		ID    string `json:"id"`
	}
	if err := esterno.JSON(a.Body, &p); err != nil {
		return "", err
	}
	if dove := a.Header.Get("Location"); !idElenco.MatchString(p.ID) || dove != "" && path.Base(dove) != p.ID {
		return "", esterno.Invalid("id mancante, o diverso da quello di Location")
	}
	return p.ID, nil
}

// leggiStato: 303 says that a list is ready, and so does its state with 200.
func leggiStato(a esterno.Answer) (bool, error) {
	var p struct {
		Stato string `json:"state"`
	}
	if err := json.Unmarshal(a.Body, &p); err != nil && a.Status != http.StatusSeeOther {
		return false, esterno.Invalid("stato illeggibile")
	}
	switch p.Stato {
	case parole.Disponibile:
		return true, nil
	case parole.PresaInCarico, parole.InElaborazione:
		if a.Status == http.StatusOK {
			return false, nil
		}
	case "":
		if a.Status == http.StatusSeeOther {
			return true, nil
		}
	}
	return false, esterno.Invalid("stato sconosciuto")
}

// leggiElenco matches by tax code, never by position. A list that leaves one out, or speaks of another, cannot be trusted
// as a whole: whose address stands where is what it is about.
func leggiElenco(corpo []byte, chiesti []string) ([]Estratto, error) {
	var letto struct {
		Voci []voce `json:"list"`
	}
	if err := esterno.JSON(corpo, &letto); err != nil {
		return nil, err
	}
	manca := map[string]bool{}
	for _, cf := range chiesti {
		manca[strings.ToUpper(cf)] = true
	}
	voci := make([]Estratto, 0, len(letto.Voci))
	for _, v := range letto.Voci {
		cf := strings.ToUpper(v.CodiceFiscale)
		if !manca[cf] {
			return nil, esterno.Invalid("elenco: un codice non chiesto, o ripetuto")
		}
		delete(manca, cf)
		e, err := v.leggi(cf)
		if err != nil {
			return nil, err
		}
		voci = append(voci, e)
	}
	if len(manca) > 0 {
		return nil, esterno.Invalid("elenco: mancano %d codici chiesti", len(manca))
	}
	return voci, nil
}
