package verbale

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// RichiestaEvento is an event as a person asks to record it. DataLegale is today in Rome when empty;
// Sequenza is the last event that the person has seen, nil: it does not matter.
type RichiestaEvento struct {
	Tipo        string          `json:"tipo"`
	DataLegale  string          `json:"dataLegale"`
	Posizione   string          `json:"posizione"`
	Motivo      string          `json:"motivo"`
	Prova       string          `json:"prova"`
	Dati        json.RawMessage `json:"dati"`
	Idempotenza string          `json:"idempotenza"`
	Sequenza    *int            `json:"sequenza"`
}

// EsitoEvento is where a fine is after an event, or now where the event was there already.
type EsitoEvento struct {
	Sequenza int `json:"sequenza"`
	Assi
}

// mossa is a request that was read and checked, with what the decisions look at beside the state.
type mossa struct {
	voce        voce
	tipo        Tipo
	giorno      calendario.Giorno // legal day
	giornoDetto bool              // the person named it
	posizione   uuid.UUID
	motivo      string
	prova       string
	idempotenza string
	impronta    string
	sequenza    *int
	attore      string
	ora         time.Time
	oggi        calendario.Giorno
	contenuto   contenuto
	sceglie     *scelta // somebody on the papers of the vehicle, where the person names them so

	quadro quadro
	storia []Evento // where the decision asks for it
	invio  invioDi  // where an anomaly is settled: its act may go on
	numeri []NumeroAvviso
}

// quadro is what never changes of a fine, or hardly ever, and the law looks at.
type quadro struct {
	violazione   calendario.Giorno
	accertamento calendario.Giorno
	contestato   bool
	esteri       map[uuid.UUID]bool              // positions of who lives abroad
	aperte       map[uuid.UUID]calendario.Giorno // positions opened after the insertion by data from outside, and when
	decise       map[uuid.UUID]bool              // positions whose act may leave after its term: a person has said so
}

// RegistraEvento records an event that a person decides, with what the law makes follow from it in the
// same change. False: the key of idempotency was there with the same request, and nothing was written.
// 403 names the permission that is missing; 409 TRANSIZIONE_NON_AMMESSA the rule that refuses,
// VERBALE_CAMBIATO what happened since the person looked, IDEMPOTENZA_DIVERSA a key used for another
// request.
func (s *Service) RegistraEvento(ctx context.Context, id uuid.UUID, r RichiestaEvento, indirizzo string) (EsitoEvento, bool, error) {
	chi, comando, err := s.richiedente(ctx)
	if err != nil {
		return EsitoEvento{}, false, err
	}
	m, err := leggiMossa(r, chi, s.Adesso())
	if err != nil {
		return EsitoEvento{}, false, err
	}
	if err := s.guarda(ctx, id, comando, &m); err != nil {
		return EsitoEvento{}, false, err
	}
	if m.giorno.Before(m.quadro.violazione) {
		return EsitoEvento{}, false, problem.CampoNonValido("dataLegale", "precede la violazione, "+m.quadro.violazione.Detto("del"))
	}
	if esito, fatto, err := s.giaFatto(ctx, id, m); fatto || err != nil {
		return esito, false, err
	}
	if m.sceglie != nil {
		if m.sceglie.candidato, err = s.Store.candidato(ctx, id, m.sceglie); err != nil {
			return EsitoEvento{}, false, err
		}
	}
	if m.voce.storia {
		if m.storia, err = s.Store.Eventi(ctx, id); err != nil {
			return EsitoEvento{}, false, err
		}
	}
	esito, err := s.muovi(conIndirizzo(ctx, indirizzo), id, m, comando.Intervalli)
	if err == nil {
		return esito, true, nil
	}
	// Who asked the same at the same instant was first: the answer is his.
	if gia, fatto, errore := s.giaFatto(ctx, id, m); fatto || errore != nil {
		return gia, false, errore
	}
	return EsitoEvento{}, false, s.spiegaCambio(ctx, id, err)
}

// guarda reads what the decision looks at beside the state.
func (s *Service) guarda(ctx context.Context, id uuid.UUID, comando anagrafe.Tenant, m *mossa) (err error) {
	if m.quadro, err = s.Store.quadro(ctx, id); err == nil && m.tipo == EventoAnomaliaRisolta {
		m.invio, err = leggiInvio(comando, m.oggi.String())
	}
	return err
}

// mancanoNumeri says that a decision needs notice numbers: they are taken outside the transaction, which
// would otherwise wait for a second connection while it holds the fine.
type mancanoNumeri int

// Error says how many, for the log: no person reads it.
func (n mancanoNumeri) Error() string {
	return fmt.Sprintf("verbale: servono %d numeri di avviso", int(n))
}

// muovi decides and writes; a decision that needs numbers is taken again with them.
func (s *Service) muovi(ctx context.Context, id uuid.UUID, m mossa, intervalli []anagrafe.Intervallo) (EsitoEvento, error) {
	var esito EsitoEvento
	var err error
	for range tentativi {
		err = s.Store.Applica(ctx, id, func(stato Stato) (eventi []Evento, err error) {
			eventi, esito, err = m.decidi(stato)
			return eventi, err
		})
		mancano, servono := errors.AsType[mancanoNumeri](err)
		if !servono {
			return esito, err
		}
		altri, err := s.Store.NumeriAvviso(ctx, intervalli, int(mancano)-len(m.numeri))
		if err != nil {
			return esito, err
		}
		m.numeri = append(m.numeri, altri...)
	}
	return esito, err
}

// prendi gives n of the numbers that were taken for this request.
func (m mossa) prendi(n int) ([]NumeroAvviso, error) {
	if len(m.numeri) < n {
		return nil, mancanoNumeri(n)
	}
	return m.numeri[:n], nil
}

// verbaleCambiato says that the fine is no more as the person saw it.
type verbaleCambiato struct{ visto, adesso int }

// Error names both places in the history, for the log.
func (e verbaleCambiato) Error() string {
	return fmt.Sprintf("verbale: alla sequenza %d, non %d", e.adesso, e.visto)
}

// decidi says what happens to the fine and where it will be then. It is pure: Applica judges it twice,
// here to answer and in the store to write.
func (m mossa) decidi(s Stato) ([]Evento, EsitoEvento, error) {
	if m.sequenza != nil && *m.sequenza != s.Sequenza {
		return nil, EsitoEvento{}, verbaleCambiato{*m.sequenza, s.Sequenza}
	}
	if !s.ammette(m.tipo) {
		return nil, EsitoEvento{}, rifiutoTabella(s, m.tipo)
	}
	eventi, err := m.contenuto.decidi(s, m)
	if err != nil {
		return nil, EsitoEvento{}, comeRifiuto(s, m.tipo, err)
	}
	eventi[0].Prova, eventi[0].Idempotenza, eventi[0].Impronta = m.prova, m.idempotenza, m.impronta
	dopo := s
	for _, e := range eventi {
		prima := dopo
		if dopo, err = Applica(prima, e); err != nil {
			return nil, EsitoEvento{}, comeRifiuto(prima, e.Tipo(), err)
		}
	}
	if e, serve := m.blocca(s, dopo); serve {
		if dopo, err = Applica(dopo, e); err != nil {
			return nil, EsitoEvento{}, comeRifiuto(dopo, e.Tipo(), err)
		}
		eventi = append(eventi, e)
	}
	return eventi, EsitoEvento{Sequenza: dopo.Sequenza, Assi: dopo.Assi}, nil
}

// evento is one event of the request, on its legal day.
func (m mossa) evento(d Dati, posizione uuid.UUID) Evento {
	return Evento{Posizione: posizione, DataLegale: m.giorno, Registrato: m.ora, Attore: m.attore, Causa: m.motivo, Dati: d}
}

// oggiStesso is an event of today that follows from the request: a notice issued, a registry asked.
func (m mossa) oggiStesso(d Dati, posizione uuid.UUID) Evento {
	e := m.evento(d, posizione)
	e.DataLegale = m.oggi
	return e
}

// su is the position of the event: the one named, or the only one that suits.
func (m mossa) su(s Stato, adatta func(Posizione) bool) (Posizione, error) {
	if m.posizione != uuid.Nil {
		p, ok := s.Posizione(m.posizione)
		if !ok {
			return p, problem.CampoNonValido("posizione", "il verbale non ha questa posizione")
		}
		return p, nil
	}
	var scelta Posizione
	quante := 0
	for _, p := range s.Posizioni {
		if adatta(p) {
			scelta, quante = p, quante+1
		}
	}
	switch {
	case quante > 1:
		return scelta, problem.CampoNonValido("posizione", "manca: più posizioni del verbale sono adatte")
	case quante == 0 && len(s.Posizioni) == 1:
		return s.Posizioni[0], nil // whose rule says why not
	case quante == 0:
		return scelta, problem.CampoNonValido("posizione", "manca: nessuna posizione del verbale è adatta")
	}
	return scelta, nil
}

// leggiMossa reads a request: kind, permission, then every field at fault.
func leggiMossa(r RichiestaEvento, chi auth.Identity, ora time.Time) (mossa, error) {
	m := mossa{tipo: Tipo(r.Tipo), attore: chi.User, ora: ora, oggi: calendario.Da(ora), sequenza: r.Sequenza}
	var ok bool
	if m.voce, ok = voceDi(m.tipo); !ok {
		return m, problem.CampoNonValido("tipo", "è ammesso uno tra "+strings.Join(TipiDiPersona(), ", "))
	}
	if serve := m.voce.permesso; !chi.Can(serve) {
		return m, problem.Vietato("PERMESSO_MANCANTE", fmt.Sprintf("Per registrare %s serve il permesso %s.", m.tipo, serve))
	}
	v := &vaglio{}
	leggiComune(&m, v, r)
	var err error
	if m.contenuto, err = m.voce.leggi(r.Dati); err != nil {
		e := problem.As(err)
		if e == nil {
			return m, err
		}
		v.campi = append(v.campi, e.Campi...)
	} else {
		m.contenuto.controlla(v, &m)
	}
	m.impronta = r.impronta()
	return m, v.errore()
}

// leggiComune reads what every request has.
func leggiComune(m *mossa, v *vaglio, r RichiestaEvento) {
	m.motivo = v.testo("motivo", r.Motivo, 500)
	m.prova = v.facoltativo("prova", r.Prova, 200)
	if chiave := v.testo("idempotenza", r.Idempotenza, 64); chiave != "" {
		m.idempotenza = "persona:" + chiave
	}
	m.posizione = v.id("posizione", r.Posizione)
	if m.posizione != uuid.Nil && !m.voce.posizione {
		v.rifiuta("posizione", "l'evento riguarda l'intero verbale")
	}
	if r.Sequenza != nil && *r.Sequenza < 1 {
		v.rifiuta("sequenza", "è il numero dell'ultimo evento letto, da 1")
	}
	m.giorno, m.giornoDetto = v.giorno("dataLegale", r.DataLegale), r.DataLegale != ""
	switch {
	case !m.giornoDetto:
		m.giorno = m.oggi
	case m.giorno.After(m.oggi):
		v.rifiuta("dataLegale", "è nel futuro")
	}
}

// impronta tells two requests apart, whatever the order of their members; Sequenza is not content.
func (r RichiestaEvento) impronta() string {
	var dati any
	if len(r.Dati) > 0 {
		_ = json.Unmarshal(r.Dati, &dati) // it was read before
	}
	if vuoti, ok := dati.(map[string]any); ok && len(vuoti) == 0 {
		dati = nil
	}
	testo, err := json.Marshal([]any{r.Tipo, r.DataLegale, r.Posizione, r.Motivo, r.Prova, r.Idempotenza, dati})
	if err != nil {
		return ""
	}
	somma := sha256.Sum256(testo)
	return hex.EncodeToString(somma[:])
}

// giaFatto looks for the key: true with the fine as it is now when the request was recorded already.
func (s *Service) giaFatto(ctx context.Context, id uuid.UUID, m mossa) (EsitoEvento, bool, error) {
	impronta, ok, err := s.Store.conIdempotenza(ctx, id, m.idempotenza)
	if err != nil || !ok {
		return EsitoEvento{}, false, err
	}
	if impronta != m.impronta {
		return EsitoEvento{}, false, problem.Conflitto("IDEMPOTENZA_DIVERSA",
			"Con questa chiave di idempotenza è già registrata una richiesta diversa per lo stesso verbale.")
	}
	stato, err := s.Store.Stato(ctx, id)
	return EsitoEvento{Sequenza: stato.Sequenza, Assi: stato.Assi}, err == nil, err
}

// spiegaCambio tells what happened to a fine since the person looked at it.
func (s *Service) spiegaCambio(ctx context.Context, id uuid.UUID, err error) error {
	c, ok := errors.AsType[verbaleCambiato](err)
	if !ok {
		return err
	}
	if c.visto > c.adesso {
		return problem.CampoNonValido("sequenza", fmt.Sprintf("il verbale è alla sequenza %d", c.adesso))
	}
	eventi, err := s.Store.Eventi(ctx, id)
	if err != nil {
		return err
	}
	var nomi []string
	var campi []problem.Campo
	for _, e := range eventi {
		if e.Sequenza > c.visto {
			nomi = append(nomi, string(e.Tipo()))
			campi = append(campi, problem.Campo{Campo: "sequenza", Messaggio: fmt.Sprintf("%d %s", e.Sequenza, e.Tipo())})
		}
	}
	conflitto := problem.Conflitto("VERBALE_CAMBIATO", fmt.Sprintf("Il verbale è alla sequenza %d, non più alla %d. Nel frattempo: %s.",
		eventi[len(eventi)-1].Sequenza, c.visto, strings.Join(slices.Compact(nomi), ", ")))
	conflitto.Campi = campi
	return conflitto
}
