package anpr

import (
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/anpr"
)

// Scenario is one behaviour that a caller chooses by the tax code (simulatore.CodicePersona).
type Scenario struct {
	Codice, Nome string
	soggetti     func(p persona) []map[string]any // of C001; nil: one person who lives in Italy
	errore       *errore                          // of C001 and, unless soloC030 is false, of C030
	guasto       simulatore.Guasto
	dal          string // soggetti speaks of days from then on, AAAA-MM-GG; empty: of all
	nonUnico     bool   // C030 does not find who is there
}

// Scenari lists the behaviours, the ranges 51n and 8nn by their first member. A code of no scenario is a person who lives in
// Italy; a body's is not registered.
func Scenari() []Scenario {
	non := func(testo string) *errore { return &errore{parole.NonRegistrato, "E", testo} }
	elenco := []Scenario{
		{Codice: "001", Nome: "residente in Italia"},
		{Codice: "002", Nome: "una persona in due elementi con lo stesso idANPR", soggetti: inDueElementi},
		{Codice: "003", Nome: "due persone diverse", soggetti: duePersone},
		{Codice: "004", Nome: "deceduta il 2026-09-01", soggetti: morta("2026-09-01")},
		{Codice: "005", Nome: "deceduta, senza data", soggetti: morta("")},
		{Codice: "006", Nome: "residente all'estero (AIRE)", soggetti: allEstero},
		{Codice: "007", Nome: "senza cognome, nata in un anno di cui non si sa il giorno", soggetti: senzaCognome},
		{Codice: "008", Nome: "codice fiscale cambiato", soggetti: codiceCambiato},
		{Codice: "009", Nome: "due residenze: vale la più recente", soggetti: dueResidenze},
		{Codice: "010", Nome: "indirizzo al chilometro", soggetti: alChilometro},
		{Codice: "011", Nome: "elenco vuoto con stato 200", soggetti: func(persona) []map[string]any { return []map[string]any{} }},
		{Codice: "012", Nome: "campi nulli e campi sconosciuti", soggetti: conNulli},
		{Codice: "013", Nome: "minorenne", soggetti: func(p persona) []map[string]any { p.nascita = "2015-03-02"; return []map[string]any{p.intera()} }},
		{Codice: "014", Nome: "AIRE che C030 non trova", soggetti: allEstero, nonUnico: true},
		{Codice: "015", Nome: "deceduta il 2026-09-01, e il registro lo sa dal 2026-09-03", soggetti: morta("2026-09-01"), dal: "2026-09-03"},
		{Codice: "016", Nome: "trasferita dal 2026-10-01", soggetti: trasferita, dal: "2026-10-01"},
		{Codice: "017", Nome: "dal 2026-10-01 senza residenza", soggetti: senzaResidenza, dal: "2026-10-01"},
		{Codice: "018", Nome: "residenza, dimora temporanea e domicilio eletto più recenti", soggetti: conTemporanea},
		{Codice: "019", Nome: "AIRE con l'ultima residenza italiana più recente", soggetti: conUltimaItaliana},
		{Codice: "020", Nome: "indirizzo con isolato, scala esterna, due interni e secondario", soggetti: complesso},
		{Codice: "404", Nome: "non registrata", errore: non("Soggetto non registrato in ANPR")},
		{Codice: "405", Nome: "cancellata", errore: non("Soggetto cancellato da ANPR")},
		{Codice: "406", Nome: "più soggetti, a parole (EN067)", errore: &errore{parole.PiuSoggetti, "E", "Sono presenti più soggetti"}},
		{Codice: "407", Nome: "dati contraddittori (EN071)", errore: &errore{parole.DataNascitaDiscorde, "E", "La data di nascita non corrisponde"}},
		{Codice: "431", Nome: "raffica: 429 TooManyRequests una volta, poi bene", guasto: raffica},
		{Codice: "432", Nome: "raffica: 429 TooManyRequests con Retry-After 900 una volta, poi bene", guasto: basta("TooManyRequests", "Retry-After")},
		{Codice: "433", Nome: "quota finita per 900 secondi: 429 LimitExceeded una volta, poi bene", guasto: basta("LimitExceeded", "X-Ratelimit-Reset")},
		{Codice: "499", Nome: "999 una volta, poi bene", guasto: novecentonovantanove},
		{Codice: "532", Nome: "risposta di un'altra persona", soggetti: func(persona) []map[string]any {
			altro := daCodice(simulatore.CodicePersona("001", "QQQ"))
			return []map[string]any{altro.intera()}
		}},
		{Codice: "536", Nome: "risposta in ISO-8859-1", soggetti: func(p persona) []map[string]any { p.via = "VIA DELLA LIBERTÀ"; return []map[string]any{p.intera()} },
			guasto: simulatore.InLatino(func(w http.ResponseWriter, _ *http.Request, b simulatore.Risposta) { b.Scrivi(w) })},
	}
	for _, g := range simulatore.Scenari() {
		elenco = append(elenco, Scenario{Codice: g.Codice, Nome: g.Nome, guasto: g.Guasto})
	}
	return elenco
}

func novecentonovantanove(w http.ResponseWriter, _ *http.Request, b simulatore.Risposta) {
	if b.Volta <= 1 {
		b = diANPR(http.StatusInternalServerError, errore{parole.NonEffettuabile, "E", "Operazione non effettuabile"})
	}
	b.Scrivi(w)
}

// raffica is the gateway's other 429: too many at once, not the end of the day.
func raffica(w http.ResponseWriter, _ *http.Request, b simulatore.Risposta) {
	if b.Volta <= 1 {
		b = delGateway(w.Header(), http.StatusTooManyRequests, "TooManyRequests", "Too many requests detected")
	}
	b.Scrivi(w)
}

// basta asks once, of C001, to be left alone for a quarter of an hour, by one of the two headers.
func basta(titolo, testata string) simulatore.Guasto {
	return func(w http.ResponseWriter, r *http.Request, b simulatore.Risposta) {
		if b.Volta <= 1 && strings.Contains(r.URL.Path, C001) {
			w.Header().Set(testata, "900")
			b = delGateway(w.Header(), http.StatusTooManyRequests, titolo, "Limit exceeded detected")
		}
		b.Scrivi(w)
	}
}

// di is the scenario of the criteria; ok false for a code that nobody has.
func (s *Simulatore) di(criteri map[string]any) (sc Scenario, p persona, ok bool) {
	cf, _ := criteri["codiceFiscale"].(string)
	if id, _ := criteri["idANPR"].(string); id != "" {
		cf = daID(id)
		if dato, c := s.ids.Load(id); c {
			cf, _ = dato.(string)
		}
	}
	if cf == "" { // by personal data: the first name chooses
		nome, _ := criteri["nome"].(string)
		cf = simulatore.CodicePersona(strings.TrimPrefix(nome, "PERSONA "), "AAA")
	}
	cf = strings.ToUpper(cf)
	if len(cf) != 16 {
		return sc, p, false
	}
	if n, nota := s.o.Persone.Di(cf); nota {
		sc, p = conosciuta(n)
		return sc, p, true
	}
	codice := simulatore.DelCodiceFiscale(cf)
	i := slices.IndexFunc(Scenari(), func(x Scenario) bool { return x.Codice == codice })
	if i >= 0 {
		sc = Scenari()[i]
	} else {
		sc.guasto = simulatore.PerCodice(codice)
	}
	return sc, daCodice(cf), true
}

func (s *Simulatore) guasto(criteri map[string]any) simulatore.Guasto {
	sc, _, _ := s.di(criteri)
	return sc.guasto
}

// unico answers C030.
func (s *Simulatore) unico(q richiesta) simulatore.Risposta {
	sc, p, ok := s.di(q.Criteri)
	switch {
	case !ok || sc.nonUnico:
		return diANPR(http.StatusNotFound, errore{parole.NonRegistrato, "E", "Soggetto non registrato in ANPR"})
	case sc.errore != nil:
		return diANPR(http.StatusNotFound, *sc.errore)
	}
	s.ids.Store(p.id(), p.cf)
	soggetti := []map[string]any{{"identificativi": map[string]any{"idANPR": p.id()}}}
	if sc.Codice == "003" {
		soggetti = append(soggetti, map[string]any{"identificativi": map[string]any{"idANPR": "ZZ00000ZZ"}})
	}
	return buona(soggetti, nil)
}

// notifica answers C001.
func (s *Simulatore) notifica(q richiesta) simulatore.Risposta {
	sc, p, ok := s.di(q.Criteri)
	anomalie := []errore{en148()}
	if _, id := q.Criteri["idANPR"]; id {
		anomalie = nil
	}
	switch {
	case !ok:
		return diANPR(http.StatusNotFound, append([]errore{{parole.NonRegistrato, "E", "Soggetto non registrato in ANPR"}}, anomalie...)...)
	case sc.errore != nil:
		return diANPR(http.StatusNotFound, append([]errore{*sc.errore}, anomalie...)...)
	case q.Dati.Data > calendario.Da(s.o.Adesso()).String():
		return diANPR(http.StatusBadRequest, errore{parole.DataNonValida, "E", "Data di riferimento futura"})
	case sc.soggetti != nil && q.Dati.Data >= sc.dal:
		return buona(sc.soggetti(p), anomalie)
	}
	return buona([]map[string]any{p.intera()}, anomalie)
}

func buona(soggetti []map[string]any, anomalie []errore) simulatore.Risposta {
	m := map[string]any{"idOperazioneANPR": "4294967296", "listaSoggetti": map[string]any{"datiSoggetto": soggetti}}
	if anomalie != nil {
		m["listaAnomalie"] = anomalie
	}
	return simulatore.InJSON(m)
}

// persona is who has a tax code, in the same words every time.
type persona struct {
	cf, cognome, nome, nascita, via, aire string

	nota *motorizzazione.Intestatario // who a register of vehicles has named
}

func daCodice(cf string) persona {
	return persona{cf: cf, cognome: "PROVA", nome: "PERSONA " + simulatore.DelCodiceFiscale(cf), nascita: "1980-01-01", via: "AMERIGO VESPUCCI"}
}

// ID is the register's own key of a tax code.
func ID(cf string) string { return daCodice(cf).id() }

// id is the register's own key: nine signs from which the tax code of a scenario can be told.
func (p persona) id() string {
	if codice := simulatore.DelCodiceFiscale(p.cf); codice != "" {
		return "AN" + codice + p.cf[3:6] + "S"
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(p.cf))
	base36 := strings.ToUpper(strconv.FormatUint(h.Sum64(), 36))
	return "AX" + base36[len(base36)-7:] // of 78 billion: two persons of one run never share it
}

// daID is the tax code of a scenario's key; empty for another.
func daID(id string) string {
	if len(id) == 9 && strings.HasPrefix(id, "AN") {
		return simulatore.CodicePersona(id[2:5], id[5:8])
	}
	return ""
}

func (p persona) generalita() map[string]any {
	m := map[string]any{"codiceFiscale": map[string]any{"codFiscale": p.cf, "validitaCF": "1"}, "cognome": p.cognome, "nome": p.nome, "sesso": "M",
		"dataNascita": p.nascita, "luogoNascita": map[string]any{"comune": map[string]any{
			"nomeComune": "ROMA", "codiceIstat": "058091", "siglaProvinciaIstat": "RM"}}}
	if p.nota != nil {
		m["sesso"] = p.nota.Sesso
		delete(m, "luogoNascita")
		if nome, istat, sigla, c := motorizzazione.LuogoNascita(p.nota.CodiceCatastaleNascita); c {
			m["luogoNascita"] = map[string]any{"comune": map[string]any{
				"nomeComune": strings.ToUpper(nome), "codiceIstat": istat, "siglaProvinciaIstat": sigla}}
		}
	}
	if p.aire != "" {
		m["soggettoAIRE"] = p.aire
	}
	return m
}

func (p persona) residenza(dal string) map[string]any {
	if p.nota != nil && p.nota.Indirizzo.Via != "" {
		return residenzaNota(dal, p.nota.Indirizzo)
	}
	return map[string]any{"tipoIndirizzo": "1", "dataDecorrenzaResidenza": dal, "indirizzo": map[string]any{"cap": "41026",
		"comune":       map[string]any{"nomeComune": "PAVULLO NEL FRIGNANO", "codiceIstat": "036030", "siglaProvinciaIstat": "MO"},
		"toponimo":     map[string]any{"specie": "VIA", "denominazioneToponimo": p.via},
		"numeroCivico": map[string]any{"numero": "55", "civicoInterno": map[string]any{"scala": "B4", "interno1": "3"}}}}
}

func viva(valore string) []map[string]any {
	return []map[string]any{{"id": "1003", "chiave": "Verifica esistenza in vita", "valore": valore}}
}

func (p persona) intera() map[string]any {
	return map[string]any{"generalita": p.generalita(), "residenza": []map[string]any{p.residenza("2015-05-01")},
		"identificativi": map[string]any{"idANPR": p.id()}, "infoSoggettoEnte": viva("S")}
}

func inDueElementi(p persona) []map[string]any {
	return []map[string]any{
		{"generalita": p.generalita(), "residenza": []map[string]any{p.residenza("2015-05-01")}, "identificativi": map[string]any{"idANPR": p.id()}},
		{"identificativi": map[string]any{"idANPR": p.id()}, "infoSoggettoEnte": viva("S")},
	}
}

func duePersone(p persona) []map[string]any {
	altra := p.intera()
	altra["identificativi"] = map[string]any{"idANPR": "ZZ00000ZZ"}
	return []map[string]any{p.intera(), altra}
}

func morta(il string) func(persona) []map[string]any {
	return func(p persona) []map[string]any {
		m := p.intera()
		info := viva("N")
		if il != "" {
			info = append(info, map[string]any{"id": "1015", "chiave": "Data decesso", "valore": "A", "valoreData": il})
		}
		m["infoSoggettoEnte"] = info
		return []map[string]any{m}
	}
}

func allEstero(p persona) []map[string]any {
	p.aire = "S"
	m := p.intera()
	m["residenza"] = []map[string]any{{"tipoIndirizzo": "4", "dataDecorrenzaResidenza": "2019-02-01", "localitaEstera": map[string]any{
		"indirizzoEstero": map[string]any{"cap": "8001",
			"localita": map[string]any{"descrizioneLocalita": "ZURIGO", "descrizioneStato": "SVIZZERA", "codiceStato": "241"},
			"toponimo": map[string]any{"denominazione": "BAHNHOFSTRASSE", "numeroCivico": "7"}},
		"consolato": map[string]any{"codiceConsolato": "123", "descrizioneConsolato": "ZURIGO"}}}}
	return []map[string]any{m}
}

func senzaCognome(p persona) []map[string]any {
	m := p.intera()
	g := p.generalita()
	delete(g, "cognome")
	g["senzaCognome"], g["senzaGiorno"], g["dataNascita"] = "S", "S", "1980-01"
	m["generalita"] = g
	return []map[string]any{m}
}

func codiceCambiato(p persona) []map[string]any {
	m := p.intera()
	g := p.generalita()
	g["codiceFiscale"] = map[string]any{"codFiscale": simulatore.CodicePersona("008", "ZZZ"), "validitaCF": "1"}
	m["generalita"] = g
	return []map[string]any{m}
}

func dueResidenze(p persona) []map[string]any {
	m := p.intera()
	vecchia := p
	vecchia.via = "VECCHIA"
	senza := vecchia.residenza("")
	delete(senza, "dataDecorrenzaResidenza")
	m["residenza"] = []map[string]any{senza, vecchia.residenza("2001-01-01"), p.residenza("2015-05-01")}
	return []map[string]any{m}
}

// conTemporanea has a residence, and younger addresses that are none.
func conTemporanea(p persona) []map[string]any {
	m := p.intera()
	altra := p
	altra.via = "DEL MARE"
	temporanea, eletto := altra.residenza("2026-06-01"), altra.residenza("2026-07-01")
	temporanea["tipoIndirizzo"], eletto["tipoIndirizzo"] = "8", "3"
	m["residenza"] = []map[string]any{temporanea, p.residenza("2015-05-01"), eletto}
	return []map[string]any{m}
}

func conUltimaItaliana(p persona) []map[string]any {
	ultima := p.residenza("2020-01-01")
	ultima["tipoIndirizzo"] = "7"
	tutti := allEstero(p)
	estera, _ := tutti[0]["residenza"].([]map[string]any)
	tutti[0]["residenza"] = append([]map[string]any{ultima}, estera...)
	return tutti
}

func complesso(p persona) []map[string]any {
	m := p.intera()
	r := p.residenza("2015-05-01")
	indirizzo, _ := r["indirizzo"].(map[string]any)
	indirizzo["numeroCivico"] = map[string]any{"numero": "12", "lettera": "A", "esponente1": "1", "civicoInterno": map[string]any{"isolato": "5", "scala": "B",
		"scalaEsterna": "2", "piano": "3", "interno1": "7", "espInterno1": "C", "interno2": "9", "secondario": "4"}}
	m["residenza"] = []map[string]any{r}
	return []map[string]any{m}
}

func trasferita(p persona) []map[string]any {
	p.via = "DEI CONDOTTI"
	m := p.intera()
	m["residenza"] = []map[string]any{p.residenza("2026-10-01")}
	return []map[string]any{m}
}

func senzaResidenza(p persona) []map[string]any {
	m := p.intera()
	delete(m, "residenza")
	return []map[string]any{m}
}

func alChilometro(p persona) []map[string]any {
	m := p.intera()
	r := p.residenza("2015-05-01")
	indirizzo, _ := r["indirizzo"].(map[string]any)
	indirizzo["numeroCivico"] = map[string]any{"metrico": "12,500"}
	m["residenza"] = []map[string]any{r}
	return []map[string]any{m}
}

func conNulli(p persona) []map[string]any {
	m := p.intera()
	m["residenza"] = []any{nil, p.residenza("2015-05-01")}
	m["testataRisposta"], m["nuovo"] = nil, map[string]any{"campo": 1}
	g := p.generalita()
	g["note"], g["senzaCognome"] = nil, nil
	m["generalita"] = g
	return []map[string]any{m}
}
