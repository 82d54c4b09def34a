package inipec

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
)

// Sede is the registered office of a company.
type Sede struct {
	Denominazione, Via, Civico, Cap, Comune, Provincia string
	Alle                                               time.Time // as the register says; zero where it does not
	Impronta                                           string    // SHA-256 of what it wrote, hexadecimal
}

// oggetto is an object of an answer, whose members have the names of shared/registri.
type oggetto map[string]any

// oggetto reads an answer, which may be the register's object of an error, also with status 200.
func (c *Client) oggetto(a esterno.Answer) (oggetto, error) {
	var o oggetto
	if err := esterno.JSON(a.Body, &o); err != nil {
		return nil, err
	}
	if e := c.errore(o, a); e != nil {
		return nil, e
	}
	return o, nil
}

// errore is what an object of an error says; nil for another.
func (c *Client) errore(o oggetto, a esterno.Answer) *esterno.Error {
	valore, c1 := o[c.nomi.Nome("codice")]
	if !c1 || valore == nil {
		return nil
	}
	codice := fmt.Sprint(valore)
	switch codice {
	case c.nomi.Nome("errore.IN_CORSO"):
		return &esterno.Error{Kind: esterno.ErrUnavailable, Code: esterno.Code(codice), Cause: ErrInCorso}
	case c.nomi.Nome("errore.SCONOSCIUTA"):
		return &esterno.Error{Kind: esterno.ErrRefused, Code: esterno.Code(codice), Cause: errSconosciuta}
	case c.nomi.Nome("errore.SENZA_SEDE"):
		return &esterno.Error{Kind: esterno.ErrNotFound, Code: esterno.Code(codice)}
	}
	switch a.Status {
	case http.StatusOK:
		return &esterno.Error{Kind: esterno.ErrRefused, Code: esterno.Code(codice)}
	case http.StatusUnauthorized, http.StatusForbidden:
		// It is there, and does not let this command in: that says nothing against it for the others.
		return &esterno.Error{Kind: esterno.ErrUnavailable, Code: esterno.Code(codice), Detail: "il registro non ammette il comando"}
	}
	return esterno.Verdict(a, esterno.Code(codice))
}

// giudica reads the register's own object of an error; what does not speak so is a stranger's.
func (c *Client) giudica(a esterno.Answer) *esterno.Error {
	var o oggetto
	if a.MediaType() != "application/json" || json.Unmarshal(a.Body, &o) != nil {
		return esterno.Verdict(a, "")
	}
	if e := c.errore(o, a); e != nil {
		return e
	}
	return esterno.Verdict(a, "")
}

// testo is a member that must be a text.
func (o oggetto) testo(nome string) (string, error) {
	if t := o.forse(nome); t != "" {
		return t, nil
	}
	return "", esterno.Invalid("%s mancante", nome)
}

// forse is a member that may be absent, null or empty.
func (o oggetto) forse(nome string) string {
	t, _ := o[nome].(string)
	return strings.TrimSpace(t)
}

// istante is a moment that the register declares; zero where it does not, or not so that it can be read.
func (o oggetto) istante(nome string) time.Time {
	t, err := time.Parse(time.RFC3339, o.forse(nome))
	if err != nil {
		return time.Time{}
	}
	return t
}

// impresa reads a list of one: the company asked for and no other. A code without an address is in it with nothing, or not at all.
func (c *Client) impresa(a esterno.Answer, codice string) (Impresa, error) {
	n := c.nomi.Nome
	o, err := c.oggetto(a)
	if err != nil {
		return Impresa{}, err
	}
	voci, scritto := o[n("elencoPec")].([]any)
	if !scritto {
		return Impresa{}, esterno.Invalid("%s mancante", n("elencoPec"))
	}
	x := Impresa{Alle: o.istante(n("dataOraDownload")), Impronta: impronta(a.Body)}
	for _, v := range voci {
		voce := oggettoDi(v)
		if !strings.EqualFold(voce.forse(n("cf")), codice) || len(voci) > 1 {
			return Impresa{}, esterno.Invalid("elenco: un codice non chiesto, o ripetuto")
		}
		x.Pec = voce.forse(n("pecImpresa"))
		altre, _ := voce[n("pecProfessionista")].([]any)
		for _, p := range altre {
			if pec := oggettoDi(p).forse(n("pec")); pec != "" && pec != x.Pec {
				x.Professionali = append(x.Professionali, pec)
			}
		}
	}
	return x, nil
}

func oggettoDi(v any) oggetto {
	o, _ := v.(map[string]any)
	return o
}

// sede reads a registered office: of the company asked for, with a street and a comune.
func (c *Client) sede(a esterno.Answer, codice string) (Sede, error) {
	n := c.nomi.Nome
	o, err := c.oggetto(a)
	if err != nil {
		return Sede{}, err
	}
	if !strings.EqualFold(o.forse(n("cf")), codice) {
		return Sede{}, esterno.Invalid("sede di un altro codice")
	}
	dove := oggettoDi(o[n("indirizzoLocalizzazione")])
	s := Sede{Denominazione: dove.forse(n("denominazione")), Civico: dove.forse(n("nCivico")), Cap: dove.forse(n("cap")), Comune: dove.forse(n("comune")),
		Provincia: dove.forse(n("provincia")), Alle: o.istante(n("dataOraEstrazione")), Impronta: impronta(a.Body)}
	s.Via = strings.TrimSpace(dove.forse(n("toponimo")) + " " + dove.forse(n("via")))
	if s.Via == "" || s.Comune == "" {
		return Sede{}, esterno.Invalid("sede senza via o senza comune")
	}
	return s, nil
}
