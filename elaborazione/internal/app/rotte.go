package app

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/consultazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pdnd"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pratica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/tariffa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/utilita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/visura"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// rotte is every route of elaborazione.
func rotte(s *service.Service, st *stanze, u *utilita.Service) {
	h := verbaleins.HTTP{Servizio: st.soap, Chi: s.Web.Identity, Indirizzo: s.Web.PublicAddress, Adesso: st.atti.Adesso, Log: s.Log}

	soap := []string{"/ElaborazioneService/VerbaleInsService", base + "/VerbaleInsService", base + "/rest/VerbaleInsService", "/rest/VerbaleInsService"}
	s.Web.Add(http.MethodPost, soap, h.Soap, web.Permission(auth.PermessoSoap), web.Limit(web.LimitSOAP), web.SOAP(verbaleins.ComeFault))
	s.Web.Add(http.MethodGet, soap, h.Contratto, web.Open(), web.NoTenant())

	verbali, leggi, scrivi := s.Web.Group("/VerbaliRestService"), consultazione.HTTP{Service: st.consultazione}, pratica.HTTP{Service: st.pratiche}
	verbali.Add(http.MethodGet, "/verbali/:id", leggi.Verbale, web.Permission(auth.PermessoVerbalePropri))
	verbali.Add(http.MethodGet, "/verbali/:id/eventi", leggi.Eventi, web.Permission(auth.PermessoVerbalePropri))
	verbali.Add(http.MethodPost, "/verbali/:id/eventi", scrivi.RegistraEvento, web.Permission(auth.PermessoVerbaleAnnota))
	verbali.Add(http.MethodGet, "/verbali/:id/azioni", scrivi.Azioni, web.Permission(auth.PermessoVerbalePropri))
	verbali.Add(http.MethodGet, "/verbali/:id/pdf", leggi.PDF, web.Permission(auth.PermessoVerbalePdf))
	verbali.Add(http.MethodPost, "/pagamenti", scrivi.Pagamenti, web.Permission(auth.PermessoPagamento))

	tariffe := tariffa.HTTP{Service: st.tariffe}
	verbali.Add(http.MethodGet, "/tariffe/verifica", tariffe.Verifica, web.Permission(auth.PermessoTariffe))
	verbali.Add(http.MethodPost, "/tariffe/verifica", tariffe.Segnala, web.Permission(auth.PermessoVerbaleDecidi))

	rotteLotti(verbali, lotto.HTTP{Service: st.lotti})
	rotteEsiti(verbali, esitopostale.HTTP{Service: st.esiti})
	rottePdnd(s.Web.Group("/PdndService"), pdnd.HTTP{Service: st.pdnd})
	rotteVisure(s.Web.Group("/VisuraAnagraficaElabRestService"), visura.HTTP{Service: st.visure})
	rotteUtilita(s, u)
}

// rottePdnd are what works of the e-services of PDND, for who sets them.
func rottePdnd(g *web.Group, h pdnd.HTTP) {
	g.Add(http.MethodGet, "/stato", h.Stato, web.Permission(auth.PermessoImpostazione))
	g.Add(http.MethodPost, "/voucher/:eservice/prova", h.Prova, web.Permission(auth.PermessoImpostazione))
}

func rotteLotti(g *web.Group, h lotto.HTTP) {
	leggi, avvia := web.Permission(auth.PermessoLottoLeggi), web.Permission(auth.PermessoLotto)
	g.Add(http.MethodPost, "/lotti", h.Crea, avvia)
	g.Add(http.MethodGet, "/lotti", h.Elenco, leggi)
	g.Add(http.MethodGet, "/lotti/:id", h.Lotto, leggi)
	g.Add(http.MethodGet, "/lotti/:id/voci", h.Voci, leggi)
	g.Add(http.MethodGet, "/lotti/:id/eventi", h.Eventi, leggi, web.NoTimeout())
	g.Add(http.MethodGet, "/lotti/:id/pacchetto", h.Pacchetto, avvia, web.NoTimeout())
	for _, c := range []lotto.Comando{lotto.Chiudi, lotto.Pausa, lotto.Riprendi, lotto.Annulla, lotto.Riprova} {
		g.Add(http.MethodPost, "/lotti/:id/"+string(c), h.Comando(c), avvia)
	}
}

func rotteEsiti(g *web.Group, h esitopostale.HTTP) {
	g.Add(http.MethodPost, "/esitiPostali", h.Carica, web.Permission(auth.PermessoLotto), web.Limit(web.LimitPart))
	g.Add(http.MethodGet, "/esitiPostali/:id", h.Dettaglio, web.Permission(auth.PermessoLottoLeggi))
}

func rotteVisure(g *web.Group, h visura.HTTP) {
	g.Add(http.MethodGet, "/visure", h.Elenco, web.Permission(auth.PermessoVerbaleDecidi))
	g.Add(http.MethodGet, "/visure/:id", h.Una, web.Permission(auth.PermessoVerbaleDecidi))
	g.Add(http.MethodPost, "/visure/:id/applica", h.Decidi(verbale.EventoVisuraApplicata), web.Permission(auth.PermessoVerbaleDecidi))
	g.Add(http.MethodPost, "/visure/:id/scarta", h.Decidi(verbale.EventoVisuraScartata), web.Permission(auth.PermessoVerbaleDecidi))
}

// rotteUtilita are open to every role and look for no tenant: of the caller's, where there is one, they
// read the patron saint alone.
func rotteUtilita(s *service.Service, u *utilita.Service) {
	g := s.Web.Group("/UtilityService")
	post := func(percorso string, h echo.HandlerFunc) {
		g.Add(http.MethodPost, percorso, h, web.Permission(auth.PermessoUtilita), web.NoTenant())
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
	post("/dataMatrix/componi", utilita.Risponde(u.ComponiDataMatrix))
	post("/dataMatrix/leggi", utilita.Risponde(utilita.LeggiDataMatrix))
	post("/raccomandata/valida", utilita.Risponde(utilita.ValidaRaccomandata))
	post("/bollettino/leggi", utilita.Risponde(utilita.LeggiBollettino))
	post("/scadenze/calcola", utilita.RispondeA(u.CalcolaScadenza))
	post("/importi/calcola", utilita.Risponde(utilita.CalcolaImporti))
	post("/velocita/calcola", utilita.Risponde(u.CalcolaVelocita))
	post("/conversioni/data", utilita.Risponde(utilita.ConvertiData))
	post("/conversioni/importo", utilita.Risponde(utilita.ConvertiImporto))
	g.Add(http.MethodGet, "/festivita/:anno", u.Festivita, web.Permission(auth.PermessoUtilita), web.NoTenant())
}
