package piano_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/piano"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const codice = "RSSMRA80A01H501U"

// scena is an addressee with an act of a violation of 1 September 2026, whose last day is 30 November, looked at on 20 October under a
// command that sends with SEND, then by post.
type scena struct {
	s    vita.Stato
	x    piano.Intorno
	sc   piano.Scelte
	oggi string
}

func nuovaScena() *scena {
	p := vita.Posizione{ID: uuid.New(), Titolo: verbale.Obbligato, Soggetto: uuid.New(), Atto: uuid.New()}
	return &scena{oggi: "2026-10-20",
		s: vita.Stato{ID: uuid.New(), Assi: vita.Assi{Procedura: verbale.ConAtto, Debito: verbale.NonEsigibile}, Posizioni: []vita.Posizione{p}},
		x: piano.Intorno{Chi: vita.Soggetto{CodiceFiscale: codice}, Quadro: conseguenze.Quadro{Violazione: calendario.MustParse("2026-09-01")}},
		sc: piano.Scelte{Vie: []cds.Canale{verbale.CanaleSend, verbale.CanalePosta}, Riserva: 10, SendCollegato: true,
			DaSoli: map[cds.Canale]bool{verbale.CanaleSend: true, verbale.CanalePosta: true}}}
}

func (c *scena) p() *vita.Posizione { return &c.s.Posizioni[0] }

// tenta adds an attempt of the present act.
func (c *scena) tenta(via cds.Canale, stato verbale.StatoNotifica) {
	n := vita.Notifica{ID: uuid.New(), Posizione: c.p().ID, Canale: string(via), Stato: stato, Avviata: calendario.MustParse("2026-10-01")}
	if stato == verbale.NotificaFallita {
		n.Esito, n.Motivo = calendario.MustParse("2026-10-05"), "SEND l'ha rifiutato"
		c.accade(vita.NotificaNonRiuscita{IDNotifica: n.ID, Motivo: n.Motivo})
	}
	c.s.Notifiche = append(c.s.Notifiche, n)
}

func (c *scena) accade(d vita.Dati) {
	c.x.Storia = append(c.x.Storia, vita.Evento{Posizione: c.p().ID, Dati: d})
}

// TestPasso: what comes next in each case that the law, the command or the channels make.
func TestPasso(t *testing.T) {
	t.Parallel()
	const posta, send, messo = verbale.CanalePosta, verbale.CanaleSend, cds.CanaleMesso
	type atteso struct {
		aspetta       verbale.AttesaNotifica
		via, proposta cds.Canale
		dice          string
	}
	for nome, c := range map[string]struct {
		fa    func(*scena)
		vuole atteso
	}{
		"the first way":                  {func(*scena) {}, atteso{verbale.AttesaPartenza, send, "", "prima via"}},
		"post first":                     {func(c *scena) { c.sc.Vie = []cds.Canale{posta, send} }, atteso{verbale.AttesaPartenza, posta, "", "Posta"}},
		"nobody chose a way":             {func(c *scena) { c.sc.Vie = nil }, atteso{verbale.AttesaPersona, "", "", "messo"}},
		"lots made by hand":              {func(c *scena) { c.sc.DaSoli[send] = false }, atteso{verbale.AttesaPersona, send, "", "li compone l'ufficio"}},
		"no tax code":                    {func(c *scena) { c.x.Chi.CodiceFiscale = "" }, atteso{verbale.AttesaPartenza, posta, "", "codice fiscale"}},
		"a foreigner without a tax code": {func(c *scena) { c.x.Chi = vita.Soggetto{Nazione: "DE"}; c.sc.Vie = []cds.Canale{send} }, atteso{verbale.AttesaPersona, "", "", "Nessuna via"}},
		"a company":                      {func(c *scena) { c.x.Chi.CodiceFiscale = "01234567897" }, atteso{verbale.AttesaPartenza, send, "", ""}},
		"SEND refused":                   {func(c *scena) { c.tenta(send, verbale.NotificaFallita) }, atteso{verbale.AttesaPartenza, posta, "", "SEND: non è riuscita il"}},
		"SEND refused the act before":    {func(c *scena) { c.tenta(send, verbale.NotificaFallita); c.accade(vita.AttoGenerato{}) }, atteso{verbale.AttesaPartenza, send, "", ""}},
		"both failed": {func(c *scena) { c.tenta(send, verbale.NotificaFallita); c.tenta(posta, verbale.NotificaFallita) },
			atteso{verbale.AttesaPersona, "", "", "Nessuna via"}},
		"on its way":         {func(c *scena) { c.tenta(send, verbale.NotificaInCorso) }, atteso{verbale.AttesaEsito, send, "", "partito"}},
		"on its way, called": {func(c *scena) { c.tenta(send, verbale.NotificaInCorso); c.x.Decide = "SEND tace" }, atteso{verbale.AttesaPersona, send, "", "SEND tace"}},
		"taken, not sent":    {func(c *scena) { c.tenta(send, verbale.NotificaInCorso); c.x.Fermo = "SEND non risponde" }, atteso{verbale.AttesaCanale, send, "", "SEND non risponde"}},
		"taken, not sent, the term near": {func(c *scena) {
			c.tenta(send, verbale.NotificaInCorso)
			c.x.Fermo = "SEND non risponde"
			c.oggi = "2026-11-22"
		},
			atteso{verbale.AttesaPersona, send, posta, "annullare"}},
		"SEND is away":                {func(c *scena) { c.sc.SendFermo = calendario.MustParse("2026-10-18") }, atteso{verbale.AttesaCanale, send, "", "non prende"}},
		"SEND is away, the term near": {func(c *scena) { c.sc.SendFermo, c.oggi = calendario.MustParse("2026-11-18"), "2026-11-20" }, atteso{verbale.AttesaPersona, send, posta, "conferma"}},
		"SEND is not connected":       {func(c *scena) { c.sc.SendCollegato = false }, atteso{verbale.AttesaCanale, send, "", "non è collegato"}},
		"too late for SEND":           {func(c *scena) { c.oggi = "2026-11-30" }, atteso{verbale.AttesaPartenza, posta, "", "entro il termine"}},
		"the day before the last":     {func(c *scena) { c.oggi = "2026-11-29" }, atteso{verbale.AttesaPartenza, send, "", ""}},
		"past the term":               {func(c *scena) { c.oggi = "2026-12-01" }, atteso{verbale.AttesaPersona, "", "", "Il termine"}},
		"past the term, decided": {func(c *scena) { c.oggi = "2026-12-01"; c.x.Quadro.Decise = map[uuid.UUID]bool{c.p().ID: true} },
			atteso{verbale.AttesaPartenza, send, "", ""}},
		"a person chose the post":        {func(c *scena) { c.accade(vita.ViaScelta{Via: posta}) }, atteso{verbale.AttesaPartenza, posta, "", "una persona"}},
		"a person chose the messo":       {func(c *scena) { c.accade(vita.ViaScelta{Via: messo}) }, atteso{verbale.AttesaPersona, messo, "", "registra l'esito"}},
		"a person leaves it to the plan": {func(c *scena) { c.accade(vita.ViaScelta{Via: messo}); c.accade(vita.ViaScelta{}) }, atteso{verbale.AttesaPartenza, send, "", ""}},
		"the chosen way failed": {func(c *scena) { c.accade(vita.ViaScelta{Via: posta}); c.tenta(posta, verbale.NotificaFallita) },
			atteso{verbale.AttesaPartenza, send, "", ""}},
		"SEND chosen without a tax code": {func(c *scena) { c.accade(vita.ViaScelta{Via: send}); c.x.Chi.CodiceFiscale = "" },
			atteso{verbale.AttesaPersona, send, "", "codice fiscale"}},
		"a domicile and only the post":  {func(c *scena) { c.domiciliato(); c.sc.Vie = []cds.Canale{posta} }, atteso{verbale.AttesaPersona, "", "", "domicilio digitale"}},
		"a domicile and SEND":           {func(c *scena) { c.domiciliato() }, atteso{verbale.AttesaPartenza, send, "", ""}},
		"in the open lot":               {func(c *scena) { c.sc.Vie = []cds.Canale{posta}; c.x.Lotto = piano.InLotto{Via: posta, DaSolo: true} }, atteso{verbale.AttesaLotto, posta, "", "lotto aperto"}},
		"in a closed lot":               {func(c *scena) { c.x.Lotto = piano.InLotto{Via: send, Nome: "LOT-1"} }, atteso{verbale.AttesaLotto, send, "", "LOT-1"}},
		"in the open lot, now for SEND": {func(c *scena) { c.x.Lotto = piano.InLotto{Via: posta, DaSolo: true} }, atteso{verbale.AttesaPartenza, send, "", ""}},
		"nobody known":                  {func(c *scena) { c.p().Soggetto, c.p().Atto = uuid.Nil, uuid.Nil }, atteso{verbale.AttesaRegistro, "", "", "chi risponde"}},
		"a register asked":              {func(c *scena) { c.chiesta(verbale.VisuraChiesta) }, atteso{verbale.AttesaRegistro, "", "", "registro"}},
		"a register's quota":            {func(c *scena) { c.chiesta(verbale.VisuraChiesta); c.x.Quota = true }, atteso{verbale.AttesaQuota, "", "", "finite"}},
		"a register contradicts":        {func(c *scena) { c.chiesta(verbale.VisuraConflitto) }, atteso{verbale.AttesaPersona, "", "", "da decidere"}},
		"not printed":                   {func(c *scena) { c.p().Atto = uuid.Nil }, atteso{verbale.AttesaStampa, "", "", "stampa"}},
		"not accepted":                  {func(c *scena) { c.s.Procedura = verbale.DaValidare }, atteso{verbale.AttesaPersona, "", "", "validare"}},
		"held": {func(c *scena) { c.s.Anomalie = []vita.Anomalia{{ID: uuid.New(), Tipo: verbale.AnomaliaDoppione}} },
			atteso{verbale.AttesaPersona, "", "", "doppione"}},
		"dead": {func(c *scena) {
			c.s.Anomalie = []vita.Anomalia{{ID: uuid.New(), Tipo: verbale.AnomaliaDecesso, Posizione: c.p().ID}}
		},
			atteso{verbale.AttesaPersona, "", "", "deceduto"}},
		"the other is dead": {func(c *scena) {
			c.s.Anomalie = []vita.Anomalia{{ID: uuid.New(), Tipo: verbale.AnomaliaDecesso, Posizione: uuid.New()}}
		},
			atteso{verbale.AttesaPartenza, send, "", ""}},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			x := nuovaScena()
			c.fa(x)
			passo, serve, err := x.sc.Giudica(x.s, *x.p(), x.x, calendario.MustParse(x.oggi))
			if err != nil || !serve {
				t.Fatal(serve, err)
			}
			if passo.Aspetta != c.vuole.aspetta || passo.Via != c.vuole.via || passo.Proposta != c.vuole.proposta ||
				!strings.Contains(strings.ToLower(passo.Perche), strings.ToLower(c.vuole.dice)) {
				t.Errorf("%+v, want %+v", passo, c.vuole)
			}
			if entro := passo.Aspetta != verbale.AttesaEsito; entro != (passo.Entro == calendario.MustParse("2026-11-30")) {
				t.Errorf("the last day: %s", passo.Entro)
			}
		})
	}
}

func (c *scena) domiciliato() {
	c.s.Visure = []vita.Visura{{ID: uuid.New(), Posizione: c.p().ID, Soggetto: c.p().Soggetto, Registro: verbale.VisuraDomicilio, Stato: verbale.VisuraTrovata}}
}

func (c *scena) chiesta(stato verbale.StatoVisura) {
	c.s.Visure = []vita.Visura{{ID: uuid.New(), Posizione: c.p().ID, Soggetto: c.p().Soggetto, Registro: verbale.VisuraResidenza, Stato: stato}}
}

// TestNessunoDaServire: who is served, owes nothing, or has a closed fine has no next step; what is out goes on.
func TestNessunoDaServire(t *testing.T) {
	t.Parallel()
	for nome, fa := range map[string]func(*scena){
		"served":   func(c *scena) { c.p().GiornoZero = calendario.MustParse("2026-10-01") },
		"closed":   func(c *scena) { c.p().Chiusa = "non risponde" },
		"paid":     func(c *scena) { c.s.Debito = verbale.Pagato },
		"annulled": func(c *scena) { c.s.Procedura = verbale.AnnullatoAutotutela },
		"imported": func(c *scena) { c.s.Importato = true },
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			c := nuovaScena()
			fa(c)
			if passo, serve, err := c.sc.Giudica(c.s, *c.p(), c.x, calendario.MustParse(c.oggi)); serve || err != nil {
				t.Errorf("%+v %v", passo, err)
			}
			c.tenta(verbale.CanaleSend, verbale.NotificaInCorso)
			if passo, _, err := c.sc.Giudica(c.s, *c.p(), c.x, calendario.MustParse(c.oggi)); passo.Aspetta != verbale.AttesaEsito || err != nil {
				t.Errorf("what is out: %+v %v", passo, err)
			}
		})
	}
}
