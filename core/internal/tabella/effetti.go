package tabella

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Effetti are what a new version of the violations would mean for the fines that are there, command by command: Verbali
// those that it prices otherwise than they were priced, Simulazione those of last month at the sums that it brings. Each is
// nil where the version touches no day gone by, or brings no sums of a day to come.
type Effetti struct {
	Verbali     []Riguardati `json:"verbali,omitempty"`
	Simulazione *Simulazione `json:"simulazione,omitempty"`
}

// Riguardati are the fines of a command that the version prices otherwise. Contati is false where they could not be counted
// in time: then there are at least so many.
type Riguardati struct {
	Tenant  string `json:"tenant"`
	Verbali int    `json:"verbali"`
	Contati bool   `json:"contati"`
}

// Simulazione is what the reduced measures of the fines of a month come to, as they were asked and at the sums of the first
// day of the new ones; expenses left out.
type Simulazione struct {
	Dal     calendario.Giorno `json:"dal"`
	Al      calendario.Giorno `json:"al"`
	Giorno  calendario.Giorno `json:"giorno"`
	Comandi []Simulati        `json:"comandi"`
}

// Simulati are those of a command; Contati is false where it could not be read in time: then the sums are missing.
type Simulati struct {
	Tenant    string       `json:"tenant"`
	Verbali   int64        `json:"verbali"`
	PrimaCent importo.Cent `json:"primaCent"`
	DopoCent  importo.Cent `json:"dopoCent"`
	Contati   bool         `json:"contati"`
}

// Totale sums the commands that were read.
func (s Simulazione) Totale() (t Simulati) {
	t.Tenant, t.Contati = "Tutti", true
	for _, x := range s.Comandi {
		t.Verbali, t.PrimaCent, t.DopoCent, t.Contati = t.Verbali+x.Verbali, t.PrimaCent+x.PrimaCent, t.DopoCent+x.DopoCent, t.Contati && x.Contati
	}
	return t
}

const (
	contatoEntro  = 12 * time.Second // all the commands
	comandoEntro  = 5 * time.Second  // one of them
	comandiAVolta = 2                // read at once: each takes a connection
)

// effetti reads the fines of every active command, for as long as it may: what could not be read says so.
func (s *Servizio) effetti(ctx context.Context, r Rapporto) (*Effetti, error) {
	codici, dal := correzioni(r), nuoviDal(r, s.Oggi())
	if r.dopo == nil || len(codici) == 0 && dal.IsZero() {
		return nil, nil //nolint:nilnil // nothing to be said about fines
	}
	comandi, err := s.Comandi(ctx)
	if err != nil {
		return nil, err
	}
	var e Effetti
	if len(codici) > 0 {
		e.Verbali = make([]Riguardati, len(comandi))
	}
	if !dal.IsZero() {
		e.Simulazione = meseScorso(s.Oggi(), dal, len(comandi))
	}
	l := lettore.Lettore{Pools: s.Store.Pools}
	s.perComando(ctx, comandi, func(ctx context.Context, i int) {
		if e.Verbali != nil {
			e.Verbali[i] = riguardati(ctx, l, r.dopo, codici)
		}
		if e.Simulazione != nil {
			e.Simulazione.Comandi[i] = simulati(ctx, l, r.dopo, *e.Simulazione)
		}
	})
	return &e, nil
}

// perComando does something for each command, a few at a time, each within its own time and all within one.
func (s *Servizio) perComando(ctx context.Context, comandi []tenant.Tenant, fai func(ctx context.Context, i int)) {
	ctx, fine := context.WithTimeout(ctx, contatoEntro)
	defer fine()
	posti := make(chan struct{}, comandiAVolta)
	var gruppo sync.WaitGroup
	for i, t := range comandi {
		posti <- struct{}{}
		gruppo.Go(func() {
			defer func() { <-posti }()
			ctx, fine := context.WithTimeout(tenant.With(ctx, t), comandoEntro)
			defer fine()
			fai(ctx, i)
		})
	}
	gruppo.Wait()
}

// riguardati counts the fines of the command of the context; what keeps it from being counted is no failure of the preview.
func riguardati(ctx context.Context, l lettore.Lettore, dopo *sanzione.Tabella, codici []string) Riguardati {
	r := Riguardati{Tenant: tenant.Name(ctx)}
	ultimo := uuid.Nil
	err := l.Difformi(ctx, dopo, lettore.Tratto{Codici: codici}, func(d lettore.Difforme) bool {
		if d.Verbale != ultimo {
			r.Verbali, ultimo = r.Verbali+1, d.Verbale
		}
		return true
	})
	r.Contati = err == nil
	return r
}

// simulati prices the fines of the month of the command of the context.
func simulati(ctx context.Context, l lettore.Lettore, dopo *sanzione.Tabella, s Simulazione) Simulati {
	x := Simulati{Tenant: tenant.Name(ctx)}
	gruppi, verbali, err := l.Gruppi(ctx, lettore.Tratto{Da: s.Dal, A: s.Al})
	if err != nil {
		return x
	}
	x.Verbali = verbali
	x.PrimaCent, x.DopoCent, err = revisione.Simula(dopo, s.Giorno, gruppi)
	x.Contati = err == nil
	return x
}

// meseScorso is the month before the one of a day, for so many commands.
func meseScorso(oggi, giorno calendario.Giorno, comandi int) *Simulazione {
	_, _, g := oggi.Date()
	al := oggi.AddDays(-g)
	_, _, ultimo := al.Date()
	return &Simulazione{Dal: al.AddDays(1 - ultimo), Al: al, Giorno: giorno, Comandi: make([]Simulati, comandi)}
}

// correzioni are the codes of the rows whose change touches days gone by.
func correzioni(r Rapporto) []string {
	var codici []string
	for _, v := range r.Retroattive {
		codici = append(codici, CodiceDi(v.Chiave))
	}
	slices.Sort(codici)
	return slices.Compact(codici)
}

// nuoviDal is the last day from which rows that a version brings hold, where it is still to come: zero for none.
func nuoviDal(r Rapporto, oggi calendario.Giorno) (dal calendario.Giorno) {
	for _, elenco := range [][]foglio.Variazione{r.Rapporto.Aggiunte, r.Rapporto.Modificate} {
		for _, v := range elenco {
			if v.Decorrenza.After(oggi) && v.Decorrenza.After(dal) {
				dal = v.Decorrenza
			}
		}
	}
	return dal
}

// attivi are the commands that are served, by name.
func attivi(p *db.Pools) func(context.Context) ([]tenant.Tenant, error) {
	return func(ctx context.Context) ([]tenant.Tenant, error) {
		tutti, err := tenant.PlatformSource{Pools: p}.Tenant(ctx)
		if err != nil {
			return nil, errors.Join(errors.New("tabella: comandi"), err)
		}
		serviti := slices.DeleteFunc(tutti, func(t tenant.Tenant) bool { return t.Stato != tenant.Active })
		slices.SortFunc(serviti, func(a, b tenant.Tenant) int { return strings.Compare(a.Nome, b.Nome) })
		return serviti, nil
	}
}

// Frasi says the effects in words, for a page and for the command line.
func (e *Effetti) Frasi() (tutte []string) {
	if e == nil {
		return nil
	}
	for _, x := range e.Verbali {
		quanti := voce.Quanti(int64(x.Verbali), "verbale prezzato diversamente", "verbali prezzati diversamente")
		switch {
		case !x.Contati && x.Verbali == 0:
			tutte = append(tutte, x.Tenant+": i verbali non si sono potuti contare in tempo")
		case !x.Contati:
			tutte = append(tutte, x.Tenant+": almeno "+quanti+" (non si è potuto contare fino in fondo)")
		default:
			tutte = append(tutte, x.Tenant+": "+quanti)
		}
	}
	return tutte
}

// Detta is the month of a simulation and the day of its sums.
func (s Simulazione) Detta() string {
	return "I verbali " + s.Dal.Detto("dal") + " " + s.Al.Detto("al") + ", in misura ridotta e senza spese, con gli importi " + s.Giorno.Detto("del")
}

// Confronto says how many fines and the two sums.
func (s Simulati) Confronto() string {
	if !s.Contati && s.Verbali == 0 {
		return "non si sono potuti leggere in tempo"
	}
	return voce.Quanti(s.Verbali, "verbale", "verbali") + ", da " + s.PrimaCent.Euro() + " a " + s.DopoCent.Euro()
}
