package app

import (
	"net/http"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/shared/web"
)

// rotte is every route of elaborazione.
func rotte(s *servizio.Servizio, v *verbale.Service) {
	h := verbale.HTTP{Service: v, Chi: s.Web.Chi}

	soap := []string{"/ElaborazioneService/VerbaleInsService", base + "/VerbaleInsService", base + "/rest/VerbaleInsService", "/rest/VerbaleInsService"}
	s.Web.Aggiungi(http.MethodPost, soap, h.Soap, web.Permesso(auth.PermessoSoap), web.Limite(web.LimiteSOAP))
	s.Web.Aggiungi(http.MethodGet, soap, h.Contratto, web.Aperta(), web.SenzaTenant())

	verbali := s.Web.Gruppo("/VerbaliRestService")
	verbali.Aggiungi(http.MethodGet, "/verbali/:id", h.Verbale, web.Permesso(auth.PermessoVerbaleLeggi))
	verbali.Aggiungi(http.MethodGet, "/verbali/:id/eventi", h.Eventi, web.Permesso(auth.PermessoVerbaleLeggi))
	verbali.Aggiungi(http.MethodGet, "/verbali/:id/pdf", h.PDF, web.Permesso(auth.PermessoVerbalePdf))
}
