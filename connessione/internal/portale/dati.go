package portale

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Dati is the answer of ricercaVerbaleDati.
type Dati struct {
	Verbali []VerbaleIntero `json:"verbali"`
}

// VerbaleIntero is the whole fine, as far as the caller may see it. A citizen sees another's fine as the anonymous page does:
// no Fascicolo, no positions, the steps of everybody or of the notice asked.
type VerbaleIntero struct {
	VerbaleDaPagare
	*Fascicolo
	Violazioni []Violazione `json:"violazioni"`
	Posizioni  []Posizione  `json:"posizioni"`
	Passi      []Passo      `json:"passi"`
	Documenti  []Documento  `json:"documenti"`
}

// Fascicolo is what the command knows of a fine beside what the anonymous page shows.
type Fascicolo struct {
	DataAccertamento calendario.Giorno   `json:"dataAccertamento"`
	Debito           verbale.Debito      `json:"debito"`
	Ricorso          verbale.Ricorso     `json:"ricorso"`
	Punti            verbale.Punti       `json:"punti"`
	Riscossione      verbale.Riscossione `json:"riscossione"`
	Contestato       bool                `json:"contestato"`
	DataNotifica     *calendario.Giorno  `json:"dataNotifica,omitempty"`
	Luogo            Luogo               `json:"luogo"`
	Veicolo          Veicolo             `json:"veicolo"`
	Note             string              `json:"note,omitempty"`
}

// Luogo is where it happened. Comune and Provincia are left out for a code that the table does not
// know.
type Luogo struct {
	ComuneIstat string `json:"comuneIstat"`
	Comune      string `json:"comune,omitempty"`
	Provincia   string `json:"provincia,omitempty"`
	Indirizzo   string `json:"indirizzo"`
	Civico      string `json:"civico,omitempty"`
	Chilometro  string `json:"chilometro,omitempty"`
}

// Veicolo is the vehicle as it was seen.
type Veicolo struct {
	Targa     string `json:"targa"`
	TipoTarga string `json:"tipoTarga"`
	Nazione   string `json:"nazione"`
	Marca     string `json:"marca,omitempty"`
	Modello   string `json:"modello,omitempty"`
}

// Violazione is one offence with its band. Speeds are in tenths of km/h.
type Violazione struct {
	Codice           string       `json:"codice"`
	Articolo         string       `json:"articolo"`
	Comma            string       `json:"comma"`
	Lettera          string       `json:"lettera,omitempty"`
	Testo            string       `json:"testo"`
	MinimoCent       importo.Cent `json:"minimoCent"`
	MassimoCent      importo.Cent `json:"massimoCent"`
	Notturna         bool         `json:"notturna"`
	Sconto30         bool         `json:"sconto30"`
	PagamentoRidotto bool         `json:"pagamentoRidotto"`
	Punti            int          `json:"punti"`
	Accessoria       string       `json:"accessoria,omitempty"`
	VelocitaDecimi   *int         `json:"velocitaDecimi,omitempty"`
	LimiteDecimi     *int         `json:"limiteDecimi,omitempty"`
}

// Posizione is an addressee with the deadlines that run for them. Soggetto is there only for a caller who may
// read persons, and for the person themselves.
type Posizione struct {
	ID         string              `json:"id"`
	Titolo     verbale.Titolo      `json:"titolo"`
	Propria    bool                `json:"propria"`
	GiornoZero *calendario.Giorno  `json:"giornoZero,omitempty"`
	Soggetto   *Soggetto           `json:"soggetto,omitempty"`
	Notifiche  []Notifica          `json:"notifiche"`
	Scadenze   []pagamento.Termine `json:"scadenze"`
}

// Notifica is one attempt to serve a position. Prova is shown to the command and to the person of the
// position; Motivo, which may name people, to a caller who may read persons and to that person.
type Notifica struct {
	Canale  cds.Canale            `json:"canale"`
	Stato   verbale.StatoNotifica `json:"stato"`
	Avviata *calendario.Giorno    `json:"avviata,omitempty"`
	Esito   *calendario.Giorno    `json:"esito,omitempty"`
	Prova   string                `json:"prova,omitempty"`
	Motivo  string                `json:"motivo,omitempty"`
	// Passi are the steps of an attempt by SEND, Poi what comes next, for the command and for the person of the position.
	Passi []PassoNotifica `json:"passi,omitempty"`
	Poi   []string        `json:"poi,omitempty"`
}

// Soggetto is a person or a company.
type Soggetto struct {
	Tipo          string             `json:"tipo"`
	CodiceFiscale string             `json:"codiceFiscale,omitempty"`
	Cognome       string             `json:"cognome,omitempty"`
	Nome          string             `json:"nome,omitempty"`
	Denominazione string             `json:"denominazione,omitempty"`
	Sesso         string             `json:"sesso,omitempty"`
	DataNascita   *calendario.Giorno `json:"dataNascita,omitempty"`
	LuogoNascita  string             `json:"luogoNascita,omitempty"`
	Indirizzo     string             `json:"indirizzo,omitempty"`
	Civico        string             `json:"civico,omitempty"`
	Cap           string             `json:"cap,omitempty"`
	Comune        string             `json:"comune,omitempty"`
	Provincia     string             `json:"provincia,omitempty"`
	Nazione       string             `json:"nazione,omitempty"`
}

// Passo is a step of the procedure. Prova is a document or an outside id, shown to the command and to
// the person of the position.
type Passo struct {
	Sequenza   int                `json:"sequenza"`
	Tipo       verbale.TipoEvento `json:"tipo"`
	Posizione  string             `json:"posizione,omitempty"`
	Data       calendario.Giorno  `json:"data"`
	Registrato time.Time          `json:"registrato"`
	Prova      string             `json:"prova,omitempty"`
	// ImportoCent is the money that the step moves; Futuro, that its day is still to come.
	ImportoCent importo.Cent `json:"-"`
	Futuro      bool         `json:"-"`
}

// Documento is a file of the fine and where to get it: with the caller's token, or until Scade by the
// link alone.
type Documento struct {
	ID     string                `json:"id"`
	Tipo   verbale.TipoDocumento `json:"tipo"`
	Nome   string                `json:"nome"`
	Mime   string                `json:"mime"`
	Byte   int64                 `json:"byte"`
	Creato time.Time             `json:"creato"`
	URL    string                `json:"url"`
	Scade  *time.Time            `json:"scade,omitempty"`
	// Superato: a later rectification asks for less than it says.
	Superato bool `json:"superato,omitempty"`
}

// CercaDati finds the fines of a key with all that the caller may see. None: 404; a citizen reaches another's fine as
// trova says.
func (s *Service) CercaDati(ctx context.Context, chi Chiamante, k Chiave) (Dati, error) {
	trovati, err := s.trova(ctx, domanda{azione: "ricercaVerbaleDati", parti: lettore.Persone | lettore.Fascicolo}, chi, k)
	if err != nil {
		return Dati{}, err
	}
	racconti, err := s.racconti(ctx, trovati)
	if err != nil {
		return Dati{}, err
	}
	var esito Dati
	for _, t := range trovati {
		intero, err := s.intero(chi, t, racconti)
		if err != nil {
			return Dati{}, err
		}
		esito.Verbali = append(esito.Verbali, intero)
	}
	return esito, nil
}

func (s *Service) intero(chi Chiamante, t trovato, racconti map[uuid.UUID]racconto.Racconto) (VerbaleIntero, error) {
	v := t.verbale
	p, err := s.daPagare(t)
	if err != nil {
		return VerbaleIntero{}, err
	}
	documenti := s.documenti(chi, v, p.Pagamento.Opzioni)
	if t.altrui {
		return VerbaleIntero{VerbaleDaPagare: p, Violazioni: violazioni(v), Posizioni: []Posizione{},
			Passi: passi(v, s.oggi(), diTutti(v, t.sua)), Documenti: documenti}, nil
	}
	posizioni, err := chi.posizioni(v, s.oggi(), racconti)
	if err != nil {
		return VerbaleIntero{}, err
	}
	intero := VerbaleIntero{VerbaleDaPagare: p, Violazioni: violazioni(v), Posizioni: posizioni, Passi: chi.passi(v, s.oggi()), Documenti: documenti,
		Fascicolo: &Fascicolo{DataAccertamento: v.DataAccertamento, Debito: v.Debito, Ricorso: v.Ricorso, Punti: v.Punti,
			Riscossione: v.Riscossione, Contestato: v.Contestato, DataNotifica: giorno(v.DataNotifica),
			Luogo: s.luogo(v), Veicolo: Veicolo{v.Targa, v.TipoTarga, v.Nazione, v.Marca, v.Modello}}}
	if chi.Can(auth.PermessoPersona) {
		intero.Note = v.Note // free text: it may name people
	}
	return intero, nil
}

// luogo names the municipality as it was on the day of the violation.
func (s *Service) luogo(v *lettura.Verbale) Luogo {
	c, _ := s.Tabelle.Comuni().Cerca(v.LuogoIstat, calendario.Da(v.DataViolazione))
	return Luogo{v.LuogoIstat, c.Nome, c.Provincia, v.LuogoIndirizzo, v.LuogoCivico, v.LuogoChilometro}
}

func violazioni(v *lettura.Verbale) []Violazione {
	tutte := make([]Violazione, 0, len(v.Violazioni))
	for _, x := range v.Violazioni {
		tutte = append(tutte, Violazione{x.Codice, x.Articolo, x.Comma, x.Lettera, x.Testo, x.MinimoCent, x.MassimoCent,
			x.Notturna, x.Sconto30, x.PagamentoRidotto, x.Punti, x.Accessoria, x.VelocitaDecimi, x.LimiteDecimi})
	}
	return tutte
}

func (c Chiamante) posizioni(v *lettura.Verbale, oggi calendario.Giorno, racconti map[uuid.UUID]racconto.Racconto) ([]Posizione, error) {
	tutte := make([]Posizione, 0, len(v.Posizioni))
	for _, p := range v.Posizioni {
		scadenze, err := pagamento.Termini(v, p, oggi)
		if err != nil {
			return nil, err
		}
		q := Posizione{ID: p.ID.String(), Titolo: p.Titolo, Propria: c.suo(p), GiornoZero: giorno(p.GiornoZero),
			Notifiche: c.notifiche(v, p, racconti), Scadenze: scadenze}
		if p.Soggetto != nil && (q.Propria || c.Can(auth.PermessoPersona)) {
			q.Soggetto = soggetto(p.Soggetto)
		}
		tutte = append(tutte, q)
	}
	return tutte, nil
}

func (c Chiamante) notifiche(v *lettura.Verbale, p lettura.Posizione, racconti map[uuid.UUID]racconto.Racconto) []Notifica {
	tutte := []Notifica{}
	for _, n := range v.Notifiche {
		if n.Posizione != p.ID {
			continue
		}
		x := Notifica{Canale: n.Canale, Stato: n.Stato, Avviata: giorno(n.Avviata), Esito: giorno(n.Esito)}
		if c.suo(p) || c.comando() {
			x.Prova, x.Passi, x.Poi = n.Prova, passiDi(racconti[n.ID]), racconti[n.ID].Poi
		}
		if c.suo(p) || c.Can(auth.PermessoPersona) {
			x.Motivo = n.Motivo
		}
		tutte = append(tutte, x)
	}
	return tutte
}

func soggetto(s *lettura.Soggetto) *Soggetto {
	return &Soggetto{Tipo: s.Tipo, CodiceFiscale: s.CodiceFiscale, Cognome: s.Cognome, Nome: s.Nome,
		Denominazione: s.Denominazione, Sesso: s.Sesso, DataNascita: giorno(s.DataNascita), LuogoNascita: s.LuogoNascita,
		Indirizzo: s.Indirizzo, Civico: s.Civico, Cap: s.Cap, Comune: s.Comune, Provincia: s.Provincia, Nazione: s.Nazione}
}

func (c Chiamante) passi(v *lettura.Verbale, oggi calendario.Giorno) []Passo {
	tutti := passi(v, oggi, func(lettura.Evento) bool { return true })
	for i, e := range v.Eventi {
		if q := v.Posizione(e.Posizione); c.comando() || q != nil && c.suo(*q) {
			tutti[i].Prova = e.Prova
		}
	}
	return tutti
}

// passi are the steps that pass, without their proofs.
func passi(v *lettura.Verbale, oggi calendario.Giorno, mostra func(lettura.Evento) bool) []Passo {
	tutti := make([]Passo, 0, len(v.Eventi))
	for _, e := range v.Eventi {
		if mostra(e) {
			tutti = append(tutti, Passo{Sequenza: e.Sequenza, Tipo: e.Tipo, Posizione: oVuoto(e.Posizione), Data: e.DataLegale, Registrato: orario(e.Registrato),
				ImportoCent: e.ImportoCent, Futuro: e.DataLegale.After(oggi)})
		}
	}
	return tutti
}

// oVuoto is empty for no id, so that the field is left out.
func oVuoto(id uuid.UUID) string {
	if id == uuid.Nil {
		return ""
	}
	return id.String()
}

// giorno is nil for no day, so that the field is left out.
func giorno(g calendario.Giorno) *calendario.Giorno {
	if g.IsZero() {
		return nil
	}
	return &g
}
