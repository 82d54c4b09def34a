package lotto

import (
	"context"
	"log/slog"
	"mime"
	"net/http"
	"slices"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// indirizzo of the list; a lot is below it, by id.
const indirizzo = pagine.Base + "lotti"

// Reparti gives the departments of a tenant, for the form.
type Reparti interface {
	Attivi(ctx context.Context, tenant string) ([]reparto.Reparto, error)
}

// Pagine answers the pages of lots. Chiede asks elaborazione for the operator of the context.
type Pagine struct {
	Store    Store
	Chiede   func(ctx context.Context, operazione string, domanda, risposta any) error
	Segue    func(tenant, id string) (novita <-chan event.AvanzamentoLotto, lascia func(), err error)
	Deposito *deposito.Deposito
	Reparti  Reparti
	Sessione sessione.HTTP
	Log      *slog.Logger
}

// Elenco serves GET /lotti: the open ones, then the newest first.
func (p Pagine) Elenco(c echo.Context, s sessione.Sessione) (err error) {
	ctx := c.Request().Context()
	e := paginaElenco{Avvia: s.Puo(auth.PermessoLotto), Inizio: c.QueryParam("cursore") == ""}
	if e.Inizio {
		if e.Aperti, err = p.Store.Aperti(ctx); err != nil {
			return err
		}
	}
	if e.Lotti, e.Altri, err = p.Store.Elenco(ctx, c.QueryParam("cursore")); err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, "Lotti", elenco(e))
}

// Apri serves GET /lotti/{id}.
func (p Pagine) Apri(c echo.Context, s sessione.Sessione) error {
	l, err := p.lotto(c)
	if err != nil {
		return err
	}
	return p.mostra(c, s, l, pagine.Rifiuto{})
}

// mostra draws a lot with a page of its items.
func (p Pagine) mostra(c echo.Context, s sessione.Sessione, l Lotto, r pagine.Rifiuto) (err error) {
	e := paginaLotto{Lotto: l, Avvia: s.Puo(auth.PermessoLotto), Rifiuto: r, Stato: c.QueryParam("stato"),
		Inizio: c.QueryParam("cursore") == "", Cursore: c.QueryParam("cursore")}
	if fatto, ok := comando(c.QueryParam("fatto")); ok {
		e.Fatto = fatto.fatto
	}
	if e.Stato != "" && !slices.Contains(verbale.StatiVoce(), verbale.StatoVoce(e.Stato)) {
		return problem.CampoNonValido("stato", "non è lo stato di una voce")
	}
	if l.Origine != nil {
		primo, err := p.Store.Lotto(c.Request().Context(), *l.Origine)
		if err != nil {
			return err
		}
		e.Primo = &primo
	}
	if e.Voci, e.Altre, err = p.Store.Voci(c.Request().Context(), l, e.Stato, e.Cursore); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, r.Codice(), p.Sessione.Cornice(c, l.Titolo()), scheda(e))
}

// lotto reads the lot of the path.
func (p Pagine) lotto(c echo.Context) (Lotto, error) {
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return Lotto{}, problem.NonTrovato("lotto", c.Param("id"))
	}
	return p.Store.Lotto(c.Request().Context(), id)
}

// Conferma serves GET /lotti/{id}/<comando>: what will happen, before what cannot be undone.
func (p Pagine) Conferma(nome string) sessione.Gestore {
	return func(c echo.Context, s sessione.Sessione) error {
		l, err := p.lotto(c)
		if err != nil {
			return err
		}
		x, _ := comando(nome)
		if !slices.Contains(x.da, l.Stato) {
			return p.mostra(c, s, l, pagine.Rifiuto{Stato: http.StatusConflict, Frase: nonSiPuo(l, x)})
		}
		return p.Sessione.Scrivi(c, x.Domanda, conferma(l, x))
	}
}

func nonSiPuo(l Lotto, x Comando) string {
	return "Il lotto è nello stato «" + l.Stato.Parola() + "»: non si può chiedere «" + x.Bottone + "»."
}

// Comanda serves POST /lotti/{id}/<comando>.
func (p Pagine) Comanda(nome string) sessione.Gestore {
	return func(c echo.Context, s sessione.Sessione) error {
		l, err := p.lotto(c)
		if err != nil {
			return err
		}
		x, _ := comando(nome)
		ctx := c.Request().Context()
		var r event.RispostaLotto
		err = p.Chiede(ctx, x.operazione, event.DomandaLotto{IDLotto: l.ID.String()}, &r)
		if problem.Is(err, "LOTTO_IN_ALTRO_STATO") { // it has moved on while the page was open
			if l, err = p.Store.Lotto(ctx, l.ID); err != nil {
				return err
			}
			return p.mostra(c, s, l, pagine.Rifiuto{Stato: http.StatusConflict, Frase: nonSiPuo(l, x)})
		}
		if rifiuto, suo := pagine.Rifiutato(err); suo {
			return p.mostra(c, s, l, rifiuto)
		}
		if err != nil {
			return err
		}
		if id, err := uuid.Parse(r.IDLotto); err == nil && x.operazione == event.LottoRiprova {
			l.ID = id // it may be another
		}
		return c.Redirect(http.StatusSeeOther, l.indirizzo()+"?fatto="+nome)
	}
}

// Nuovo serves GET /lotti/nuovo.
func (p Pagine) Nuovo(c echo.Context, _ sessione.Sessione) error {
	return p.modulo(c, modulo{Tipo: string(verbale.LottoPostale)})
}

// Crea serves POST /lotti: the lot is worked at once, so the form asks whether the filter was looked at. A lot for SEND is made when its
// preview was seen.
func (p Pagine) Crea(c echo.Context, _ sessione.Sessione) error {
	scritti, err := c.FormParams()
	if err != nil {
		return problem.Malformata("Il modulo non è leggibile.").With(err)
	}
	m := modulo{Tipo: c.FormValue("tipo"), Da: c.FormValue("da"), A: c.FormValue("a"), Reparto: c.FormValue("reparto"), Procedura: scritti["procedura"]}
	vede := c.FormValue("azione") == "anteprima" || m.Tipo == string(verbale.LottoSend) && c.FormValue("vista") != m.impronta()
	if err := m.controlla(vede || c.FormValue("conferma") != ""); err != nil {
		return p.rifiuta(c, m, err)
	}
	if vede {
		return p.anteprima(c, m)
	}
	var r event.RispostaLotto
	if err = p.Chiede(c.Request().Context(), event.LottoCrea, m.domanda(), &r); err != nil {
		return p.rifiuta(c, m, err)
	}
	id, err := uuid.Parse(r.IDLotto)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, Lotto{ID: id}.indirizzo()+"?fatto=chiudi")
}

// anteprima shows the form again with what the lot would be.
func (p Pagine) anteprima(c echo.Context, m modulo) error {
	if !m.spedisce() {
		return p.rifiuta(c, m, problem.CampoNonValido("tipo", "l'anteprima c'è per la posta e per SEND"))
	}
	m.Vista = &event.AnteprimaLotto{}
	if err := p.Chiede(c.Request().Context(), event.LottoAnteprima, m.domanda(), m.Vista); err != nil {
		m.Vista = nil
		return p.rifiuta(c, m, err)
	}
	return p.modulo(c, m)
}

// rifiuta shows the form again with the texts typed and their faults.
func (p Pagine) rifiuta(c echo.Context, m modulo, err error) error {
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	m.Rifiuto = senzaPrefisso(rifiuto)
	return p.modulo(c, m)
}

func (p Pagine) modulo(c echo.Context, m modulo) (err error) {
	t, _ := tenant.From(c.Request().Context())
	if m.Reparti, err = p.Reparti.Attivi(c.Request().Context(), t.Nome); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, "Nuovo lotto"), nuovo(m))
}

// Pacchetto serves GET /lotti/{id}/pacchetto, after recording the caller: the package holds names and addresses. A failure cuts
// the connection, so that no browser takes the part for the whole.
func (p Pagine) Pacchetto(c echo.Context, s sessione.Sessione) error {
	l, err := p.lotto(c)
	if err != nil {
		return err
	}
	if !l.ConPacchetto() {
		return problem.Conflitto("PACCHETTO_NON_PRONTO", "Il pacchetto c'è quando il lotto è completato e almeno una voce è andata a buon fine.")
	}
	ctx := c.Request().Context()
	parti, err := p.Store.Parti(ctx, l.ID)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(parti, func(x deposito.Parte) bool { return x.SHA256 == verbale.FileCancellato }) {
		return problem.Nuovo(problem.Missing, "PACCHETTO_CANCELLATO", "Non trovato",
			"Il pacchetto è stato cancellato per i termini di conservazione del comando.")
	}
	if err := p.Store.Registra(ctx, db.Access{Attore: s.Operatore.Username, Azione: "PACCHETTO_LETTO", OggettoTipo: "lotto",
		Oggetto: l.ID.String(), Esito: "OK", Indirizzo: c.RealIP()}); err != nil {
		return err
	}
	ctx, esce, err := p.Sessione.Flussi.Finche(ctx, s)
	if err != nil {
		return err
	}
	defer esce()
	r := c.Response()
	r.Header().Set(echo.HeaderContentType, "application/zip")
	r.Header().Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": l.Nome + ".zip"}))
	t, _ := tenant.From(ctx)
	err = p.Deposito.ScriviPacchetto(ctx, r, deposito.Pacchetto{Tenant: t.Nome, Nome: l.Nome, Del: l.Finito.In(calendario.Roma()), Parti: parti})
	if err == nil {
		return nil
	}
	if r.Committed {
		return err // the server cuts the answer
	}
	p.Log.ErrorContext(ctx, "pacchetto non servito", "lotto", l.ID, "errore", err)
	r.Header().Del(echo.HeaderContentDisposition)
	return problem.NonDisponibile("DOCUMENTO_NON_DISPONIBILE", "Il pacchetto non è disponibile nel deposito: avvisare l'assistenza.").With(err)
}
