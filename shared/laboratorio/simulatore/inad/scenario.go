package inad

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/inad"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Scenario is one behaviour that a caller chooses by the tax code (simulatore.CodicePersona, simulatore.CodiceEnte).
type Scenario struct {
	Codice, Nome string
	elementi     func(locale string, adesso time.Time) []map[string]any
	guasto       simulatore.Guasto
}

const (
	unoInPiu  = "601"
	diUnAltro = "602"
)

// Scenari lists the behaviours, the ranges 51n and 8nn by their first member. A code of no scenario has a personal
// domicile one time in four, always the same.
func Scenari() []Scenario {
	elenco := []Scenario{
		{Codice: "001", Nome: "un domicilio personale", elementi: uno(personale)},
		{Codice: "002", Nome: "un domicilio eletto come professionista", elementi: uno(professionale)},
		{Codice: "003", Nome: "personale e professionale", elementi: func(l string, a time.Time) []map[string]any {
			return []map[string]any{professionale(l, a), personale(l, a)}
		}},
		{Codice: "004", Nome: "cessato ieri", elementi: uno(fine(-24 * time.Hour))},
		{Codice: "005", Nome: "cessa fra un mese", elementi: uno(fine(30 * 24 * time.Hour))},
		{Codice: "006", Nome: "usageInfo nullo", elementi: uno(conUso(nil))},
		{Codice: "007", Nome: "usageInfo vuoto", elementi: uno(conUso(map[string]any{}))},
		{Codice: "008", Nome: "cessa fra un mese, detto con il fuso senza i due punti (+0200)",
			elementi: uno(fineScritta("2006-01-02T15:04:05-0700", 30*24*time.Hour)),
			guasto:   daQuando("2006-01-02T15:04:05-0700")},
		{Codice: "009", Nome: "cessa fra un'ora, detto senza fuso", elementi: uno(fineScritta("2006-01-02T15:04:05", time.Hour)),
			guasto: daQuando("2006-01-02T15:04:05.000")},
		{Codice: "010", Nome: "un domicilio personale e un indirizzo che non lo è", elementi: func(l string, a time.Time) []map[string]any {
			return []map[string]any{{"digitalAddress": "non è un indirizzo"}, personale(l, a)}
		}},
		{Codice: "400", Nome: "domanda rifiutata (BAD_REQUEST)", elementi: uno(personale), guasto: rifiuta(http.StatusBadRequest, parole.Malformata)},
		{Codice: "403", Nome: "comando non ammesso (FORBIDDEN)", elementi: uno(personale), guasto: rifiuta(http.StatusForbidden, "FORBIDDEN")},
		{Codice: "404", Nome: "nessun domicilio"},
		{Codice: "405", Nome: "nessun domicilio, detto con application/json", guasto: func(w http.ResponseWriter, _ *http.Request, b simulatore.Risposta) {
			b.Tipo = "application/json"
			b.Scrivi(w)
		}},
		{Codice: "432", Nome: "429 con Retry-After 900 una volta, poi bene", elementi: uno(personale), guasto: basta},
		{Codice: unoInPiu, Nome: "l'elenco risponde anche di un'altra persona", elementi: uno(personale)},
		{Codice: diUnAltro, Nome: "l'elenco risponde di un'altra persona", elementi: uno(personale)},
		{Codice: "531", Nome: "digitalAddress manca", elementi: uno(personale), guasto: simulatore.Altera(func(m map[string]any) { delete(m, "digitalAddress") })},
		{Codice: "532", Nome: "risposta di un'altra persona", elementi: uno(personale), guasto: simulatore.Altera(func(m map[string]any) {
			m["codiceFiscale"] = simulatore.CodicePersona("001", "QQQ")
		})},
		{Codice: "535", Nome: "un indirizzo che non lo è", elementi: uno(func(string, time.Time) map[string]any {
			return map[string]any{"digitalAddress": "non è un indirizzo"}
		})},
		{Codice: "536", Nome: "risposta in ISO-8859-1", elementi: uno(professionale), guasto: simulatore.InLatino(simulatore.Altera(func(m map[string]any) {
			m["nota"] = "elettricità"
		}))},
	}
	for _, g := range simulatore.Scenari() {
		elenco = append(elenco, Scenario{Codice: g.Codice, Nome: g.Nome, elementi: uno(personale), guasto: g.Guasto})
	}
	return elenco
}

// rifiuta answers in the register's own words instead of well.
func rifiuta(stato int, tipo string) simulatore.Guasto {
	return func(w http.ResponseWriter, _ *http.Request, _ simulatore.Risposta) {
		rifiuto(stato, tipo, "").Scrivi(w)
	}
}

// basta asks once to be left alone for a quarter of an hour.
func basta(w http.ResponseWriter, _ *http.Request, b simulatore.Risposta) {
	if b.Volta <= 1 {
		w.Header().Set("Retry-After", "900")
		b = rifiuto(http.StatusTooManyRequests, parole.TroppeDomande, "")
	}
	b.Scrivi(w)
}

type elemento = func(locale string, adesso time.Time) map[string]any

func uno(e elemento) func(string, time.Time) []map[string]any {
	return func(l string, a time.Time) []map[string]any { return []map[string]any{e(l, a)} }
}

func personale(locale string, _ time.Time) map[string]any {
	return map[string]any{"digitalAddress": locale + "@pec.example.it"}
}

func professionale(locale string, _ time.Time) map[string]any {
	return map[string]any{"digitalAddress": locale + "@ordine.example.it", "practicedProfession": "Elettricista"}
}

func conUso(uso any) elemento {
	return func(l string, a time.Time) map[string]any {
		e := personale(l, a)
		e["usageInfo"] = uso
		return e
	}
}

func fine(dopo time.Duration) elemento {
	return func(l string, a time.Time) map[string]any {
		return conUso(map[string]any{"motivation": "CESSAZIONE_VOLONTARIA", "dateEndValidity": a.Add(dopo).UTC().Format(time.RFC3339)})(l, a)
	}
}

// fineScritta ends after a while, written in Rome's time and in a form of its own.
func fineScritta(forma string, dopo time.Duration) elemento {
	return func(l string, a time.Time) map[string]any {
		return conUso(map[string]any{"motivation": "CESSAZIONE_VOLONTARIA", "dateEndValidity": inRoma(a.Add(dopo)).Format(forma)})(l, a)
	}
}

// daQuando writes the instant of an extraction in Rome's time and in a form of its own.
func daQuando(forma string) simulatore.Guasto {
	return simulatore.Altera(func(m map[string]any) {
		if t, err := time.Parse(time.RFC3339, fmt.Sprint(m["since"])); err == nil {
			m["since"] = inRoma(t).Format(forma)
		}
	})
}

func inRoma(t time.Time) time.Time { return t.In(calendario.Da(t).Inizio().Location()) }

// Domiciliato reports that a tax code has a domicile today.
func Domiciliato(cf string) bool { return len(domicili(cf, clock.Now())) > 0 }

// domicili are those of a tax code at an instant.
func domicili(cf string, adesso time.Time) []map[string]any {
	cf = strings.ToUpper(cf)
	locale, codice := strings.ToLower(cf), simulatore.DelCodiceFiscale(cf)
	for _, s := range Scenari() {
		if s.Codice == codice && s.elementi != nil {
			return s.elementi(locale, adesso)
		}
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(cf))
	if codice != "404" && codice != "405" && (simulatore.PerCodice(codice) != nil || h.Sum32()%4 == 0) {
		return []map[string]any{personale(locale, adesso)}
	}
	return nil
}

func guasto(cf string) simulatore.Guasto {
	codice := simulatore.DelCodiceFiscale(cf)
	for _, s := range Scenari() {
		if s.Codice == codice && s.guasto != nil {
			return s.guasto
		}
	}
	return simulatore.PerCodice(codice)
}
