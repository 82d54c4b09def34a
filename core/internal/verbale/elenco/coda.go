package elenco

import (
	"cmp"
	"context"
	"net/url"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// The filters of the list beside a state of the procedure.
const (
	codaDecidere = "DA_DECIDERE"   // an open anomaly waits for a person
	codaFermi    = "FERMO"         // work about the fine failed for good
	codaRimborsi = "DA_RIMBORSARE" // more was paid than is due, and not given back
	codaAttesa   = "IN_ATTESA"     // the register of vehicles has not answered for a day: it is asked on, a person may be quicker
)

// senzaAvvertenze is the choice of the fines that wait to be validated by the rule of their source alone.
const senzaAvvertenze verbale.Avvertenza = "SENZA_AVVERTENZE"

// contaAlPiu bounds what the first page counts: beyond, it says "oltre".
const contaAlPiu = 10_000

// con narrows a filter to a state, or to what waits for a person, and to the kind of what waits: an anomaly, or what holds a
// fine that waits to be validated.
func (f Filtro) con(stato, anomalia, motivo string) (Filtro, error) {
	if f.Motivo = verbale.Avvertenza(motivo); motivo != "" {
		if stato == "" {
			stato = string(verbale.DaValidare)
		}
		if stato != string(verbale.DaValidare) {
			return f, problem.CampoNonValido("motivo", "è dei verbali nello stato «"+verbale.DaValidare.Parola()+"»")
		}
	}
	switch {
	case stato == codaDecidere, stato == codaFermi, stato == codaRimborsi:
		f.Coda = stato
	case stato == codaAttesa:
		f.Coda, f.Procedura = stato, verbale.IntestatarioChiesto
	case stato != "" && !slices.Contains(verbale.Procedure(), verbale.Procedura(stato)):
		return f, problem.CampoNonValido("stato", "non è uno stato di questo elenco")
	default:
		f.Procedura = verbale.Procedura(stato)
	}
	if f.Anomalia = verbale.TipoAnomalia(anomalia); anomalia == "" {
		return f, nil
	}
	if !slices.Contains(verbale.TipiAnomalia(), f.Anomalia) {
		return f, problem.CampoNonValido("anomalia", "non è una voce di questo elenco")
	}
	if f.Coda == "" {
		f.Coda = codaDecidere
	}
	return f, nil
}

// aperte joins the open anomalies with their fine; those that its closing settled are left out (Cade). $1 and
// $2 stand for verbale.AnomalieCadute and verbale.ProcedureSenzaPagare.
const aperte = ` FROM verbali_v1.anomalia a JOIN verbali_v1.verbale w ON w.id = a.verbale
	WHERE a.chiusa IS NULL AND NOT (a.tipo = ANY(?) AND w.procedura = ANY(?))`

// Code are the queues of the fines that wait for a person, one for each kind of anomaly. A caller without permission to read
// fines, such as an administrator of the command, gets the counts without links.
func (s Store) Code(ctx context.Context) ([]pagine.Coda, error) {
	tutte, err := s.code(ctx)
	if chi, ok := auth.From(ctx); !ok || !chi.Can(auth.PermessoVerbaleLeggi) {
		for i := range tutte {
			tutte[i].Indirizzo = ""
		}
	}
	return tutte, err
}

func (s Store) code(ctx context.Context) ([]pagine.Coda, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	tutte, err := contaAnomalie(ctx, database)
	if err != nil {
		return nil, fascicolo.NonPronti(db.Wrap("verbali da decidere", err))
	}
	for _, p := range verbale.ProcedureDiPersona() {
		var n int
		if err := database.Pool.QueryRow(ctx, contaStato, p, contaAlPiu+1).Scan(&n); err != nil {
			return nil, fascicolo.NonPronti(db.Wrap("verbali per stato", err))
		}
		tutte = append(tutte, coda("Nello stato «"+p.Parola()+"»", url.Values{"stato": {string(p)}}, n, n > contaAlPiu))
		if p == verbale.DaValidare {
			motivi, err := s.codeDaValidare(ctx)
			if err != nil {
				return nil, fascicolo.NonPronti(err)
			}
			tutte = append(tutte, motivi...)
		}
	}
	var n int
	if err := database.Pool.QueryRow(ctx, numera(contaAttesa, 1), verbale.IntestatarioChiesto, contaAlPiu+1, verbale.IntestatarioChiesto).Scan(&n); err != nil {
		return nil, fascicolo.NonPronti(db.Wrap("verbali in attesa dell'archivio dei veicoli", err))
	}
	tutte = append(tutte, coda(nomeAttesa, url.Values{"stato": {codaAttesa}}, n, n > contaAlPiu))
	if err := database.Pool.QueryRow(ctx, contaDebito, verbale.Eccedenza, contaAlPiu+1).Scan(&n); err != nil {
		return nil, db.Wrap("verbali da rimborsare", err)
	}
	tutte = append(tutte, coda(nomeRimborsi, url.Values{"stato": {codaRimborsi}}, n, n > contaAlPiu))
	if err := database.Pool.QueryRow(ctx, contaFermi, contaAlPiu+1).Scan(&n); err != nil {
		return nil, db.Wrap("verbali con lavori fermi", err)
	}
	return append(tutte, coda("Con un lavoro fermo", url.Values{"stato": {codaFermi}}, n, n > contaAlPiu)), nil
}

// codeDaValidare are the fines that wait to be validated, by the warning that holds them: a fine with several warnings is in
// several rows. A caller who may not read a warning about persons still gets its count.
func (s Store) codeDaValidare(ctx context.Context) (tutte []pagine.Coda, err error) {
	motivi, err := s.Lettore().Motivi(ctx, motiviAlPiu+1)
	for _, m := range motivi {
		x := coda("Da validare: "+parolaMotivo(m.Nome), url.Values{"stato": {string(verbale.DaValidare)}, "motivo": {string(cmp.Or(m.Nome, senzaAvvertenze))}},
			m.Quanti, m.Letti > motiviAlPiu)
		if !dicibile(ctx, m.Nome) {
			x.Indirizzo = ""
		}
		tutte = append(tutte, x)
	}
	return tutte, err
}

// motiviAlPiu bounds the fines that are told by what holds them.
const motiviAlPiu = 2_000

// parolaMotivo is what holds a fine that waits to be validated; no warning is the rule of its source.
func parolaMotivo(a verbale.Avvertenza) string {
	if a == "" || a == senzaAvvertenze {
		return "nessuna avvertenza, per regola del comando"
	}
	return a.Parola()
}

// motivi are the choices of what holds a fine that waits to be validated, as far as the caller of the context may read them.
func motivi(ctx context.Context) []pagine.Opzione {
	scelte := []pagine.Opzione{{Nome: "Qualunque"}, {Valore: string(senzaAvvertenze), Nome: "Nessuna avvertenza, per regola del comando"}}
	dicibili := slices.DeleteFunc(verbale.Avvertenze(), func(a verbale.Avvertenza) bool { return !dicibile(ctx, a) })
	return append(scelte, pagine.OpzioniDette(dicibili, verbale.Avvertenza.Parola)...)
}

// The names of the rows that no state of the procedure has.
const (
	nomeRimborsi = "Da rimborsare: versato più del dovuto"
	nomeAttesa   = "Senza risposta dell'archivio dei veicoli da oltre un giorno"
)

// daUnGiorno narrows the fines to those about which the register has been asked for over a day; ? stands for
// verbale.IntestatarioChiesto, the name of the event too.
const daUnGiorno = `NOT EXISTS (SELECT FROM verbali_v1.evento e WHERE e.verbale = v.id AND e.tipo = ? AND e.registrato > now() - interval '1 day')`

const (
	// contaAttesa looks at so many of the oldest violations alone: after an import a hundred thousand wait.
	contaAttesa = `SELECT count(*) FROM (SELECT v.id FROM verbali_v1.verbale v WHERE v.procedura = ?
		ORDER BY ` + perDataDiStato + ` LIMIT ?) v WHERE ` + daUnGiorno

	contaStato  = `SELECT count(*) FROM (SELECT 1 FROM verbali_v1.verbale WHERE procedura = $1 LIMIT $2) x`
	contaDebito = `SELECT count(*) FROM (SELECT 1 FROM verbali_v1.verbale WHERE debito = $1 LIMIT $2) x`
	contaFermi  = `SELECT count(*) FROM (SELECT DISTINCT verbale FROM lavoro_morto WHERE riaccodato IS NULL AND verbale IS NOT NULL LIMIT $1) x`
)

// contaAnomalie counts the open anomalies by kind, among as many as the first page reads.
func contaAnomalie(ctx context.Context, database *db.Database) ([]pagine.Coda, error) {
	type conto struct {
		Tipo          verbale.TipoAnomalia
		Quanti, Letti int
	}
	rows, err := database.Pool.Query(ctx, `SELECT tipo, count(DISTINCT verbale), sum(count(*)) OVER ()::bigint FROM (SELECT a.tipo, a.verbale`+
		numera(aperte, 1)+` LIMIT $3) x GROUP BY tipo ORDER BY 2 DESC, 1`, verbale.AnomalieCadute(), verbale.ProcedureSenzaPagare(), contaAlPiu+1)
	if err != nil {
		return nil, err
	}
	conti, err := pgx.CollectRows(rows, pgx.RowToStructByPos[conto])
	if err != nil {
		return nil, err
	}
	var tutte []pagine.Coda
	for _, c := range conti {
		tutte = append(tutte, coda("Da decidere: "+c.Tipo.Parola(), url.Values{"stato": {codaDecidere}, "anomalia": {string(c.Tipo)}},
			c.Quanti, c.Letti > contaAlPiu))
	}
	return tutte, nil
}

func coda(nome string, ricerca url.Values, quanti int, oltre bool) pagine.Coda {
	return pagine.Coda{Nome: nome, Indirizzo: fascicolo.IndirizzoElenco + "?" + ricerca.Encode(), Quanti: min(quanti, contaAlPiu), Oltre: oltre}
}

// stati are the choices of the list.
func stati() []pagine.Opzione {
	scelte := []pagine.Opzione{{Nome: "Tutti"}, {Valore: codaDecidere, Nome: "Da decidere"}, {Valore: codaFermi, Nome: "Con un lavoro fermo"},
		{Valore: codaAttesa, Nome: nomeAttesa}, {Valore: codaRimborsi, Nome: nomeRimborsi}}
	return append(scelte, pagine.OpzioniDette(verbale.Procedure(), verbale.Procedura.Parola)...)
}

// anomalie are the kinds of what waits, as choices, by name.
func anomalie() []pagine.Opzione {
	scelte := pagine.OpzioniDette(verbale.TipiAnomalia(), verbale.TipoAnomalia.Parola)
	slices.SortFunc(scelte, func(a, b pagine.Opzione) int {
		return cmp.Or(cmp.Compare(a.Nome, b.Nome), cmp.Compare(a.Valore, b.Valore))
	})
	return append([]pagine.Opzione{{Nome: "Qualunque"}}, scelte...)
}
