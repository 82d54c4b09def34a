package deposito

import (
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// s3Finto answers the few calls of the S3 protocol that the store makes, path style, one bucket.
type s3Finto struct {
	mu      sync.Mutex
	oggetti map[string][]byte
	tipi    map[string]string
}

func (s *s3Finto) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	chiave := strings.TrimPrefix(r.URL.Path, "/secchio/")
	switch {
	case r.Method == http.MethodPut:
		s.metti(w, r, chiave)
	case r.URL.Query().Has("list-type"):
		s.elenca(w, r.URL.Query().Get("prefix"))
	default:
		s.leggi(w, r, chiave)
	}
}

func (s *s3Finto) metti(w http.ResponseWriter, r *http.Request, chiave string) {
	corpo, err := corpoDi(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.oggetti[chiave], s.tipi[chiave] = corpo, r.Header.Get("Content-Type")
	w.Header().Set("ETag", `"e"`)
}

// corpoDi undoes the aws-chunked framing that the client uses to send a checksum after the body.
func corpoDi(r *http.Request) ([]byte, error) {
	if !strings.Contains(r.Header.Get("Content-Encoding"), "aws-chunked") {
		return io.ReadAll(r.Body)
	}
	var corpo []byte
	lettore := bufio.NewReader(r.Body)
	for {
		riga, err := lettore.ReadString('\n')
		if err != nil {
			return nil, err
		}
		lunghezza, err := strconv.ParseInt(strings.SplitN(strings.TrimSpace(riga), ";", 2)[0], 16, 64)
		if err != nil || lunghezza == 0 {
			return corpo, err
		}
		pezzo := make([]byte, lunghezza+2)
		if _, err := io.ReadFull(lettore, pezzo); err != nil {
			return nil, err
		}
		corpo = append(corpo, pezzo[:lunghezza]...)
	}
}

func (s *s3Finto) leggi(w http.ResponseWriter, r *http.Request, chiave string) {
	corpo, ok := s.oggetti[chiave]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		if r.Method == http.MethodGet {
			fmt.Fprint(w, "<Error><Code>NoSuchKey</Code><Message>manca</Message></Error>")
		}
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(corpo)))
	w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 10:00:00 GMT")
	w.Header().Set("ETag", `"e"`)
	if r.Method == http.MethodGet {
		_, _ = w.Write(corpo)
	}
}

func (s *s3Finto) elenca(w http.ResponseWriter, prefisso string) {
	type oggetto struct {
		Key          string `xml:"Key"`
		LastModified string `xml:"LastModified"`
		ETag         string `xml:"ETag"`
		Size         int    `xml:"Size"`
	}
	var risposta struct {
		XMLName  xml.Name  `xml:"ListBucketResult"`
		Contents []oggetto `xml:"Contents"`
	}
	for chiave, corpo := range s.oggetti {
		if strings.HasPrefix(chiave, prefisso) {
			risposta.Contents = append(risposta.Contents, oggetto{chiave, "2026-11-20T10:00:00Z", `"e"`, len(corpo)})
		}
	}
	_ = xml.NewEncoder(w).Encode(risposta)
}

func inS3(t *testing.T) (*Deposito, *s3Finto) {
	t.Helper()
	finto := &s3Finto{oggetti: map[string][]byte{}, tipi: map[string]string{}}
	server := httptest.NewServer(finto)
	t.Cleanup(server.Close)
	return apri(t, "s3://secchio?region=eu-south-1&anonymous=true&use_path_style=true&hostname_immutable=true&endpoint="+server.URL), finto
}

func TestS3ScriveRileggeEdElenca(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, finto := inS3(t)
	r := metti(t, d, "abc")
	metti(t, d, "abc")
	if diff := cmp.Diff(map[string][]byte{"alfa/" + shaDiAbc: []byte("abc")}, finto.oggetti); diff != "" {
		t.Error(diff)
	}
	if finto.tipi["alfa/"+shaDiAbc] != "application/pdf" {
		t.Errorf("tipi %v", finto.tipi)
	}
	if letto, err := d.Leggi(ctx, tenant, r.SHA256); err != nil || string(letto) != "abc" {
		t.Errorf("letto %q, errore %v", letto, err)
	}
	var voci []Riferimento
	if err := d.Elenca(ctx, tenant, func(v Voce) error { voci = append(voci, v.Riferimento); return nil }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Riferimento{r}, voci); diff != "" {
		t.Error(diff)
	}
}

func TestS3NonServeUnOggettoGuastoNeUnoCheManca(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, finto := inS3(t)
	finto.oggetti["alfa/"+shaDiAbc] = []byte("abb")
	if letto, err := d.Leggi(ctx, tenant, shaDiAbc); !errors.Is(err, ErrCorrotto) || letto != nil {
		t.Errorf("servito %q, errore %v", letto, err)
	}
	if _, err := d.Leggi(ctx, "beta", shaDiAbc); !errors.Is(err, ErrNonTrovato) {
		t.Errorf("errore %v", err)
	}
	if esiste, err := d.Esiste(ctx, "beta", shaDiAbc); err != nil || esiste {
		t.Errorf("esiste %v, errore %v", esiste, err)
	}
}
