package conservazione

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// contaAlPiu bounds what a preview counts in each service.
const contaAlPiu = 100_000

// conta asks the view of one service what its erasing function will ask: a held fine keeps the packages and the files of the
// post that contain it, and the copies of a fine that goes on stay. now() is PostgreSQL's, as in those functions: a caller
// could name any other day, and an erased row does not come back.
const conta = `SELECT count(*), min(dal), count(*) FILTER (WHERE trattenuto) FROM (
		SELECT c.dal, EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = c.verbale)
			OR c.oggetto IN (SELECT d.oggetto FROM verbali_v1.contenuto d JOIN core_v1.verbale_trattenuto t ON t.verbale = d.verbale) AS trattenuto
		FROM VISTA c WHERE c.classe = $1 AND c.dal < now() - make_interval(months => $2)
			AND ($1 <> ALL ($4::text[]) OR c.verbale IS NULL OR EXISTS (SELECT 1 FROM verbali_v1.conservabile f WHERE f.oggetto = c.verbale)
				OR EXISTS (SELECT 1 FROM verbali_v1.cancellazione f WHERE f.oggetto = c.verbale))
		LIMIT $3) x`

// Anteprima says what a term would delete today; nothing is written.
func (s Servizio) Anteprima(ctx context.Context, classe string, mesi int) (Anteprima, error) {
	c, err := classeDi(classe, mesi)
	if err != nil {
		return Anteprima{}, err
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return Anteprima{}, err
	}
	a := Anteprima{Classe: classe, Mesi: mesi}
	for _, modulo := range c.Moduli {
		m, _ := bootstrap.FindModule(modulo)
		vista := pgx.Identifier{bootstrap.Views(m.Schema), "conservabile"}.Sanitize()
		var quanti, trattenuti int64
		var vecchio *time.Time
		riga := database.Pool.QueryRow(ctx, su(conta, vista), classe, mesi, contaAlPiu, []string{string(verbale.ConservaIndagini), string(verbale.ConservaDomande)})
		if err := riga.Scan(&quanti, &vecchio, &trattenuti); err != nil {
			return a, db.Wrap("anteprima di "+classe, err)
		}
		a.Quanti, a.Trattenuti, a.Oltre = a.Quanti+quanti-trattenuti, a.Trattenuti+trattenuti, a.Oltre || quanti == contaAlPiu
		if vecchio != nil && (a.PiuVecchio == nil || vecchio.Before(*a.PiuVecchio)) {
			a.PiuVecchio = vecchio
		}
	}
	return a, nil
}

// Cancellazione is a line of the register of deletions, by the module that deleted. Righe counts where it was lines.
type Cancellazione struct {
	Modulo  string     `json:"modulo"`
	Quando  time.Time  `json:"quando"`
	Classe  string     `json:"classe"`
	Oggetto *uuid.UUID `json:"oggetto,omitempty"`
	Verbale *uuid.UUID `json:"idVerbale,omitempty"`
	Righe   int64      `json:"righe"`
}

// mostrate is how many lines of the register are given.
const mostrate = 200

// Cancellazioni gives the last lines of the register of deletions, in every module, the newest first.
func (s Servizio) Cancellazioni(ctx context.Context) ([]Cancellazione, error) {
	sql := ""
	for _, m := range bootstrap.Modules() {
		if sql != "" {
			sql += " UNION ALL "
		}
		sql += "(SELECT '" + m.Name + "'::text AS modulo, quando, classe, oggetto, verbale, righe FROM " +
			pgx.Identifier{bootstrap.Views(m.Schema), "cancellazione"}.Sanitize() + " ORDER BY posizione DESC LIMIT $1)"
	}
	return db.Every[Cancellazione](ctx, s.Pools, "registro delle cancellazioni", sql+" ORDER BY quando DESC, modulo LIMIT $1", mostrate)
}
