package fascicolo

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Indagine is an answer of the registry of vehicles from which a person has to decide (vpn/README.md).
type Indagine struct {
	ID           uuid.UUID
	Esito        string
	Codice       verbale.CodiceIndagine // stable word for Motivo; empty in old answers
	Motivo       string
	Rete         string // empty: no network was asked
	Targa        string
	NazioneTarga string
	Giorno       calendario.Giorno // asked about
	DataFurto    calendario.Giorno
	Quando       time.Time
	Avvertenze   []string
	Candidati    []Candidato // in the order that INTESTATARIO_TROVATO counts from 0
	Superata     bool        // about a plate or a day that the fine no longer has
}

// Candidato is somebody on the papers of the vehicle on that day. Risponde: the title makes them answer,
// alone or with others, and they live (art. 196 CdS).
type Candidato struct {
	lettura.Soggetto

	Titolo    string            `json:"titolo"`
	Dal       calendario.Giorno `json:"dal"`
	Al        calendario.Giorno `json:"al"`
	Decesso   calendario.Giorno `json:"decesso"`
	Minorenne bool              `json:"minorenne"`
	Risponde  bool              `json:"risponde"`

	eta string // why the candidate was under age; empty: of age
}

// Sceglibile reports that the candidate may be made the addressee.
func (c Candidato) Sceglibile() bool { return c.Perche() == "" }

// minorenne says by which datum the candidate was under age on the day of the violation, or that the registry had it so;
// empty: of age. Elaborazione refuses to choose one by the same rule.
func (c Candidato) minorenne(violazione calendario.Giorno) string {
	p := riscontro.Persona{CodiceFiscale: c.CodiceFiscale, Nascita: c.DataNascita}
	for _, d := range p.Difetti(violazione) {
		if d.Regola == riscontro.Minorenne && c.Tipo != "SOCIETA" {
			return d.Testo
		}
	}
	if c.Minorenne {
		return "per l'archivio era minorenne il giorno della violazione (art. 2 L. 689/1981)"
	}
	return ""
}

// Attesa is a question to the registry that has no answer yet. Muto is when the registry was last found
// silent since Da, zero when it was not; Suo: for this very fine.
type Attesa struct {
	Da, Muto time.Time
	Suo      bool
}

// daIntestare reports that a person has to say who answers.
func (v *Verbale) daIntestare() bool {
	_, manca := v.SenzaPersona()
	return manca && slices.ContainsFunc(v.Anomalie, func(a lettura.Anomalia) bool { return a.Chiusa == nil && diIntestatario(a) })
}

func diIntestatario(a lettura.Anomalia) bool { return a.Tipo.DiIntestatario() }

// chiesto is when the registry was last asked, where nobody is known yet and no answer was put into the
// fine since.
func (v *Verbale) chiesto() (time.Time, bool) {
	if _, manca := v.SenzaPersona(); !manca {
		return time.Time{}, false
	}
	for _, e := range slices.Backward(v.Eventi) {
		switch e.Tipo {
		case verbale.EventoIntestatarioRichiesto:
			return e.Registrato, true
		case verbale.EventoIntestatarioTrovato, verbale.EventoIntestatarioAnomalo, verbale.EventoScartato:
			return time.Time{}, false
		default:
		}
	}
	return time.Time{}, false
}

// Cerca reads what the registry said of a fine, or that it still has to speak. The registers of another
// module that are not there yet say nothing and hide nothing else.
func (s Store) Cerca(ctx context.Context, v *Verbale) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	chiesto, attende := v.chiesto()
	if !attende && !v.daIntestare() {
		return NonPronti(v.avverti(ctx, database))
	}
	x := Indagine{}
	var avvertenze, candidati []byte
	err = database.Pool.QueryRow(ctx, `SELECT i.id, i.esito, i.codice, coalesce(i.motivo, ''), coalesce(i.rete, ''), i.targa, i.nazione_targa, i.giorno, i.data_furto, i.quando,
			i.avvertenze, i.candidati, i.targa <> '' AND i.targa <> v.targa OR coalesce(i.giorno <> (v.data_violazione AT TIME ZONE 'Europe/Rome')::date, false)
		FROM vpn_v1.indagine i JOIN verbali_v1.verbale v ON v.id = i.verbale WHERE i.verbale = $1 ORDER BY i.quando DESC, i.id DESC LIMIT 1`, v.ID).
		Scan(&x.ID, &x.Esito, &x.Codice, &x.Motivo, &x.Rete, &x.Targa, &x.NazioneTarga, &x.Giorno, &x.DataFurto, &x.Quando, &avvertenze, &candidati, &x.Superata)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
	case err != nil:
		return NonPronti(db.Wrap("indagine", err))
	default:
		if err := errors.Join(json.Unmarshal(avvertenze, &x.Avvertenze), json.Unmarshal(candidati, &x.Candidati)); err != nil {
			return db.Wrap("indagine", err)
		}
		for i, c := range x.Candidati {
			x.Candidati[i].eta = c.minorenne(calendario.Da(v.DataViolazione))
		}
		v.Indagine = &x
	}
	if !attende || v.Indagine != nil && v.Indagine.Quando.After(chiesto) {
		return nil
	}
	v.Attesa = &Attesa{Da: chiesto}
	return NonPronti(db.Wrap("indagine", v.Attesa.leggi(ctx, database, v.ID)))
}

// avverti reads what does not fit in the answer that named the owner last; nothing where a person did.
func (v *Verbale) avverti(ctx context.Context, database *db.Database) error {
	if !slices.ContainsFunc(v.Eventi, func(e lettura.Evento) bool { return e.Tipo == verbale.EventoIntestatarioTrovato }) {
		return nil
	}
	var avvertenze []byte
	err := database.Pool.QueryRow(ctx, `SELECT i.avvertenze FROM vpn_v1.indagine i WHERE i.verbale = $1 AND i.id = (SELECT (e.dati->>'indagine')::uuid
		FROM verbali_v1.evento e WHERE e.verbale = $1 AND e.tipo = $2 ORDER BY e.sequenza DESC LIMIT 1)`, v.ID, verbale.EventoIntestatarioTrovato).Scan(&avvertenze)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(avvertenze, &v.Avvertenze)
	}
	return db.Wrap("avvertenze sull'intestatario", err)
}

// leggi finds when the registry was found silent: for this fine or, while the calls are held back, for the
// last that was asked about.
func (a *Attesa) leggi(ctx context.Context, database *db.Database, verbale uuid.UUID) error {
	var muto *time.Time
	if err := database.Pool.QueryRow(ctx, `SELECT max(quando) FROM vpn_v1.registro WHERE oggetto_tipo = 'verbale' AND oggetto = $1
		AND azione = 'INDAGINE_TARGA' AND esito = 'REGISTRO_NON_DISPONIBILE' AND quando >= $2`, verbale.String(), a.Da).Scan(&muto); err != nil {
		return err
	}
	if muto != nil {
		a.Muto, a.Suo = *muto, true
		return nil
	}
	var esito string
	var quando time.Time
	err := database.Pool.QueryRow(ctx, `SELECT esito, quando FROM vpn_v1.registro WHERE azione = 'INDAGINE_TARGA' ORDER BY posizione DESC LIMIT 1`).Scan(&esito, &quando)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil
	case err == nil && esito == "REGISTRO_NON_DISPONIBILE":
		a.Muto = quando
	}
	return err
}

// NonPronti forgives a view that its module has not made yet.
func NonPronti(err error) error {
	if problem.Is(err, "DATI_NON_PRONTI") {
		return nil
	}
	return err
}

// Sceglibili reports that the answer of the registry names somebody who may be chosen.
func (v *Verbale) Sceglibili() bool {
	return v.Indagine != nil && !v.Indagine.Superata && slices.ContainsFunc(v.Indagine.Candidati, Candidato.Sceglibile)
}

// Perche says why a candidate may not be chosen; empty: they may.
func (c Candidato) Perche() string {
	switch {
	case !c.Decesso.IsZero():
		return "Deceduto il " + c.Decesso.Italiano() + ": non gli si può notificare."
	case c.eta != "":
		return strings.ToUpper(c.eta[:1]) + c.eta[1:] + "."
	case !c.Risponde:
		return "Per il suo titolo non risponde: risponde chi aveva il veicolo al suo posto (art. 196 c. 1 CdS)."
	}
	return ""
}

// Periodo is since when, and until when, somebody has their title.
func (c Candidato) Periodo() string {
	switch {
	case c.Dal.IsZero() && c.Al.IsZero():
		return ""
	case c.Al.IsZero():
		return "dal " + c.Dal.Italiano()
	}
	return "dal " + c.Dal.Italiano() + " al " + c.Al.Italiano()
}
