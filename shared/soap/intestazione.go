package soap

import (
	"encoding/xml"
	"fmt"
	"log/slog"
	"strings"
)

const (
	spazioWSSE    = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
	spazioWSU     = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
	profiloToken  = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#"
	passwordTesto = profiloToken + "PasswordText"
)

// UsernameToken is a WS-Security UsernameToken with the password in clear (PasswordText, profile 1.0
// section 3). Whoever uses it decides about Nonce and Creato; here they are only read.
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

// intestazioni understands Security and nothing else; other blocks are ignored unless they must be
// understood by us.
func (r *Richiesta) intestazioni(h *Elemento) *Fault {
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

// perNoi reports whether a block is meant for this node: no actor, or one that we play.
func (r *Richiesta) perNoi(blocco *Elemento) bool {
	if r.Versione == V11 {
		attore, _ := blocco.Attributo(spazioBusta11, "actor")
		return attore == "" || attore == "http://schemas.xmlsoap.org/soap/actor/next"
	}
	ruolo, _ := blocco.Attributo(spazioBusta12, "role")
	return ruolo == "" || ruolo == spazioBusta12+"/role/next" || ruolo == spazioBusta12+"/role/ultimateReceiver"
}

func (r *Richiesta) obbligatoria(blocco *Elemento) bool {
	v, _ := blocco.Attributo(r.Versione.Spazio(), "mustUnderstand")
	v = strings.TrimSpace(v)
	return v == "1" || v == "true"
}

// leggiSicurezza reads the token. A Timestamp is let pass: the exchange is protected and dated by
// TLS. Signatures and other tokens are refused, since we would only pretend to check them.
func (r *Richiesta) leggiSicurezza(s *Elemento) *Fault {
	for i := range s.Figli {
		switch e := &s.Figli[i]; e.Nome {
		case xml.Name{Space: spazioWSU, Local: "Timestamp"}:
		case xml.Name{Space: spazioWSSE, Local: "UsernameToken"}:
			if r.Credenziali != nil {
				return rifiuto(CredenzialiNonLette, "UsernameToken è ripetuto.")
			}
			t, f := leggiToken(e)
			if f != nil {
				return f
			}
			r.Credenziali = t
		default:
			return rifiuto(CredenzialiNonLette, fmt.Sprintf("In Security l'elemento %q non è ammesso: solo UsernameToken.", breve(e.Nome.Local)))
		}
	}
	return nil
}

func leggiToken(e *Elemento) (*UsernameToken, *Fault) {
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
		if tipo, c := figlio.Attributo("", "Type"); c && figlio.Nome.Local == "Password" && tipo != passwordTesto {
			return nil, rifiuto(CredenzialiNonLette, "Della password è ammesso solo il tipo PasswordText.")
		}
	}
	t.Utente = strings.TrimSpace(t.Utente)
	if t.Utente == "" {
		return nil, rifiuto(CredenzialiNonLette, "In UsernameToken manca Username.")
	}
	return t, nil
}
