package web

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// Accept gives the media type that a request prefers among those offered (RFC 9110, section 12.5.1).
// The first is for a caller who says nothing, has no preference or takes none of them.
func Accept(h http.Header, offerti ...string) string {
	scelto, migliore := offerti[0], 0.0
	for _, tipo := range offerti {
		if q := gradimento(h.Values(echo.HeaderAccept), tipo); q > migliore {
			scelto, migliore = tipo, q
		}
	}
	return scelto
}

// gradimento is the weight that the most precise of the ranges gives to a media type; 0: not wanted.
func gradimento(valori []string, tipo string) (peso float64) {
	famiglia, _, _ := strings.Cut(tipo, "/")
	precisione := 0
	for voce := range strings.SplitSeq(strings.Join(valori, ","), ",") {
		gamma, parametri, err := mime.ParseMediaType(voce)
		if err != nil {
			continue
		}
		quanto := map[string]int{tipo: 3, famiglia + "/*": 2, "*/*": 1}[gamma]
		if quanto > precisione {
			precisione, peso = quanto, qualita(parametri)
		}
	}
	return peso
}

func qualita(parametri map[string]string) float64 {
	testo, dato := parametri["q"]
	if !dato {
		return 1
	}
	q, err := strconv.ParseFloat(testo, 64)
	if err != nil || q < 0 || q > 1 {
		return 0
	}
	return q
}
