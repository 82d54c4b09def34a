package simulatore

import (
	"bytes"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// ricevuteTenute is how many requests of each system are kept, ricevuteMostrate how many a page shows.
const (
	ricevuteTenute   = 20_000
	ricevuteMostrate = 200
)

// Ricevuta is a request as the system judged it. Perche is empty when it was right.
type Ricevuta struct {
	Quando    time.Time `json:"quando"`
	Richiesta string    `json:"richiesta"` // method and path
	Risorsa   string    `json:"risorsa"`
	Chiave    string    `json:"chiave"`
	Numero    string    `json:"numero,omitempty"` // by which the caller knows the question
	Stato     int       `json:"stato"`            // of the answer before any failure
	Perche    string    `json:"perche,omitempty"`
	Guastata  bool      `json:"guastata,omitempty"` // a failure was played in the answer's place
}

// ricevute are the latest requests, oldest first.
type ricevute struct {
	mu    sync.Mutex
	tutte []Ricevuta
}

func (t *ricevute) aggiungi(r Ricevuta) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.tutte) == ricevuteTenute+ricevuteMostrate { // the oldest go together: one at a time is a copy of all
		t.tutte = slices.Delete(t.tutte, 0, ricevuteMostrate)
	}
	t.tutte = append(t.tutte, r)
}

func (t *ricevute) leggi() []Ricevuta {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.tutte[max(0, len(t.tutte)-ricevuteTenute):])
}

// percheLungo is how much of a refusal is kept as its reason, in bytes.
const percheLungo = 300

// annota remembers a request. A system without a word of its own for the fault has said it in its refusal.
func (b *Banco) annota(r *http.Request, d Domanda, risposta Risposta, guastata bool) {
	perche := d.Perche
	if perche == "" && risposta.Stato >= http.StatusBadRequest {
		perche = string(risposta.Corpo[:min(len(risposta.Corpo), percheLungo)])
	}
	b.ricevute.aggiungi(Ricevuta{Quando: clock.Now(), Richiesta: r.Method + " " + r.URL.Path, Risorsa: d.Risorsa, Chiave: d.Chiave, Numero: d.Numero,
		Stato: risposta.Stato, Perche: perche, Guastata: guastata})
}

// Ricevute returns the latest requests and whether each was right, oldest first.
func (b *Banco) Ricevute() []Ricevuta { return b.ricevute.leggi() }

// paginaRicevute is what a person sees, the latest first.
//
//nolint:gochecknoglobals // a page, never written
var paginaRicevute = template.Must(template.New("ricevute").Parse(`<!doctype html>
<html lang="it"><meta charset="utf-8"><title>{{.Nome}}: richieste ricevute</title>
<style>body{font-family:sans-serif;margin:2rem}table{border-collapse:collapse}
td,th{border:1px solid #999;padding:.3rem .6rem;text-align:left;vertical-align:top}
.no{background:#fdd}.si{background:#dfd}</style>
<h1>{{.Nome}}: richieste ricevute</h1>
{{if .Ricevute}}<table><tr><th>Quando<th>Richiesta<th>Chiave<th>Stato<th>Giusta
{{range .Ricevute}}<tr class="{{if .Perche}}no{{else}}si{{end}}"><td>{{.Quando.Format "15:04:05.000"}}<td>{{.Richiesta}}<td>{{.Chiave}}<td>{{.Stato}}<td>
{{- if .Perche}}no: {{.Perche}}{{else}}sì{{end}}{{if .Guastata}} (risposta guastata per scenario o comando){{end}}
{{end}}</table>{{else}}<p>Nessuna, finora.{{end}}
`))

// leggiRicevute answers GET /controllo/<nome>/ricevute: a page to a browser, JSON to a program.
func (b *Banco) leggiRicevute(w http.ResponseWriter, r *http.Request) {
	tutte := b.Ricevute()
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		InJSON(map[string]any{"ricevute": tutte}).Scrivi(w)
		return
	}
	slices.Reverse(tutte)
	tutte = tutte[:min(len(tutte), ricevuteMostrate)]
	var pagina bytes.Buffer
	if err := paginaRicevute.Execute(&pagina, map[string]any{"Nome": b.nome, "Ricevute": tutte}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	Risposta{Stato: http.StatusOK, Tipo: "text/html; charset=utf-8", Corpo: pagina.Bytes()}.Scrivi(w)
}
