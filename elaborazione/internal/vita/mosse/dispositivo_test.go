package mosse

import (
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The data that the sender did not have are given by a person, under the same rules.
func TestDispositivoIndicato(t *testing.T) {
	t.Parallel()
	const tutto = `"tipoDispositivo":"Misuratore","matricola":"M1","approvazione":"D.D. 1/2024"`
	veloce := func(t *testing.T) *pratica {
		t.Helper()
		return nuovaPratica(t, conCodice("142-8", 17300, 69400)).conTabella(tabellaDiProva())
	}
	for regola, c := range map[string]struct{ dati, dice string }{
		"con la taratura dell'anno":         {`{` + tutto + `,"taratura":"2025-06-01"}`, ""},
		"senza la taratura":                 {`{` + tutto + `}`, "non si dice: taratura"},
		"con una taratura vecchia":          {`{` + tutto + `,"taratura":"2024-06-01"}`, "la cui taratura non è"},
		"senza l'approvazione":              {`{"tipoDispositivo":"Misuratore","matricola":"M1","taratura":"2025-06-01"}`, "non si dice: approvazione o omologazione"},
		"con una taratura che non si legge": {`{` + tutto + `,"taratura":"ieri"}`, "dati.taratura"},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := veloce(t)
			if c.dice != "" {
				p.rifiuta(c.dice, verbale.EventoDispositivoIndicato, c.dati)
				return
			}
			p.fa(verbale.EventoDispositivoIndicato, c.dati)
			if x, c := p.storia[len(p.storia)-1].Dati.(vita.DispositivoIndicato); !c || x.Dispositivo.Matricola != "M1" {
				t.Errorf("%+v", p.storia)
			}
			p.rivive()
		})
	}
	taciuta := func(t *testing.T) *pratica {
		t.Helper()
		p := veloce(t)
		p.quadro.Scritte = []conseguenze.Scritta{{SenzaMisura: true}}
		return p
	}
	const tarato = tutto + `,"taratura":"2025-06-01"`
	for regola, c := range map[string]struct{ dati, dice string }{
		"di una velocità che nessuno ha detto":      {`{` + tarato + `}`, "non si dice: velocità rilevata e limite"},
		"la velocità senza il limite":               {`{` + tarato + `,"velocitaRilevata":"78"}`, "non si dice: velocità rilevata e limite"},
		"una velocità che non si legge":             {`{` + tarato + `,"velocitaRilevata":"7,85","limite":50}`, "dati.velocitaRilevata"},
		"un limite assurdo":                         {`{` + tarato + `,"velocitaRilevata":"78","limite":400}`, "dati.limite"},
		"di un altro comma":                         {`{` + tarato + `,"velocitaRilevata":"105","limite":50}`, "è del comma 9"},
		"al netto della tolleranza nessuna":         {`{` + tarato + `,"velocitaRilevata":"54,9","limite":50}`, "non supera il limite"},
		"la velocità, con un decimale, e il limite": {`{` + tarato + `,"velocitaRilevata":"78,4","limite":50}`, ""},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := taciuta(t)
			if c.dice != "" {
				p.rifiuta(c.dice, verbale.EventoDispositivoIndicato, c.dati)
				return
			}
			p.fa(verbale.EventoDispositivoIndicato, c.dati)
			x, _ := p.storia[len(p.storia)-1].Dati.(vita.DispositivoIndicato)
			if !slices.Equal(x.Misure, []vita.Misura{{Ordine: 1, VelocitaDecimi: 784, LimiteDecimi: 500}}) {
				t.Errorf("%+v", x)
			}
			p.rivive()
		})
	}
	t.Run("una velocità che nessuna violazione attende", func(t *testing.T) {
		t.Parallel()
		veloce(t).rifiuta("nessuna violazione attende", verbale.EventoDispositivoIndicato, `{`+tarato+`,"velocitaRilevata":"78","limite":50}`)
	})
	t.Run("senza la velocità non si valida", func(t *testing.T) {
		t.Parallel()
		taciuta(t).rifiuta("non si sa la velocità rilevata o il limite", verbale.EventoValidato, `{}`)
	})
	t.Run("il modulo offre la velocità e il limite, obbligatori", func(t *testing.T) {
		t.Parallel()
		p := taciuta(t)
		x := Sguardo{Attore: "ufficio.alfa", Ora: p.oggi.Inizio(), Quadro: p.quadro, Righe: p.righe, Puo: func(verbale.TipoEvento) error { return nil }}
		r := x.Azioni(p.stato)
		i := slices.IndexFunc(r.Ammesse, func(a event.AzioneAmmessa) bool { return a.Tipo == string(verbale.EventoDispositivoIndicato) })
		for _, nome := range []string{"dati.taratura", "dati.velocitaRilevata", "dati.limite"} {
			if i < 0 || !slices.ContainsFunc(r.Ammesse[i].Campi, func(c event.CampoAzione) bool { return c.Nome == nome && c.Obbligatorio }) {
				t.Errorf("%s: %+v", nome, r.Ammesse)
			}
		}
	})
	t.Run("di un dispositivo già detto si chiede soltanto ciò che manca", func(t *testing.T) {
		t.Parallel()
		noto := vita.Dispositivo{Tipo: "Misuratore", Matricola: "M1", Approvazione: "D.D. 1/2024", Taratura: calendario.MustParse("2025-06-01")}
		for nome, c := range map[string]struct {
			prima  func(*vita.Dispositivo)
			misura bool
			dati   string
			chiede []string
		}{
			"la misura":               {func(*vita.Dispositivo) {}, true, `{"velocitaRilevata":"78","limite":50}`, []string{"dati.limite", "dati.velocitaRilevata"}},
			"la taratura":             {func(d *vita.Dispositivo) { d.Taratura = calendario.Giorno{} }, false, `{"taratura":"2025-06-01"}`, []string{"dati.taratura"}},
			"la matricola":            {func(d *vita.Dispositivo) { d.Matricola = "" }, false, `{"matricola":"M1"}`, []string{"dati.matricola"}},
			"la matricola e misura":   {func(d *vita.Dispositivo) { d.Matricola = "" }, true, `{"matricola":"M1","velocitaRilevata":"78","limite":50}`, []string{"dati.matricola", "dati.limite", "dati.velocitaRilevata"}},
			"una taratura più vicina": {func(d *vita.Dispositivo) { d.Taratura = calendario.MustParse("2023-06-01") }, false, `{"taratura":"2025-06-01"}`, []string{"dati.taratura"}},
		} {
			p := veloce(t)
			x := noto
			c.prima(&x)
			p.quadro.Dispositivo, p.quadro.Scritte = &x, []conseguenze.Scritta{{SenzaMisura: c.misura}}
			if chiesti := obbligatori(p); !slices.Equal(chiesti, c.chiede) {
				t.Errorf("%s: %v", nome, chiesti)
			}
			p.fa(verbale.EventoDispositivoIndicato, c.dati)
			if e, _ := p.storia[len(p.storia)-1].Dati.(vita.DispositivoIndicato); e.Dispositivo != noto || len(e.Misure) == 1 != c.misura {
				t.Errorf("%s: %+v", nome, e)
			}
			p.rivive()
		}
		p := veloce(t)
		p.quadro.Dispositivo = &noto
		p.rifiuta("dice già tutto", verbale.EventoDispositivoIndicato, `{}`)
		if chiesti := obbligatori(p); len(chiesti) != 4 || slices.Contains(chiesti, "dati.limite") {
			t.Errorf("another device: %v", chiesti)
		}
	})
	t.Run("una violazione che nessun dispositivo accerta", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("15-2", 4200, 17300)).conTabella(tabellaDiProva())
		p.rifiuta("nessuna violazione", verbale.EventoDispositivoIndicato, `{`+tutto+`}`)
	})
	t.Run("di un verbale già accettato", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("7-14-p1", 4200, 17300)).conTabella(tabellaDiProva())
		p.fa(verbale.EventoValidato, `{}`)
		p.rifiuta("procedura", verbale.EventoDispositivoIndicato, `{`+tutto+`}`)
	})
	t.Run("il modulo lo offre con la taratura obbligatoria", func(t *testing.T) {
		t.Parallel()
		p := veloce(t)
		x := Sguardo{Attore: "ufficio.alfa", Ora: p.oggi.Inizio(), Quadro: p.quadro, Righe: p.righe, Puo: func(verbale.TipoEvento) error { return nil }}
		r := x.Azioni(p.stato)
		i := slices.IndexFunc(r.Ammesse, func(a event.AzioneAmmessa) bool { return a.Tipo == string(verbale.EventoDispositivoIndicato) })
		if i < 0 || !slices.ContainsFunc(r.Ammesse[i].Campi, func(c event.CampoAzione) bool { return c.Nome == "dati.taratura" && c.Obbligatorio }) {
			t.Errorf("%+v", r.Ammesse)
		}
	})
}

// obbligatori are the data that the form of a device wants; nil where the event is not offered.
func obbligatori(p *pratica) (nomi []string) {
	x := Sguardo{Attore: "ufficio.alfa", Ora: p.oggi.Inizio(), Quadro: p.quadro, Righe: p.righe, Puo: func(verbale.TipoEvento) error { return nil }}
	for _, a := range x.Azioni(p.stato).Ammesse {
		if a.Tipo != string(verbale.EventoDispositivoIndicato) {
			continue
		}
		for _, c := range a.Campi {
			if c.Obbligatorio && strings.HasPrefix(c.Nome, "dati.") {
				nomi = append(nomi, c.Nome)
			}
		}
	}
	return nomi
}
