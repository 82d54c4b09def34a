// Package inipec answers as InfoCamere's service of companies' certified addresses (INI-PEC) and seats, as far as another
// administration's description tells it: a signed assertion is exchanged for a token, a list is asked for and read later under its
// id, a seat at once. It refuses assertions and tokens that are not in order, scopes, lists of none or of more than a hundred.
// Names that no source confirms are those of shared/registri, as the client has them. Scenarios are chosen by tax code (Scenari).
package inipec

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/registri"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/inipec"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// The agreement of the local stack.
const (
	Cliente = "COMUNE-DEMO"
	Ambito  = "inipec"
)

const (
	codiciAlPiu   = 100
	durataGettone = 10 * time.Minute
	assertoAlPiu  = 5 * time.Minute
)

// Opzioni of the simulator. Adesso nil is the machine's clock. Certificato is the one whose key must have signed; nil: any that is
// in force. Base is the audience of assertions; empty: the address that was called. Attesa is how long a list is being prepared.
type Opzioni struct {
	Adesso      func() time.Time
	Certificato *x509.Certificate
	Base        string
	Attesa      time.Duration
}

// Simulatore is one register. It is safe for concurrent use and keeps nothing on disk.
type Simulatore struct {
	*simulatore.Banco
	o    Opzioni
	nomi registri.Linguaggio

	mu        sync.Mutex
	gettoni   map[string]time.Time // until when each is good
	visti     map[string]bool      // jti of assertions
	elenchi   map[string]elenco
	richieste int
}

// elenco is a list that was asked for.
type elenco struct {
	codici []string
	alle   time.Time
}

// Nuovo returns a register that behaves normally.
func Nuovo(o Opzioni) *Simulatore {
	if o.Adesso == nil {
		o.Adesso = clock.Now
	}
	nomi, err := parole.Nomi()
	if err != nil {
		nomi = registri.Linguaggio{} // a file of ours: its own test reports its faults
	}
	return &Simulatore{Banco: simulatore.Nuovo("inipec", strings.ToUpper), o: o, nomi: nomi,
		gettoni: map[string]time.Time{}, visti: map[string]bool{}, elenchi: map[string]elenco{}}
}

const percorso = "/inipec"

// Registra mounts the register under /inipec and its control under /controllo/inipec.
func (s *Simulatore) Registra(mux *http.ServeMux) {
	mux.HandleFunc("POST "+percorso+"/"+s.nomi.Nome("autentica"), s.autentica)
	mux.HandleFunc("POST "+percorso+"/"+s.nomi.Nome("richiesta"), s.richiedi)
	mux.HandleFunc("GET "+percorso+"/"+s.nomi.Nome("elenco")+"/{id}", s.leggi)
	mux.HandleFunc("POST "+percorso+"/"+s.nomi.Nome("sede")+"/{cf}", s.sede)
	s.Banco.Registra(mux)
}

// Handler is a server of this register alone, for tests.
func (s *Simulatore) Handler() http.Handler {
	mux := http.NewServeMux()
	s.Registra(mux)
	return mux
}

// Elenchi is how many lists were asked for.
func (s *Simulatore) Elenchi() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.richieste
}

// negata is the refusal of who is not let in.
func (s *Simulatore) negata() simulatore.Risposta {
	r := simulatore.InJSON(map[string]string{s.nomi.Nome("messaggio"): "Unauthorized", s.nomi.Nome("codice"): "401"})
	r.Stato = http.StatusUnauthorized
	return r
}

// errore is the register's own object of an error.
func (s *Simulatore) errore(stato int, codice, descrizione string) simulatore.Risposta {
	n := s.nomi.Nome
	r := simulatore.InJSON(map[string]string{n("codice"): codice, n("applicazione"): "wspa", n("descrizione"): descrizione, n("istante"): s.istante()})
	r.Stato = stato
	return r
}

func (s *Simulatore) istante() string { return s.o.Adesso().UTC().Format(time.RFC3339) }

// autentica exchanges an assertion for a token.
func (s *Simulatore) autentica(w http.ResponseWriter, r *http.Request) {
	corpo, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	risposta := s.negata()
	perche := ""
	if err == nil {
		if err = s.verifica(r, strings.Trim(string(corpo), "\"\r\n ")); err == nil {
			gettone := uuid.NewString()
			s.mu.Lock()
			s.gettoni[gettone] = s.o.Adesso().Add(durataGettone)
			s.mu.Unlock()
			risposta = simulatore.InJSON(gettone)
		} else {
			perche = err.Error()
		}
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: "gettone", Chiave: "GETTONE", Perche: perche}, risposta)
}

// verifica checks an assertion: RS256 by the certificate that it carries, whose it is, for whom, its time, used once.
func (s *Simulatore) verifica(r *http.Request, firmato string) error {
	var certificato *x509.Certificate
	chiave := func(t *jwt.Token) (any, error) {
		catena, _ := t.Header["x5c"].([]any)
		if len(catena) == 0 {
			return nil, errors.New("manca x5c")
		}
		testo, _ := catena[0].(string)
		der, err := base64.StdEncoding.DecodeString(testo)
		if err != nil {
			return nil, err
		}
		if certificato, err = x509.ParseCertificate(der); err != nil {
			return nil, err
		}
		k, vera := certificato.PublicKey.(*rsa.PublicKey)
		if !vera || s.o.Certificato != nil && !certificato.Equal(s.o.Certificato) {
			return nil, errors.New("certificato non ammesso")
		}
		return k, nil
	}
	var c struct {
		jwt.RegisteredClaims

		Ambito string `json:"scope"`
	}
	base := s.o.Base
	if base == "" {
		base = "http://" + r.Host + percorso
	}
	_, err := jwt.ParseWithClaims(firmato, &c, chiave, jwt.WithValidMethods([]string{"RS256"}), jwt.WithTimeFunc(s.o.Adesso),
		jwt.WithAudience(base), jwt.WithIssuer(Cliente), jwt.WithSubject(Cliente), jwt.WithExpirationRequired(), jwt.WithIssuedAt())
	adesso := s.o.Adesso()
	switch {
	case err != nil:
		return err
	case c.Ambito != Ambito || r.URL.Query().Get(s.nomi.Nome("client")) != Cliente:
		return errors.New("ambito o cliente di altri")
	case c.ExpiresAt.After(adesso.Add(assertoAlPiu)):
		return errors.New("scadenza troppo lontana")
	case adesso.After(certificato.NotAfter) || adesso.Before(certificato.NotBefore):
		return errors.New("certificato scaduto")
	}
	return s.usaUnaVolta(c.ID)
}

// usaUnaVolta refuses a jti that is missing, or was seen before.
func (s *Simulatore) usaUnaVolta(jti string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if jti == "" || s.visti[jti] {
		return errors.New("jti mancante o già usato")
	}
	s.visti[jti] = true
	return nil
}

// entra checks who calls; ok false is a refusal already made.
func (s *Simulatore) entra(r *http.Request) (no simulatore.Risposta, ok bool) {
	s.mu.Lock()
	fino := s.gettoni[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	s.mu.Unlock()
	switch {
	case !s.o.Adesso().Before(fino), r.URL.Query().Get(s.nomi.Nome("client")) != Cliente:
		return s.negata(), false
	case r.Header.Get(s.nomi.Nome("ambito")) != Ambito:
		return s.errore(http.StatusBadRequest, "400", "Richiesta non valida"), false
	}
	return no, true
}

// richiedi takes a list.
func (s *Simulatore) richiedi(w http.ResponseWriter, r *http.Request) {
	risposta, ok := s.entra(r)
	if ok {
		risposta = s.prendi(r)
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: "richiesta", Chiave: "RICHIESTA"}, risposta)
}

func (s *Simulatore) prendi(r *http.Request) simulatore.Risposta {
	n := s.nomi.Nome
	var chiesto map[string]any
	corpo, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	if err != nil || json.Unmarshal(corpo, &chiesto) != nil {
		return s.errore(http.StatusBadRequest, "400", "Richiesta non valida")
	}
	voci, _ := chiesto[n("elencoCf")].([]any)
	var codici []string
	for _, v := range voci {
		voce, _ := v.(map[string]any)
		if cf, _ := voce[n("cf")].(string); len(cf) == 11 || len(cf) == 16 {
			codici = append(codici, cf)
		}
	}
	if len(codici) == 0 || len(codici) != len(voci) || len(codici) > codiciAlPiu {
		return s.errore(http.StatusBadRequest, "400", "Richiesta non valida")
	}
	id := uuid.NewString()
	s.mu.Lock()
	s.elenchi[id] = elenco{codici, s.o.Adesso()}
	s.richieste++
	s.mu.Unlock()
	return simulatore.InJSON(map[string]string{n("dataOraRichiesta"): s.istante(), n("identificativoRichiesta"): id})
}

// leggi returns a ready list; for an unready or unknown list it returns an error object with status 200.
func (s *Simulatore) leggi(w http.ResponseWriter, r *http.Request) {
	n := s.nomi.Nome
	id := r.PathValue("id")
	s.mu.Lock()
	e, c := s.elenchi[id]
	s.mu.Unlock()
	risposta, ok := s.entra(r)
	d := simulatore.Domanda{Risorsa: "elenco", Chiave: "ELENCO"}
	switch {
	case !ok:
	case !c:
		risposta = s.errore(http.StatusOK, n("errore.SCONOSCIUTA"), "Identificativo non trovato")
	case s.o.Adesso().Sub(e.alle) < s.o.Attesa || simulatore.DelCodiceFiscale(e.codici[0]) == maiPronto:
		risposta = s.errore(http.StatusOK, n("errore.IN_CORSO"), "List PEC in progress")
	default:
		d.Chiave, d.Guasto = e.codici[0], guasto(e.codici[0], s.nomi)
		risposta = simulatore.InJSON(map[string]any{n("dataOraDownload"): s.istante(), n("identificativoRichiesta"): id, n("elencoPec"): s.voci(e.codici)})
	}
	s.Rispondi(w, r, d, risposta)
}

func (s *Simulatore) voci(codici []string) []map[string]any {
	n := s.nomi.Nome
	voci := []map[string]any{}
	for _, cf := range codici {
		voce := map[string]any{n("cf"): cf, n("pecImpresa"): ""}
		x := di(cf)
		if x.pec {
			voce[n("pecImpresa")] = "impresa" + cf + "@pec.example.it"
		}
		if x.professionista {
			voce[n("pecProfessionista")] = []map[string]string{{n("pec"): "studio" + cf + "@ordine.example.it"}}
		}
		voci = append(voci, voce)
	}
	return voci
}

// sede gives a registered office.
func (s *Simulatore) sede(w http.ResponseWriter, r *http.Request) {
	n, cf := s.nomi.Nome, r.PathValue("cf")
	risposta, ok := s.entra(r)
	x := di(cf)
	switch {
	case !ok:
	case len(cf) != 11:
		risposta = s.errore(http.StatusBadRequest, "400", "Richiesta non valida")
	case x.sede == "":
		risposta = s.errore(http.StatusNotFound, n("errore.SENZA_SEDE"), "Impresa non trovata")
	default:
		risposta = simulatore.InJSON(map[string]any{n("dataOraEstrazione"): s.istante(), n("cf"): cf, n("indirizzoLocalizzazione"): map[string]string{
			n("denominazione"): "Impresa " + cf, n("toponimo"): "VIA", n("via"): x.sede, n("nCivico"): "10",
			n("cap"): "37121", n("comune"): "VERONA", n("provincia"): "VR"}})
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: "sede", Chiave: cf, Guasto: guastoSede(cf, s.nomi)}, risposta)
}
