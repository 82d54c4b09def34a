package pra

import (
	"cmp"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// leggi reads an answer about a day.
func (c *Client) leggi(corpo []byte, tipo targa.Tipo, chiave string, quando calendario.Giorno) (v registro.Veicolo, err error) {
	n := c.nomi.Nome
	busta, err := soap.ReadAnswer(corpo)
	if err != nil || busta.Nome.Local != n("risposta") {
		return v, esterno.Invalid("non è una risposta della visura")
	}
	risposta := busta.Figlio(n("DatiRisposta"))
	if err := c.esito(risposta.Figlio(n("Esito")).TestoDi(n("CodiceEsito"))); err != nil {
		return v, err
	}
	dati := risposta.Figlio(n("DatiRecuperati"))
	veicolo, tecnici := dati.Figlio(n("DatiVeicolo")), dati.Figlio(n("DatiTecnici"))
	commerciale := tecnici.Figlio(n("ModelloCommerciale"))
	v = registro.Veicolo{Targa: veicolo.TestoDi(n("Targa")), Tipo: string(tipo), Data: quando, Marca: commerciale.TestoDi(n("Fabbrica")),
		Modello: strings.TrimSpace(commerciale.TestoDi(n("Tipo")) + " " + commerciale.TestoDi(n("Serie"))), Telaio: tecnici.TestoDi(n("Telaio")),
		Intestatari: []registro.Intestatario{}}
	if v.Cessazione, err = c.cessazione(veicolo.Figlio(n("UltimaFormalita")), quando); err != nil {
		return v, err
	}
	if v.Intestatari, err = c.intestatari(dati, quando); err != nil {
		return v, err
	}
	if v.Cessazione != nil {
		v.Intestatari = []registro.Intestatario{}
	}
	if err := v.Verifica(chiave, quando); err != nil {
		return registro.Veicolo{}, err
	}
	return v, nil
}

// cessazione is since when the vehicle is off the register, by its last formality; nil when it was not, that day.
func (c *Client) cessazione(formalita *soap.Element, quando calendario.Giorno) (*registro.Cessazione, error) {
	n := c.nomi.Nome
	causa := formalita.TestoDi(n("CausaleRadiazione"))
	if causa == "" {
		return nil, nil //nolint:nilnil // it is on the register
	}
	dal, err := giorno(formalita.TestoDi(n("Data")))
	if err != nil || dal.After(quando) {
		return nil, err
	}
	return &registro.Cessazione{Data: dal, Causa: causa}, nil
}

// intestatari are the owners, and who holds the vehicle in their stead that day.
func (c *Client) intestatari(dati *soap.Element, quando calendario.Giorno) ([]registro.Intestatario, error) {
	n := c.nomi.Nome
	tutti := []registro.Intestatario{}
	for _, x := range []struct {
		gruppo string
		titolo registro.Titolo
	}{
		{"DatiIntestazione", registro.Proprietario}, {"DatiLocazione", registro.Locatario},
		{"DatiUsufrutto", registro.Usufruttuario}, {"DatiPrd", registro.Acquirente},
	} {
		gruppo := dati.Figlio(n(x.gruppo))
		if gruppo == nil {
			continue
		}
		scade, err := giorno(gruppo.TestoDi(n("DataScadenza")))
		if err != nil {
			return nil, err
		}
		if !scade.IsZero() && scade.Before(quando) {
			continue // the lease was over
		}
		dal, err := giorno(gruppo.Figlio(n("Formalita")).TestoDi(n("Data")))
		if err != nil {
			return nil, err
		}
		if x.titolo == registro.Proprietario && dal.After(quando) {
			return nil, registro.AltroGiorno("l'ultima formalità è dopo quel giorno")
		}
		for _, i := range gruppo.TuttiFigli(n("Intestatario")) {
			h, err := c.intestatario(i)
			if err != nil {
				return nil, err
			}
			h.Titolo, h.Dal = x.titolo, dal
			tutti = append(tutti, h)
		}
	}
	return tutti, nil
}

// statoIgnoto is the country of a State of which nobody has the code: a person decides where the act goes.
const statoIgnoto = "ZZ"

func (c *Client) intestatario(e *soap.Element) (h registro.Intestatario, err error) {
	n := c.nomi.Nome
	d, r := e.Figlio(n("Denominazione")), e.Figlio(n("Residenza"))
	h = registro.Intestatario{CodiceFiscale: cmp.Or(d.TestoDi(n("CodiceFiscale")), d.TestoDi(n("PartitaIva"))), Denominazione: d.TestoDi(n("RagioneSociale")),
		Tipo: registro.Societa, Indirizzo: registro.Indirizzo{Via: strings.TrimSpace(r.TestoDi(n("Dug")) + " " + r.TestoDi(n("Toponimo"))),
			Civico: r.TestoDi(n("NumeroCivico")), CAP: r.TestoDi(n("Cap")), Comune: r.TestoDi(n("Comune")), CodiceIstat: r.TestoDi(n("ComuneResidenzaIstat")),
			Provincia: r.TestoDi(n("Provincia")), Nazione: "IT"}}
	if stato := r.TestoDi(n("Stato")); stato != "" && stato != n("stato.IT") {
		h.Indirizzo.Nazione, h.Indirizzo.Provincia, h.Indirizzo.CodiceIstat = statoIgnoto, "", ""
	}
	if h.Denominazione != "" || d.TestoDi(n("TipoSocieta")) != "" {
		return h, nil
	}
	h.Tipo, h.Cognome, h.Nome, h.Sesso = registro.Persona, d.TestoDi(n("Cognome")), d.TestoDi(n("Nome")), d.TestoDi(n("Sesso"))
	h.DataNascita, err = giorno(e.Figlio(n("Nascita")).TestoDi(n("Data")))
	return h, err
}
