package motorizzazione

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

func TestVeicoloTrovato(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t)
	casi := map[string]struct {
		codice string
		titoli []Titolo
	}{
		"un proprietario":      {"001", []Titolo{Proprietario}},
		"nato all'estero":      {"002", []Titolo{Proprietario}},
		"società":              {"010", []Titolo{Proprietario}},
		"più comproprietari":   {"021", []Titolo{Proprietario, Proprietario, Proprietario}},
		"leasing":              {"030", []Titolo{Proprietario, Locatario}},
		"usufrutto":            {"031", []Titolo{Proprietario, Usufruttuario}},
		"riserva di proprietà": {"032", []Titolo{Proprietario, Acquirente}},
		"rubato":               {"040", []Titolo{Proprietario}},
		"residente all'estero": {"051", []Titolo{Proprietario}},
		"esportato":            {"052", nil},
		"deceduto":             {"060", []Titolo{Proprietario}},
		"minorenne":            {"062", []Titolo{Proprietario}},
		"venduto":              {"070", []Titolo{Proprietario}},
		"due locatari":         {"034", []Titolo{Proprietario, Locatario, Locatario}},
		"mandata due volte":    {"522", []Titolo{Proprietario}},
		"in ritardo di zero":   {"800", []Titolo{Proprietario}},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			v, err := r.Veicolo(t.Context(), domanda(simulato.Targa(c.codice, "AA")))
			if err != nil {
				t.Fatal(err)
			}
			var titoli []Titolo
			for _, i := range v.Intestatari {
				titoli = append(titoli, i.Titolo)
			}
			if d := cmp.Diff(c.titoli, titoli); d != "" || v.Avvertenze != nil || v.Data != giorno() {
				t.Errorf("%v %v %s", v.Avvertenze, v.Data, d)
			}
			rubato, deceduto, estinto := c.codice == "040", c.codice == "060", c.codice == "052"
			if v.Rubato != rubato || (v.Cessazione != nil) != estinto || (len(titoli) > 0 && v.Intestatari[0].Decesso.IsZero() == deceduto) {
				t.Errorf("%+v", v)
			}
		})
	}
}

func TestVeicoloNonTrovato(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t)
	casi := map[string]struct {
		codice    string
		tipo      error
		causa     error // nil: none asked
		tentativi int
	}{
		"sconosciuta, una domanda sola": {"404", ErrSconosciuta, nil, 1},
		"targa di un altro Stato":       {"050", ErrTargaEstera, ErrSconosciuta, 1},
		"500 sempre":                    {"500", ErrNonDisponibile, nil, 3},
		"503 sempre":                    {"503", ErrNonDisponibile, nil, 3},
		"429 sempre":                    {"429", ErrNonDisponibile, nil, 3},
		"500 più volte dei tentativi":   {"513", ErrNonDisponibile, nil, 3},
		"tagliata nel mezzo":            {"520", ErrNonDisponibile, io.ErrUnexpectedEOF, 3},
		"chiusa prima della risposta":   {"521", ErrNonDisponibile, nil, 3},
		"JSON rotto":                    {"530", ErrRispostaNonValida, nil, 1},
		"campi mancanti":                {"531", ErrRispostaNonValida, nil, 1},
		"altra targa":                   {"532", ErrRispostaNonValida, nil, 1},
		"oltre il limite":               {"533", ErrRispostaNonValida, nil, 1},
		"pagina HTML":                   {"534", ErrNonDisponibile, nil, 1},
		"credenziali rifiutate per via": {"541", ErrNonDisponibile, nil, 1},
		"404 di chi sta davanti":        {"542", ErrNonDisponibile, nil, 1},
		"due volte nello stesso corpo":  {"523", ErrRispostaNonValida, nil, 1},
		"altro giorno":                  {"539", ErrRispostaNonValida, nil, 1},
		"intestatario ripetuto":         {"535", ErrRispostaNonValida, nil, 1},
		"non è UTF-8":                   {"536", ErrRispostaNonValida, nil, 1},
		"codice fiscale errato":         {"537", ErrRispostaNonValida, nil, 1},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			targa := simulato.Targa(c.codice, "AA")
			err := nuovaRete(t).chiediVeicolo(t, targa)
			un(t, err, c.tipo)
			if c.causa != nil && !errors.Is(err, c.causa) {
				t.Errorf("cause of %v, want %v", err, c.causa)
			}
			if e := come(err); e == nil || e.Tentativi != c.tentativi {
				t.Errorf("%+v, want %d attempts", e, c.tentativi)
			}
			if strings.Contains(err.Error(), targa) {
				t.Errorf("the text of the error holds the plate: %v", err)
			}
		})
	}
	un(t, r.chiediVeicolo(t, "QQQ"), ErrRifiutata)
}

func TestRiproveContateDalRegistro(t *testing.T) {
	t.Parallel()
	for targa, attese := range map[string]int{"AB123CD": 1, "ZS404AA": 1, "ZS530AA": 1, "ZS500AA": 3, "ZS511AA": 2, "ZS512AA": 3, "ZS520AA": 3} {
		r := nuovaRete(t)
		_ = r.chiediVeicolo(t, targa) // the outcome is tested above
		if n := r.registro.Richieste(targa); n != attese {
			t.Errorf("%s was asked for %d times, want %d", targa, n, attese)
		}
	}
	if err := nuovaRete(t).chiediVeicolo(t, "ZS512BB"); err != nil {
		t.Errorf("good at the third attempt: %v", err)
	}
}

// An answer left over on the connection belongs to another question: it is refused as
// such, and the next question on a connection of its own gets its own answer.
func TestLaRispostaMandataDueVolteNonPassaPerUnAltra(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t, func(o *Opzioni) { o.Concorrenza = 1 })
	proprio := map[string]string{}
	for range 20 {
		for _, targa := range []string{"ZS522AA", "ZS522BB", "ZS001AA"} {
			v, err := r.Veicolo(t.Context(), domanda(targa))
			if err != nil {
				if !errors.Is(err, ErrRispostaNonValida) && !errors.Is(err, ErrNonDisponibile) {
					t.Fatal(err)
				}
				continue
			}
			if cf := v.Intestatari[0].CodiceFiscale; v.Targa != targa || proprio[targa] != "" && proprio[targa] != cf {
				t.Fatalf("%s got the answer of another: %s %s", targa, v.Targa, cf)
			}
			proprio[targa] = v.Intestatari[0].CodiceFiscale
		}
	}
	if len(proprio) != 3 {
		t.Errorf("never answered: %v", proprio)
	}
}

func TestIlPaeseDellaTargaEsteraSiSaSeIlRegistroLoDice(t *testing.T) {
	t.Parallel()
	if e := come(nuovaRete(t).chiediVeicolo(t, "ZS050AA")); e == nil || e.Nazione != "FR" {
		t.Errorf("%+v", e)
	}
	for _, corpo := range []string{`{"codice":"TARGA_ESTERA"}`, `{"codice":"TARGA_ESTERA","nazione":"<b>Francia"}`} {
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, corpo)
		})
		if e := come(chiediVeicolo(t.Context(), clientSu(t, fermo(), h), "AB123CD")); e == nil || !errors.Is(e, ErrTargaEstera) || e.Nazione != "" {
			t.Errorf("%s: %+v", corpo, e)
		}
	}
}

func TestIlTempoScadutoENonDisponibile(t *testing.T) {
	t.Parallel()
	casi := map[string]func(*Opzioni){
		"di un tentativo":      func(o *Opzioni) { o.ScadenzaTentativo, o.Tentativi = 30*time.Millisecond, 2 },
		"di tutta la chiamata": func(o *Opzioni) { o.Scadenza = 30 * time.Millisecond },
	}
	for nome, cambia := range casi {
		for _, codice := range []string{"860", "540"} {
			t.Run(nome+", scenario "+codice, func(t *testing.T) {
				t.Parallel()
				err := nuovaRete(t, cambia).chiediVeicolo(t, simulato.Targa(codice, "AA"))
				un(t, err, ErrNonDisponibile)
				if !isTimeout(err) {
					t.Errorf("the cause is no time-out: %v", err)
				}
			})
		}
	}
}

func TestIlProprietarioDipendeDallaData(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t)
	di := func(data string) string {
		d := domanda("ZS070AA")
		d.Data = calendario.MustParse(data)
		v, err := r.Veicolo(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		return v.Intestatari[0].CodiceFiscale
	}
	if di("2026-06-30") == di("2026-07-01") || di("2026-07-01") != di("2026-09-01") {
		t.Error("the owner must change on the first of July and only then")
	}
}

func TestNomeDiscordeEUnAvvertenza(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t)
	v, err := r.Veicolo(t.Context(), domanda("ZS538AA"))
	if err != nil || len(v.Avvertenze) == 0 {
		t.Errorf("%v %v", v.Avvertenze, err)
	}
	p, err := r.Patente(t.Context(), DomandaPatente{Numero: "U10000538A", Richiedente: "alfa", Motivo: "prova"})
	if err != nil || len(p.Avvertenze) == 0 {
		t.Errorf("%v %v", p.Avvertenze, err)
	}
}

func TestPatente(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t)
	chiedi := func(numero string) (Patente, error) {
		return r.Patente(t.Context(), DomandaPatente{Numero: numero, Richiedente: "alfa", Motivo: "CONTROLLO_SU_STRADA"})
	}
	for numero, stato := range map[string]StatoPatente{"RM 1234567 a": Valida, "U10000610A": Sospesa, "U10000611A": Revocata, "U10000612A": Scaduta} {
		if p, err := chiedi(numero); err != nil || p.Stato != stato {
			t.Errorf("%s: %v %v, want %v", numero, p.Stato, err, stato)
		}
	}
	if p, err := chiedi("U10000613A"); err != nil || p.Punti != 0 {
		t.Errorf("no points left is an answer: %+v %v", p, err)
	}
	for codice, tipo := range map[string]error{"404": ErrSconosciuta, "500": ErrNonDisponibile, "520": ErrNonDisponibile, "530": ErrRispostaNonValida,
		"531": ErrRispostaNonValida, "532": ErrRispostaNonValida, "535": ErrRispostaNonValida, "537": ErrRispostaNonValida} {
		_, err := nuovaRete(t).Patente(t.Context(), DomandaPatente{Numero: simulato.NumeroPatente(codice, "A"), Richiedente: "alfa", Motivo: "prova"})
		un(t, err, tipo)
	}
}

func TestDomandeRifiutateSenzaPartire(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t)
	casi := map[string]func(*Domanda){
		"targa vuota":            func(d *Domanda) { d.Targa = " - " },
		"targa con una barra":    func(d *Domanda) { d.Targa = "AB?12" },
		"targa con percorso":     func(d *Domanda) { d.Targa = "..%2F" },
		"targa lunghissima":      func(d *Domanda) { d.Targa = strings.Repeat("A", 21) },
		"data assente":           func(d *Domanda) { d.Data = calendario.Giorno{} },
		"richiedente vuoto":      func(d *Domanda) { d.Richiedente = " " },
		"motivo vuoto":           func(d *Domanda) { d.Motivo = "" },
		"motivo su due righe":    func(d *Domanda) { d.Motivo = "a\r\nX-Altro: b" },
		"motivo lunghissimo":     func(d *Domanda) { d.Motivo = strings.Repeat("m", 201) },
		"motivo che non è UTF-8": func(d *Domanda) { d.Motivo = "a\xff" },
	}
	for nome, cambia := range casi {
		d := domanda("AB123CD")
		cambia(&d)
		_, err := r.Veicolo(t.Context(), d)
		if un(t, err, ErrRifiutata); t.Failed() {
			t.Fatal(nome)
		}
	}
	if e := come(r.chiediVeicolo(t, "AB?12")); e == nil || e.Codice != "TARGA_NON_VALIDA" {
		t.Errorf("a plate of no possible shape is what the register would call one: %+v", e)
	}
	if s := r.Stato(); s.Tentativi != 0 {
		t.Errorf("%d questions left all the same", s.Tentativi)
	}
}

func TestRisposteDiChiNonEIlRegistro(t *testing.T) {
	t.Parallel()
	risponde := func(stato int, tipo, corpo string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", tipo)
			w.Header().Set("Location", "http://127.0.0.1:1/altrove")
			w.WriteHeader(stato)
			_, _ = w.Write([]byte(corpo))
		})
	}
	casi := map[string]struct {
		h    http.Handler
		tipo error
	}{
		"404 di un altro server non è una targa sconosciuta": {risponde(404, "text/html", "<h1>Not Found</h1>"), ErrNonDisponibile},
		"404 con un codice ignoto":                           {risponde(404, "application/problem+json", `{"codice":"BOH"}`), ErrRispostaNonValida},
		"rinvio altrove":                                     {risponde(302, "text/plain", ""), ErrNonDisponibile},
		"204 senza corpo":                                    {risponde(204, "application/json", ""), ErrNonDisponibile},
		"200 vuota":                                          {risponde(200, "application/json", ""), ErrRispostaNonValida},
		"200 con null":                                       {risponde(200, "application/json", "null"), ErrRispostaNonValida},
		"200 con un elenco":                                  {risponde(200, "application/json", "[]"), ErrRispostaNonValida},
		"401":                                                {risponde(401, "application/problem+json", `{"codice":"CREDENZIALI"}`), ErrNonDisponibile},
		"403 con codice da non stampare":                     {risponde(403, "application/problem+json", `{"codice":"<script>"}`), ErrNonDisponibile},
		"400 di un altro server":                             {risponde(400, "text/html", "<h1>Bad Request</h1>"), ErrNonDisponibile},
		"400 del registro":                                   {risponde(400, "application/problem+json", `{"codice":"MOTIVO_MANCANTE"}`), ErrRifiutata},
		"407 di un proxy":                                    {risponde(407, "text/html", "<h1>Proxy</h1>"), ErrNonDisponibile},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			err := chiediVeicolo(t.Context(), clientSu(t, fermo(), c.h), "AB123CD")
			un(t, err, c.tipo)
			if strings.Contains(err.Error(), "<") {
				t.Errorf("text of strangers in the error: %v", err)
			}
		})
	}
}

func TestLaRispostaSiLeggeFinoAUnMebibyte(t *testing.T) {
	t.Parallel()
	buona := string(veicoloGrezzo(t, "001"))
	lunga := func(byteInTutto int) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, buona+strings.Repeat(" ", byteInTutto-len(buona)))
		})
	}
	if err := chiediVeicolo(t.Context(), clientSu(t, fermo(), lunga(1<<20)), "ZS001AA"); err != nil {
		t.Errorf("exactly one mebibyte: %v", err)
	}
	un(t, chiediVeicolo(t.Context(), clientSu(t, fermo(), lunga(1<<20+1)), "ZS001AA"), ErrRispostaNonValida)
}

// senzaFine is a body that never ends and counts what is taken of it.
type senzaFine struct{ letti int }

func (s *senzaFine) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	s.letti += len(p)
	return len(p), nil
}

func TestDiUnaRispostaSenzaFineSiLeggeUnMebibyte(t *testing.T) {
	t.Parallel()
	fonte := &senzaFine{}
	c, err := Nuovo(Opzioni{BaseURL: "http://registro", HTTP: &http.Client{Transport: trasporto(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(fonte), Request: r}, nil
	})}})
	if err != nil {
		t.Fatal(err)
	}
	un(t, chiediVeicolo(t.Context(), c, "ZS001AA"), ErrRispostaNonValida)
	if fonte.letti != 1<<20+1 {
		t.Errorf("%d bytes were read", fonte.letti)
	}
}

func TestNessunoInAscolto(t *testing.T) {
	t.Parallel()
	c, err := Nuovo(Opzioni{BaseURL: "http://127.0.0.1:1", Attesa: time.Millisecond, Orologio: fermo()})
	if err != nil {
		t.Fatal(err)
	}
	err = chiediVeicolo(t.Context(), c, "AB123CD")
	un(t, err, ErrNonDisponibile)
	if strings.Contains(err.Error(), "AB123CD") || strings.Contains(c.Stato().UltimoErrore, "AB123CD") {
		t.Errorf("the plate is in %v", err)
	}
}

func TestOpzioniErrate(t *testing.T) {
	t.Parallel()
	for _, o := range []Opzioni{{}, {BaseURL: "ftp://x"}, {BaseURL: "http://"}, {BaseURL: "://"}, {BaseURL: "http://x", Guasti: 5, Finestra: 3}} {
		if _, err := Nuovo(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}
