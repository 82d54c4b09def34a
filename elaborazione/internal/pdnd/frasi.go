package pdnd

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// scartoDetto is from which difference on our clock and PDND's are said to disagree: a provider refuses a token that comes
// from more than five seconds in the future.
const scartoDetto = 5 * time.Second

// inParole turns what went wrong with a voucher into what a person may read.
func inParole(u uso, kid string, err error) error {
	if err == nil || problem.As(err) != nil {
		return err
	}
	var t *troppe
	e := esterno.As(err)
	switch {
	case errors.As(err, &t):
		return aspetta("La PDND ha ricevuto troppe richieste dal comando.", t.Dopo).With(err)
	case errors.Is(err, esterno.ErrSaturated):
		return aspetta("Le richieste di voucher del comando superano ciò che la PDND ammette.", time.Second).With(err)
	case errors.Is(err, esterno.ErrRefused):
		return problem.Conflitto(pdnd.CodeRefused, fraseRifiuto(u, kid, e)+fraseOrologio(u.Autorita)).With(err)
	case errors.Is(err, esterno.ErrInvalidAnswer):
		return problem.NonDisponibile(pdnd.CodeUnavailable, "La PDND ha risposto qualcosa che non è un voucher: "+e.Detail+".").With(err)
	case e == nil:
		return err
	}
	return problem.NonDisponibile(pdnd.CodeUnavailable, "La PDND non risponde"+perche(e)+"."+fraseOrologio(u.Autorita)).With(err)
}

func aspetta(frase string, dopo time.Duration) *problem.Error {
	e := problem.Troppe(dopo)
	e.Codice, e.Dettaglio = pdnd.CodeTooManyRequests, fmt.Sprintf("%s Si può riprovare fra %s.", frase, durata(dopo))
	return e
}

// fraseRifiuto says what to look at: PDND says no reason on purpose.
func fraseRifiuto(u uso, kid string, e *esterno.Error) string {
	codice := ""
	if e != nil && e.Code != "" {
		codice = " (" + e.Code + ")"
	}
	return fmt.Sprintf("La PDND ha rifiutato il voucher%s e non dice perché. Da controllare nel suo back office: che la chiave %s sia fra quelle del client %s, "+
		"che la finalità %s sia attiva e associata al client, che l'accordo di fruizione sia attivo.", codice, kid, u.Cliente.ClientID, u.Finalita)
}

func perche(e *esterno.Error) string {
	switch {
	case errors.Is(e, esterno.ErrOpen):
		return ": ha fallito troppe volte e per poco non la si interroga"
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden, e.Status == http.StatusProxyAuthRequired:
		return fmt.Sprintf(": qualcuno sulla via nega l'accesso (HTTP %d)", e.Status)
	case e.Status != 0 && e.Detail != "":
		return fmt.Sprintf(" come dovrebbe (HTTP %d, %s)", e.Status, e.Detail)
	case e.Status != 0:
		return fmt.Sprintf(" (HTTP %d)", e.Status)
	case e.Detail != "":
		return " (" + e.Detail + ")"
	}
	return ""
}

// fraseOrologio says by how much our clock and PDND's disagree, when that matters; it begins with a space.
func fraseOrologio(a *Autorita) string {
	scarto, misurato := a.Scarto()
	if misurato.IsZero() || scarto.Abs() <= scartoDetto {
		return ""
	}
	verso := "avanti"
	if scarto < 0 {
		verso = "indietro"
	}
	return fmt.Sprintf(" L'orologio di questo server è %s di %s rispetto a quello della PDND: finché non è corretto i token firmati vengono rifiutati.", verso, durata(scarto.Abs()))
}

// durata is a time as a person says it, to the second.
func durata(d time.Duration) string {
	d = d.Round(time.Second)
	minuti, secondi := int64(d/time.Minute), int64(d%time.Minute/time.Second)
	switch {
	case minuti == 0:
		return quanti(secondi, "secondo", "secondi")
	case secondi == 0:
		return quanti(minuti, "minuto", "minuti")
	}
	return quanti(minuti, "minuto", "minuti") + " e " + quanti(secondi, "secondo", "secondi")
}

func quanti(n int64, uno, molti string) string {
	if n == 1 {
		return "1 " + uno
	}
	return fmt.Sprintf("%d %s", n, molti)
}
