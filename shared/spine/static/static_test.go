package static

import (
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// embedded says whether the binary carries a file.
func embedded(name string) bool {
	info, err := fs.Stat(FS(), name)
	return err == nil && info.Mode().IsRegular()
}

// A binary built without the resources serves bare pages and cannot print an act: it must not pass unnoticed.
func TestRisorsePresenti(t *testing.T) {
	t.Parallel()
	for _, nome := range []string{Style, Faces, Script, Icons, Htmx, FontRegular, FontSemibold, FontBold, FontMono} {
		if !embedded(nome) {
			t.Errorf("manca %s: eseguire `make risorse`", nome)
		}
	}
}

func TestCaratteriDichiaratiEsistono(t *testing.T) {
	t.Parallel()
	foglio, err := fs.ReadFile(FS(), Faces)
	if err != nil {
		t.Fatal(err)
	}
	indirizzi := regexp.MustCompile(`url\("([^"]+)"\)`).FindAllSubmatch(foglio, -1)
	if len(indirizzi) == 0 {
		t.Fatal("the style sheet declares no font")
	}
	for _, m := range indirizzi {
		if !embedded(string(m[1])) {
			t.Errorf("%s names %s, which is not embedded: eseguire `make risorse`", Faces, m[1])
		}
	}
}

func prova(t *testing.T) *Server {
	t.Helper()
	return nuovo(fstest.MapFS{
		"a.css":            {Data: []byte("body{}")},
		"a.css.gz":         {Data: []byte("compresso")},
		"js/b.js":          {Data: []byte("1")},
		"font/c.woff2":     {Data: []byte("w")},
		"d.sconosciuto":    {Data: []byte("?")},
		"cartella/.nascos": {Data: []byte("no")},
	})
}

func chiedi(t *testing.T, h http.Handler, metodo, url string, intestazioni ...string) *http.Response {
	t.Helper()
	req := httptest.NewRequest(metodo, url, nil)
	for i := 0; i+1 < len(intestazioni); i += 2 {
		req.Header.Set(intestazioni[i], intestazioni[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	risposta := rec.Result()
	t.Cleanup(func() { _ = risposta.Body.Close() })
	return risposta
}

func TestServitoreStato(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, metodo, url, tipo string
		stato                     int
	}{
		{"a style sheet is CSS", http.MethodGet, "/a.css", "text/css; charset=utf-8", 200},
		{"a script is JavaScript", http.MethodGet, "/js/b.js", "text/javascript; charset=utf-8", 200},
		{"a font is woff2", http.MethodHead, "/font/c.woff2", "font/woff2", 200},
		{"an unknown extension is bytes, never guessed", http.MethodGet, "/d.sconosciuto", "application/octet-stream", 200},
		{"a missing file is 404", http.MethodGet, "/no.css", "text/plain; charset=utf-8", 404},
		{"a folder is never listed", http.MethodGet, "/js", "text/plain; charset=utf-8", 404},
		{"the compressed twin has no address of its own", http.MethodGet, "/a.css.gz", "text/plain; charset=utf-8", 404},
		{"hidden files are not served", http.MethodGet, "/cartella/.nascos", "text/plain; charset=utf-8", 404},
		{"a climbing path stays inside", http.MethodGet, "/../../a.css", "text/css; charset=utf-8", 200},
		{"nothing can be written", http.MethodPost, "/a.css", "text/plain; charset=utf-8", 405},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			r := chiedi(t, prova(t), c.metodo, c.url)
			if r.StatusCode != c.stato || r.Header.Get("Content-Type") != c.tipo {
				t.Errorf("%s %s = %d %q, want %d %q", c.metodo, c.url, r.StatusCode, r.Header.Get("Content-Type"), c.stato, c.tipo)
			}
		})
	}
}

func TestServitoreMemoriaDelBrowser(t *testing.T) {
	t.Parallel()
	s := prova(t)
	indirizzo := s.URL("/statico/", "a.css")
	if !regexp.MustCompile(`^/statico/a\.css\?v=[0-9a-f]{16}$`).MatchString(indirizzo) {
		t.Fatalf("Indirizzo = %q", indirizzo)
	}
	conVersione := chiedi(t, s, http.MethodGet, strings.TrimPrefix(indirizzo, "/statico"))
	if ha := conVersione.Header.Get("Cache-Control"); ha != perSempre {
		t.Errorf("with its version: Cache-Control = %q, want %q", ha, perSempre)
	}
	vecchia := chiedi(t, s, http.MethodGet, "/a.css?v=0000000000000000")
	if ha := vecchia.Header.Get("Cache-Control"); ha != conRiscontro {
		t.Errorf("with another version: Cache-Control = %q, want %q", ha, conRiscontro)
	}
	uguale := chiedi(t, s, http.MethodGet, "/a.css", "If-None-Match", vecchia.Header.Get("ETag"))
	if uguale.StatusCode != http.StatusNotModified {
		t.Errorf("same ETag: %d, want 304", uguale.StatusCode)
	}
	if ha := s.URL("/statico", "no.css"); ha != "/statico/no.css" {
		t.Errorf("missing file: Indirizzo = %q", ha)
	}
}

func TestServitoreGzip(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, accetta, corpo, codifica string
	}{
		{"without the header the file goes as it is", "", "body{}", ""},
		{"gzip among others is used", "br, gzip", "compresso", "gzip"},
		{"gzip with a weight is used", "gzip;q=0.5", "compresso", "gzip"},
		{"gzip refused is not used", "gzip;q=0, br", "body{}", ""},
		{"gzip refused with decimals is not used", "gzip; q=0.000", "body{}", ""},
		{"another coding is not gzip", "xgzip", "body{}", ""},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			s := prova(t)
			r := chiedi(t, s, http.MethodGet, "/a.css", "Accept-Encoding", c.accetta)
			corpo, err := io.ReadAll(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			if string(corpo) != c.corpo || r.Header.Get("Content-Encoding") != c.codifica {
				t.Errorf("body %q coding %q, want %q %q", corpo, r.Header.Get("Content-Encoding"), c.corpo, c.codifica)
			}
			if r.Header.Get("Vary") != "Accept-Encoding" {
				t.Error("a cache between must keep the two forms apart")
			}
		})
	}
}
