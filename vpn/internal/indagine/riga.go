package indagine

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// Riga is a row of the table indagine.
type Riga struct {
	ID, Verbale   uuid.UUID
	Esito, Motivo string
	Soggetto      `gorm:"embedded"`
	Marca         string
	Modello       string
	Rete          string
	Quando        time.Time
	Risposta      *string
	Codice        verbale.CodiceIndagine
	Targa         string
	NazioneTarga  string
	Giorno        calendario.Giorno
	Titolo        registro.Titolo
	DataFurto     calendario.Giorno
	Candidati     string // JSON, of []Candidato
	Avvertenze    string // JSON, of []string
	Classe        string // a word of sanzione.Classe; empty: the register does not say
	Categoria     string // of the international approval
}

// TableName is the table in the search path.
func (Riga) TableName() string { return "indagine" }

// Soggetto is a person or company as the columns of indagine name it; LuogoNascita is the name of the
// comune or of the foreign State, else the cadastral code.
type Soggetto struct {
	Tipo          string            `json:"tipo"`
	CodiceFiscale string            `json:"codiceFiscale"`
	Cognome       string            `json:"cognome,omitempty"`
	Nome          string            `json:"nome,omitempty"`
	Denominazione string            `json:"denominazione,omitempty"`
	Sesso         string            `json:"sesso,omitempty"`
	DataNascita   calendario.Giorno `json:"dataNascita,omitzero"`
	LuogoNascita  string            `json:"luogoNascita,omitempty"`
	Indirizzo     string            `json:"indirizzo"`
	Civico        string            `json:"civico,omitempty"`
	Cap           string            `json:"cap,omitempty"`
	Comune        string            `json:"comune"`
	ComuneIstat   string            `json:"comuneIstat,omitempty"`
	Provincia     string            `json:"provincia,omitempty"`
	Nazione       string            `json:"nazione"`
}

// Candidato is somebody on the papers of the vehicle on the day, with what a person needs to choose.
// Risponde: the title makes them answer (art. 196 CdS), alone or with others, unless dead.
type Candidato struct {
	Soggetto
	Titolo    registro.Titolo   `json:"titolo"`
	Dal       calendario.Giorno `json:"dal"`
	Al        calendario.Giorno `json:"al,omitzero"`
	Decesso   calendario.Giorno `json:"decesso,omitzero"`
	Minorenne bool              `json:"minorenne"` // on the day of the violation
	Risponde  bool              `json:"risponde"`
}

func (s *Service) riga(verbale uuid.UUID, v VeicoloVerbale, g Giudizio) Riga {
	r := Riga{ID: uuid.Must(uuid.NewV7()), Verbale: verbale, Esito: g.Esito, Codice: g.Codice, Motivo: g.Motivo, Rete: g.Rete, Quando: s.Adesso(),
		Targa: targa.Normalizza(v.Targa), NazioneTarga: g.NazioneTarga, Giorno: calendario.Da(v.Violazione), Candidati: "[]", Avvertenze: "[]"}
	if g.Veicolo != nil {
		s.descrivi(&r, *g.Veicolo)
	}
	if g.Responsabile != nil {
		r.Soggetto, r.Titolo = s.soggetto(*g.Responsabile), g.Responsabile.Titolo
	}
	return r
}

// descrivi writes the register's data, from which a person decides.
func (s *Service) descrivi(r *Riga, v registro.Veicolo) {
	risposta := inJSON(v)
	r.Marca, r.Modello, r.DataFurto, r.Risposta = v.Marca, v.Modello, v.DataFurto, &risposta
	r.Classe, r.Categoria = v.Classe, v.Categoria
	r.Candidati = inJSON(s.candidati(v))
	if len(v.Avvertenze) > 0 {
		r.Avvertenze = inJSON(v.Avvertenze)
		r.Motivo += " Da verificare: " + strings.Join(v.Avvertenze, "; ") + "."
	}
}

func (s *Service) candidati(v registro.Veicolo) []Candidato {
	chi := map[string]bool{}
	for _, i := range rispondono(v.Intestatari) {
		chi[i.CodiceFiscale+string(i.Titolo)] = i.Decesso.IsZero()
	}
	elenco := make([]Candidato, len(v.Intestatari))
	for n, i := range v.Intestatari {
		elenco[n] = Candidato{Soggetto: s.soggetto(i), Titolo: i.Titolo, Dal: i.Dal, Al: i.Al, Decesso: i.Decesso,
			Minorenne: minorenne(i, v.Data), Risponde: chi[i.CodiceFiscale+string(i.Titolo)]}
	}
	return elenco
}

func (s *Service) soggetto(i registro.Intestatario) Soggetto {
	a := i.Indirizzo
	return Soggetto{Tipo: string(i.Tipo), CodiceFiscale: i.CodiceFiscale,
		Cognome: i.Cognome, Nome: i.Nome, Denominazione: i.Denominazione, Sesso: i.Sesso,
		DataNascita: i.DataNascita, LuogoNascita: s.luogo(i),
		Indirizzo: a.Via, Civico: a.Civico, Cap: a.CAP, Comune: a.Comune,
		ComuneIstat: a.CodiceIstat, Provincia: a.Provincia, Nazione: a.Nazione}
}

func (s *Service) luogo(i registro.Intestatario) string {
	return luogoNascita(s.Tabelle.Comuni(), i.CodiceCatastaleNascita, i.DataNascita)
}

// luogoNascita names the place of birth as it was called then: a comune, or the foreign State of a person who was
// born abroad. A code that is not in the tables stays a code, that of a State with the word for it.
func luogoNascita(comuni *comune.Tabella, codice string, giorno calendario.Giorno) string {
	if c, ok := comuni.CercaCatastale(codice, giorno); ok {
		return c.Nome
	}
	if stato, ok := comune.CercaStato(codice); ok {
		return stato.Nome
	}
	if codice = strings.ToUpper(codice); strings.HasPrefix(codice, "Z") && comune.CatastaleValido(codice) {
		return "Stato estero " + codice
	}
	return codice
}

func inJSON(v any) string {
	dati, _ := json.Marshal(v) //nolint:errchkjson // plain strings and days: it cannot fail
	return string(dati)
}
