package riscontro_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
)

func regole(difetti []riscontro.Difetto) (nomi []riscontro.Regola) {
	for _, d := range difetti {
		nomi = append(nomi, d.Regola)
	}
	return nomi
}

// TestPersona: art. 2 L. 689/1981, a minor on the day of the violation; and the tax code against name, birth and sex.
func TestPersona(t *testing.T) {
	t.Parallel()
	giorno := calendario.MustParse("2026-11-12")
	nata := calendario.MustParse
	for nome, c := range map[string]struct {
		persona riscontro.Persona
		regole  []riscontro.Regola
	}{
		"un adulto":                                   {riscontro.Persona{Cognome: "Rossi", Nome: "Mario", CodiceFiscale: "RSSMRA80A01H501U", Sesso: "M", Nascita: nata("1980-01-01")}, nil},
		"di cui si sa solo il nome":                   {riscontro.Persona{Cognome: "Rossi", Nome: "Mario"}, nil},
		"diciotto anni quel giorno":                   {riscontro.Persona{Cognome: "Rossi", Nome: "Mario", Nascita: nata("2008-11-12")}, nil},
		"diciotto anni il giorno dopo":                {riscontro.Persona{Cognome: "Rossi", Nome: "Mario", Nascita: nata("2008-11-13")}, []riscontro.Regola{riscontro.Minorenne}},
		"dieci anni per il solo codice":               {riscontro.Persona{CodiceFiscale: "RSSMRA16E20H501S"}, []riscontro.Regola{riscontro.Minorenne}},
		"cent'anni, o un anno non compiuto":           {riscontro.Persona{CodiceFiscale: "RSSMRA26A41H501Q"}, nil},
		"nata nell'anno, come si è detto":             {riscontro.Persona{CodiceFiscale: "RSSMRA26A41H501Q", Nascita: nata("2026-01-01")}, []riscontro.Regola{riscontro.Minorenne}},
		"tre anni quel giorno per il solo codice":     {riscontro.Persona{CodiceFiscale: "RSSMRA23S52H501E"}, []riscontro.Regola{riscontro.Minorenne}},
		"tre anni il giorno dopo":                     {riscontro.Persona{CodiceFiscale: "RSSMRA23S53H501G"}, nil},
		"nata quel giorno, o cent'anni prima":         {riscontro.Persona{CodiceFiscale: "RSSMRA26S52H501H"}, nil},
		"nata il giorno dopo è di cent'anni prima":    {riscontro.Persona{CodiceFiscale: "RSSMRA26S53H501J"}, nil},
		"centodieci anni per nascita e codice":        {riscontro.Persona{CodiceFiscale: "RSSMRA16E20H501S", Nascita: nata("1916-05-20")}, nil},
		"la nascita non è quella del codice":          {riscontro.Persona{CodiceFiscale: "RSSMRA80A01H501U", Nascita: nata("1980-01-02")}, []riscontro.Regola{riscontro.CodiceFiscaleDiscorde}},
		"il sesso non è quello del codice":            {riscontro.Persona{CodiceFiscale: "RSSMRA80A01H501U", Sesso: "F"}, []riscontro.Regola{riscontro.CodiceFiscaleDiscorde}},
		"il cognome non è quello del codice":          {riscontro.Persona{Cognome: "Bianchi", Nome: "Mario", CodiceFiscale: "RSSMRA80A01H501U"}, []riscontro.Regola{riscontro.CodiceFiscaleDiscorde}},
		"un codice provvisorio non dice nulla":        {riscontro.Persona{Cognome: "Bianchi", Nome: "Anna", CodiceFiscale: "02765430125"}, nil},
		"minorenne, e con il codice di un altro":      {riscontro.Persona{CodiceFiscale: "RSSMRA80A01H501U", Nascita: nata("2016-05-20")}, []riscontro.Regola{riscontro.Minorenne, riscontro.CodiceFiscaleDiscorde}},
		"adulto per nascita, minorenne per il codice": {riscontro.Persona{CodiceFiscale: "RSSMRA16E20H501S", Nascita: nata("1980-05-20")}, []riscontro.Regola{riscontro.CodiceFiscaleDiscorde}},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(c.regole, regole(c.persona.Difetti(giorno))); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestTestiSenzaPersone: a text names the fields and the article, and no value.
func TestTestiSenzaPersone(t *testing.T) {
	t.Parallel()
	p := riscontro.Persona{Cognome: "Bianchi", Nome: "Anna", CodiceFiscale: "RSSMRA80A01H501U", Sesso: "F", Nascita: calendario.MustParse("2016-05-20")}
	tutti := p.Difetti(calendario.MustParse("2026-11-12"))
	indirizzo, _ := riscontro.Indirizzo(comune.Iniziale(), comune.Indirizzo{Cap: "4012", Comune: "Bolonia", Provincia: "XX"})
	tutti = append(tutti, indirizzo...)
	if d := cmp.Diff([]riscontro.Regola{riscontro.Minorenne, riscontro.CodiceFiscaleDiscorde, riscontro.IndirizzoDiscorde}, regole(tutti)); d != "" {
		t.Fatal(d)
	}
	for _, d := range tutti {
		for _, valore := range []string{"Bianchi", "Anna", "RSS", "2016", "4012", "Bolonia", "XX"} {
			if strings.Contains(d.Testo, valore) {
				t.Errorf("%s says %q: %s", d.Regola, valore, d.Testo)
			}
		}
		if !strings.Contains(d.Testo, "(art.") && !strings.Contains(d.Testo, "(D.M.") {
			t.Errorf("%s names no source: %s", d.Regola, d.Testo)
		}
	}
	if !strings.Contains(tutti[1].Testo, "cognome, nome, sesso e data di nascita") {
		t.Error(tutti[1].Testo)
	}
}

// TestDispositivo: what a device finds needs it, by article.
func TestDispositivo(t *testing.T) {
	t.Parallel()
	giorno := calendario.MustParse("2026-11-12")
	intero := &riscontro.Dispositivo{Tipo: "AUTOVELOX 106", Matricola: "953001", Approvazione: "D.M. 4130/2017", Taratura: calendario.MustParse("2026-03-02")}
	con := func(cambia func(*riscontro.Dispositivo)) *riscontro.Dispositivo {
		d := *intero
		cambia(&d)
		return &d
	}
	velocita := riscontro.Rilevazione{Articolo: "142", Comma: "8", Misurata: true}
	rosso := riscontro.Rilevazione{Articolo: "146", Comma: "3"}
	ztl := riscontro.Rilevazione{Articolo: "7", Comma: "14", Motivo: "Accertamento da dispositivo ai sensi dell'art. 201 c. 1-bis lett. g CdS"}
	su := func(r riscontro.Rilevazione, cambia func(*riscontro.Rilevazione)) riscontro.Rilevazione {
		cambia(&r)
		return r
	}
	for nome, c := range map[string]struct {
		rilevazione riscontro.Rilevazione
		dispositivo *riscontro.Dispositivo
		regole      []riscontro.Regola
	}{
		"velocità con il suo dispositivo": {velocita, intero, nil},
		"velocità senza":                  {velocita, nil, []riscontro.Regola{riscontro.DispositivoMancante}},
		"velocità contestata senza":       {su(velocita, func(r *riscontro.Rilevazione) { r.Contestata = true }), nil, []riscontro.Regola{riscontro.DispositivoMancante}},
		"velocità per il solo comma":      {riscontro.Rilevazione{Articolo: "142", Comma: "9-bis"}, nil, []riscontro.Regola{riscontro.DispositivoMancante}},
		"limiti non indicati sul veicolo": {riscontro.Rilevazione{Articolo: "142", Comma: "10"}, nil, nil},
		"velocità senza approvazione":     {velocita, con(func(d *riscontro.Dispositivo) { d.Approvazione = " " }), []riscontro.Regola{riscontro.DispositivoIncompleto}},
		"velocità senza taratura":         {velocita, con(func(d *riscontro.Dispositivo) { d.Taratura = calendario.Giorno{} }), []riscontro.Regola{riscontro.DispositivoIncompleto}},
		"velocità che nessuno dice": {riscontro.Rilevazione{Articolo: "142", Comma: "7", SenzaVelocita: true, SenzaLimite: true}, intero,
			[]riscontro.Regola{riscontro.DispositivoIncompleto}},
		"limite che nessuno dice": {su(velocita, func(r *riscontro.Rilevazione) { r.SenzaLimite = true }), intero, []riscontro.Regola{riscontro.DispositivoIncompleto}},
		"né velocità né dispositivo": {riscontro.Rilevazione{Articolo: "142", Comma: "9", SenzaVelocita: true}, nil,
			[]riscontro.Regola{riscontro.DispositivoIncompleto, riscontro.DispositivoMancante}},
		"il rosso non ha velocità":      {su(rosso, func(r *riscontro.Rilevazione) { r.SenzaVelocita, r.SenzaLimite = true, true }), intero, nil},
		"tarato un anno prima":          {velocita, con(func(d *riscontro.Dispositivo) { d.Taratura = calendario.MustParse("2025-11-12") }), nil},
		"tarato da un anno e un giorno": {velocita, con(func(d *riscontro.Dispositivo) { d.Taratura = calendario.MustParse("2025-11-11") }), []riscontro.Regola{riscontro.TaraturaScaduta}},
		"tarato dopo":                   {velocita, con(func(d *riscontro.Dispositivo) { d.Taratura = calendario.MustParse("2026-11-13") }), []riscontro.Regola{riscontro.TaraturaScaduta}},
		"rosso visto dall'agente": {su(rosso, func(r *riscontro.Rilevazione) {
			r.Motivo = "Impossibile fermare il veicolo in sicurezza all'impianto semaforico"
		}), nil, nil},
		"rosso da un impianto":                    {su(rosso, func(r *riscontro.Rilevazione) { r.Impianto = true }), nil, []riscontro.Regola{riscontro.DispositivoMancante}},
		"rosso, dispositivo senza taratura":       {rosso, con(func(d *riscontro.Dispositivo) { d.Taratura = calendario.Giorno{} }), nil},
		"rosso, dispositivo senza matricola":      {rosso, con(func(d *riscontro.Dispositivo) { d.Matricola = "" }), []riscontro.Regola{riscontro.DispositivoIncompleto}},
		"corsia riservata per motivo":             {ztl, nil, []riscontro.Regola{riscontro.DispositivoMancante}},
		"corsia riservata contestata":             {su(ztl, func(r *riscontro.Rilevazione) { r.Contestata, r.Motivo = true, "" }), nil, nil},
		"corsia riservata, trasgressore assente":  {su(ztl, func(r *riscontro.Rilevazione) { r.Motivo = "assenza del trasgressore" }), nil, nil},
		"sosta vietata da un impianto: non serve": {riscontro.Rilevazione{Articolo: "158", Comma: "2", Impianto: true}, nil, nil},
		"senza nulla": {velocita, &riscontro.Dispositivo{Taratura: calendario.MustParse("2020-01-01")},
			[]riscontro.Regola{riscontro.DispositivoIncompleto, riscontro.TaraturaScaduta}},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(c.regole, regole(c.rilevazione.Difetti(c.dispositivo, giorno))); d != "" {
				t.Error(d)
			}
		})
	}
}
