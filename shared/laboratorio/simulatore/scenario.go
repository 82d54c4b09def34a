package simulatore

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Scenario is a failure that a caller chooses by the key it asks for; how a key names the code is for
// each system to say.
type Scenario struct {
	Codice string // three digits
	Nome   string // Italian, for people
	Guasto Guasto
}

// Scenari lists the failures that every simulated system plays, the ranges 51n and 8nn by their first
// member.
func Scenari() []Scenario {
	return []Scenario{
		{"429", "troppe richieste (Retry-After 1)", ErroreStato(http.StatusTooManyRequests, "1")},
		{"430", "troppe richieste, senza Retry-After", ErroreStato(http.StatusTooManyRequests, "")},
		{"500", "errore interno", ErroreStato(http.StatusInternalServerError, "")},
		{"503", "servizio sospeso (Retry-After 1)", ErroreStato(http.StatusServiceUnavailable, "1")},
		{"511", "51n: errore 500 per n volte, poi bene", ErroreVolte(1)},
		{"520", "risposta troncata nel mezzo", Taglia},
		{"521", "connessione chiusa prima della risposta", Chiudi},
		{"522", "risposta mandata due volte sulla stessa connessione", DueVolte},
		{"523", "risposta scritta due volte nello stesso corpo", RipetutaNelCorpo},
		{"530", "JSON rotto", Corpo("application/json", `{"campo":`)},
		{"533", "risposta di 2 MiB", Enorme},
		{"534", "pagina HTML con stato 200", Corpo("text/html", "<html><body>Manutenzione</body></html>")},
		{"540", "muto: nessuna risposta finché il chiamante resta in attesa", Muto},
		{"541", "credenziali della rete rifiutate (401, non è il registro a rispondere)", AltroServer(http.StatusUnauthorized)},
		{"542", "404 di un server che sta davanti al registro", AltroServer(http.StatusNotFound)},
		{"801", "8nn: risposta dopo nn secondi", Lento(time.Second)},
	}
}

// PerCodice gives the failure of a code, also of the ranges; nil when there is none.
func PerCodice(codice string) Guasto {
	for _, s := range Scenari() {
		if s.Codice == codice {
			return s.Guasto
		}
	}
	if n, ok := strings.CutPrefix(codice, "51"); ok && n >= "1" && n <= "9" {
		return ErroreVolte(int(n[0] - '0'))
	}
	if n, err := strconv.Atoi(codice); err == nil && len(codice) == 3 && n >= 800 && n <= 899 {
		return Lento(time.Duration(n-800) * time.Second)
	}
	return nil
}
