package propria

import (
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Frase is a change as a person reads it.
func (f Fatto) Frase() string {
	chi := "da " + f.Chi
	if f.DaSe {
		chi = "con questa stessa utenza"
	}
	return pagine.Momento(f.Quando) + ": " + f.Cosa + ", " + chi
}

// come is how a session was opened.
func come(a sessione.Aperta) string {
	modo := "con la password"
	if a.Sso {
		modo = "con l'accesso unico"
	}
	if a.Questa {
		modo += " (questa)"
	}
	return modo
}
