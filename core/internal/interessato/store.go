package interessato

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// raccolta fills a document; impronta is how core's register names its tax code.
type raccolta struct {
	pools    *db.Pools
	x        *Documento
	impronta string
}

// colonneDati are the columns of Dati, where verbali_v1.soggetto is called s.
const colonneDati = `s.id, s.tipo, s.codice_fiscale, s.cognome, s.nome, s.denominazione, s.sesso, s.data_nascita, s.luogo_nascita, s.indirizzo, s.civico, s.cap,
	s.comune, s.provincia, s.nazione`

// verbali reads the fines in which the person is a subject.
func (r raccolta) verbali(ctx context.Context) error {
	type riga struct {
		ID             uuid.UUID
		Numero         int64
		Lettera        string
		Anno           int
		Targa          string
		DataViolazione time.Time
		Luogo          string
		Procedura      verbale.Procedura
		Debito         verbale.Debito
		Note           string
		Fonte          verbale.Fonte
		InseritoDa     string
		Inserito       time.Time
	}
	righe, err := db.Every[riga](ctx, r.pools, "verbali di una persona", `SELECT v.id, v.numero, v.lettera, v.anno, v.targa, v.data_violazione,
			btrim(v.luogo_indirizzo || ' ' || v.luogo_civico), v.procedura, v.debito, v.note, v.fonte, v.inserito_da, v.inserito FROM verbali_v1.verbale v
		WHERE v.id IN (SELECT p.verbale FROM verbali_v1.posizione p JOIN verbali_v1.soggetto s ON s.id = p.soggetto WHERE s.codice_fiscale = $1)
		ORDER BY v.data_violazione, v.id LIMIT $2`, r.x.CodiceFiscale, verbaliMassimi)
	r.x.Verbali = []Verbale{}
	for _, v := range righe {
		r.x.Verbali = append(r.x.Verbali, Verbale{ID: v.ID, Estremi: lettura.Estremi(v.Numero, v.Lettera, v.Anno), Targa: v.Targa,
			DataViolazione: v.DataViolazione.In(calendario.Roma()), Luogo: v.Luogo, Procedura: v.Procedura, Debito: v.Debito, Note: v.Note, Fonte: v.Fonte,
			InseritoDa: v.InseritoDa, Inserito: v.Inserito, Posizioni: []Posizione{}, Pagamenti: []Pagamento{},
			Ricorsi: []Ricorso{}, Documenti: []File{}, Eventi: []Evento{}})
	}
	r.x.Parziale = len(righe) == verbaliMassimi
	return err
}

// ids are the fines of the document.
func (r raccolta) ids() []uuid.UUID {
	ids := []uuid.UUID{}
	for _, v := range r.x.Verbali {
		ids = append(ids, v.ID)
	}
	return ids
}

// di is a fine of the document.
func (r raccolta) di(id uuid.UUID) *Verbale {
	i := slices.IndexFunc(r.x.Verbali, func(v Verbale) bool { return v.ID == id })
	return &r.x.Verbali[i]
}

// posizioni reads the person's places in those fines, with her data there and where they came from.
func (r raccolta) posizioni(ctx context.Context) error {
	type riga struct {
		Verbale, ID uuid.UUID
		Titolo      verbale.Titolo
		GiornoZero  calendario.Giorno
		Dati
	}
	righe, err := db.Every[riga](ctx, r.pools, "posizioni di una persona", `SELECT p.verbale, p.id, p.titolo, p.giorno_zero, `+colonneDati+`
		FROM verbali_v1.posizione p JOIN verbali_v1.soggetto s ON s.id = p.soggetto WHERE p.verbale = ANY($1) AND s.codice_fiscale = $2
		ORDER BY p.verbale, p.ordine`, r.ids(), r.x.CodiceFiscale)
	if err != nil {
		return err
	}
	fonti, err := r.fonti(ctx)
	for _, x := range righe {
		v := r.di(x.Verbale)
		v.Posizioni = append(v.Posizioni, Posizione{ID: x.ID, Titolo: x.Titolo, GiornoZero: x.GiornoZero, Dati: x.Dati, Provenienza: provenienza(*v, fonti),
			Avvisi: []Avviso{}, Notifiche: []Notifica{}})
	}
	return err
}

// fonte is an event that brought data of the person into a fine; Rete is the network that named her.
type fonte struct {
	Verbale    uuid.UUID
	Tipo       verbale.TipoEvento
	Registrato time.Time
	Attore     string
	Rete       string
	Indagine   bool
}

// fonti are the events whose data name one of the rows in which the person is held.
func (r raccolta) fonti(ctx context.Context) ([]fonte, error) {
	return db.Every[fonte](ctx, r.pools, "provenienza", `SELECT e.verbale, e.tipo, e.registrato, e.attore, coalesce(e.dati->>'rete', ''), e.dati ? 'indagine'
		FROM verbali_v1.evento e WHERE e.verbale = ANY($1) AND e.tipo = ANY($3)
			AND EXISTS (SELECT FROM verbali_v1.soggetto s WHERE s.codice_fiscale = $2 AND strpos(e.dati::text, s.id::text) > 0)
		ORDER BY e.verbale, e.sequenza`, r.ids(), r.x.CodiceFiscale, []verbale.TipoEvento{verbale.EventoInserito, verbale.EventoIntestatarioTrovato,
		verbale.EventoPosizioneAperta, verbale.EventoConducenteRicevuto, verbale.EventoRecapitoIndicato})
}

// provenienza says from where the person came into a fine: by the events that name her, else with the fine itself.
func provenienza(v Verbale, fonti []fonte) []Provenienza {
	tutte := []Provenienza{}
	for _, f := range fonti {
		if f.Verbale != v.ID {
			continue
		}
		p := Provenienza{Quando: f.Registrato, Attore: f.Attore}
		switch {
		case f.Tipo == verbale.EventoInserito:
			p.Da = conIlVerbale(v)
		case f.Tipo == verbale.EventoIntestatarioTrovato && f.Indagine:
			p.Da = strings.TrimSpace("Archivio dei veicoli " + f.Rete)
		case f.Tipo == verbale.EventoConducenteRicevuto:
			p.Da = "Dichiarazione di chi guidava"
		case f.Tipo == verbale.EventoRecapitoIndicato:
			p.Da = "Recapito indicato dall'ufficio"
		default:
			p.Da = "Indicato dall'ufficio"
		}
		tutte = append(tutte, p)
	}
	if len(tutte) == 0 {
		tutte = append(tutte, Provenienza{Da: conIlVerbale(v), Quando: v.Inserito, Attore: v.InseritoDa})
	}
	return tutte
}

func conIlVerbale(v Verbale) string { return "Con il verbale: " + v.Fonte.Parola() }

// precedenti reads the rows of the person that no position has now.
func (r raccolta) precedenti(ctx context.Context) (err error) {
	r.x.Precedenti, err = db.Every[Dati](ctx, r.pools, "dati precedenti", `SELECT `+colonneDati+` FROM verbali_v1.soggetto s
		WHERE s.codice_fiscale = $1 AND NOT EXISTS (SELECT FROM verbali_v1.posizione p WHERE p.soggetto = s.id)
		ORDER BY s.id LIMIT $2`, r.x.CodiceFiscale, verbaliMassimi)
	return err
}

// indagini reads the look-ups made for these fines, and those whose answer names the person; of others on the papers of a
// vehicle nothing is given.
func (r raccolta) indagini(ctx context.Context) error {
	chi, err := json.Marshal([]map[string]string{{"codiceFiscale": r.x.CodiceFiscale}})
	if err != nil {
		return err
	}
	database, err := r.pools.Tenant(ctx)
	if err != nil {
		return err
	}
	rows, err := database.Pool.Query(ctx, `SELECT s.verbale, s.quando, s.rete, s.esito, s.candidati, `+colonneDati+` FROM vpn_v1.indagine s
		WHERE s.verbale = ANY($1) OR s.codice_fiscale = $2 OR s.candidati @> $3 ORDER BY s.quando, s.id LIMIT $4`, r.ids(), r.x.CodiceFiscale, chi, righeMassime)
	if err != nil {
		return db.Wrap("indagini", err)
	}
	defer rows.Close()
	r.x.Indagini = []Indagine{}
	for rows.Next() {
		var x Indagine
		var d Dati
		var candidati []byte
		if err := rows.Scan(&x.Verbale, &x.Quando, &x.Rete, &x.Esito, &candidati, &d.ID, &d.Tipo, &d.CodiceFiscale, &d.Cognome, &d.Nome, &d.Denominazione, &d.Sesso,
			&d.DataNascita, &d.LuogoNascita, &d.Indirizzo, &d.Civico, &d.Cap, &d.Comune, &d.Provincia, &d.Nazione); err != nil {
			return db.Wrap("indagini", err)
		}
		x.ID = d.ID
		if x.Dati, err = r.sue(d, candidati); err != nil {
			return err
		}
		x.Presente = len(x.Dati) > 0
		r.x.Indagini = append(r.x.Indagini, x)
	}
	return db.Wrap("indagini", rows.Err())
}

// sue are the person's own data in an answer: as who answers, and on the papers.
func (r raccolta) sue(d Dati, candidati []byte) ([]Dati, error) {
	var tutti []lettura.Soggetto
	if err := json.Unmarshal(candidati, &tutti); err != nil {
		return nil, db.Wrap("indagini", err)
	}
	sue := []Dati{}
	if d.CodiceFiscale == r.x.CodiceFiscale {
		sue = append(sue, d)
	}
	for _, c := range tutti {
		if c.CodiceFiscale == r.x.CodiceFiscale && !slices.ContainsFunc(sue, func(x Dati) bool { return x.Soggetto == c }) {
			sue = append(sue, Dati{ID: d.ID, Soggetto: c})
		}
	}
	return sue, nil
}

// utenze reads the accounts of the command with the tax code.
func (r raccolta) utenze(ctx context.Context) error {
	centrale, err := r.pools.Platform(ctx)
	if err != nil {
		return err
	}
	rows, err := centrale.Pool.Query(ctx, `SELECT username, cognome, nome, ruoli, stato, creato FROM operatore WHERE tenant = $1 AND codice_fiscale = $2 ORDER BY username`,
		tenant.Name(ctx), r.x.CodiceFiscale)
	if err != nil {
		return db.Wrap("utenze di una persona", err)
	}
	r.x.Utenze, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Utenza])
	return db.Wrap("utenze di una persona", err)
}
