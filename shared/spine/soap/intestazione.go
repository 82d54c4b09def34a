package soap

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

const (
	spazioWSSE    = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
	spazioWSU     = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
	profiloToken  = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#"
	passwordTesto = profiloToken + "PasswordText"
	nonceInBase64 = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary"
	messaggioTipo = "Della password è ammesso solo il tipo PasswordText: le credenziali si verificano presso il comando, che non le conserva in chiaro."
)

// UsernameToken is a WS-Security UsernameToken with the password in clear (PasswordText, profile 1.0
// section 3). Nonce and Creato are well formed and otherwise not used: they protect a digest, and a
// password in clear is protected by TLS alone.
type UsernameToken struct {
	Utente   string
	Password string
	Nonce    string // base64, as sent
	Creato   string // wsu:Created, as sent
}

// LogValue keeps the password out of the logs.
func (t UsernameToken) LogValue() slog.Value { return slog.StringValue(t.Utente) }

// String keeps the password out of printed values.
func (t UsernameToken) String() string { return "UsernameToken(" + t.Utente + ")" }

// GoString keeps the password out of %#v.
func (t UsernameToken) GoString() string { return t.String() }

// Conferma compares the header with the caller who was let in: a token must be of the same user, and
// the wsu:Timestamp not past. The error is a *Fault.
func (r *Request) Conferma(utente string, adesso time.Time) error {
	switch {
	case r.Credenziali != nil && !strings.EqualFold(r.Credenziali.Utente, utente):
		return rifiuto(CredenzialiDiscordi, "L'utente di UsernameToken non è quello dell'intestazione HTTP Authorization.")
	case !r.Scade.IsZero() && !adesso.Before(r.Scade):
		return rifiuto(RichiestaScaduta, fmt.Sprintf("La richiesta è scaduta alle %s (wsu:Timestamp): ora sono le %s.",
			r.Scade.UTC().Format(time.RFC3339), adesso.UTC().Format(time.RFC3339)))
	}
	return nil
}

// intestazioni understands Security and nothing else; other blocks are ignored unless they must be
// understood by us.
func (r *Request) intestazioni(h *Element) *Fault {
	sicurezza := false
	for i := range h.Figli {
		blocco := &h.Figli[i]
		if !r.perNoi(blocco) {
			continue
		}
		if (blocco.Nome != xml.Name{Space: spazioWSSE, Local: "Security"}) {
			if r.obbligatoria(blocco) {
				return &Fault{Codice: MustUnderstand, Sigla: IntestazioneIgnota,
					Messaggio: fmt.Sprintf("L'intestazione {%s}%s deve essere compresa e non lo è.", breve(blocco.Nome.Space), breve(blocco.Nome.Local))}
			}
			continue
		}
		if sicurezza {
			return rifiuto(CredenzialiNonLette, "L'intestazione Security è ripetuta.")
		}
		sicurezza = true
		if f := r.leggiSicurezza(blocco); f != nil {
			return f
		}
	}
	return nil
}

// perNoi reports whether a block is meant for this node: no actor, or an actor that we play.
func (r *Request) perNoi(blocco *Element) bool {
	if r.Versione == V11 {
		attore, _ := blocco.Attributo(spazioBusta11, "actor")
		return attore == "" || attore == "http://schemas.xmlsoap.org/soap/actor/next"
	}
	ruolo, _ := blocco.Attributo(spazioBusta12, "role")
	return ruolo == "" || ruolo == spazioBusta12+"/role/next" || ruolo == spazioBusta12+"/role/ultimateReceiver"
}

func (r *Request) obbligatoria(blocco *Element) bool {
	v, _ := blocco.Attributo(r.Versione.Spazio(), "mustUnderstand")
	v = strings.TrimSpace(v)
	return v == "1" || v == "true"
}

// leggiSicurezza reads token and timestamp. Signatures and other tokens are refused, since we would
// only pretend to check them.
func (r *Request) leggiSicurezza(s *Element) *Fault {
	datata := false
	for i := range s.Figli {
		var f *Fault
		switch e := &s.Figli[i]; e.Nome {
		case xml.Name{Space: spazioWSU, Local: "Timestamp"}:
			if datata {
				return rifiuto(CredenzialiNonLette, "wsu:Timestamp è ripetuto.")
			}
			datata = true
			r.Scade, f = leggiDurata(e)
		case xml.Name{Space: spazioWSSE, Local: "UsernameToken"}:
			if r.Credenziali != nil {
				return rifiuto(CredenzialiNonLette, "UsernameToken è ripetuto.")
			}
			r.Credenziali, f = leggiToken(e)
		default:
			f = rifiuto(CredenzialiNonLette, fmt.Sprintf("In Security l'elemento %q non è ammesso: solo UsernameToken e Timestamp.", breve(e.Nome.Local)))
		}
		if f != nil {
			return f
		}
	}
	return nil
}

// leggiDurata reads a Timestamp: when the request ceases to be good, zero when it does not say.
func leggiDurata(e *Element) (scade time.Time, f *Fault) {
	visti := map[string]bool{}
	for i := range e.Figli {
		figlio := &e.Figli[i]
		nome := figlio.Nome.Local
		if figlio.Nome.Space != spazioWSU || nome != "Created" && nome != "Expires" {
			continue
		}
		istante, bene := leggiIstante(figlio)
		if !bene || visti[nome] {
			return time.Time{}, rifiuto(CredenzialiNonLette, fmt.Sprintf("In wsu:Timestamp l'elemento %s non è una data e ora o è ripetuto.", nome))
		}
		visti[nome] = true
		if nome == "Expires" {
			scade = istante
		}
	}
	return scade, nil
}

// leggiIstante reads an xsd:dateTime; without an offset it is UTC, as WS-Security wants it.
func leggiIstante(e *Element) (time.Time, bool) {
	testo := strings.TrimSpace(e.Testo)
	t, err := time.Parse(time.RFC3339, testo)
	if err != nil {
		t, err = time.Parse("2006-01-02T15:04:05", testo)
	}
	return t, err == nil && len(e.Figli) == 0
}

func leggiToken(e *Element) (*UsernameToken, *Fault) {
	t := &UsernameToken{}
	campi := map[xml.Name]*string{
		{Space: spazioWSSE, Local: "Username"}: &t.Utente,
		{Space: spazioWSSE, Local: "Password"}: &t.Password,
		{Space: spazioWSSE, Local: "Nonce"}:    &t.Nonce,
		{Space: spazioWSU, Local: "Created"}:   &t.Creato,
	}
	for i := range e.Figli {
		figlio := &e.Figli[i]
		campo, noto := campi[figlio.Nome]
		if !noto || len(figlio.Figli) > 0 {
			return nil, rifiuto(CredenzialiNonLette, fmt.Sprintf("In UsernameToken l'elemento %q non è ammesso o è ripetuto.", breve(figlio.Nome.Local)))
		}
		*campo = figlio.Testo
		delete(campi, figlio.Nome)
		if f := controllaCampo(figlio); f != nil {
			return nil, f
		}
	}
	t.Utente = strings.TrimSpace(t.Utente)
	if t.Utente == "" {
		return nil, rifiuto(CredenzialiNonLette, "In UsernameToken manca Username.")
	}
	return t, nil
}

// controllaCampo checks the form of a part of the token.
func controllaCampo(e *Element) *Fault {
	switch e.Nome.Local {
	case "Password":
		if tipo, scritto := e.Attributo("", "Type"); scritto && strings.TrimSpace(tipo) != passwordTesto {
			return rifiuto(CredenzialiNonLette, messaggioTipo)
		}
	case "Nonce":
		codifica, scritta := e.Attributo("", "EncodingType")
		if _, err := base64.StdEncoding.DecodeString(strings.TrimSpace(e.Testo)); err != nil || scritta && codifica != nonceInBase64 {
			return rifiuto(CredenzialiNonLette, "In UsernameToken l'elemento Nonce non è in base64.")
		}
	case "Created":
		if _, bene := leggiIstante(e); !bene {
			return rifiuto(CredenzialiNonLette, "In UsernameToken l'elemento Created non è una data e ora.")
		}
	}
	return nil
}
