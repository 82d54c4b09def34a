package mosse

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const quindici = `{"codice":"15-2"}`

// cara15 is a fine that was accepted at ten times what art. 15 c. 2 asks, and that its owner holds.
func cara15(t *testing.T) *pratica {
	t.Helper()
	p := nuovaPratica(t, conCodice("15-2", 43000, 173100))
	p.righe = nil // the table of then, which nobody asks again
	p.quadro.Scritte = []conseguenze.Scritta{{Accessorie: []sanzione.Conseguenza{sanzione.Ripristino}}}
	return p.notificata("2026-02-20").conTabella(tabellaDiProva())
}

func TestRettificaDiUnaSommaPagata(t *testing.T) {
	t.Parallel()
	p := cara15(t)
	pagato := p.stato.Avvisi[1].ImportoCent
	p.il("2026-03-10").paga(int64(pagato), "2026-03-10")
	p.vuole(verbale.Definito, verbale.Pagato)
	spese := p.stato.Avvisi[1].SpeseCent
	p.il("2026-03-20").fa(verbale.EventoViolazioneRettificata, quindici)
	p.vuole(verbale.Definito, verbale.Eccedenza)
	p.conto(vita.Conto{PrezzoCent: 4200 + spese, VersatoCent: pagato, EccedenzaCent: 43000 - 4200})
	p.fa(verbale.EventoRimborso, `{"importoCent":38800}`)
	p.vuole(verbale.Definito, verbale.Rimborsato)
	p.rifiuta("la riga dice già così", verbale.EventoViolazioneRettificata, quindici)
	p.rivive()
}

func TestRettificaDiUnaSommaDovuta(t *testing.T) {
	t.Parallel()
	p := cara15(t)
	prima := slices.Clone(p.stato.Avvisi)
	eventi := p.il("2026-02-23").fa(verbale.EventoViolazioneRettificata, quindici)
	if eventi != "VIOLAZIONE_RETTIFICATA AVVISI_EMESSI" {
		t.Error(eventi)
	}
	for i, a := range prima {
		if dopo := p.stato.Avvisi[i]; dopo.Stato != verbale.AvvisoSostituito || dopo.ImportoCent != a.ImportoCent || dopo.NumeroAvviso != a.NumeroAvviso {
			t.Errorf("%+v: ciò che è stato chiesto non si riscrive", dopo)
		}
	}
	nuovi := p.stato.Avvisi[len(prima):]
	if len(nuovi) != 2 || nuovi[0].ImportoCent != 2940+nuovi[0].SpeseCent || nuovi[1].ImportoCent != 4200+nuovi[1].SpeseCent {
		t.Errorf("%+v", nuovi)
	}
	p.paga(int64(nuovi[1].ImportoCent), "2026-03-10")
	p.vuole(verbale.Definito, verbale.Pagato)
	p.rivive()
	t.Run("pagata con l'avviso di prima è un'eccedenza", func(t *testing.T) {
		t.Parallel()
		p := cara15(t)
		vecchio := p.stato.Avvisi[1]
		p.il("2026-02-23").fa(verbale.EventoViolazioneRettificata, quindici)
		p.versa(vecchio.ImportoCent, "2026-03-10", vecchio.ID)
		p.vuole(verbale.Definito, verbale.Eccedenza)
		p.rivive()
	})
	t.Run("l'acconto che basta al prezzo giusto chiude il debito", func(t *testing.T) {
		t.Parallel()
		p := cara15(t)
		p.il("2026-03-10").paga(10000, "2026-03-10")
		p.vuole(verbale.Notificato, verbale.PagatoParziale)
		p.fa(verbale.EventoViolazioneRettificata, quindici)
		p.vuole(verbale.Definito, verbale.Eccedenza)
		p.rivive()
	})
	t.Run("dopo i sessanta giorni si chiede l'intero giusto", func(t *testing.T) {
		t.Parallel()
		p := cara15(t).decorso("2026-05-20")
		p.vuole(verbale.Notificato, verbale.DebitoIntero)
		p.fa(verbale.EventoViolazioneRettificata, quindici)
		if p.vuole(verbale.Notificato, verbale.DebitoIntero); p.stato.Conto.PrezzoCent >= 43000 {
			t.Errorf("%+v", p.stato.Conto)
		}
		p.rivive()
	})
}

// The command corrects itself in favour of the person only, and not what an authority has fixed.
func TestRettificaRifiutata(t *testing.T) {
	t.Parallel()
	t.Run("per chiedere di più si annulla e si rifà", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("15-2", 2000, 8000))
		p.righe = nil
		p.notificata("2026-02-20").conTabella(tabellaDiProva()).rifiuta("soltanto a favore", verbale.EventoViolazioneRettificata, quindici)
	})
	t.Run("più punti nemmeno con una somma minore", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("146-3", 20000, 80000))
		p.righe = nil
		p.notificata("2026-02-20").conTabella(tabellaDiProva()).rifiuta("soltanto a favore", verbale.EventoViolazioneRettificata, `{"codice":"146-3"}`)
	})
	t.Run("una sanzione accessoria che l'atto non dice", func(t *testing.T) {
		t.Parallel()
		p := cara15(t)
		p.quadro.Scritte = []conseguenze.Scritta{{Accessorie: []sanzione.Conseguenza{sanzione.Rimozione}}}
		p.rifiuta("ripristino dei luoghi o rimozione delle opere, che l'atto non dice", verbale.EventoViolazioneRettificata, quindici)
	})
	t.Run("una riga di un'altra violazione", func(t *testing.T) {
		t.Parallel()
		cara15(t).rifiuta("è ammesso uno tra 15-2", verbale.EventoViolazioneRettificata, `{"codice":"7-14-p1"}`)
	})
	t.Run("stampato e non ancora consegnato", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("15-2", 43000, 173100))
		p.righe = nil
		p.quadro.Scritte = []conseguenze.Scritta{{Accessorie: []sanzione.Conseguenza{sanzione.Ripristino}}}
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa().conTabella(tabellaDiProva()).rifiuta("si annulla in autotutela e si rifà", verbale.EventoViolazioneRettificata, quindici)
	})
	t.Run("non ancora accettato: si sceglie la riga", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("15-2", 43000, 173100)).conTabella(tabellaDiProva())
		p.rifiuta("procedura", verbale.EventoViolazioneRettificata, quindici)
	})
}

// scoperta is a fine for a vehicle without insurance, that its owner holds.
func scoperta(t *testing.T) *pratica {
	t.Helper()
	p := nuovaPratica(t, conCodice("193-2", 86600, 346400))
	p.righe = nil
	return p.notificata("2026-02-20").conTabella(tabellaDiProva())
}

func TestAssicurazioneRegolarizzata(t *testing.T) {
	t.Parallel()
	const nei = `{"caso":"COPERTURA","decorreDal":"2026-01-25","regolarizzataIl":"2026-02-24"}`
	t.Run("nei trenta giorni la sanzione è la metà", func(t *testing.T) {
		t.Parallel()
		p := scoperta(t).il("2026-02-24")
		p.fa(verbale.EventoAssicurazioneRegolarizzata, nei, conProva)
		n := len(p.stato.Avvisi)
		if a := p.stato.Avvisi[n-2]; p.stato.Violazioni[0].Codice != "193-3" || a.ImportoCent != 30310+a.SpeseCent {
			t.Errorf("%+v %+v", p.stato.Violazioni[0], a)
		}
		p.rifiuta("senza assicurazione", verbale.EventoAssicurazioneRegolarizzata, nei, conProva)
		p.rivive()
	})
	t.Run("un veicolo demolito, dal giorno della notifica", func(t *testing.T) {
		t.Parallel()
		p := scoperta(t).il("2026-02-24")
		p.fa(verbale.EventoAssicurazioneRegolarizzata, `{"caso":"DEMOLIZIONE","decorreDal":"2026-02-20","regolarizzataIl":"2026-02-24"}`, conProva)
		if p.stato.Violazioni[0].Codice != "193-3" {
			t.Errorf("%+v", p.stato.Violazioni[0])
		}
	})
	t.Run("di un giorno di cui la tabella non è certa si attende", func(t *testing.T) {
		t.Parallel()
		p := scoperta(t).il("2026-02-24")
		p.quadro.Violazione = ggmm("2027-01-05")
		p.rifiuta("certi soltanto fino", verbale.EventoAssicurazioneRegolarizzata, nei, conProva)
	})
	t.Run("chi ha già pagato l'intera sanzione ne riavrà la metà", func(t *testing.T) {
		t.Parallel()
		p := scoperta(t).il("2026-02-23")
		p.paga(int64(p.stato.Avvisi[1].ImportoCent), "2026-02-23")
		p.il("2026-02-24").fa(verbale.EventoAssicurazioneRegolarizzata, nei, conProva)
		if p.vuole(verbale.Definito, verbale.Eccedenza); p.stato.Conto.EccedenzaCent < 43300 {
			t.Errorf("%+v", p.stato.Conto)
		}
		p.rivive()
	})
	for regola, c := range map[string]struct {
		dati, dice string
		altri      []altro
	}{
		"oltre i trenta giorni":                             {`{"caso":"COPERTURA","decorreDal":"2026-01-24","regolarizzataIl":"2026-02-24"}`, "è finito il 23/02/2026", []altro{conProva}},
		"senza il documento":                                {nei, "prova", nil},
		"prima della fine della polizza":                    {`{"caso":"COPERTURA","decorreDal":"2026-01-25","regolarizzataIl":"2026-01-24"}`, "dati.regolarizzataIl", []altro{conProva}},
		"una copertura finita dopo la violazione":           {`{"caso":"COPERTURA","decorreDal":"2026-02-03","regolarizzataIl":"2026-02-24"}`, "dati.decorreDal", []altro{conProva}},
		"la demolizione da un giorno che non è del verbale": {`{"caso":"DEMOLIZIONE","decorreDal":"2026-02-19","regolarizzataIl":"2026-02-24"}`, "il 20/02/2026", []altro{conProva}},
		"nel futuro":                         {`{"caso":"DEMOLIZIONE","decorreDal":"2026-02-20","regolarizzataIl":"2026-03-24"}`, "dati.regolarizzataIl", []altro{conProva}},
		"un caso che la legge non conosce":   {`{"caso":"ALTRO","decorreDal":"2026-02-20","regolarizzataIl":"2026-02-24"}`, "dati.caso", []altro{conProva}},
		"senza dire quando è stata ripresa":  {`{"caso":"COPERTURA","decorreDal":"2026-02-20"}`, "dati.regolarizzataIl", []altro{conProva}},
		"senza dire da quando era scoperta":  {`{"caso":"COPERTURA","regolarizzataIl":"2026-02-20"}`, "dati.decorreDal", []altro{conProva}},
		"senza dire come si è regolarizzata": {`{"decorreDal":"2026-02-20","regolarizzataIl":"2026-02-20"}`, "dati.caso", []altro{conProva}},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			scoperta(t).il("2026-02-24").rifiuta(c.dice, verbale.EventoAssicurazioneRegolarizzata, c.dati, c.altri...)
		})
	}
}

// The form of the officer offers both, each where it may be.
func TestAzioniDellaRettifica(t *testing.T) {
	t.Parallel()
	offerta := func(p *pratica, tipo verbale.TipoEvento) []event.CampoAzione {
		x := Sguardo{Attore: "ufficio.alfa", Ora: p.oggi.Inizio(), Quadro: p.quadro, Righe: p.righe, Puo: func(verbale.TipoEvento) error { return nil }}
		r := x.Azioni(p.stato)
		i := slices.IndexFunc(r.Ammesse, func(a event.AzioneAmmessa) bool { return a.Tipo == string(tipo) })
		if i < 0 {
			return nil
		}
		return r.Ammesse[i].Campi
	}
	p := cara15(t).il("2026-02-24")
	campi := offerta(p, verbale.EventoViolazioneRettificata)
	if i := slices.IndexFunc(campi, func(c event.CampoAzione) bool { return c.Nome == "dati.codice" }); i < 0 || !slices.Equal(campi[i].Valori, []string{"15-2"}) {
		t.Errorf("%+v", campi)
	}
	if c := offerta(p, verbale.EventoAssicurazioneRegolarizzata); c != nil {
		t.Errorf("%+v", c)
	}
	x := scoperta(t).il("2026-02-24")
	campi = offerta(x, verbale.EventoAssicurazioneRegolarizzata)
	for _, nome := range []string{"dati.caso", "dati.decorreDal", "dati.regolarizzataIl", "prova"} {
		if i := slices.IndexFunc(campi, func(c event.CampoAzione) bool { return c.Nome == nome }); i < 0 || !campi[i].Obbligatorio {
			t.Errorf("%s: %+v", nome, campi)
		}
	}
	if c := offerta(x, verbale.EventoViolazioneRettificata); c != nil {
		t.Errorf("la riga non chiede di meno, e si offre: %+v", c)
	}
}

// oltreSessanta is a dear fine of which half of the maximum was asked, with a hold on it.
func oltreSessanta(t *testing.T, tipo verbale.TipoEvento, dati string) *pratica {
	t.Helper()
	p := cara15(t).decorso("2026-05-20")
	d, err := p.stato.DovutoAl(idProva(diObbligato), p.oggi)
	if err != nil {
		t.Fatal(err)
	}
	p.sistema(diObbligato, vita.AvvisiEmessi{Avvisi: []vita.Avviso{{ID: vita.NuovoID(), Posizione: idProva(diObbligato), Tipo: cds.Intero,
		NumeroAvviso: "3900", IUV: "900", Ente: "80012345670", ImportoCent: d.DovutoCent, SpeseCent: d.SpeseCent}}})
	p.fa(tipo, dati)
	return p
}

// TestRettificaConIlDebitoFermo: whatever holds the debt, the notice of too high a sum does not stay in force, and what takes its
// place asks what the law asks.
func TestRettificaConIlDebitoFermo(t *testing.T) {
	t.Parallel()
	for regola, c := range map[string]struct {
		tipo verbale.TipoEvento
		dati string
	}{
		"pende un ricorso":    {verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`},
		"il debito è sospeso": {verbale.EventoDebitoSospeso, `{}`},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := oltreSessanta(t, c.tipo, c.dati)
			p.fa(verbale.EventoViolazioneRettificata, quindici)
			var vigenti []vita.Avviso
			for _, a := range p.stato.Avvisi {
				if a.Tipo == cds.Intero && a.Stato == verbale.AvvisoEmesso {
					vigenti = append(vigenti, a)
				}
			}
			if len(vigenti) != 1 || vigenti[0].ImportoCent != 8650+vigenti[0].SpeseCent {
				t.Errorf("%+v", vigenti)
			}
			p.rivive()
		})
	}
}
