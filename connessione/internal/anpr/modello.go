package anpr

import (
	"cmp"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/residenza"
)

// soggetto is an element of an answer; what the register may add is let through.
type soggetto struct {
	Generalita struct {
		Codice struct {
			Codice   string `json:"codFiscale"`
			Validita string `json:"validitaCF"`
		} `json:"codiceFiscale"`
		Cognome string `json:"cognome"`
		Nome    string `json:"nome"`
		Sesso   string `json:"sesso"`
		Nascita string `json:"dataNascita"`
		Luogo   struct {
			Eccezionale string `json:"luogoEccezionale"`
			Comune      struct {
				Nome string `json:"nomeComune"`
			} `json:"comune"`
			Localita struct {
				Localita string `json:"descrizioneLocalita"`
				Stato    string `json:"descrizioneStato"`
			} `json:"localita"`
		} `json:"luogoNascita"`
		Aire string `json:"soggettoAIRE"`
	} `json:"generalita"`
	Residenze []*dimora `json:"residenza"`
	Info      []struct {
		ID     string `json:"id"`
		Valore string `json:"valore"`
		Data   string `json:"valoreData"`
	} `json:"infoSoggettoEnte"`
	Identificativi struct {
		ID string `json:"idANPR"`
	} `json:"identificativi"`
}

type dimora struct {
	Tipo      string `json:"tipoIndirizzo"`
	Presso    string `json:"presso"`
	Dal       string `json:"dataDecorrenzaResidenza"`
	Indirizzo *struct {
		Cap    string `json:"cap"`
		Comune struct {
			Nome  string `json:"nomeComune"`
			Istat string `json:"codiceIstat"`
			Sigla string `json:"siglaProvinciaIstat"`
		} `json:"comune"`
		Frazione string `json:"frazione"`
		Toponimo struct {
			Specie        string `json:"specie"`
			Denominazione string `json:"denominazioneToponimo"`
		} `json:"toponimo"`
		Civico civico `json:"numeroCivico"`
	} `json:"indirizzo"`
	Estera *struct {
		Indirizzo struct {
			Cap      string `json:"cap"`
			Localita struct {
				Nome      string `json:"descrizioneLocalita"`
				Stato     string `json:"descrizioneStato"`
				Provincia string `json:"provinciaContea"`
			} `json:"localita"`
			Toponimo struct {
				Denominazione string `json:"denominazione"`
				Civico        string `json:"numeroCivico"`
			} `json:"toponimo"`
		} `json:"indirizzoEstero"`
		Consolato struct {
			Nome string `json:"descrizioneConsolato"`
		} `json:"consolato"`
	} `json:"localitaEstera"`
}

type civico struct {
	Numero  string `json:"numero"`
	Metrico string `json:"metrico"`
	SNC     string `json:"progSNC"`
	Lettera string `json:"lettera"`
	Esp     string `json:"esponente1"`
	Colore  string `json:"colore"`
	Interno struct {
		Isolato      string `json:"isolato"`
		Corte        string `json:"corte"`
		Scala        string `json:"scala"`
		ScalaEsterna string `json:"scalaEsterna"`
		Piano        string `json:"piano"`
		Interno      string `json:"interno1"`
		EspInterno   string `json:"espInterno1"`
		Interno2     string `json:"interno2"`
		EspInterno2  string `json:"espInterno2"`
		Secondario   string `json:"secondario"`
	} `json:"civicoInterno"`
}

type risposta struct {
	Lista struct {
		Soggetti []*soggetto `json:"datiSoggetto"`
	} `json:"listaSoggetti"`
}

// stesso reports that two elements are of one person: by the register's key, and where one of them has none by the tax code. Two
// that have neither in common are two persons: an act is never served at a stranger's address for want of a key.
func (s soggetto) stesso(altro *soggetto) bool {
	if s.Identificativi.ID != "" && altro.Identificativi.ID != "" {
		return s.Identificativi.ID == altro.Identificativi.ID
	}
	cf := s.Generalita.Codice.Codice
	return cf != "" && strings.EqualFold(cf, altro.Generalita.Codice.Codice)
}

// leggi walks every element and merges those of one person, who may come in several.
func leggi(a esterno.Answer) ([]soggetto, error) {
	var letta risposta
	if err := esterno.JSON(a.Body, &letta); err != nil {
		return nil, err
	}
	var tutti []soggetto
	for _, s := range letta.Lista.Soggetti {
		if s == nil {
			continue
		}
		i := slices.IndexFunc(tutti, func(t soggetto) bool { return t.stesso(s) })
		if i < 0 {
			tutti = append(tutti, *s)
			continue
		}
		t := &tutti[i]
		t.Identificativi.ID = cmp.Or(t.Identificativi.ID, s.Identificativi.ID)
		if t.Generalita.Codice.Codice == "" {
			t.Generalita = s.Generalita
		}
		t.Residenze, t.Info = append(t.Residenze, s.Residenze...), append(t.Info, s.Info...)
	}
	return tutti, nil
}

// leggiID is the key of the one person of an answer.
func leggiID(a esterno.Answer) (string, error) {
	tutti, err := leggi(a)
	switch {
	case err != nil:
		return "", err
	case len(tutti) == 0:
		return "", &esterno.Error{Kind: esterno.ErrNotFound}
	case len(tutti) > 1:
		return "", &esterno.Error{Kind: esterno.ErrRefused, Cause: &PiuSoggetti{}}
	case tutti[0].Identificativi.ID == "":
		return "", esterno.Invalid("idANPR mancante")
	}
	return tutti[0].Identificativi.ID, nil
}

// leggiPersona judges an answer of C001 about the person asked for, by her key where it is known.
func leggiPersona(a esterno.Answer, d Domanda, id string) (residenza.Risposta, error) {
	tutti, err := leggi(a)
	switch {
	case err != nil:
		return residenza.Risposta{}, err
	case len(tutti) == 0:
		return residenza.Risposta{}, &esterno.Error{Kind: esterno.ErrNotFound}
	case len(tutti) > 1:
		return residenza.Risposta{}, &esterno.Error{Kind: esterno.ErrRefused, Cause: &PiuSoggetti{}}
	}
	s := tutti[0]
	p := s.persona(d.Data)
	if id != "" && p.IDAnpr != id {
		return residenza.Risposta{}, esterno.Invalid("idANPR diverso da quello chiesto")
	}
	if d.CodiceFiscale != "" && !strings.EqualFold(p.CodiceFiscale, d.CodiceFiscale) {
		// The same key is the same person: the register has changed, or merged, her code. Without the key only letters in place
		// of figures are.
		if id == "" && !omocodi(p.CodiceFiscale, d.CodiceFiscale) {
			return residenza.Risposta{}, esterno.Invalid("codice fiscale diverso da quello chiesto")
		}
		p.Avvertenze = append(p.Avvertenze, "Il codice fiscale è cambiato: il registro ne dà un altro per la stessa persona.")
	}
	return p, nil
}

// omocodi reports that two codes differ by letters in place of figures, and by the check letter.
func omocodi(a, b string) bool {
	x, y := codicefiscale.Valida(a), codicefiscale.Valida(b)
	return x.Valido && y.Valido && !x.Numerico && !y.Numerico && x.Dati == y.Dati && x.Normalizzato[:6] == y.Normalizzato[:6]
}

// persona is an element as it is kept, for a day.
func (s soggetto) persona(giorno calendario.Giorno) residenza.Risposta {
	g := s.Generalita
	p := residenza.Risposta{Esito: residenza.Trovato, IDAnpr: s.Identificativi.ID, CodiceFiscale: strings.ToUpper(g.Codice.Codice),
		CodiceValidato: g.Codice.Validita == "1",
		Cognome:        g.Cognome, Nome: g.Nome, Sesso: g.Sesso, DataNascita: g.Nascita,
		LuogoNascita: cmp.Or(g.Luogo.Comune.Nome, unisci(", ", g.Luogo.Localita.Localita, g.Luogo.Localita.Stato), g.Luogo.Eccezionale)}
	if r := scegli(s.Residenze, giorno, g.Aire == "S"); r != nil {
		i := r.leggi()
		p.Residenza = &i
	}
	if g.Aire == "S" || p.Residenza != nil && p.Residenza.Nazione != "" {
		p.Esito = residenza.AIRE
	}
	for _, i := range s.Info {
		if i.ID == "1003" && i.Valore == "N" || i.ID == "1015" && i.Data != "" {
			p.Esito = residenza.Deceduto
		}
		if i.ID == "1015" {
			p.DataDecesso = i.Data
		}
	}
	if p.Nome == "" || p.Cognome == "" {
		p.Avvertenze = append(p.Avvertenze, "Nel registro la persona ha solo nome o solo cognome.")
	}
	if minorenne(p.DataNascita, giorno) {
		p.Avvertenze = append(p.Avvertenze, "La persona è minorenne.")
	}
	return p
}

// minorenne reports that somebody is under age on a day, as far as the birth is known.
func minorenne(nascita string, giorno calendario.Giorno) bool {
	n, err := calendario.Parse(nascita)
	return err == nil && n.AddMonths(18*12).After(giorno)
}

// The register's kinds of address (tipoIndirizzo) that decide which one is used.
const (
	tipoResidenza       = "1"
	tipoResidenzaEstera = "4"
	tipoUltimaItaliana  = "7" // of somebody who lives abroad
	tipoNuovoNomeStrada = "10"
	tipoCorretto        = "11"
)

// scegli is the address of a day at which an act is served: of those begun by then the one whose kind comes first (posto), of one
// kind the latest, those of which the register does not say since when last.
func scegli(tutte []*dimora, giorno calendario.Giorno, aire bool) (scelta *dimora) {
	for _, r := range tutte {
		if r == nil || r.Indirizzo == nil && r.Estera == nil || r.Dal > giorno.String() {
			continue
		}
		if scelta == nil || r.prima(scelta, aire) {
			scelta = r
		}
	}
	return scelta
}

// prima reports that an address is used rather than another.
func (r *dimora) prima(altra *dimora, aire bool) bool {
	if a, b := r.posto(aire), altra.posto(aire); a != b {
		return a < b
	}
	return r.Dal > altra.Dal
}

// posto ranks the kinds of address: the residence before temporary, elected and hosted abodes; for a person registered abroad,
// foreign addresses first. The last Italian residence of an emigrant comes last.
func (r *dimora) posto(aire bool) int {
	estera := r.Indirizzo == nil
	residenza := slices.Contains([]string{"", tipoResidenza, tipoNuovoNomeStrada, tipoCorretto}, r.Tipo) || estera && r.Tipo == tipoResidenzaEstera
	switch {
	case r.Tipo == tipoUltimaItaliana:
		return 4
	case aire != estera && (aire || !residenza):
		return 3
	case residenza && aire == estera:
		return 0
	case residenza:
		return 1
	}
	return 2
}

func (r *dimora) leggi() residenza.Indirizzo {
	i := residenza.Indirizzo{Presso: r.Presso, Tipo: r.Tipo, Dal: r.Dal}
	if e := r.Estera; e != nil && r.Indirizzo == nil {
		i.Via, i.Civico, i.Cap = e.Indirizzo.Toponimo.Denominazione, e.Indirizzo.Toponimo.Civico, e.Indirizzo.Cap
		i.Comune, i.Provincia, i.Consolato = e.Indirizzo.Localita.Nome, e.Indirizzo.Localita.Provincia, e.Consolato.Nome
		i.Nazione = cmp.Or(e.Indirizzo.Localita.Stato, "ESTERO")
		return i
	}
	x := r.Indirizzo
	i.Via = unisci(" ", x.Toponimo.Specie, x.Toponimo.Denominazione)
	i.Civico, i.Cap, i.Frazione = x.Civico.testo(), x.Cap, x.Frazione
	i.Comune, i.ComuneIstat, i.Provincia = x.Comune.Nome, x.Comune.Istat, x.Comune.Sigla
	return i
}

// testo is a number as it is written on an envelope: number or kilometre, letter, and where it is inside.
func (c civico) testo() string {
	base := unisci("/", c.Numero+c.Lettera, c.Esp)
	if c.Metrico != "" {
		base = "km " + c.Metrico
	}
	if base == "" && c.SNC != "" {
		base = "SNC"
	}
	dentro := ""
	d := c.Interno
	for _, x := range []struct{ nome, valore string }{{"isolato", d.Isolato}, {"corte", d.Corte}, {"scala", d.Scala}, {"scala esterna", d.ScalaEsterna},
		{"piano", d.Piano}, {"int.", unisci("/", d.Interno, d.EspInterno)}, {"int.", unisci("/", d.Interno2, d.EspInterno2)}, {"sec.", d.Secondario}} {
		if x.valore != "" {
			dentro = unisci(" ", dentro, x.nome, x.valore)
		}
	}
	return unisci(" ", base, c.Colore, dentro)
}

// unisci joins the non-empty parts.
func unisci(con string, parti ...string) string {
	return strings.Join(slices.DeleteFunc(parti, func(s string) bool { return strings.TrimSpace(s) == "" }), con)
}
