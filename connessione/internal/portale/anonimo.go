package portale

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/freno"
	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Consulta is the body of consultaVerbaleAnonimo. IUV takes the IUV or the whole notice number, with
// blanks and dashes as on the paper; Portale narrows to its tenant.
type Consulta struct {
	IUV     string `json:"iuv"`
	Targa   string `json:"targa"`
	Portale string `json:"portale"`
}

// Anonimo is the answer: nothing in it names a person.
type Anonimo struct {
	Verbale   Riassunto           `json:"verbale"`
	Pagamento pagamento.Pagamento `json:"pagamento"`
	Documento *Collegamento       `json:"documento,omitempty"`
}

// Riassunto is the fine without its vehicle and its people.
type Riassunto struct {
	Numero         string            `json:"numero"`
	Lettera        string            `json:"lettera"`
	Anno           int               `json:"anno"`
	DataViolazione time.Time         `json:"dataViolazione"`
	SenzaOra       bool              `json:"senzaOra,omitempty"` // only the day is known
	Procedura      verbale.Procedura `json:"procedura"`
}

// Collegamento is a short-lived link.
type Collegamento struct {
	URL   string    `json:"url"`
	Scade time.Time `json:"scade"`
}

// ConsultaAnonimo finds the fine of a notice and a plate. A wrong pair and an unknown notice are the
// same 404 after the same work. Wrong pairs are limited by network, and by network and plate: past that the answer is
// 429. A right pair from a network that has not been wrong is always answered, whatever others try about its plate: of IPv6 the
// network is the /48.
func (s *Service) ConsultaAnonimo(ctx context.Context, q Consulta, indirizzo string) (Anonimo, error) {
	ctx, v, iuv, err := s.trovaAnonimo(ctx, q, indirizzo, lettore.Anonimi)
	if err != nil {
		return Anonimo{}, err
	}
	return s.anonimo(ctx, v, iuv)
}

// Storia is what the citizens' page shows of an anonymous look-up: the answer, the command that it is
// of, the violations that the explanation names, and the steps that belong to everybody or to the position
// asked.
type Storia struct {
	Anonimo
	Comando    Contatti
	Violazioni []Violazione
	Passi      []Passo
}

// RaccontaAnonimo is ConsultaAnonimo with the history of the fine, without proofs.
func (s *Service) RaccontaAnonimo(ctx context.Context, q Consulta, indirizzo string) (Storia, error) {
	ctx, v, iuv, err := s.trovaAnonimo(ctx, q, indirizzo, lettore.Anonimi|lettore.Passi)
	if err != nil {
		return Storia{}, err
	}
	a, err := s.anonimo(ctx, v, iuv)
	if err != nil {
		return Storia{}, err
	}
	sua := posizioneDi(v, iuv)
	t, _ := tenant.From(ctx)
	comando, err := s.Contatti(t)
	if err != nil {
		return Storia{}, err
	}
	return Storia{Anonimo: a, Comando: comando, Violazioni: violazioni(v), Passi: passi(v, s.oggi(), diTutti(v, sua))}, nil
}

// diTutti picks the steps that belong to everybody or to the position asked.
func diTutti(v *lettura.Verbale, sua func(lettura.Posizione) bool) func(lettura.Evento) bool {
	return func(e lettura.Evento) bool {
		p := v.Posizione(e.Posizione)
		return e.Posizione == uuid.Nil || p != nil && sua(*p)
	}
}

// trovaAnonimo is the way of every anonymous look-up: limits, routing, audit. The context it gives has
// the tenant, and the text is the IUV that was meant.
func (s *Service) trovaAnonimo(ctx context.Context, q Consulta, indirizzo string, parti lettore.Parti) (context.Context, *lettura.Verbale, string, error) {
	coppia, err := q.leggi()
	if err != nil {
		return ctx, nil, "", err
	}
	soglie := s.Freni.anonime(indirizzo, coppia)
	if err := freno.Attendi(soglie...); err != nil {
		s.Misure.tentativo(portaAnonima, esitoRallentato)
		return ctx, nil, "", err
	}
	ctx, v, err := s.instrada(ctx, coppia, q.Portale, parti)
	if v != nil && !targa.Digitata(q.Targa, v.TargaScritta) {
		v = nil
	}
	if _, troppe := s.giudica(portaAnonima, v != nil || err != nil, soglie); troppe != nil {
		return ctx, nil, "", troppe
	}
	if problem.Is(err, "PIU_COMANDI") {
		err = errors.Join(s.registraVano(ctx, indirizzo, esitoPiuComandi), err)
	}
	if err != nil {
		return ctx, nil, "", err
	}
	if v == nil {
		if err := s.registraVano(ctx, indirizzo, esitoNonTrovato); err != nil {
			return ctx, nil, "", err
		}
		return ctx, nil, "", nonTrovato()
	}
	return ctx, v, coppia.IUV, s.registra(ctx, db.Access{Attore: anonimo, Azione: "consultaVerbaleAnonimo",
		OggettoTipo: "verbale", Oggetto: v.ID.String(), Motivo: "portale", Esito: esitoTrovato, Indirizzo: indirizzo})
}

// DigitatoMale is the code of a notice number whose check digits are wrong.
const DigitatoMale = "IUV_DIGITATO_MALE"

// leggi normalises the pair. A notice number that was mistyped has an error of its own: the citizen
// can tell it from a fine that is not there.
func (q Consulta) leggi() (instradamento.Coppia, error) {
	avviso, errIUV := pagopa.Leggi(stretta(q.IUV))
	t, motivo := leggiTarga(q.Targa)
	var campi []problem.Campo
	if errIUV != nil {
		campi = append(campi, problem.Campo{Campo: "iuv", Messaggio: errIUV.Error()})
	}
	if motivo != "" {
		campi = append(campi, problem.Campo{Campo: "targa", Messaggio: motivo})
	}
	switch {
	case len(campi) == 1 && errors.Is(errIUV, pagopa.ErrDigitazione):
		e := problem.Nuovo(problem.BadRequest, DigitatoMale, "Codice dell'avviso digitato male",
			"Le cifre di controllo del codice non tornano: ricontrollare le cifre sull'avviso.")
		e.Campi = campi
		return instradamento.Coppia{}, e
	case len(campi) > 0:
		return instradamento.Coppia{}, problem.NonValido(campi...)
	}
	return instradamento.Coppia{IUV: avviso.IUV, Targa: t}, nil
}

// instrada finds tenant and fine; nil when there is none. The context it gives has the tenant.
func (s *Service) instrada(ctx context.Context, c instradamento.Coppia, portale string, parti lettore.Parti) (context.Context, *lettura.Verbale, error) {
	ammesso, err := s.ammesso(portale)
	if err != nil {
		return ctx, nil, err
	}
	nomi, err := s.Instradamento.Comandi(ctx, c)
	if err != nil {
		return ctx, nil, err
	}
	nomi = slices.DeleteFunc(nomi, func(nome string) bool { return !ammesso(nome) })
	var dove context.Context
	var trovato *lettura.Verbale
	var comandi []string
	for _, nome := range nomi {
		suo, v, err := s.leggiDi(ctx, nome, c, parti)
		if err != nil && len(nomi) > 1 && problem.Is(err, "TENANT_SOSPESO") {
			continue // the others may have it
		}
		if err != nil {
			return ctx, nil, err
		}
		if v != nil {
			dove, trovato, comandi = suo, v, append(comandi, nome) //nolint:fatcontext // each is of the first context, and one is kept
		}
	}
	switch len(comandi) {
	case 0:
		return ctx, nil, nil
	case 1:
		return dove, trovato, nil
	}
	return ctx, nil, s.piuComandi(comandi)
}

// leggiDi reads the fine of a pair in one tenant; nil when it is not there, or the tenant was removed.
func (s *Service) leggiDi(ctx context.Context, nome string, c instradamento.Coppia, parti lettore.Parti) (context.Context, *lettura.Verbale, error) {
	t, err := s.Tenant.Find(ctx, nome)
	if problem.Is(err, "TENANT_SCONOSCIUTO") {
		return ctx, nil, nil
	}
	if err != nil {
		return ctx, nil, err
	}
	ctx = tenant.With(ctx, t)
	v, err := s.Verbali.PerIUV(ctx, c.IUV, c.Targa, parti)
	return ctx, v, err
}

// PiuComandi says that a pair names a fine of each of several commands: an IUV is unique for its creditor
// alone. The citizen chooses one, by its portal.
type PiuComandi struct{ Comandi []Comando }

// Comando is a command and the code of a portal of it.
type Comando struct{ Nome, Portale string }

// Error is the sentence of the problem.
func (e *PiuComandi) Error() string { return e.Unwrap().Error() }

// Unwrap is what a program reads: 409, with the portals among which to choose.
func (e *PiuComandi) Unwrap() error {
	portali := make([]string, len(e.Comandi))
	for i, c := range e.Comandi {
		portali[i] = c.Portale
	}
	p := problem.Conflitto("PIU_COMANDI", "L'avviso e la targa sono di un verbale di più comandi: indicare il portale del comando scritto sull'avviso.")
	p.Campi = []problem.Campo{{Campo: "portale", Messaggio: "uno di: " + strings.Join(portali, ", ")}}
	return p
}

// piuComandi names the commands and their portals, that of the citizens where there is one.
func (s *Service) piuComandi(nomi []string) error {
	e := &PiuComandi{}
	for _, nome := range nomi {
		if p, c := s.Anagrafe.PortaleDi(nome, "CITTADINI"); c {
			e.Comandi = append(e.Comandi, Comando{Nome: s.Anagrafe.Of(nome).Denominazione, Portale: p.Codice})
		}
	}
	return e
}

// ammesso says which tenants a portal lets in: all without a portal, none for an unknown one.
func (s *Service) ammesso(portale string) (func(nome string) bool, error) {
	if portale == "" {
		return func(string) bool { return true }, nil
	}
	if !s.Anagrafe.Ready() {
		return nil, problem.NonDisponibile("DATI_NON_PRONTI", "I dati richiesti non sono ancora pronti.")
	}
	p, _ := s.Anagrafe.Portale(portale)
	return func(nome string) bool { return nome == p.Tenant }, nil
}

func (s *Service) anonimo(ctx context.Context, v *lettura.Verbale, iuv string) (Anonimo, error) {
	sua := posizioneDi(v, iuv)
	p, err := pagamento.Calcola(v, sua, s.oggi())
	if err != nil {
		return Anonimo{}, err
	}
	a := Anonimo{Pagamento: p, Verbale: Riassunto{Numero: numero(v), Lettera: v.Lettera, Anno: v.Anno,
		DataViolazione: orario(v.DataViolazione), SenzaOra: v.SenzaOra, Procedura: v.Procedura}}
	if d := avvisoAnonimo(v, sua); d != nil && siPagaCon(v, d, p.Opzioni) {
		indirizzo, scade := s.collegamento(tenant.Name(ctx), d.ID.String())
		a.Documento = &Collegamento{URL: indirizzo, Scade: scade}
	}
	return a, nil
}

// avvisoAnonimo is the last anonymous paper of the position asked: that of another addressee has other
// notice numbers. Nil before it is printed.
func avvisoAnonimo(v *lettura.Verbale, sua func(lettura.Posizione) bool) *lettura.Documento {
	for i := len(v.Documenti) - 1; i >= 0; i-- {
		d := &v.Documenti[i]
		if p := v.Posizione(d.Posizione); d.Tipo == verbale.DocumentoAnonimo && p != nil && sua(*p) {
			return d
		}
	}
	return nil
}

// siPagaCon reports that a paper has a notice that may be paid today: it was printed after it was issued.
// Whoever opens a paper of notices that were paid, annulled or replaced would pay for nothing.
func siPagaCon(v *lettura.Verbale, d *lettura.Documento, opzioni []pagamento.Opzione) bool {
	return slices.ContainsFunc(v.Avvisi, func(a lettura.Avviso) bool {
		return !a.Emesso.After(d.Creato) && slices.ContainsFunc(opzioni, func(o pagamento.Opzione) bool { return o.NumeroAvviso == a.NumeroAvviso })
	})
}

// posizioneDi picks the position of a notice.
func posizioneDi(v *lettura.Verbale, iuv string) func(lettura.Posizione) bool {
	return func(p lettura.Posizione) bool {
		for _, a := range v.Avvisi {
			if a.IUV == iuv && a.Posizione == p.ID {
				return true
			}
		}
		return false
	}
}

// registraVano records a question that gave no fine. It is of no tenant, so it is in the platform's audit: who
// tries IUVs one after the other is seen there.
func (s *Service) registraVano(ctx context.Context, indirizzo, esito string) error {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return err
	}
	return s.scrivi(ctx, database, db.Access{Attore: anonimo, Azione: "consultaVerbaleAnonimo", Motivo: "portale",
		Esito: esito, Indirizzo: indirizzo})
}
