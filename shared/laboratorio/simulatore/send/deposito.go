package send

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// How long the place of a file waits, a file waits for its notification, a link is good, and a file of the archive takes to come.
const (
	valeCarico = time.Hour
	valeFile   = 7 * 24 * time.Hour
	valeLink   = time.Minute
	daArchivio = 10 * time.Second
	troppoFile = 200 << 20
	// tettoContenuti bounds the memory of what was uploaded: beyond it a file is known by its digest alone.
	tettoContenuti = 256 << 20
	vuoto          = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" // the digest of no bytes
	prefissoPDF    = "PN_NOTIFICATION_ATTACHMENTS-"
	prefissoF24    = "PN_F24_META-"
)

// file is a file of the store, or its place.
type file struct {
	Chiave    string    `json:"chiave"`
	Segreto   string    `json:"segreto"`
	SHA256    string    `json:"sha256"`
	Tipo      string    `json:"tipo"`
	Ente      string    `json:"ente"`
	Chiesto   time.Time `json:"chiesto"`
	Versione  string    `json:"versione,omitempty"` // empty: not uploaded yet
	Byte      int       `json:"byte,omitempty"`
	PDF       bool      `json:"pdf,omitempty"` // begins as a PDF does
	Contenuto []byte    `json:"contenuto,omitempty"`
}

// precarica gives the places of files.
func (s *Simulatore) precarica(c *chiamata) simulatore.Risposta {
	var chiesti []parole.Precarico
	if no, ok := c.leggiCorpo("precarichi", &chiesti); !ok {
		return no
	}
	visti := map[string]bool{}
	posti := make([]parole.Posto, len(chiesti))
	nuovi := make([]file, len(chiesti))
	for i, p := range chiesti {
		if visti[p.Indice] || p.SHA256 == vuoto {
			return problema(http.StatusBadRequest, parole.Parametro, "preloadIdx", "preloadIdx o sha256 non ammesso")
		}
		visti[p.Indice] = true
		chiave := prefissoPDF + casuale(32) + ".pdf"
		if p.ContentType == parole.TipoJSON {
			chiave = prefissoF24 + casuale(32) + ".json"
		}
		nuovi[i] = file{Chiave: chiave, Segreto: "[" + casuale(40) + "==]", SHA256: p.SHA256, Tipo: p.ContentType, Ente: c.ente.Chiave, Chiesto: c.adesso}
		posti[len(posti)-1-i] = parole.Posto{Indice: p.Indice, Segreto: nuovi[i].Segreto, Metodo: http.MethodPut, Chiave: chiave,
			Indirizzo: firmato(c.Request, http.MethodPut, chiave, c.adesso.Add(valeCarico))} // an order of its own
	}
	if err := s.accade(fatto{Che: fattoPrecarico, Posti: nuovi}); err != nil {
		return guasta(err)
	}
	return simulatore.InJSON(posti)
}

// firmato is an address of the store with a signature: a caller who changes it, even the order of its parameters, is refused.
func firmato(r *http.Request, metodo, chiave string, scade time.Time) string {
	return "http://" + r.Host + "/send/deposito/" + url.PathEscape(chiave) + "?" + interrogazione(metodo, chiave, scade)
}

func interrogazione(metodo, chiave string, scade time.Time) string {
	m := hmac.New(sha256.New, []byte("deposito simulato"))
	_, _ = fmt.Fprint(m, metodo, chiave, scade.Unix())
	return fmt.Sprintf("X-Amz-Signature=%s&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=%d", hex.EncodeToString(m.Sum(nil)), scade.Unix())
}

// deposito is the store behind the links. It knows no key of SEND, and refuses a call with a credential.
func (s *Simulatore) deposito(w http.ResponseWriter, r *http.Request) {
	chiave := r.PathValue("chiave")
	d := simulatore.Domanda{Risorsa: r.Method + " deposito", Chiave: chiave}
	corpo := new(bytes.Buffer)
	_, err := corpo.ReadFrom(http.MaxBytesReader(w, r.Body, troppoFile+1))
	s.mu.Lock()
	adesso := s.adesso()
	s.avanza(adesso)
	var scade int64
	_, _ = fmt.Sscanf(r.URL.Query().Get("X-Amz-Expires"), "%d", &scade)
	var risposta simulatore.Risposta
	switch {
	case r.Header.Get("Authorization") != "", r.Header.Get(parole.IntestazioneChiave) != "":
		d.Perche = "credenziali al deposito"
		risposta = inXML(http.StatusForbidden, "SignatureDoesNotMatch", "Only one auth mechanism allowed")
	case err != nil:
		risposta = inXML(http.StatusBadRequest, "IncompleteBody", "You did not provide the number of bytes specified by the Content-Length HTTP header")
	case r.URL.RawQuery != interrogazione(r.Method, chiave, time.Unix(scade, 0)):
		risposta = inXML(http.StatusForbidden, "SignatureDoesNotMatch", "The request signature we calculated does not match the signature you provided")
	case adesso.Unix() >= scade:
		risposta = inXML(http.StatusForbidden, "AccessDenied", "Request has expired")
	case r.Method == http.MethodPut:
		risposta = s.carica(w, r, chiave, corpo.Bytes())
	case r.Method == http.MethodGet:
		risposta = s.scarica(chiave)
	default:
		risposta = inXML(http.StatusMethodNotAllowed, "MethodNotAllowed", "The specified method is not allowed against this resource")
	}
	s.mu.Unlock()
	s.Rispondi(w, r, d, risposta)
}

// carica stores a file whose headers and bytes agree with its preload.
func (s *Simulatore) carica(w http.ResponseWriter, r *http.Request, chiave string, corpo []byte) simulatore.Risposta {
	f := s.file[chiave]
	controllo := r.Header.Get(parole.IntestazioneControllo)
	somma := sha256.Sum256(corpo)
	switch {
	case f == nil:
		return inXML(http.StatusNotFound, "NoSuchKey", "The specified key does not exist.")
	case !parole.SHA256(controllo):
		return inXML(http.StatusBadRequest, "InvalidRequest", "Value for x-amz-checksum-sha256 header is invalid.")
	case r.ContentLength < 0:
		return inXML(http.StatusLengthRequired, "MissingContentLength", "You must provide the Content-Length HTTP header.")
	case controllo != f.SHA256, r.Header.Get(parole.IntestazioneSegreto) != f.Segreto, r.Header.Get("Content-Type") != f.Tipo:
		return inXML(http.StatusForbidden, "SignatureDoesNotMatch", "The request signature we calculated does not match the signature you provided")
	case base64.StdEncoding.EncodeToString(somma[:]) != controllo:
		return inXML(http.StatusForbidden, "SignatureDoesNotMatch", "The SHA256 you specified did not match the calculated checksum.")
	}
	nuovo := *f
	nuovo.Versione, nuovo.Byte, nuovo.PDF = casuale(32), len(corpo), bytes.HasPrefix(corpo, []byte("%PDF-"))
	if s.tenuti += len(corpo); s.tenuti <= tettoContenuti {
		nuovo.Contenuto = corpo
	}
	if err := s.accade(fatto{Che: fattoCarico, File: &nuovo}); err != nil {
		return guasta(err)
	}
	w.Header().Set(parole.IntestazioneVersioneID, nuovo.Versione)
	return simulatore.Risposta{Stato: http.StatusOK, Tipo: "application/xml"}
}

// scarica gives the bytes of a file of the sender, or of one that SEND made.
func (s *Simulatore) scarica(chiave string) simulatore.Risposta {
	if f := s.file[chiave]; f != nil && f.Versione != "" {
		return simulatore.Risposta{Stato: http.StatusOK, Tipo: f.Tipo, Corpo: f.Contenuto}
	}
	if corpo := s.emesso(chiave); corpo != nil {
		return simulatore.Risposta{Stato: http.StatusOK, Tipo: parole.TipoPDF, Corpo: corpo}
	}
	return inXML(http.StatusNotFound, "NoSuchKey", "The specified key does not exist.")
}

// inXML writes a refusal of the store.
func inXML(stato int, codice, messaggio string) simulatore.Risposta {
	corpo := `<?xml version="1.0" encoding="UTF-8"?>` + "\n<Error><Code>" + codice + "</Code><Message>" + messaggio + "</Message></Error>"
	return simulatore.Risposta{Stato: stato, Tipo: "application/xml", Corpo: []byte(corpo)}
}

// pdf is a page with some lines of text.
func pdf(righe ...string) []byte {
	var testo strings.Builder
	testo.WriteString("BT /F1 11 Tf 50 780 Td 16 TL\n")
	for _, r := range righe {
		testo.WriteString("(" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(r) + ") Tj T*\n")
	}
	testo.WriteString("ET")
	oggetti := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", testo.Len(), testo.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	posti := make([]int, len(oggetti))
	for i, o := range oggetti {
		posti[i] = b.Len()
		_, _ = fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	tavola := b.Len()
	_, _ = fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(oggetti)+1)
	for _, p := range posti {
		_, _ = fmt.Fprintf(&b, "%010d 00000 n \n", p)
	}
	_, _ = fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(oggetti)+1, tavola)
	return b.Bytes()
}
