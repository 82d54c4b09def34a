package motorizzazione

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

func TestVeicoloTrovato(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t)
	casi := map[string]struct {
		codice string
		titoli []registro.Titolo
	}{
		"un proprietario":      {"001", []registro.Titolo{registro.Proprietario}},
		"nato all'estero":      {"002", []registro.Titolo{registro.Proprietario}},
		"società":              {"010", []registro.Titolo{registro.Proprietario}},
		"più comproprietari":   {"021", []registro.Titolo{registro.Proprietario, registro.Proprietario, registro.Proprietario}},
		"leasing":              {"030", []registro.Titolo{registro.Proprietario, registro.Locatario}},
		"usufrutto":            {"031", []registro.Titolo{registro.Proprietario, registro.Usufruttuario}},
		"riserva di proprietà": {"032", []registro.Titolo{registro.Proprietario, registro.Acquirente}},
		"rubato":               {"040", []registro.Titolo{registro.Proprietario}},
		"residente all'estero": {"051", []registro.Titolo{registro.Proprietario}},
		"esportato":            {"052", nil},
		"deceduto":             {"060", []registro.Titolo{registro.Proprietario}},
		"minorenne":            {"062", []registro.Titolo{registro.Proprietario}},
		"venduto":              {"070", []registro.Titolo{registro.Proprietario}},
		"due locatari":         {"034", []registro.Titolo{registro.Proprietario, registro.Locatario, registro.Locatario}},
		"mandata due volte":    {"522", []registro.Titolo{registro.Proprietario}},
		"in ritardo di zero":   {"800", []registro.Titolo{registro.Proprietario}},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			v, err := r.Veicolo(t.Context(), domanda(simulato.Targa(c.codice, "AA")))
			if err != nil {
				t.Fatal(err)
			}
			var titoli []registro.Titolo
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
		"sconosciuta, una domanda sola": {"404", esterno.ErrNotFound, nil, 1},
		"targa di un altro Stato":       {"050", registro.ErrTargaEstera, esterno.ErrNotFound, 1},
		"500 sempre":                    {"500", esterno.ErrUnavailable, nil, 3},
		"tagliata nel mezzo":            {"520", esterno.ErrUnavailable, io.ErrUnexpectedEOF, 3},
		"chiusa prima della risposta":   {"521", esterno.ErrUnavailable, nil, 3},
		"JSON rotto":                    {"530", esterno.ErrInvalidAnswer, nil, 1},
		"campi mancanti":                {"531", esterno.ErrInvalidAnswer, nil, 1},
		"altra targa":                   {"532", esterno.ErrInvalidAnswer, nil, 1},
		"oltre il limite":               {"533", esterno.ErrInvalidAnswer, nil, 1},
		"pagina HTML":                   {"534", esterno.ErrUnavailable, nil, 1},
		"credenziali rifiutate per via": {"541", esterno.ErrUnavailable, nil, 1},
		"404 di chi sta davanti":        {"542", esterno.ErrUnavailable, nil, 1},
		"due volte nello stesso corpo":  {"523", esterno.ErrInvalidAnswer, nil, 1},
		"altro giorno":                  {"539", esterno.ErrInvalidAnswer, nil, 1},
		"intestatario ripetuto":         {"535", esterno.ErrInvalidAnswer, nil, 1},
		"non è UTF-8":                   {"536", esterno.ErrInvalidAnswer, nil, 1},
		"codice fiscale errato":         {"537", esterno.ErrInvalidAnswer, nil, 1},
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
			if e := esterno.As(err); e == nil || e.Attempts != c.tentativi {
				t.Errorf("%+v, want %d attempts", e, c.tentativi)
			}
			if strings.Contains(err.Error(), targa) {
				t.Errorf("the text of the error holds the plate: %v", err)
			}
		})
	}
	un(t, r.chiediVeicolo(t, "QQQ"), esterno.ErrRefused)
}

func TestIlPaeseDellaTargaEsteraSiSaSeIlRegistroLoDice(t *testing.T) {
	t.Parallel()
	if e, ok := errors.AsType[*registro.TargaEstera](nuovaRete(t).chiediVeicolo(t, "ZS050AA")); !ok || e.Nazione != "FR" {
		t.Errorf("%+v", e)
	}
	for _, corpo := range []string{`{"codice":"TARGA_ESTERA"}`, `{"codice":"TARGA_ESTERA","nazione":"<b>Francia"}`} {
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, corpo)
		})
		err := chiediVeicolo(t.Context(), clientSu(t, fermo(), h), "AB123CD")
		if e, ok := errors.AsType[*registro.TargaEstera](err); !ok || !errors.Is(err, registro.ErrTargaEstera) || e.Nazione != "" {
			t.Errorf("%s: %v", corpo, err)
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
	p, err := r.Patente(t.Context(), registro.DomandaPatente{Numero: "U10000538A", Richiedente: "alfa", Motivo: "prova"})
	if err != nil || len(p.Avvertenze) == 0 {
		t.Errorf("%v %v", p.Avvertenze, err)
	}
}

func TestPatente(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t)
	chiedi := func(numero string) (registro.Patente, error) {
		return r.Patente(t.Context(), registro.DomandaPatente{Numero: numero, Richiedente: "alfa", Motivo: "CONTROLLO_SU_STRADA"})
	}
	for numero, stato := range map[string]registro.StatoPatente{"RM 1234567 a": registro.Valida, "U10000610A": registro.Sospesa,
		"U10000611A": registro.Revocata, "U10000612A": registro.Scaduta} {
		if p, err := chiedi(numero); err != nil || p.Stato != stato {
			t.Errorf("%s: %v %v, want %v", numero, p.Stato, err, stato)
		}
	}
	if p, err := chiedi("U10000613A"); err != nil || p.Punti != 0 {
		t.Errorf("no points left is an answer: %+v %v", p, err)
	}
	for codice, tipo := range map[string]error{"404": esterno.ErrNotFound, "500": esterno.ErrUnavailable, "520": esterno.ErrUnavailable,
		"530": esterno.ErrInvalidAnswer,
		"531": esterno.ErrInvalidAnswer, "532": esterno.ErrInvalidAnswer, "535": esterno.ErrInvalidAnswer, "537": esterno.ErrInvalidAnswer} {
		_, err := nuovaRete(t).Patente(t.Context(), registro.DomandaPatente{Numero: simulato.NumeroPatente(codice, "A"), Richiedente: "alfa", Motivo: "prova"})
		un(t, err, tipo)
	}
}

func TestDomandeRifiutateSenzaPartire(t *testing.T) {
	t.Parallel()
	r := nuovaRete(t)
	casi := map[string]func(*registro.Domanda){
		"targa vuota":            func(d *registro.Domanda) { d.Targa = " - " },
		"targa con una barra":    func(d *registro.Domanda) { d.Targa = "AB?12" },
		"targa con percorso":     func(d *registro.Domanda) { d.Targa = "..%2F" },
		"targa lunghissima":      func(d *registro.Domanda) { d.Targa = strings.Repeat("A", 21) },
		"data assente":           func(d *registro.Domanda) { d.Data = calendario.Giorno{} },
		"richiedente vuoto":      func(d *registro.Domanda) { d.Richiedente = " " },
		"motivo vuoto":           func(d *registro.Domanda) { d.Motivo = "" },
		"motivo su due righe":    func(d *registro.Domanda) { d.Motivo = "a\r\nX-Altro: b" },
		"motivo lunghissimo":     func(d *registro.Domanda) { d.Motivo = strings.Repeat("m", 201) },
		"motivo che non è UTF-8": func(d *registro.Domanda) { d.Motivo = "a\xff" },
	}
	for nome, cambia := range casi {
		d := domanda("AB123CD")
		cambia(&d)
		_, err := r.Veicolo(t.Context(), d)
		if un(t, err, esterno.ErrRefused); t.Failed() {
			t.Fatal(nome)
		}
	}
	if e := esterno.As(r.chiediVeicolo(t, "AB?12")); e == nil || e.Code != "TARGA_NON_VALIDA" {
		t.Errorf("a plate of no possible shape is what the register would call one: %+v", e)
	}
	if s := r.State(); s.Attempts != 0 {
		t.Errorf("%d questions left all the same", s.Attempts)
	}
}

func TestRisposteDiChiNonEIlRegistro(t *testing.T) {
	t.Parallel()
	risponde := func(stato int, tipo, corpo string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", tipo)
			w.WriteHeader(stato)
			_, _ = w.Write([]byte(corpo))
		})
	}
	casi := map[string]struct {
		h    http.Handler
		tipo error
	}{
		"404 di un altro server non è una targa sconosciuta": {risponde(404, "text/html", "<h1>Not Found</h1>"), esterno.ErrUnavailable},
		"404 con un codice ignoto":                           {risponde(404, "application/problem+json", `{"codice":"BOH"}`), esterno.ErrInvalidAnswer},
		"200 vuota":                                          {risponde(200, "application/json", ""), esterno.ErrInvalidAnswer},
		"200 con null":                                       {risponde(200, "application/json", "null"), esterno.ErrInvalidAnswer},
		"200 con un elenco":                                  {risponde(200, "application/json", "[]"), esterno.ErrInvalidAnswer},
		"401":                                                {risponde(401, "application/problem+json", `{"codice":"CREDENZIALI"}`), esterno.ErrUnavailable},
		"403 con codice da non stampare":                     {risponde(403, "application/problem+json", `{"codice":"<script>"}`), esterno.ErrUnavailable},
		"400 di un altro server":                             {risponde(400, "text/html", "<h1>Bad Request</h1>"), esterno.ErrUnavailable},
		"400 del registro":                                   {risponde(400, "application/problem+json", `{"codice":"MOTIVO_MANCANTE"}`), esterno.ErrRefused},
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
