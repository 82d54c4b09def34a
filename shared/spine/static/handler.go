package static

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"
)

const (
	// perSempre is for an address that carries the hash of its content: it can never change.
	perSempre = "public, max-age=31536000, immutable"
	// conRiscontro lets a browser keep a copy and ask every time whether it is still the same.
	conRiscontro = "public, no-cache"
	// lunghezzaVersione is how many hexadecimal digits of the hash an address carries.
	lunghezzaVersione = 16
	suffissoGzip      = ".gz"
)

// Server serves the files of a file system over HTTP with an ETag made from their content.
// A file is read and hashed at its first request, so an idle service pays nothing for it.
type Server struct {
	radice fs.FS
	mu     sync.Mutex
	letti  map[string]risorsa
}

// risorsa holds the facts of a file, without its content, which stays where it is embedded.
type risorsa struct {
	nome      string
	versione  string
	tipo      string
	compressa bool // a .gz stands beside it
}

// New returns the handler of FS with the method that composes versioned addresses; mount it under a prefix with
// http.StripPrefix. Only GET and HEAD are answered.
func New() *Server { return nuovo(FS()) }

func nuovo(radice fs.FS) *Server {
	return &Server{radice: radice, letti: make(map[string]risorsa)}
}

// URL returns prefisso/nome with the version of the content, which browsers keep for a year;
// a file that is not there gives the plain address, which answers 404.
func (s *Server) URL(prefisso, nome string) string {
	nome = pulito(nome)
	indirizzo := strings.TrimSuffix(prefisso, "/") + "/" + (&url.URL{Path: nome}).EscapedPath()
	r, ok := s.trova(nome)
	if !ok {
		return indirizzo
	}
	return indirizzo + "?v=" + r.versione
}

// ServeHTTP answers with the file, 304 when the browser has it, 404 when it does not exist.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	r, ok := s.trova(pulito(req.URL.Path))
	if !ok {
		http.NotFound(w, req)
		return
	}
	s.scrivi(w, req, r)
}

// scrivi sends the form of the file that the browser accepts; http.ServeContent does ETags and ranges.
func (s *Server) scrivi(w http.ResponseWriter, req *http.Request, r risorsa) {
	h := w.Header()
	h.Set("Content-Type", r.tipo)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", conRiscontro)
	if req.URL.Query().Get("v") == r.versione {
		h.Set("Cache-Control", perSempre)
	}
	nome, etag := r.nome, r.versione
	if r.compressa {
		h.Set("Vary", "Accept-Encoding")
	}
	if r.compressa && accettaGzip(req.Header.Get("Accept-Encoding")) {
		h.Set("Content-Encoding", "gzip")
		nome, etag = r.nome+suffissoGzip, r.versione+"-gz"
	}
	h.Set("ETag", `"`+etag+`"`)
	s.manda(w, req, nome)
}

// manda streams a file from where it is embedded, without a copy of it in memory.
func (s *Server) manda(w http.ResponseWriter, req *http.Request, nome string) {
	f, err := s.radice.Open(nome)
	if err != nil {
		http.NotFound(w, req)
		return
	}
	defer f.Close()
	corpo, ok := f.(io.ReadSeeker)
	if !ok {
		http.NotFound(w, req)
		return
	}
	http.ServeContent(w, req, "", time.Time{}, corpo)
}

// trova returns the facts of a file, which it reads and hashes at the first use only.
func (s *Server) trova(nome string) (risorsa, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r, ok := s.letti[nome]; ok {
		return r, true
	}
	if strings.HasSuffix(nome, suffissoGzip) || strings.HasPrefix(path.Base(nome), ".") {
		return risorsa{}, false
	}
	intero, err := fs.ReadFile(s.radice, nome)
	if err != nil {
		return risorsa{}, false
	}
	_, err = fs.Stat(s.radice, nome+suffissoGzip)
	r := risorsa{nome: nome, versione: impronta(intero), tipo: tipo(nome), compressa: err == nil}
	s.letti[nome] = r
	return r, true
}

func impronta(contenuto []byte) string {
	somma := sha256.Sum256(contenuto)
	return hex.EncodeToString(somma[:])[:lunghezzaVersione]
}

// tipo knows the types we serve without asking the machine's own table, which differs from host to host.
func tipo(nome string) string {
	switch path.Ext(nome) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	case ".ttf":
		return "font/ttf"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}

// accettaGzip reads Accept-Encoding as RFC 9110 section 12.5.3 does for one coding: listed and not refused with q=0.
func accettaGzip(intestazione string) bool {
	for voce := range strings.SplitSeq(intestazione, ",") {
		nome, parametri, _ := strings.Cut(voce, ";")
		if !strings.EqualFold(strings.TrimSpace(nome), "gzip") {
			continue
		}
		q := strings.TrimSpace(parametri)
		return q == "" || strings.Trim(strings.TrimPrefix(strings.ToLower(q), "q="), "0.") != ""
	}
	return false
}
