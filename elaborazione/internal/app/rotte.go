package app

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/utilita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/shared/web"
)

// rotte is every route of elaborazione.
func rotte(s *servizio.Servizio, v *verbale.Service, u *utilita.Service, l *lotto.Service, e *esitopostale.Service) {
	h := verbale.HTTP{Service: v, Chi: s.Web.Chi}

	soap := []string{"/ElaborazioneService/VerbaleInsService", base + "/VerbaleInsService", base + "/rest/VerbaleInsService", "/rest/VerbaleInsService"}
	s.Web.Aggiungi(http.MethodPost, soap, h.Soap, web.Permesso(auth.PermessoSoap), web.Limite(web.LimiteSOAP), web.SOAP(verbaleins.ComeFault))
	s.Web.Aggiungi(http.MethodGet, soap, h.Contratto, web.Aperta(), web.SenzaTenant())

	verbali := s.Web.Gruppo("/VerbaliRestService")
	verbali.Aggiungi(http.MethodGet, "/verbali/:id", h.Verbale, web.Permesso(auth.PermessoVerbaleLeggi))
	verbali.Aggiungi(http.MethodGet, "/verbali/:id/eventi", h.Eventi, web.Permesso(auth.PermessoVerbaleLeggi))
	verbali.Aggiungi(http.MethodPost, "/verbali/:id/eventi", h.RegistraEvento, web.Permesso(auth.PermessoVerbaleAnnota))
	verbali.Aggiungi(http.MethodGet, "/verbali/:id/pdf", h.PDF, web.Permesso(auth.PermessoVerbalePdf))
	verbali.Aggiungi(http.MethodPost, "/pagamenti", h.Pagamenti, web.Permesso(auth.PermessoPagamento))

	rotteLotti(verbali, lotto.HTTP{Service: l})
	rotteEsiti(verbali, esitopostale.HTTP{Service: e})
	rotteUtilita(s, u)
}

func rotteLotti(g *web.Gruppo, h lotto.HTTP) {
	leggi, avvia := web.Permesso(auth.PermessoLottoLeggi), web.Permesso(auth.PermessoLotto)
	g.Aggiungi(http.MethodPost, "/lotti", h.Crea, avvia)
	g.Aggiungi(http.MethodGet, "/lotti", h.Elenco, leggi)
	g.Aggiungi(http.MethodGet, "/lotti/:id", h.Lotto, leggi)
	g.Aggiungi(http.MethodGet, "/lotti/:id/voci", h.Voci, leggi)
	g.Aggiungi(http.MethodGet, "/lotti/:id/eventi", h.Eventi, leggi, web.SenzaTempo())
	g.Aggiungi(http.MethodGet, "/lotti/:id/pacchetto", h.Pacchetto, avvia, web.SenzaTempo())
	for _, c := range []lotto.Comando{lotto.Chiudi, lotto.Pausa, lotto.Riprendi, lotto.Annulla, lotto.Riprova} {
		g.Aggiungi(http.MethodPost, "/lotti/:id/"+string(c), h.Comando(c), avvia)
	}
}

func rotteEsiti(g *web.Gruppo, h esitopostale.HTTP) {
	g.Aggiungi(http.MethodPost, "/esitiPostali", h.Carica, web.Permesso(auth.PermessoLotto), web.Limite(web.LimiteParte))
	g.Aggiungi(http.MethodGet, "/esitiPostali/:id", h.Dettaglio, web.Permesso(auth.PermessoLottoLeggi))
}

// rotteUtilita are open to every role and look for no tenant: of the caller's, where there is one, they
// read the patron saint alone.
func rotteUtilita(s *servizio.Servizio, u *utilita.Service) {
	g := s.Web.Gruppo("/UtilityService")
	post := func(percorso string, h echo.HandlerFunc) {
		g.Aggiungi(http.MethodPost, percorso, h, web.Permesso(auth.PermessoUtilita), web.SenzaTenant())
	}
	post("/codiceFiscale/valida", utilita.Risponde(u.ValidaCodiceFiscale))
	post("/codiceFiscale/calcola", utilita.Risponde(u.CalcolaCodiceFiscale))
	post("/partitaIva/valida", utilita.Risponde(utilita.ValidaPartitaIVA))
	post("/targa/valida", utilita.Risponde(utilita.ValidaTarga))
	post("/patente/valida", utilita.Risponde(utilita.ValidaPatente))
	post("/telaio/valida", utilita.Risponde(utilita.ValidaTelaio))
	post("/iuv/valida", utilita.Risponde(utilita.ValidaIUV))
	post("/iuv/componi", utilita.Risponde(utilita.ComponiIUV))
	post("/qr/componi", utilita.Risponde(utilita.ComponiQR))
	post("/qr/leggi", utilita.Risponde(utilita.LeggiQR))
	post("/dataMatrix/componi", utilita.Risponde(utilita.ComponiDataMatrix))
	post("/dataMatrix/leggi", utilita.Risponde(utilita.LeggiDataMatrix))
	post("/raccomandata/valida", utilita.Risponde(utilita.ValidaRaccomandata))
	post("/bollettino/leggi", utilita.Risponde(utilita.LeggiBollettino))
	post("/scadenze/calcola", utilita.RispondeA(u.CalcolaScadenza))
	post("/importi/calcola", utilita.Risponde(utilita.CalcolaImporti))
	post("/velocita/calcola", utilita.Risponde(u.CalcolaVelocita))
	post("/conversioni/data", utilita.Risponde(utilita.ConvertiData))
	post("/conversioni/importo", utilita.Risponde(utilita.ConvertiImporto))
	g.Aggiungi(http.MethodGet, "/festivita/:anno", u.Festivita, web.Permesso(auth.PermessoUtilita), web.SenzaTenant())
}
