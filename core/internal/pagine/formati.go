package pagine

import (
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Momento is an instant as a person in Italy reads it.
func Momento(t time.Time) string { return t.In(calendario.Roma()).Format("02/01/2006 15:04") }

// Quando is Momento; nothing for no instant.
func Quando(t *time.Time) string {
	if t == nil {
		return ""
	}
	return Momento(*t)
}

// Quante counts things by their name: "1 voce", "2 voci".
func Quante(n int, una, tante string) string {
	if n == 1 {
		return "1 " + una
	}
	return strconv.Itoa(n) + " " + tante
}

// CursoreErrato is the refusal of a cursor that no page of the list gave.
func CursoreErrato() error {
	return problem.CampoNonValido("cursore", "non è un segnaposto di questo elenco")
}
