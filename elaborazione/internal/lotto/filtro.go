package lotto

import (
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Filtro chooses fines; an empty member does not narrow. Days are of Rome.
type Filtro struct {
	Procedura []string     `json:"procedura"`
	Reparto   string       `json:"reparto"`
	Da        string       `json:"da"`    // day of the violation, included
	A         string       `json:"a"`     // the last one, included
	Piano     *FiltroPiano `json:"piano"` // nil: whatever the plan says
}

// FiltroPiano chooses the addressees whose act leaves by a way, or for whom the plan proposes a way that a person confirms.
type FiltroPiano struct {
	Via      cds.Canale `json:"via"`
	Proposta cds.Canale `json:"proposta"`
}

// controlla reads the ways of the plan, for a lot whose acts leave.
func (f *FiltroPiano) controlla(x *scelta, rifiuta func(campo, messaggio string)) {
	if f == nil {
		return
	}
	x.piano = *f
	if !x.spedisce() {
		rifiuta("filtro.piano", "c'è per i lotti POSTALE e SEND")
	}
	if f.Via == "" && f.Proposta == "" {
		rifiuta("filtro.piano", "manca la via, o la via proposta")
	}
	if f.Via != "" && f.Via != verbale.CanalePosta && f.Via != verbale.CanaleSend {
		rifiuta("filtro.piano.via", "è POSTA o SEND")
	}
	if f.Proposta != "" && f.Proposta != verbale.CanalePosta {
		rifiuta("filtro.piano.proposta", "è POSTA")
	}
}

func (f *Filtro) controlla(x *scelta, rifiuta func(campo, messaggio string)) {
	difetti := 0
	for i, p := range f.Procedura {
		if slices.Contains(verbale.Procedure(), verbale.Procedura(p)) {
			continue
		}
		rifiuta(fmt.Sprintf("filtro.procedura[%d]", i), "non è uno stato della procedura")
		if difetti++; difetti == difettiAlPiu {
			break
		}
	}
	x.procedure, x.reparto = f.Procedura, f.Reparto
	f.Piano.controlla(x, rifiuta)
	giorno := func(campo, testo string) (g calendario.Giorno) {
		if testo == "" {
			return g
		}
		g, err := calendario.Parse(testo)
		if err != nil {
			rifiuta(campo, "non è un giorno, da scrivere AAAA-MM-GG")
		}
		return g
	}
	if x.da, x.a = giorno("filtro.da", f.Da), giorno("filtro.a", f.A); !x.da.IsZero() && !x.a.IsZero() && x.a.Before(x.da) {
		rifiuta("filtro.a", "viene prima di filtro.da")
	}
}

// trova chooses the positions p, of fines v, that a request names or that its filter finds, by the arguments of args.
func (x scelta) trova() string {
	if x.posizioni != nil {
		return `p.id = ANY (@posizioni)`
	}
	condizione := `(@verbali::uuid[] IS NULL OR v.id = ANY (@verbali)) AND (coalesce(cardinality(@procedure::text[]), 0) = 0 OR v.procedura = ANY (@procedure))
		AND (@reparto = '' OR v.reparto = @reparto) AND (@da::timestamptz IS NULL OR v.data_violazione >= @da)
		AND (@a::timestamptz IS NULL OR v.data_violazione < @a)`
	if x.piano != (FiltroPiano{}) {
		// A row that the fine has overtaken names the way that has just failed: the act waits for its next judgement.
		condizione += ` AND EXISTS (SELECT FROM piano y WHERE y.posizione = p.id AND y.sequenza = v.sequenza
			AND (@via = '' OR y.via = @via) AND (@proposta = '' OR y.proposta = @proposta))`
	}
	return condizione
}

// args are the arguments of the statements about a request.
func (x scelta) args() pgx.NamedArgs {
	return pgx.NamedArgs{"tipo": string(x.tipo), "posizioni": x.posizioni, "verbali": x.ids, "procedure": x.procedure, "reparto": x.reparto,
		"da": inizio(x.da), "a": inizio(x.a.AddDays(1)), "via": string(x.piano.Via), "proposta": string(x.piano.Proposta)}
}

// con are the arguments with one more.
func (x scelta) con(nome string, valore any) pgx.NamedArgs {
	args := x.args()
	args[nome] = valore
	return args
}

// inizio is the first instant of a day in Rome; nil for no day.
func inizio(g calendario.Giorno) *time.Time {
	if g.IsZero() {
		return nil
	}
	t := g.Inizio()
	return &t
}
