package ricerca

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/regole"
)

// TestaGettone is the header in which a program shows the token of its command.
const TestaGettone = "X-Gettone"

// chiaveRegole is where the rules of the tenant are, in the context of a request.
const chiaveRegole = "ricerca.regole"

func regoleDi(c echo.Context) regole.Regole {
	r, _ := c.Get(chiaveRegole).(regole.Regole)
	return r
}

// Protegge holds the programs to what the command asks of them, once the tenant is known and before anything is
// answered: the networks, how often, the token of the programs, in whose place the token of an operator does.
func (h Handler) Protegge(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		t, dato := tenant.From(ctx)
		if !dato {
			return prossimo(c)
		}
		r, err := h.Regole.Di(ctx, t.Nome)
		if err != nil {
			return err
		}
		if r.AlMinuto > 0 {
			if err := h.Misura.Passa(cliente(t, c), r.AlMinuto); err != nil {
				return err
			}
		}
		if err := h.ammette(ctx, c, r); err != nil {
			return h.respinto(ctx, c, err)
		}
		c.Set(chiaveRegole, r)
		return prossimo(c)
	}
}

// cliente is who is counted together: the address, or the /64, in a tenant.
func cliente(t tenant.Tenant, c echo.Context) string { return t.Nome + " " + web.Network(c.RealIP()) }

// unaPagina takes one of the pages that a client gets in a day without a token, over all its searches: many narrow searches
// copy the archive as well as a deep one. False when none is left; resa gives it back when no page went out.
func (h Handler) unaPagina(c echo.Context) (resa func(), ok bool) {
	alGiorno := regoleDi(c).PagineAlGiorno
	if alGiorno == 0 {
		return func() {}, true
	}
	t, _ := tenant.From(c.Request().Context())
	chi := cliente(t, c)
	return func() { h.Giornata.Rendi(chi) }, h.Giornata.Passa(chi, alGiorno)
}

// ammette refuses with 403 an address outside the command's networks and a citizen's account, with 401 a program without its
// token.
func (h Handler) ammette(ctx context.Context, c echo.Context, r regole.Regole) error {
	if !r.Ammette(c.RealIP()) {
		return problem.Vietato("INDIRIZZO_NON_AMMESSO", "Il comando non ammette ricerche da questo indirizzo.")
	}
	if h.cittadino(c) {
		return problem.Vietato("RUOLO_NON_AMMESSO", "La ricerca non è per gli account dei cittadini.")
	}
	if !r.Gettone() {
		return nil
	}
	t, _ := tenant.From(ctx)
	giusto, err := h.Regole.Prova(r, t.Nome, c.Request().Header.Get(TestaGettone))
	if err != nil {
		return problem.NonDisponibile("DATI_NON_PRONTI", "Il gettone dei programmi del comando non si può leggere.").With(err)
	}
	if giusto {
		return nil
	}
	if _, provato := h.provato(c); provato {
		return nil
	}
	return problem.SenzaCredenziali()
}

// cittadino reports a caller who shows the good token of a citizen's account, of any command, and may search by no other
// role: who says that he is a citizen is not taken for a program of the command.
func (h Handler) cittadino(c echo.Context) bool {
	if c.Request().Header.Get(echo.HeaderAuthorization) == "" {
		return false
	}
	chi, err := h.Chi(c)
	return err == nil && chi.HasRole(auth.RuoloCittadino) && !chi.Can(auth.PermessoRicerca) && !chi.Can(auth.PermessoVerbalePropri)
}

// respinto records who was kept out, one line at each doubling of a network's refusals, so that strangers do not fill the
// register of a command; a refusal waits for no room there.
func (h Handler) respinto(ctx context.Context, c echo.Context, err error) error {
	e := problem.As(err)
	if e == nil || e.Kind == problem.Unavailable {
		return err
	}
	t, _ := tenant.From(ctx)
	n := h.Respinti.uno(cliente(t, c))
	if n&(n-1) != 0 {
		return err
	}
	a := db.Access{Attore: anonimo, Azione: "RICERCA", OggettoTipo: "verbali", Esito: e.Codice, Indirizzo: c.RealIP()}
	if n > 1 {
		a.Motivo = fmt.Sprintf("%d richieste respinte da questa rete", n)
	}
	h.Diario.Offri(t, a)
	return err
}

const (
	// respintiPer is how long refusals are counted together.
	respintiPer = time.Hour
	// retiRicordate bounds the networks whose refusals are counted.
	retiRicordate = 100_000
)

// Respinti counts who was kept out, by command and network. Safe for concurrent use.
type Respinti struct {
	adesso func() time.Time

	mu    sync.Mutex
	dal   time.Time
	volte map[string]int
}

// NuoviRespinti counts by the clock given.
func NuoviRespinti(adesso func() time.Time) *Respinti { return &Respinti{adesso: adesso} }

// uno counts one more of a key, and gives how many there are of it. Counts begin anew after an hour, or with too many keys.
func (r *Respinti) uno(chiave string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ora := r.adesso(); r.volte == nil || ora.Sub(r.dal) >= respintiPer || len(r.volte) >= retiRicordate {
		r.dal, r.volte = ora, map[string]int{}
	}
	r.volte[chiave]++
	return r.volte[chiave]
}
