package mosse

import (
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func con6Punti(x *vita.Inserito) { x.Violazioni[0].Punti = 6 }

// daScegliere is a fine of which a person chooses the row among these, as its sender wrote periods and tariff.
func daScegliere(t *testing.T, periodi int, tariffa importo.Cent, candidati string) *pratica {
	t.Helper()
	return nuovaPratica(t, func(x *vita.Inserito) {
		x.Violazioni[0] = vita.ViolazioneScelta{Candidati: candidati, Periodi: periodi, TariffaCent: tariffa}
	}).conTabella(tabellaDiProva())
}

// TestPeriodiETariffaDellaRigaPresa: the row says how often its band applies and whether a tariff is added (artt. 7 and 158 CdS).
func TestPeriodiETariffaDellaRigaPresa(t *testing.T) {
	t.Parallel()
	const sosta = "7-14-p1 7-14-p4 7-15-p1"
	for regola, c := range map[string]struct {
		periodi int
		tariffa importo.Cent
		dati    string
		volte   int
		vuole   importo.Cent
	}{
		"al più quattro volte":                       {6, 0, `{"codice":"7-14-p4"}`, 4, 0},
		"quante ne dice chi sceglie, al più quattro": {0, 0, `{"codice":"7-14-p4","periodi":5}`, 4, 0},
		"ogni ventiquattro ore":                      {6, 0, `{"codice":"7-14-p1"}`, 6, 0},
		"una volta sola, se lo dice chi sceglie":     {6, 0, `{"codice":"7-14-p4","periodi":1}`, 0, 0},
		"la tariffa di chi ha inserito":              {0, 500, `{"codice":"7-15-p1"}`, 0, 500},
		"la tariffa di chi sceglie":                  {0, 500, `{"codice":"7-15-p1","tariffaCent":620}`, 0, 620},
		"nessuna tariffa dove non si aggiunge":       {0, 500, `{"codice":"7-14-p1"}`, 0, 0},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := daScegliere(t, c.periodi, c.tariffa, sosta)
			p.fa(verbale.EventoViolazioneScelta, c.dati)
			if v := p.stato.Violazioni[0]; v.Periodi != c.volte || v.TariffaCent != c.vuole {
				t.Errorf("%+v", v)
			}
			p.rivive()
		})
	}
	t.Run("una riga che si applica una volta sola", func(t *testing.T) {
		t.Parallel()
		p := daScegliere(t, 6, 0, "142-7 142-8")
		p.rifiuta("si applica una volta sola", verbale.EventoViolazioneScelta, `{"codice":"142-7","periodi":2}`)
		if p.fa(verbale.EventoViolazioneScelta, `{"codice":"142-7"}`); p.stato.Violazioni[0].Periodi != 0 {
			t.Errorf("%+v", p.stato.Violazioni[0])
		}
	})
	t.Run("la tariffa che manca, e quella che non si aggiunge", func(t *testing.T) {
		t.Parallel()
		p := daScegliere(t, 0, 0, sosta)
		p.rifiuta("dati.tariffaCent", verbale.EventoViolazioneScelta, `{"codice":"7-15-p1"}`)
		p.rifiuta("dati.tariffaCent", verbale.EventoViolazioneScelta, `{"codice":"7-14-p1","tariffaCent":500}`)
		p.rifiuta("dati.tariffaCent", verbale.EventoViolazioneScelta, `{"codice":"7-15-p1","tariffaCent":100001}`)
		r := Sguardo{Attore: "ufficio.alfa", Ora: p.oggi.Inizio(), Quadro: p.quadro, Righe: p.righe, Puo: func(verbale.TipoEvento) error { return nil }}.Azioni(p.stato)
		i := slices.IndexFunc(r.Ammesse, func(a event.AzioneAmmessa) bool { return a.Tipo == string(verbale.EventoViolazioneScelta) })
		if i < 0 || !slices.Equal(r.Ammesse[i].Campi[slices.IndexFunc(r.Ammesse[i].Campi, func(c event.CampoAzione) bool { return c.Nome == "dati.codice" })].Valori,
			[]string{"7-14-p1", "7-14-p4", "7-15-p1"}) {
			t.Errorf("%+v", r)
		}
	})
}

// due is a fine of two violations of one codice that the table corrected since.
func due(x *vita.Inserito) {
	conCodice("15-2", 43000, 173100)(x)
	x.Violazioni = append(x.Violazioni, x.Violazioni[0])
}

// TestDueViolazioniDelloStessoCodice: each can take its row, the first that changes where nobody names one.
func TestDueViolazioniDelloStessoCodice(t *testing.T) {
	t.Parallel()
	minimi := func(p *pratica) [2]importo.Cent {
		return [2]importo.Cent{p.stato.Violazioni[0].MinimoCent, p.stato.Violazioni[1].MinimoCent}
	}
	t.Run("una dopo l'altra, e il verbale si valida", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, due).conTabella(tabellaDiProva())
		p.fa(verbale.EventoViolazioneScelta, quindici)
		p.fa(verbale.EventoViolazioneScelta, quindici)
		if m := minimi(p); m != [2]importo.Cent{4200, 4200} {
			t.Error(m)
		}
		p.rifiuta("la riga dice già così", verbale.EventoViolazioneScelta, quindici)
		p.fa(verbale.EventoValidato, `{}`)
	})
	t.Run("quella che la persona nomina", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, due).conTabella(tabellaDiProva())
		p.rifiuta("le violazioni del verbale sono 2", verbale.EventoViolazioneScelta, `{"codice":"15-2","ordine":3}`)
		if p.fa(verbale.EventoViolazioneScelta, `{"codice":"15-2","ordine":2}`); minimi(p) != [2]importo.Cent{43000, 4200} {
			t.Error(minimi(p))
		}
	})
	t.Run("anche di un verbale notificato", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, due)
		p.righe = nil
		p.quadro.Scritte = []conseguenze.Scritta{{Accessorie: []sanzione.Conseguenza{sanzione.Ripristino}}, {Accessorie: []sanzione.Conseguenza{sanzione.Ripristino}}}
		p.notificata("2026-02-20").conTabella(tabellaDiProva())
		p.fa(verbale.EventoViolazioneRettificata, quindici)
		p.fa(verbale.EventoViolazioneRettificata, quindici)
		if m := minimi(p); m != [2]importo.Cent{4200, 4200} {
			t.Error(m)
		}
		p.rivive()
	})
}

// TestLoScontoRifiutatoNonTorna: a rectification leaves what a person had decided about the discount (art. 202 c. 1 CdS).
func TestLoScontoRifiutatoNonTorna(t *testing.T) {
	t.Parallel()
	cara := func(sconto bool) *pratica {
		p := nuovaPratica(t, conCodice("146-3", 20000, 80000), con6Punti, func(x *vita.Inserito) { x.Violazioni[0].Sconto30 = sconto })
		p.righe = nil
		return p.notificata("2026-02-20").conTabella(tabellaDiProva()).il("2026-02-23")
	}
	for decisa, dati := range map[bool]string{true: `{"codice":"146-3"}`, false: `{"codice":"146-3"}`} {
		p := cara(decisa)
		if p.fa(verbale.EventoViolazioneRettificata, dati); p.stato.Violazioni[0].Sconto30 != decisa {
			t.Errorf("decided %v: %+v", decisa, p.stato.Violazioni[0])
		}
	}
	p := cara(false)
	if p.fa(verbale.EventoViolazioneRettificata, `{"codice":"146-3","sconto30":"SI"}`); !p.stato.Violazioni[0].Sconto30 {
		t.Error("a person may give it")
	}
}

// TestIPuntiDellaRigaPresa: nothing is received of a fine that takes no points any more (art. 126-bis CdS).
func TestIPuntiDellaRigaPresa(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conCodice("146-3", 16700, 66500), con6Punti, conTrasgressore, func(x *vita.Inserito) {
		x.Violazioni[0].Alternative, x.Punti = "15-2", verbale.PuntiRicevuti
	}).conTabella(tabellaDiProva())
	if p.fa(verbale.EventoViolazioneScelta, quindici); p.stato.Punti != verbale.PuntiNonDovuti {
		t.Errorf("%s", p.stato.Punti)
	}
}

// TestRecidivaConfermata: a repeat that a person confirms on the same row brings what the row says of it, and the act says so.
func TestRecidivaConfermata(t *testing.T) {
	t.Parallel()
	presa := func(p *pratica, dati string) vita.RigaScelta {
		p.fa(verbale.EventoViolazioneScelta, dati)
		x, _ := p.storia[len(p.storia)-1].Dati.(vita.RigaScelta)
		return x
	}
	t.Run("si perde la riduzione e la patente è sospesa", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("146-3", 16700, 66500), con6Punti).conTabella(tabellaDiProva())
		p.quadro.Patente, p.quadro.Contestato = &vita.Patente{Punti: 5}, true
		p.rifiuta("dati.sconto30", verbale.EventoViolazioneScelta, `{"codice":"146-3","recidiva":true,"sconto30":"SI"}`)
		x := presa(p, `{"codice":"146-3","recidiva":true}`)
		if x.Sconto30 || !x.Recidiva || !slices.Equal(x.Conseguenze, []string{"SOSPENSIONE_PATENTE"}) ||
			!strings.HasSuffix(x.Accessoria, "; Recidiva accertata: sospensione della patente") {
			t.Errorf("%+v", x)
		}
		p.rivive()
	})
	t.Run("la prima volta resta la sospensione breve", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("146-3", 100, 200)).conTabella(tabellaDiProva())
		p.quadro.Patente, p.quadro.Contestato = &vita.Patente{Punti: 5}, true
		if x := presa(p, `{"codice":"146-3"}`); !strings.HasSuffix(x.Accessoria, "per 15 giorni (art. 218-ter CdS)") || len(x.Conseguenze) != 0 {
			t.Errorf("%+v", x)
		}
	})
	t.Run("dove la riduzione resta cambia soltanto la sanzione accessoria", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("170-6", 8300, 33200), func(x *vita.Inserito) { x.Violazioni[0].Punti = 1 }).conTabella(tabellaDiProva())
		if x := presa(p, `{"codice":"170-6","recidiva":true}`); !x.Sconto30 || !strings.Contains(x.Accessoria, "Recidiva accertata") {
			t.Errorf("%+v", x)
		}
	})
	t.Run("una riga che non la prevede", func(t *testing.T) {
		t.Parallel()
		nuovaPratica(t, conCodice("15-2", 43000, 173100)).conTabella(tabellaDiProva()).
			rifiuta("dati.recidiva", verbale.EventoViolazioneScelta, `{"codice":"15-2","recidiva":true}`)
	})
	t.Run("presa di nuovo, la recidiva che il verbale dice resta", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("146-3", 100, 200), senzaSconto).conTabella(tabellaDiProva())
		p.quadro.Scritte = []conseguenze.Scritta{{Accessorie: []sanzione.Conseguenza{sanzione.SospensionePatente}}}
		if x := presa(p, `{"codice":"146-3"}`); !slices.Equal(x.Conseguenze, []string{"SOSPENSIONE_PATENTE"}) || x.Sconto30 {
			t.Errorf("%+v", x)
		}
	})
}

// TestLaLetteraScrittaResta: of a row that is for several letters the act cites the one that the officer wrote.
func TestLaLetteraScrittaResta(t *testing.T) {
	t.Parallel()
	for scritta, citata := range map[string]string{"b": "b", "z": ""} {
		p := nuovaPratica(t, conCodice("15-2", 43000, 173100)).conTabella(tabellaDiProva())
		p.quadro.Scritte = []conseguenze.Scritta{{Lettera: scritta}}
		p.fa(verbale.EventoViolazioneScelta, quindici)
		if x, _ := p.storia[len(p.storia)-1].Dati.(vita.RigaScelta); x.Lettera != citata {
			t.Errorf("%q: %q", scritta, x.Lettera)
		}
	}
}
