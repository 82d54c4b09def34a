package tabella

import (
	"context"
	"database/sql"
	"encoding/json"
	"strconv"
	"time"

	"gorm.io/gorm"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Store reads and writes core.tabella, tabella_versione and tabella_riga in the platform database. Its
// tables are those that are kept: violazioni, comuni, strade.
type Store struct{ Pools *db.Pools }

const stati = `SELECT t.nome, t.tenant, t.versione, t.impronta, t.righe, v.caricata, coalesce(v.attore, '') AS attore, coalesce(v.nota, '') AS nota
	FROM tabella t LEFT JOIN tabella_versione v USING (nome, tenant, versione) `

// Stati reads the tables of the platform and, if it is named, of a tenant.
func (s Store) Stati(ctx context.Context, tenant string) (tutti []Stato, err error) {
	g, err := s.gorm(ctx)
	if err != nil {
		return nil, err
	}
	err = g.Raw(stati+`WHERE t.tenant IN ('', ?)`, tenant).Scan(&tutti).Error
	return tutti, db.Wrap("tabelle", err)
}

// Stato reads a table; a table never loaded has version 0.
func (s Store) Stato(ctx context.Context, q Quale) (Stato, error) {
	g, err := s.gorm(ctx)
	if err != nil {
		return Stato{}, err
	}
	trovato := Stato{Nome: q.Nome, Tenant: q.Tenant}
	err = g.Raw(stati+`WHERE t.nome = ? AND t.tenant = ?`, q.Nome, q.Tenant).Scan(&trovato).Error
	return trovato, db.Wrap("tabella "+q.Nome, err)
}

// Versioni reads the imports of a table before a version (0: all), newest first.
func (s Store) Versioni(ctx context.Context, q Quale, prima, massimo int) (tutte []Versione, err error) {
	g, err := s.gorm(ctx)
	if err != nil {
		return nil, err
	}
	err = g.Raw(`SELECT versione, impronta, righe, aggiunte, modificate, tolte, nota, caricata, attore FROM tabella_versione
		WHERE nome = ? AND tenant = ? AND (? = 0 OR versione < ?) ORDER BY versione DESC LIMIT ?`, q.Nome, q.Tenant, prima, prima, massimo).Scan(&tutte).Error
	return tutte, db.Wrap("versioni di "+q.Nome, err)
}

// Righe reads every row of a version, as JSON, in order.
func (s Store) Righe(ctx context.Context, q Quale, versione int) ([]string, error) {
	g, err := s.gorm(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := righe(g, q, versione)
	return righe, db.Wrap("righe di "+q.Nome, err)
}

func righe(g *gorm.DB, q Quale, versione int) (tutte []string, err error) {
	err = g.Raw(`SELECT dati::text FROM tabella_riga WHERE nome = ? AND tenant = ? AND da <= ? AND (a IS NULL OR a > ?) ORDER BY ordine`,
		q.Nome, q.Tenant, versione, versione).Scan(&tutte).Error
	return tutte, err
}

// record is a row of a list, as it is kept.
type record struct{ Ordine, Dati string }

// A row of violazioni also ends where a later row of the same code begins; a row divided from its first day is in force on
// none.
const elenco = `SELECT r.ordine, r.dati::text AS dati FROM tabella_riga r
	WHERE r.nome = @nome AND r.tenant = @tenant AND r.da <= @versione AND (r.a IS NULL OR r.a > @versione) AND r.ordine > @dopo
	AND (@testo = '' OR EXISTS (SELECT FROM jsonb_each_text(r.dati) c WHERE c.value ILIKE @simile))
	AND (@giorno = '' OR r.dati->>'validoDa' <= @giorno AND coalesce(r.dati->>'validoA', @giorno) >= @giorno
		AND NOT (r.nome = 'violazioni' AND EXISTS (SELECT FROM tabella_riga x WHERE x.nome = r.nome AND x.tenant = r.tenant
			AND x.da <= @versione AND (x.a IS NULL OR x.a > @versione) AND x.dati->>'codice' = r.dati->>'codice'
			AND x.dati->>'validoDa' > r.dati->>'validoDa' AND x.dati->>'validoDa' <= @giorno))
		AND NOT (r.dati->'sostituitaDa' IS NOT NULL AND r.dati->>'maxCent' = '0'))
	AND (@verifica = '' OR r.dati->>'verifica' = @verifica)
	AND (@chiavi = '' OR r.chiave IN (SELECT jsonb_array_elements_text(CASE WHEN @chiavi = '' THEN '[]' ELSE @chiavi END::jsonb)))
	ORDER BY r.ordine LIMIT @limite`

// Elenca reads a page of the rows of a version, and one more if there is.
func (s Store) Elenca(ctx context.Context, q Quale, f Filtro) (tutte []record, err error) {
	g, err := s.gorm(ctx)
	if err != nil {
		return nil, err
	}
	var chiavi []byte
	if f.chiavi != nil {
		if chiavi, err = json.Marshal(f.chiavi); err != nil {
			return nil, err
		}
	}
	err = g.Raw(elenco, sql.Named("chiavi", string(chiavi)),
		sql.Named("nome", q.Nome), sql.Named("tenant", q.Tenant), sql.Named("versione", f.Versione), sql.Named("dopo", f.Dopo),
		sql.Named("testo", f.Cerca), sql.Named("simile", f.Simile()), sql.Named("giorno", f.InVigoreAl), sql.Named("verifica", f.Verifica),
		sql.Named("limite", f.Dimensione+1)).Scan(&tutte).Error
	return tutte, db.Wrap("elenco di "+q.Nome, err)
}

// Passaggio is a row as it was from one version (Da) to another (A; 0: it is in the present one), and
// who brought it.
type Passaggio struct {
	Chiave   string
	Da, A    int
	Dati     string
	Caricata time.Time
	Attore   string
	Nota     string
}

// Storia reads every row, of any version, whose key begins with these characters: by key, oldest
// version first.
func (s Store) Storia(ctx context.Context, q Quale, inizio string) (tutti []Passaggio, err error) {
	g, err := s.gorm(ctx)
	if err != nil {
		return nil, err
	}
	err = g.Raw(`SELECT r.chiave, r.da, coalesce(r.a, 0) AS a, r.dati::text AS dati, v.caricata, v.attore, v.nota
		FROM tabella_riga r JOIN tabella_versione v ON v.nome = r.nome AND v.tenant = r.tenant AND v.versione = r.da
		WHERE r.nome = ? AND r.tenant = ? AND starts_with(r.chiave, ?) ORDER BY r.ordine, r.da`, q.Nome, q.Tenant, inizio).Scan(&tutti).Error
	return tutti, db.Wrap("storia di "+inizio, err)
}

// mano is whose a row is: who brought it, and who took it away, where somebody did.
type mano struct {
	Chiave, Attore, ToltaDa string
}

// Mani reads who has had a hand in each row of a table, of any version.
func (s Store) Mani(ctx context.Context, q Quale) (tutte []mano, err error) {
	g, err := s.gorm(ctx)
	if err != nil {
		return nil, err
	}
	err = g.Raw(`SELECT r.chiave, da.attore, CASE WHEN r.a IS NULL THEN '' ELSE a.attore END AS tolta_da
		FROM tabella_riga r JOIN tabella_versione da ON da.nome = r.nome AND da.tenant = r.tenant AND da.versione = r.da
		LEFT JOIN tabella_versione a ON a.nome = r.nome AND a.tenant = r.tenant AND a.versione = r.a
		WHERE r.nome = ? AND r.tenant = ?`, q.Nome, q.Tenant).Scan(&tutte).Error
	return tutte, db.Wrap("mani di "+q.Nome, err)
}

// presente is the version that an import finds, locked until it ends.
type presente struct {
	Versione int
	Righe    []string
}

// scrittura is a new version: how many rows it has, the rows that it brings (Nuove) and the keys of
// those that they replace or that it takes away (Chiuse).
type scrittura struct {
	impronta, nota string
	righe          int
	rapporto       foglio.Rapporto
	nuove          []foglio.Datata
	chiuse         []string
}

// Importa locks a table, gives its present rows to decidi and writes what comes of it as the next
// version, with its fact and its line of the audit; nil writes nothing.
func (s Store) Importa(ctx context.Context, q Quale, decidi func(presente) (*scrittura, error)) error {
	return voce.Transazione(ctx, s.Pools, func(tx *db.Tx) error {
		p, err := blocca(tx, q)
		if err != nil {
			return err
		}
		n, err := decidi(p)
		if err != nil || n == nil {
			return err
		}
		versione := p.Versione + 1
		if err := scrivi(ctx, tx, q, versione, n); err != nil {
			return err
		}
		return voce.Annuncia(ctx, tx, event.TabelleAggiornate(q.Tenant, q.Nome), q.oggetto(strconv.Itoa(versione)), "IMPORTATO")
	})
}

// blocca makes other imports of the table wait, and reads what it has now.
func blocca(tx *db.Tx, q Quale) (p presente, err error) {
	if err := voce.RichiedeTenant(tx, q.Tenant); err != nil {
		return p, err
	}
	if err := tx.Exec(`INSERT INTO tabella (nome, tenant, versione) VALUES (?, ?, 0) ON CONFLICT DO NOTHING`, q.Nome, q.Tenant).Error; err != nil {
		return p, err
	}
	if err := tx.Raw(`SELECT versione FROM tabella WHERE nome = ? AND tenant = ? FOR NO KEY UPDATE`, q.Nome, q.Tenant).Scan(&p.Versione).Error; err != nil {
		return p, err
	}
	p.Righe, err = righe(tx.DB, q, p.Versione)
	return p, err
}

// nuova is a row as it goes to the database, many at once in one JSON text.
type nuova struct {
	Chiave string        `json:"chiave"`
	Ordine string        `json:"ordine"`
	Dati   foglio.Datata `json:"dati"`
}

func scrivi(ctx context.Context, tx *db.Tx, q Quale, versione int, n *scrittura) error {
	r := n.rapporto
	if err := tx.Exec(`INSERT INTO tabella_versione (nome, tenant, versione, impronta, righe, aggiunte, modificate, tolte, nota, attore)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, q.Nome, q.Tenant, versione, n.impronta, n.righe,
		len(r.Aggiunte), len(r.Modificate), len(r.Tolte), n.nota, voce.Autore(ctx)).Error; err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE tabella SET versione = ?, impronta = ?, righe = ? WHERE nome = ? AND tenant = ?`,
		versione, n.impronta, n.righe, q.Nome, q.Tenant).Error; err != nil {
		return err
	}
	chiuse, err := json.Marshal(n.chiuse)
	if err != nil {
		return err
	}
	// IS TRUE keeps the keys a set that is hashed once. As a join, of rows just written whose number the
	// planner does not know, each is compared with each: minutes for an archive.
	if err := tx.Exec(`UPDATE tabella_riga SET a = ? WHERE nome = ? AND tenant = ? AND a IS NULL
		AND (chiave IN (SELECT jsonb_array_elements_text(?::jsonb))) IS TRUE`, versione, q.Nome, q.Tenant, string(chiuse)).Error; err != nil {
		return err
	}
	tutte := make([]nuova, len(n.nuove))
	for i, d := range n.nuove {
		tutte[i] = nuova{Chiave: d.Chiave(), Ordine: ordine(d.Chiave()), Dati: d}
	}
	nuove, err := json.Marshal(tutte)
	if err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO tabella_riga (nome, tenant, chiave, da, ordine, dati)
		SELECT ?, ?, chiave, ?, ordine, dati FROM jsonb_to_recordset(?::jsonb) AS r(chiave text, ordine text, dati jsonb)`,
		q.Nome, q.Tenant, versione, string(nuove)).Error
}

func (s Store) gorm(ctx context.Context) (*gorm.DB, error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	return database.Gorm(ctx), nil
}

// cambiata is the refusal of an import whose preview was of an older version.
func cambiata(base, attuale int) error {
	e := problem.Conflitto("TABELLA_CAMBIATA", "Nel frattempo la tabella è passata dalla versione "+strconv.Itoa(base)+" alla "+strconv.Itoa(attuale)+
		": rivedere l'anteprima. Nulla è stato scritto.")
	e.Campi = []problem.Campo{{Campo: "versione", Messaggio: "non è più quella attuale, che è la " + strconv.Itoa(attuale)}}
	return e
}
