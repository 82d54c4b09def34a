package send

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/elenco"
)

// perPagina is how many notifications a page of the list has.
const perPagina = 50

// The choices, beside the state, that narrow the list.
const (
	aspettaPersona   = "PERSONA"   // a person decides
	aspettaPartire   = "FERMA"     // the notification cannot leave
	aspettaRilettura = "RILETTURA" // the sixty days of the service wait for a reading of SEND
)

// aspettano lists the choices of what a notification waits for.
func aspettano() []pagine.Opzione {
	return []pagine.Opzione{{Nome: "Qualunque"}, {Valore: aspettaPersona, Nome: "Una persona decide"}, {Valore: aspettaPartire, Nome: "Non può partire"},
		{Valore: aspettaRilettura, Nome: "Va riletta prima dell'importo intero"}}
}

func stati() []pagine.Opzione {
	return append([]pagine.Opzione{{Nome: "Tutti"}}, pagine.OpzioniDette(verbale.StatiInvio(), verbale.StatoInvio.Parola)...)
}

// filtro narrows the list. Codice is the code of a refusal or of what holds a notification. With Persone it is also the code of what a
// person decides, which may tell of somebody.
type filtro struct {
	Stato           verbale.StatoInvio
	Aspetta, Codice string
	Persone         bool
	Dopo            elenco.Posto
	Adesso          time.Time
}

// leggiFiltro reads the search; 400 names the field whose value is not one of the list's.
func leggiFiltro(di func(string) string, persone bool) (f filtro, err error) {
	f = filtro{Stato: verbale.StatoInvio(di("stato")), Aspetta: di("aspetta"), Codice: di("codice"), Persone: persone}
	if f.Stato != "" && !slices.Contains(verbale.StatiInvio(), f.Stato) {
		return f, problem.CampoNonValido("stato", "non è uno stato di questo elenco")
	}
	if !slices.ContainsFunc(aspettano(), func(o pagine.Opzione) bool { return o.Valore == f.Aspetta }) {
		return f, problem.CampoNonValido("aspetta", "non è una voce di questo elenco")
	}
	if len(f.Codice) > 100 {
		return f, problem.CampoNonValido("codice", "non è un codice di questo elenco")
	}
	var buono bool
	if f.Dopo, buono = elenco.LeggiPosto(di("dopo")); !buono {
		return f, problem.CampoNonValido("dopo", "non è un segnaposto di questo elenco")
	}
	return f, nil
}

// indirizzo is the address of the list under this filter, from a place on.
func (f filtro) indirizzo(dopo elenco.Posto) string {
	q := url.Values{}
	for nome, valore := range map[string]string{"stato": string(f.Stato), "aspetta": f.Aspetta, "codice": f.Codice, "dopo": dopo.String()} {
		if valore != "" {
			q.Set(nome, valore)
		}
	}
	if len(q) == 0 {
		return Indirizzo
	}
	return Indirizzo + "?" + q.Encode()
}

// sql writes the conditions of the fields that are set.
func (f filtro) sql() (condizioni string, argomenti []any) {
	var tutte []string
	se := func(vale bool, condizione string, valori ...any) {
		if !vale {
			return
		}
		for _, v := range valori {
			argomenti = append(argomenti, v)
			condizione = strings.Replace(condizione, "?", fmt.Sprintf("$%d", len(argomenti)), 1)
		}
		tutte = append(tutte, condizione)
	}
	se(f.Stato != "", `i.stato = ?`, f.Stato)
	se(f.Aspetta == aspettaPersona, `i.persona <> ''`)
	se(f.Aspetta == aspettaPartire, `i.ferma <> ''`)
	se(f.Aspetta == aspettaRilettura, `EXISTS (SELECT FROM connessione_v1.rilettura r WHERE r.invio = i.id AND r.dal < ?)`, calendario.Da(f.Adesso))
	se(f.Codice != "", `(? AND i.persona = ? OR i.ferma = ? OR i.rifiuti @> jsonb_build_array(jsonb_build_object('codice', ?::text)))`,
		f.Persone, f.Codice, f.Codice, f.Codice)
	se(f.Dopo.ID != uuid.Nil, `(i.chiesto, i.id) < (?, ?)`, f.Dopo.Data, f.Dopo.ID)
	if len(tutte) == 0 {
		return "", nil
	}
	return `WHERE ` + strings.Join(tutte, ` AND `), argomenti
}

// Elenco gives a page of notifications, the newest first, and the place of the last when there are more.
func (s Store) Elenco(ctx context.Context, f filtro) (invii []Invio, altri elenco.Posto, err error) {
	condizioni, argomenti := f.sql()
	sql := leggi + condizioni + fmt.Sprintf(` ORDER BY i.chiesto DESC, i.id DESC LIMIT %d`, perPagina+1)
	invii, err = db.Every[Invio](ctx, s.Pools, "notifiche", sql, argomenti...)
	if len(invii) > perPagina {
		invii = invii[:perPagina]
		altri = elenco.Posto{Data: invii[perPagina-1].Chiesto, ID: invii[perPagina-1].ID}
	}
	return invii, altri, err
}

// contaAlPiu bounds what the pages count.
const contaAlPiu = 10_000

// Conti are the figures of the channel.
type Conti struct {
	Oggi, UltimaOra                   int // notifications that left
	DaInviare, InValidazione, InCorso int
	Errori                            []Errore
	Flussi                            []Flusso
}

// Errore counts the notifications with a code.
type Errore struct {
	Genere, Codice string // genere: persona, ferma, rifiuto
	Quante         int
}

// Flusso is a stream of SEND. VuotoDal says since when the stream has been read to its end; nil while events wait.
type Flusso struct {
	Versione, Stato           string
	Letto, Elemento, VuotoDal *time.Time
}

// rifiutiDa is the number of days for which refusals are counted.
const rifiutiDa = 30

// Conti counts the notifications of the channel at an instant, each figure up to contaAlPiu.
func (s Store) Conti(ctx context.Context, adesso time.Time) (c Conti, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return c, err
	}
	for _, n := range []struct {
		dove string
		di   any
		in   *int
	}{
		{`inviato >= $1`, calendario.Da(adesso).Inizio(), &c.Oggi},
		{`inviato > $1`, adesso.Add(-time.Hour), &c.UltimaOra},
		{`stato = ANY ($1)`, []verbale.StatoInvio{verbale.InvioDaInviare, verbale.InvioEsitoIgnoto}, &c.DaInviare},
		{`stato = $1`, verbale.InvioInValidazione, &c.InValidazione},
		{`stato = $1`, verbale.InvioAccettato, &c.InCorso},
	} {
		sql := `SELECT count(*) FROM (SELECT 1 FROM connessione_v1.invio WHERE ` + n.dove + ` LIMIT $2) x`
		if err := database.Pool.QueryRow(ctx, sql, n.di, contaAlPiu).Scan(n.in); err != nil {
			return c, db.Wrap("notifiche", err)
		}
	}
	if c.Errori, err = db.Every[Errore](ctx, s.Pools, "notifiche", contaErrori, adesso.AddDate(0, 0, -rifiutiDa), contaAlPiu); err != nil {
		return c, err
	}
	c.Flussi, err = db.Every[Flusso](ctx, s.Pools, "flussi", `SELECT versione, stato, letto, elemento, vuoto_dal FROM connessione_v1.flusso
		WHERE stato <> 'CHIUSO' ORDER BY creato`)
	return c, err
}

const contaErrori = `SELECT genere, codice, count(*) FROM (
	(SELECT 'persona' AS genere, persona AS codice FROM connessione_v1.invio WHERE persona <> '' LIMIT $2)
	UNION ALL (SELECT 'ferma', ferma FROM connessione_v1.invio WHERE ferma <> '' LIMIT $2)
	UNION ALL (SELECT 'rifiuto', r->>'codice' FROM (SELECT rifiuti FROM connessione_v1.invio WHERE stato = 'RIFIUTATA' AND chiesto >= $1 LIMIT $2) i,
		jsonb_array_elements(coalesce(rifiuti, '[]')) r)) x GROUP BY genere, codice ORDER BY genere, 3 DESC, codice`
