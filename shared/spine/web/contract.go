package web

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/labstack/echo/v4"
)

//go:embed pagine/contratto.html
var paginaContratto string

// politicaContratto lets the contract's page be read, with the style that is in it.
const politicaContratto = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// contratto serves the OpenAPI document and a page that reads it, without credentials. The page is drawn when somebody
// first asks for it: most processes never do, and reading the document is a good part of a start.
func (s *Server) contratto() {
	if len(s.opz.Contract) == 0 {
		return
	}
	yaml := s.opz.Contract
	pagina := sync.OnceValues(func() ([]byte, error) { return leggiContratto(yaml) })
	s.Add(http.MethodGet, []string{s.opz.Base + "/openapi.yaml"}, func(c echo.Context) error {
		return c.Blob(http.StatusOK, "application/yaml; charset=utf-8", yaml)
	}, Open(), NoTenant())
	s.Add(http.MethodGet, []string{s.opz.Base + "/openapi"}, func(c echo.Context) error {
		disegno, err := pagina()
		if err != nil {
			return err
		}
		c.Response().Header().Set("Content-Security-Policy", politicaContratto)
		return c.HTMLBlob(http.StatusOK, disegno)
	}, Open(), NoTenant())
}

func leggiContratto(yaml []byte) ([]byte, error) {
	doc, err := openapi3.NewLoader().LoadFromData(yaml)
	if err != nil {
		return nil, fmt.Errorf("web: contratto: %w", err)
	}
	if err := doc.Validate(context.Background()); err != nil {
		return nil, fmt.Errorf("web: contratto: %w", err)
	}
	return disegna(doc)
}

type voceContratto struct {
	Metodo, Percorso, Sommario, Descrizione string
	Ruoli                                   string // that may, as the matrix has them
	Aperta                                  bool
	Risposte                                []string
	Campi                                   []campoContratto
}

type campoContratto struct {
	Nome, Tipo, Descrizione string
	Obbligatorio            bool
}

func disegna(doc *openapi3.T) ([]byte, error) {
	var voci []voceContratto
	for percorso, item := range doc.Paths.Map() {
		for metodo, op := range item.Operations() {
			v := voceContratto{Metodo: metodo, Percorso: percorso, Sommario: op.Summary, Descrizione: op.Description,
				Ruoli: ruoli(op), Aperta: op.Security != nil && len(*op.Security) == 0, Campi: campi(op)}
			for stato, r := range op.Responses.Map() {
				if r.Value != nil && r.Value.Description != nil {
					v.Risposte = append(v.Risposte, stato+" "+*r.Value.Description)
				}
			}
			slices.Sort(v.Risposte)
			voci = append(voci, v)
		}
	}
	slices.SortFunc(voci, func(a, b voceContratto) int {
		return strings.Compare(a.Percorso+a.Metodo, b.Percorso+b.Metodo)
	})
	t, err := template.New("contratto").Parse(paginaContratto)
	if err != nil {
		return nil, fmt.Errorf("web: pagina del contratto: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, map[string]any{"Info": doc.Info, "Voci": voci}); err != nil {
		return nil, fmt.Errorf("web: pagina del contratto: %w", err)
	}
	return out.Bytes(), nil
}

// ruoli reads x-ruoli, which is generated from the matrix (shared/laboratorio/testkit/rotte).
func ruoli(op *openapi3.Operation) string {
	elenco, _ := op.Extensions["x-ruoli"].([]any)
	nomi := make([]string, len(elenco))
	for i, r := range elenco {
		nomi[i], _ = r.(string)
	}
	return strings.Join(nomi, ", ")
}

// campi lists the members of the JSON body and the parameters of an operation.
func campi(op *openapi3.Operation) []campoContratto {
	var tutti []campoContratto
	for _, p := range op.Parameters {
		if p.Value != nil {
			tutti = append(tutti, campoContratto{Nome: p.Value.Name, Tipo: p.Value.In,
				Descrizione: p.Value.Description, Obbligatorio: p.Value.Required})
		}
	}
	if op.RequestBody == nil || op.RequestBody.Value == nil {
		return tutti
	}
	for _, media := range op.RequestBody.Value.Content {
		if media.Schema == nil || media.Schema.Value == nil {
			continue
		}
		s := media.Schema.Value
		for nome, p := range s.Properties {
			c := campoContratto{Nome: nome, Obbligatorio: slices.Contains(s.Required, nome)}
			if p.Value != nil {
				c.Descrizione = p.Value.Description
				if p.Value.Type != nil {
					c.Tipo = strings.Join(*p.Value.Type, " o ")
				}
			}
			tutti = append(tutti, c)
		}
	}
	slices.SortFunc(tutti, func(a, b campoContratto) int { return strings.Compare(a.Nome, b.Nome) })
	return tutti
}
