package infows

import (
	"slices"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// lettura reads an answer's values by their keys, and keeps the first invalid day as its error.
type lettura struct {
	c   *Client
	e   *soap.Element
	err *error
}

func (l lettura) testo(chiave string) string { return l.e.TestoDi(l.c.nomi.Nome(chiave)) }

func (l lettura) figlio(chiave string) lettura {
	return lettura{l.c, l.e.Figlio(l.c.nomi.Nome(chiave)), l.err}
}

func (l lettura) giorno(chiave string) calendario.Giorno {
	g, err := giorno(l.testo(chiave))
	if err != nil && *l.err == nil {
		*l.err = esterno.Invalid("%s non è un giorno", chiave)
	}
	return g
}

// leggiVeicolo reads the holders of today, and says whether they are those of the day asked for.
func (c *Client) leggiVeicolo(e *soap.Element, tipo targa.Tipo, chiave string, quando calendario.Giorno) (registro.Veicolo, error) {
	var err error
	d := lettura{c, e, &err}.figlio("uscitaVeicolo").figlio("datiVeicolo")
	if d.e == nil {
		return registro.Veicolo{}, esterno.Invalid("dati del veicolo mancanti")
	}
	v := registro.Veicolo{Targa: d.figlio("targa").testo("numeroTarga"), Tipo: string(tipo), Data: quando, Marca: d.testo("fabbrica"), Modello: d.testo("modello"),
		Telaio: d.testo("numeroTelaio"), Classe: d.testo("classe"), Categoria: d.testo("categoria"),
		PrimaImmatricolazione: d.giorno("dataPrimaImmatricolazione"), Intestatari: []registro.Intestatario{}}
	if cessato := d.giorno("dataCessazione"); !cessato.IsZero() && !cessato.After(quando) {
		v.Cessazione = &registro.Cessazione{Data: cessato, Causa: d.testo("causaleCessazione")}
	}
	for _, x := range d.e.TuttiFigli(c.nomi.Nome("comproprietario")) {
		v.Intestatari = append(v.Intestatari, lettura{c, x, &err}.intestatario())
	}
	if err != nil {
		return registro.Veicolo{}, err
	}
	if !v.PrimaImmatricolazione.IsZero() && v.PrimaImmatricolazione.After(quando) {
		return registro.Veicolo{}, &esterno.Error{Kind: esterno.ErrNotFound, Code: string(verbale.IndagineNonImmatricolato)}
	}
	if err := c.delGiorno(v); err != nil {
		return registro.Veicolo{}, err
	}
	if err := v.Verifica(chiave, quando); err != nil {
		return registro.Veicolo{}, err
	}
	return v, nil
}

// delGiorno refuses holders whose holding began after the day asked for, or on an unknown day: they are today's holders.
func (c *Client) delGiorno(v registro.Veicolo) error {
	if v.Data == calendario.Da(c.o.Adesso()) {
		return nil
	}
	for _, i := range v.Intestatari {
		switch {
		case i.Dal.IsZero():
			return registro.AltroGiorno("non si sa da quando l'intestatario lo è")
		case i.Dal.After(v.Data):
			return registro.AltroGiorno("il veicolo ha cambiato intestatario dopo quel giorno")
		}
	}
	return nil
}

// intestatario reads a holder. The register gives a residence abroad by its own code of the State, without a published list:
// the country becomes ZZ, which does not exist, so that a person decides where the act goes.
func (l lettura) intestatario() registro.Intestatario {
	i := registro.Intestatario{Titolo: registro.Titolo(l.c.nomi.Chiave("titolo", l.testo("titolo"))), Dal: l.giorno("dataInizioProprieta"),
		CodiceFiscale: l.testo("codiceFiscale"), Denominazione: l.testo("ragioneSociale"), Indirizzo: l.indirizzo()}
	i.Tipo = registro.Societa
	if i.Denominazione == "" {
		i.Tipo = registro.Persona
		i.Cognome, i.Nome, i.Sesso, i.DataNascita, i.Decesso = l.testo("cognome"), l.testo("nome"), l.testo("sesso"), l.giorno("dataNascita"), l.giorno("dataDecesso")
	}
	return i
}

const statoIgnoto = "ZZ"

func (l lettura) indirizzo() registro.Indirizzo {
	a := registro.Indirizzo{Via: strings.TrimSpace(l.testo("toponimoResidenza") + " " + l.testo("indirizzoResidenza")), Civico: l.testo("numeroCivicoResidenza"),
		CAP: l.testo("capResidenza"), Comune: l.testo("comuneResidenza"), Provincia: l.testo("provinciaResidenza"), Nazione: "IT"}
	if l.testo("statoEstero") != "" {
		a.Nazione, a.Provincia = statoIgnoto, ""
	}
	return a
}

func (c *Client) leggiPatente(e *soap.Element, chiave string) (registro.Patente, error) {
	var err error
	d := lettura{c, e, &err}.figlio("uscitaPatente")
	if d.e == nil {
		return registro.Patente{}, esterno.Invalid("dati della patente mancanti")
	}
	punti, nonNumero := strconv.Atoi(d.testo("saldoPunti"))
	if nonNumero != nil {
		return registro.Patente{}, esterno.Invalid("saldoPunti mancante o errato")
	}
	p := registro.Patente{Numero: d.figlio("patente").testo("numeroPatente"), Stato: registro.StatoPatente(c.nomi.Chiave("stato", d.testo("statoPatente"))),
		Rilascio: d.giorno("dataRilascio"), Scadenza: d.giorno("dataScadenza"), Punti: punti, SospesaFinoAl: d.giorno("sospesaFinoAl")}
	for _, x := range d.e.TuttiFigli(c.nomi.Nome("categoriaPatente")) {
		l := lettura{c, x, &err}
		p.Categorie = append(p.Categorie, registro.Categoria{Codice: l.testo("codiceCategoria"),
			Dal: l.giorno("dataConseguimento"), Scadenza: l.giorno("dataScadenza")})
	}
	i := d.figlio("titolare").intestatario()
	p.Titolare = registro.Titolare{CodiceFiscale: i.CodiceFiscale, Cognome: i.Cognome, Nome: i.Nome, DataNascita: i.DataNascita, Sesso: i.Sesso,
		Indirizzo: i.Indirizzo, Decesso: i.Decesso}
	if err == nil {
		err = p.Verifica(chiave)
	}
	if err != nil {
		return registro.Patente{}, err
	}
	return p, nil
}

func (c *Client) leggiCopertura(e *soap.Element, chiave string, quando calendario.Giorno) (registro.Copertura, error) {
	var err error
	d := lettura{c, e, &err}.figlio("uscitaCopertura")
	if d.e == nil {
		return registro.Copertura{}, esterno.Invalid("dati della copertura mancanti")
	}
	x := registro.Copertura{Targa: d.testo("targa"), SituazioneAl: d.giorno("situazioneAl"), Compagnia: d.testo("compagniaAssicuratrice"),
		Polizza:    d.testo("numeroPolizza"),
		Decorrenza: d.giorno("dataDecorrenzaAssicurazione"), Scadenza: d.giorno("dataScadenzaAssicurazione"), FineComporto: d.giorno("dataFineComporto"),
		ScadenzaRevisione: d.giorno("dataScadenzaRevisione")}
	if err != nil {
		return registro.Copertura{}, err
	}
	for chiave, dove := range map[string]**bool{"veicoloAssicurato": &x.Assicurato, "revisioneValida": &x.RevisioneValida} {
		testo := d.testo(chiave)
		if testo == "" {
			continue
		}
		if !slices.Contains([]string{"true", "false", "1", "0"}, testo) {
			return registro.Copertura{}, esterno.Invalid("%s non è vero né falso", chiave)
		}
		si := testo == "true" || testo == "1"
		*dove = &si
	}
	if targa.Normalizza(x.Targa) != chiave || !x.SituazioneAl.IsZero() && x.SituazioneAl != quando {
		return registro.Copertura{}, esterno.Invalid("copertura di un'altra targa o di un altro giorno")
	}
	x.Targa, x.SituazioneAl = chiave, quando
	return x, nil
}
