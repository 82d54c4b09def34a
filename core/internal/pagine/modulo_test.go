package pagine_test

import (
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
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

// mostra fails unless every one of the texts is in the page.
func mostra(t *testing.T, html string, testi ...string) {
	t.Helper()
	for _, testo := range testi {
		if !strings.Contains(html, testo) {
			t.Errorf("no %q in\n%s", testo, html)
		}
	}
}

func nasconde(t *testing.T, html string, testi ...string) {
	t.Helper()
	for _, testo := range testi {
		if strings.Contains(html, testo) {
			t.Errorf("%q in\n%s", testo, html)
		}
	}
}

// campi are the fields of each kind, with the same data.
func campi(c pagine.Campo) map[string]templ.Component {
	return map[string]templ.Component{
		"a line":       pagine.Ingresso(c),
		"lines":        pagine.Area(c, 4),
		"one choice":   pagine.Scelta(c, append(pagine.Opzioni("A", c.Valore), pagine.Stati("ATTIVO")...)),
		"many choices": pagine.Spunte(c, pagine.Opzioni("A", c.Valore), []string{c.Valore}),
	}
}

func TestOgniCampoEInnocuo(t *testing.T) {
	t.Parallel()
	for nome, campo := range campi(pagine.Campo{Nome: "nome", Etichetta: script, Valore: script, Aiuto: script, Guasto: script}) {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			html := disegna(t, campo)
			nasconde(t, html, "<script")
			mostra(t, html, "&lt;script&gt;")
			if regexp.MustCompile(`\s(style|on[a-z]+)=`).MatchString(html) {
				t.Errorf("style or script inside the page:\n%s", html)
			}
		})
	}
}

func TestIlGuastoELegatoAlSuoCampo(t *testing.T) {
	t.Parallel()
	for nome, campo := range campi(pagine.Campo{Nome: "codice.fiscale", Etichetta: "Codice", Guasto: "manca", Aiuto: "Undici cifre."}) {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			html := disegna(t, campo)
			mostra(t, html, `aria-describedby="campo-codice-fiscale-aiuto"`, `aria-invalid="true"`, `name="codice.fiscale"`, "Codice")
			descritto := regexp.MustCompile(`(?s)<div id="campo-codice-fiscale-aiuto"[^>]*>(.*)</div>`).FindStringSubmatch(html)
			if descritto == nil {
				t.Fatalf("nothing is described:\n%s", html)
			}
			mostra(t, descritto[1], "manca", "Undici cifre.")
		})
	}
	for nome, campo := range campi(pagine.Campo{Nome: "nome", Etichetta: "Nome"}) {
		t.Run(nome+", nothing wrong with it", func(t *testing.T) {
			t.Parallel()
			nasconde(t, disegna(t, campo), "aria-describedby", "aria-invalid", "is-invalid", "form-text")
		})
	}
}

// Each input has one label, that names it.
func TestOgniIngressoHaLaSuaEtichetta(t *testing.T) {
	t.Parallel()
	id := regexp.MustCompile(`<(?:input|textarea|select)[^>]*? id="([^"]+)"`)
	for nome, campo := range campi(pagine.Campo{Nome: "nome", Etichetta: "Nome", Obbligatorio: true, Valore: "B"}) {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			html := disegna(t, campo)
			trovati := id.FindAllStringSubmatch(html, -1)
			if len(trovati) == 0 {
				t.Fatalf("no input:\n%s", html)
			}
			for _, x := range trovati {
				if n := strings.Count(html, `for="`+x[1]+`"`); n != 1 {
					t.Errorf("%s has %d labels:\n%s", x[1], n, html)
				}
			}
		})
	}
}

func TestCampo(t *testing.T) {
	t.Parallel()
	html := disegna(t, pagine.Ingresso(pagine.Campo{Nome: "nome", Etichetta: "Nome", Valore: "Mario"}))
	mostra(t, html, `type="text"`, `maxlength="200"`, `autocomplete="off"`, `value="Mario"`)
	nasconde(t, html, "required", "readonly", "obbligatorio")
	html = disegna(t, pagine.Ingresso(pagine.Campo{Nome: "p", Etichetta: "P", Tipo: "password", Completa: "new-password", Massimo: 64, Obbligatorio: true, SolaLettura: true}))
	mostra(t, html, `type="password"`, `maxlength="64"`, `autocomplete="new-password"`, "required", "readonly", "(obbligatorio)")
	mostra(t, disegna(t, pagine.Area(pagine.Campo{Nome: "t", Valore: "{}"}, 7)), `rows="7"`, ">{}</textarea>")
	html = disegna(t, pagine.Scelta(pagine.Campo{Nome: "stato", Valore: "CESSATO"}, pagine.Stati("ATTIVO", "CESSATO")))
	mostra(t, html, `<option value="ATTIVO">Attivo</option>`, `<option value="CESSATO" selected>Cessato</option>`)
	html = disegna(t, pagine.Spunte(pagine.Campo{Nome: "ruoli"}, pagine.Opzioni("A", "B"), []string{"B"}))
	if !regexp.MustCompile(`value="B" checked`).MatchString(html) || strings.Count(html, "checked") != 1 {
		t.Errorf("choices:\n%s", html)
	}
	mostra(t, disegna(t, pagine.Versione(12)), `type="hidden"`, `name="versione"`, `value="12"`)
	mostra(t, disegna(t, pagine.Bottoni("Salva", "/CoreService/reparti")), `type="submit"`, "Salva", `href="/CoreService/reparti"`)
	nasconde(t, disegna(t, pagine.Bottoni("Salva", "javascript:alert(1)//"+script)), "<script")
}

func TestRifiuto(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola string
		err    error
		suo    bool
		codice int
	}{
		{"wrong fields", problem.NonValido(problem.Campo{Campo: "nome", Messaggio: "manca"}), true, http.StatusBadRequest},
		{"a conflict", problem.Conflitto("X", "no"), true, http.StatusConflict},
		{"not found", problem.NonTrovato("reparto", "X"), false, http.StatusOK},
		{"forbidden", problem.Vietato("X", "no"), false, http.StatusOK},
		{"the database is away", problem.NonDisponibile("X", "no"), false, http.StatusOK},
		{"internal", errors.New("password=segretissima"), false, http.StatusOK},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			r, suo := pagine.Rifiutato(c.err)
			if suo != c.suo || r.Codice() != c.codice {
				t.Errorf("of the form %v, status %d", suo, r.Codice())
			}
			if disegnato := disegna(t, pagine.Refuso(r)); (disegnato != "") != c.suo {
				t.Errorf("summary %q", disegnato)
			}
		})
	}
}

func TestIlRiepilogoPortaAiCampi(t *testing.T) {
	t.Parallel()
	r, _ := pagine.Rifiutato(problem.NonValido(problem.Campo{Campo: "codice.fiscale", Messaggio: "manca"}, problem.Campo{Campo: "nome", Messaggio: script}))
	html := disegna(t, pagine.Refuso(r))
	mostra(t, html, `role="alert"`, `href="#campo-codice-fiscale"`, `href="#campo-nome"`, "manca")
	nasconde(t, html, "<script")
	if diff := cmp.Diff([]string{"manca", ""}, []string{r.Guasti.Di("codice.fiscale"), r.Guasti.Di("altro")}); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// An operator who finds the data changed by somebody else can read them again without leaving the
// page.
func TestIlRiepilogoFaRileggere(t *testing.T) {
	t.Parallel()
	r, _ := pagine.Rifiutato(problem.NonValido(problem.Campo{Campo: "versione", Messaggio: "non è più quella attuale"}))
	html := disegna(t, pagine.Refuso(r))
	mostra(t, html, `<a href="?">Rileggere i dati attuali</a>`)
	nasconde(t, html, "#campo-versione")
}

func TestLista(t *testing.T) {
	t.Parallel()
	e := pagine.Elenco{Titolo: "Reparti", Indirizzo: "/CoreService/reparti", Nuovo: "Nuovo reparto", Cerca: script, Cursore: "abc",
		Colonne: []string{"Codice", script}, Fatto: pagine.Fatto("creato")}
	html := disegna(t, pagine.Lista(e))
	nasconde(t, html, "<script", "Nessuna voce")
	mostra(t, html, `<label class="form-label" for="cerca">`, `href="/CoreService/reparti/nuovo"`, "<caption", `scope="col"`, `rel="next"`,
		"cursore=abc", "cerca=%22%3E%3Cscript%3E", `role="status"`, "Creato.")
	vuota := disegna(t, pagine.Lista(pagine.Elenco{Titolo: "Registro", Indirizzo: "/CoreService/registro", Vuoto: true}))
	mostra(t, vuota, "Nessuna voce da mostrare.")
	nasconde(t, vuota, "<table", `rel="next"`, "/nuovo", `role="status"`)
	if f := pagine.Fatto(script) + pagine.Fatto("Chiamare il numero"); f != "" {
		t.Errorf("the address puts words on the page: %q", f)
	}
}

func TestStatiInParole(t *testing.T) {
	t.Parallel()
	for stato, parola := range map[string]string{"ATTIVO": "Attivo", "CESSATO": "Cessato", "BLOCCATO": "Bloccato", "SOSPESO": "Sospeso", "ALTRO": "ALTRO"} {
		if s := pagine.Stato(stato); s != parola {
			t.Errorf("%s is %q", stato, s)
		}
	}
}

func TestCioCheEraSceltoResta(t *testing.T) {
	t.Parallel()
	inUso := pagine.Opzioni("PL01", "PL02")
	for _, c := range []struct {
		regola, presente string
		scelte           []pagine.Opzione
	}{
		{"nothing chosen yet", "", inUso},
		{"one that is in use", "PL02", inUso},
		{"one that has ceased stays, marked", "EX", append(pagine.Opzioni("PL01", "PL02"), pagine.Opzione{Valore: "EX", Nome: "EX (non in uso)"})},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.scelte, pagine.ConPresente(inUso, c.presente)); diff != "" {
				t.Errorf("choices (-want +got):\n%s", diff)
			}
		})
	}
}

// A fault is said once, with the name that the field has for a person.
func TestUnGuastoSiDiceUnaVolta(t *testing.T) {
	t.Parallel()
	r, suo := pagine.Rifiutato(problem.CampoNonValido("codiceFiscaleEnte", "manca"))
	html := disegna(t, pagine.Refuso(r))
	if !suo || strings.Count(html, "manca") != 1 {
		t.Error(html)
	}
	mostra(t, html, "Un dato è da correggere.", ">Codice fiscale ente</a>: manca", `href="#campo-codiceFiscaleEnte"`)
	nasconde(t, html, "Il campo")
	r, _ = pagine.Rifiutato(problem.Conflitto("ALTRO", "Il lotto è chiuso."))
	mostra(t, disegna(t, pagine.Refuso(r)), "Il lotto è chiuso.")
}
