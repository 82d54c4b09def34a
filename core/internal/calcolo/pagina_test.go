package calcolo

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const script = `"><script>alert('x')</script>`

func disegna(t *testing.T, c templ.Component) string {
	t.Helper()
	var html strings.Builder
	if err := c.Render(t.Context(), &html); err != nil {
		t.Fatal(err)
	}
	return html.String()
}

// ovunque fills every field of every page with the same text.
func ovunque(testo string, altri ...string) *modulo {
	v := url.Values{}
	for _, nome := range []string{"violazione", "giorno", "ora", "minimo", "massimo", "moltiplicatore", "notifica", "pagamento", "spese", "versato", "ordinata",
		"notificaOrdinanza", "tipo", "decorrenza", "ritiro", "accesso", "termine", "rilevata", "limite", "cognome", "nome", "nascita", "sesso", "luogo",
		"provincia", "luogoScelto", "codice"} {
		v.Set(nome, testo)
	}
	for i := 0; i+1 < len(altri); i += 2 {
		v.Set(altri[i], altri[i+1])
	}
	return nuovoModulo(v)
}

// pagineCon draws every page with the same text in every field.
func pagineCon(t *testing.T, testo string) map[string]string {
	t.Helper()
	violazioni, comuni := sanzione.Iniziale(), comune.Iniziale()
	i, errI := calcolaImporto(ovunque(testo), violazioni, oggi)
	s, errS := calcolaScadenza(ovunque(testo), oggi)
	v, errV := calcolaVelocita(ovunque(testo), violazioni, oggi)
	c, errC := calcolaCodice(ovunque(testo, "azione", azioneCalcola), comuni, oggi)
	g, errG := calcolaCodice(ovunque(testo, "azione", azioneValida), comuni, oggi)
	for _, err := range []error{errI, errS, errV, errC, errG} {
		if err != nil {
			t.Fatalf("%q: %v", testo, err)
		}
	}
	return map[string]string{
		"importo": disegna(t, importoDovuto(i)), "scadenza": disegna(t, scadenza(s)), "velocita": disegna(t, velocita(v)),
		"codice": disegna(t, codiceFiscale(c)), "controllo": disegna(t, codiceFiscale(g)),
	}
}

func TestNessunTestoDiventaScript(t *testing.T) {
	t.Parallel()
	for nome, html := range pagineCon(t, script) {
		if strings.Contains(html, "<script") || regexp.MustCompile(`\s(style|on[a-z]+)=`).MatchString(html) {
			t.Errorf("%s: script or style inside the page:\n%s", nome, html)
		}
		if !strings.Contains(html, "&lt;script&gt;") {
			t.Errorf("%s: what was typed is not shown again:\n%s", nome, html)
		}
	}
}

// A fault is described at its field, and the summary leads there.
func TestIlGuastoStaAlSuoCampo(t *testing.T) {
	t.Parallel()
	for nome, campi := range map[string][]string{
		"importo": {"violazione", "giorno", "notifica", "spese"}, "scadenza": {"decorrenza", "ritiro"}, "velocita": {"rilevata", "limite", "giorno"},
		"codice": {"nascita"},
	} {
		html := pagineCon(t, "?!")[nome]
		for _, campo := range campi {
			id := "campo-" + campo
			for _, pezzo := range []string{`aria-describedby="` + id + `-aiuto"`, `href="#` + id + `"`, `id="` + id + `-aiuto" class="form-text"`} {
				if !strings.Contains(html, pezzo) {
					t.Errorf("%s: no %s in\n%s", nome, pezzo, html)
				}
			}
		}
		if !strings.Contains(html, `id="rifiuto" tabindex="-1" autofocus`) || strings.Contains(html, `id="esito"`) {
			t.Errorf("%s: the summary does not take the focus", nome)
		}
	}
}

func TestIPassiSiSommanoAnchePerChiLegge(t *testing.T) {
	t.Parallel()
	p, err := calcolaImporto(chiede(t, "violazione=153-10&giorno=2026-09-01&notifica=2026-09-10&pagamento=2026-09-14&spese=12,00"), sanzione.Iniziale(), oggi)
	if err != nil {
		t.Fatal(err)
	}
	html := disegna(t, importoDovuto(p))
	for _, pezzo := range []string{"72,90 €", "60,90 €", "12,00 €", "art. 202 c. 1 CdS", "Sconto del 30 %", "Totale", "lunedì 14 settembre 2026", "99,00 €",
		`id="esito" tabindex="-1" autofocus`, sanzione.Iniziale().Versione()} {
		if !strings.Contains(html, pezzo) {
			t.Errorf("no %q in\n%s", pezzo, html)
		}
	}
}

// Who has to choose among rows reads of each what it is, what it costs and what nobody could confirm.
func TestChiSceglieLeggeIlDubbio(t *testing.T) {
	t.Parallel()
	p, err := calcolaImporto(chiede(t, "violazione=6-14&giorno=2026-09-01&pagamento=2026-09-14"), sanzione.Iniziale(), oggi)
	if err != nil || len(p.Candidate) != 2 {
		t.Fatalf("%v, %v", err, codici(p.Candidate))
	}
	html := disegna(t, importoDovuto(p))
	for _, pezzo := range []string{"violazione=6-14-p1", "violazione=6-14-p2", "Sosta vietata con ordinanza fuori dai centri abitati", "da 41,00 € a 167,00 €",
		"Da verificare. Importo: il testo di Normattiva", "per ogni periodo di ventiquattro ore", "In alcuni casi comporta la sospensione breve"} {
		if !strings.Contains(html, pezzo) {
			t.Errorf("no %q in\n%s", pezzo, html)
		}
	}
	for query, aperto := range map[string]bool{"violazione=153-10": false, "violazione=7-15-p1": true, "violazione=153-10&periodi=2": true} {
		p, err := calcolaImporto(chiede(t, query+"&giorno=2026-09-01&pagamento=2026-09-14"), sanzione.Iniziale(), oggi)
		if err != nil {
			t.Fatal(err)
		}
		_, dopo, _ := strings.Cut(disegna(t, importoDovuto(p)), "<details")
		if testa, _, _ := strings.Cut(dopo, ">"); strings.Contains(testa, "open") != aperto {
			t.Errorf("%s: the fields of parking are open: %v", query, !aperto)
		}
	}
}

// On paper the sheet says whose it is.
func TestSullaCartaCeIlComando(t *testing.T) {
	t.Parallel()
	p, err := calcolaScadenza(chiede(t, "tipo=TUTTE&decorrenza=2026-09-10"), oggi)
	if err != nil {
		t.Fatal(err)
	}
	var html strings.Builder
	if err := scadenza(p).Render(tenant.With(t.Context(), tenant.Tenant{Nome: "alfa", Denominazione: "Polizia Locale di Alfa"}), &html); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(html.String(), `<p class="d-none d-print-block">Polizia Locale di Alfa</p>`) {
		t.Errorf("no heading:\n%s", html.String())
	}
}

// No address of the pages carries what tells a person.
func TestICodiciFiscaliNonViaggianoNegliIndirizzi(t *testing.T) {
	t.Parallel()
	p := codiceDi(t, persona("luogo", "Reggio"))
	html := disegna(t, codiceFiscale(p))
	for _, a := range regexp.MustCompile(`(?:href|action)="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		if strings.Contains(a[1], "?") {
			t.Errorf("address %s", a[1])
		}
	}
	if n := strings.Count(html, `<form method="post"`); n != strings.Count(html, "<form") || n != 2 {
		t.Errorf("%d forms by POST:\n%s", n, html)
	}
}

// Nothing that is typed panics or is an internal error, and a page always comes out.
func FuzzPagine(f *testing.F) {
	for _, testo := range []string{"", "153-10", "2026-02-30", "31/12/9999", "9999-12-31", "0001-01-01", "22:30", "87,50", "148", "H501", "D612", "TUTTE",
		"NOTIFICA_360", "PRESCRIZIONE_5_ANNI", "LMBTTR64E07D612F", "Reggio", script, "\x00", "\xff\xfe", "9999999999999", "-1", "2"} {
		f.Add(testo)
	}
	f.Fuzz(func(t *testing.T, testo string) {
		for nome, html := range pagineCon(t, testo) {
			if html == "" || strings.Contains(html, "<script") {
				t.Errorf("%s with %q:\n%s", nome, testo, html)
			}
		}
	})
}

// Deadlines at the end of the calendar stop there.
func TestGiorniAiConfiniDelCalendario(t *testing.T) {
	t.Parallel()
	for _, giorno := range []string{"0001-01-01", "9999-12-31"} {
		for _, tipo := range append(dallaNotifica(), tutteDallaNotifica) {
			p, err := calcolaScadenza(chiede(t, "tipo="+string(tipo)+"&decorrenza="+giorno), calendario.MustParse(giorno))
			if err != nil {
				t.Errorf("%s from %s: %v", tipo, giorno, err)
			}
			disegna(t, scadenza(p))
		}
	}
}
