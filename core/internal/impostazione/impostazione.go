// Package impostazione is the settings of a tenant: values that its services obey, each in force from
// a day on. Which keys there are, and what a value must look like, is in shared/spine/impostazione.
package impostazione

import (
	"context"
	"encoding/json"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/impostazioni"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	dichiarate "github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// DaSempre is the first day of a value that was in force since ever.
const DaSempre = "1970-01-01"

// Impostazione is a value asked for: in force from ValidaDa (YYYY-MM-DD) on. An empty ValidaDa is
// today, or since ever for a key that has no value yet.
type Impostazione struct{ Tenant, Chiave, Valore, ValidaDa string }

func (i Impostazione) oggetto() voce.Oggetto {
	return voce.Oggetto{Tipo: "impostazione", Tenant: i.Tenant, Chiave: i.Chiave + separatore + i.ValidaDa}
}

// separatore stands between key and day in the register: no key has it.
const separatore = "@"

// Valore is a value and the first day on which it is in force.
type Valore struct {
	Valore   json.RawMessage `json:"valore"`
	ValidaDa string          `json:"validaDa"`
}

// Voce is a setting of a tenant: its declaration, the value in force today, those to come. Passati and Storia
// are read for one setting alone.
type Voce struct {
	Chiave      string          `json:"chiave"`
	Modulo      string          `json:"modulo"`
	Gruppo      string          `json:"gruppo"`
	Titolo      string          `json:"titolo"`
	Descrizione string          `json:"descrizione"`
	Schema      json.RawMessage `json:"schema"`
	Usuale      json.RawMessage `json:"usuale,omitempty"`
	Altrimenti  string          `json:"altrimenti,omitempty"`
	Esempio     json.RawMessage `json:"esempio"`
	Famiglia    bool            `json:"famiglia,omitempty"` // many keys: the variable part is in angle brackets
	InVigore    *Valore         `json:"inVigore,omitempty"`
	Futuri      []Valore        `json:"futuri"`
	Passati     []Valore        `json:"passati,omitempty"`
	Storia      []Cambio        `json:"storia,omitempty"`
	forma       string
}

// Cambio is who did what to the value of a day, from the register.
type Cambio struct {
	Quando   time.Time `json:"quando"`
	Attore   string    `json:"attore"`
	Azione   string    `json:"azione"`
	ValidaDa string    `json:"validaDa"`
}

func daDichiarazione(d dichiarate.Dichiarazione, chiave string) Voce {
	return Voce{Chiave: chiave, Modulo: d.Modulo, Gruppo: d.Gruppo, Titolo: d.Titolo, Descrizione: d.Descrizione,
		Schema: json.RawMessage(d.Schema), Usuale: grezzo(d.Usuale), Altrimenti: d.Altrimenti, Esempio: grezzo(d.Esempio),
		Famiglia: d.Famiglia() && chiave == d.Chiave, Futuri: []Valore{}, forma: d.Forma}
}

func grezzo(testo string) json.RawMessage {
	if testo == "" {
		return nil
	}
	return json.RawMessage(testo)
}

// Servizio holds the use cases on settings. A day is a day in Rome.
type Servizio struct {
	Store  Store
	Adesso func() time.Time
}

// Nuovo builds the service on the platform database; adesso is the clock.
func Nuovo(p *db.Pools, adesso func() time.Time) *Servizio {
	return &Servizio{Store: Store{Pools: p}, Adesso: adesso}
}

func (s *Servizio) oggi() string { return calendario.Da(s.Adesso()).String() }

// Imposta gives a setting a value from a day on: the same again is harmless, another value for a day
// still to come, or for today, replaces it. The value of days gone by stays as it was, so that what
// was decided then can be explained; only the first value of a key may reach back, and by itself does unless it says who is let in. forza lifts that
// bound: for the command line, to mend a mistake.
func (s *Servizio) Imposta(ctx context.Context, i Impostazione, forza bool) (voce.Esito, error) {
	d, err := dichiarata(i.Chiave)
	if err != nil {
		return "", err
	}
	if d.Accesso {
		if err := Custode(ctx); err != nil {
			return "", err
		}
	}
	var g voce.Guasti
	g.Se(i.Tenant == "", "tenant", "manca")
	g.Se(i.ValidaDa != "" && !giorno(i.ValidaDa), "validaDa", "una data AAAA-MM-GG, dal 1970 in poi")
	g = append(g, controlla(d, i.Valore)...)
	if err := voce.Raccogli(g); err != nil {
		return "", err
	}
	if err := s.ruoliBuoni(ctx, i); err != nil {
		return "", err
	}
	return s.Store.Imposta(ctx, i, limite{oggi: s.oggi(), forza: forza, porta: d.Accesso})
}

// Ritira takes away a value that is not in force yet; a setting of access or of secrets also on its first day: who
// has shut a door by mistake opens it again.
func (s *Servizio) Ritira(ctx context.Context, i Impostazione) error {
	d, err := dichiarata(i.Chiave)
	if err == nil && d.Accesso {
		err = Custode(ctx)
	}
	if err != nil {
		return err
	}
	if !giorno(i.ValidaDa) {
		return problem.CampoNonValido("validaDa", "una data AAAA-MM-GG")
	}
	if oggi := s.oggi(); i.ValidaDa < oggi || i.ValidaDa == oggi && !d.Accesso {
		return giaInVigore("Il valore è già in vigore: per cambiarlo se ne indica un altro, da oggi in poi.")
	}
	return s.Store.Ritira(ctx, i)
}

// Elenca gives every setting of a tenant, with the keys of families that have a value.
func (s *Servizio) Elenca(ctx context.Context, tenant string) ([]Voce, error) {
	valori, err := s.Store.Valori(ctx, tenant, "")
	if err != nil {
		return nil, err
	}
	var tutte []Voce
	for _, d := range impostazioni.Tutte() {
		if !d.Famiglia() {
			tutte = append(tutte, daDichiarazione(d, d.Chiave).con(valori[d.Chiave], s.oggi()))
			continue
		}
		for _, chiave := range membri(d, valori) {
			tutte = append(tutte, daDichiarazione(d, chiave).con(valori[chiave], s.oggi()))
		}
		tutte = append(tutte, daDichiarazione(d, d.Chiave))
	}
	for i := range tutte {
		tutte[i].Passati = nil
	}
	return tutte, nil
}

// Trova gives one setting with its past values and who changed it.
func (s *Servizio) Trova(ctx context.Context, tenant, chiave string) (Voce, error) {
	d, err := dichiarata(chiave)
	if err != nil {
		return Voce{}, err
	}
	valori, err := s.Store.Valori(ctx, tenant, chiave)
	if err != nil {
		return Voce{}, err
	}
	v := daDichiarazione(d, chiave).con(valori[chiave], s.oggi())
	v.Storia, err = s.Store.Storia(ctx, tenant, chiave)
	return v, err
}

// con parts the values, in order of day, into past, in force and future.
func (v Voce) con(valori []Valore, oggi string) Voce {
	for _, x := range valori {
		if x.ValidaDa > oggi {
			v.Futuri = append(v.Futuri, x)
			continue
		}
		if v.InVigore != nil {
			v.Passati = append(v.Passati, *v.InVigore)
		}
		v.InVigore = &x
	}
	return v
}

// dichiarata refuses a key that no service reads, and names the nearest one.
func dichiarata(chiave string) (dichiarate.Dichiarazione, error) {
	if d, ok := impostazioni.Tutte().Cerca(chiave); ok {
		return d, nil
	}
	frase := "Nessun servizio legge questa impostazione"
	if len(chiave) <= chiaveMassima {
		frase += "; forse " + impostazioni.Tutte().Vicina(chiave)
	}
	e := problem.Nuovo(problem.Missing, "CHIAVE_SCONOSCIUTA", "Non trovato", frase+".")
	e.Campi = []problem.Campo{{Campo: "chiave", Messaggio: "non è un'impostazione"}}
	return dichiarate.Dichiarazione{}, e
}

// chiaveMassima is how long a key may be, in bytes.
const chiaveMassima = 80

func giorno(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil && s >= DaSempre
}

func giaInVigore(frase string) error {
	e := problem.Conflitto("GIA_IN_VIGORE", frase)
	e.Campi = []problem.Campo{{Campo: "validaDa", Messaggio: "da oggi in poi"}}
	return e
}
