package mosse

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const conducenteDetto = `{"conducente":` + persona + `}`

// vuolePunti compares the axis of the points.
func (p *pratica) vuolePunti(punti verbale.Punti) {
	p.tb.Helper()
	if p.stato.Punti != punti {
		p.tb.Errorf("punti %s, want %s", p.stato.Punti, punti)
	}
}

// ultima names the position opened last, in a request.
func (p *pratica) ultima(r *RichiestaEvento) {
	r.Posizione = p.stato.Posizioni[len(p.stato.Posizioni)-1].ID.String()
}

func TestConducenteSbagliato(t *testing.T) {
	t.Parallel()
	altro := strings.Replace(conducenteDetto, `"cognome":"`, `"cognome":"Altro`, 1)
	t.Run("who was not driving is left, and the owner is asked again", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.fa(verbale.EventoConducenteRicevuto, conducenteDetto)
		p.fa(verbale.EventoPosizioneChiusa, `{}`, p.ultima)
		p.vuolePunti(verbale.PuntiRichiesti)
		p.rifiuta("«conducente noto»", verbale.EventoPuntiDaComunicare, `{}`)
		p.rifiuta("dati.conducente", verbale.EventoConducenteRicevuto, `{}`)
		p.fa(verbale.EventoConducenteRicevuto, altro)
		p.vuolePunti(verbale.PuntiRicevuti)
		if chi, ok := p.stato.Conducente(); !ok || chi.Ordine != 3 || chi.Chiusa != "" {
			t.Errorf("%+v", chi)
		}
		p.rivive()
	})
	t.Run("nobody else is named in sixty days", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.fa(verbale.EventoConducenteRicevuto, conducenteDetto)
		p.fa(verbale.EventoPosizioneChiusa, `{}`, p.ultima)
		p.il("2026-04-22").fa(verbale.EventoConducenteOmesso, `{}`)
	})
	t.Run("under an advance the sum stays and the points go back", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.fa(verbale.EventoConducenteRicevuto, conducenteDetto)
		p.paga(1000, "2026-02-21")
		p.fa(verbale.EventoPosizioneChiusa, `{}`, p.ultima)
		p.vuole(verbale.Notificato, verbale.PagatoParziale)
		p.vuolePunti(verbale.PuntiRichiesti)
	})
	t.Run("closed when all is paid, he is still the driver, until the owner is asked again", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.fa(verbale.EventoConducenteRicevuto, conducenteDetto)
		p.paga(2940, "2026-02-21")
		p.rifiuta("già noto", verbale.EventoConducenteRichiesto, `{}`)
		p.rifiuta("non si ripetono", verbale.EventoConducenteRicevuto, altro)
		p.fa(verbale.EventoPosizioneChiusa, `{}`, p.ultima)
		p.vuolePunti(verbale.PuntiRicevuti)
		if _, noto := p.stato.Conducente(); !noto {
			t.Error("the driver is forgotten")
		}
		p.fa(verbale.EventoConducenteRichiesto, `{}`)
		p.vuolePunti(verbale.PuntiRichiesti)
		if _, noto := p.stato.Conducente(); noto {
			t.Error("who was not driving is still the driver")
		}
		p.fa(verbale.EventoConducenteRicevuto, altro)
		p.vuolePunti(verbale.PuntiRicevuti)
	})
	t.Run("named when all was paid, another may take his place", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.paga(2940, "2026-02-21")
		p.fa(verbale.EventoConducenteRicevuto, conducenteDetto)
		p.rifiuta("già ricevuti", verbale.EventoConducenteRicevuto, `{}`)
		p.fa(verbale.EventoConducenteRicevuto, altro)
		p.vuolePunti(verbale.PuntiRicevuti)
		if chi, ok := p.stato.Conducente(); !ok || chi.Ordine != 3 {
			t.Errorf("%+v", chi)
		}
		p.rivive()
	})
}

func TestPuntiDefiniti(t *testing.T) {
	t.Parallel()
	// servita is a fine whose driver is the only one who answers, served on Monday 13 July 2026.
	servita := func(t *testing.T) *pratica {
		t.Helper()
		p := nuovaPratica(t, conPunti, soloIlConducente).notificata("2026-07-13")
		p.vuolePunti(verbale.PuntiRicevuti)
		return p
	}
	t.Run("no appeal: the last of the prefect's and of the judge's term", func(t *testing.T) {
		t.Parallel()
		p := servita(t)
		p.il("2026-09-12").rifiuta("si definisce", verbale.EventoPuntiDaComunicare, `{}`) // the prefect's ended on the 11th
		p.il("2026-09-14").rifiuta("si definisce", verbale.EventoPuntiDaComunicare, `{}`) // the judge's ends today: sheet, section 7
		p.il("2026-09-15").fa(verbale.EventoPuntiDaComunicare, `{}`)
	})
	t.Run("sixty days to the judge for who lives abroad, August not counted", func(t *testing.T) {
		t.Parallel()
		p := servita(t)
		p.quadro.Esteri[idProva(diTrasgressore)] = true
		p.il("2026-10-12").rifiuta("si definisce", verbale.EventoPuntiDaComunicare, `{}`)
		p.il("2026-10-13").fa(verbale.EventoPuntiDaComunicare, `{}`)
	})
	t.Run("a prefect's term that ends on a Saturday is waited for until the next working day", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti, soloIlConducente).notificata("2026-02-24")
		if g := p.stato.DataNotifica.AddDays(60); g != ggmm("2026-04-25") || g.Weekday() != 6 {
			t.Fatal(g)
		}
		p.il("2026-04-27").rifiuta("si definisce", verbale.EventoPuntiDaComunicare, `{}`)
		p.il("2026-04-28").fa(verbale.EventoPuntiDaComunicare, `{}`)
	})
	t.Run("the prefect's order settles when it cannot be opposed", func(t *testing.T) {
		t.Parallel()
		p := servita(t)
		p.il("2026-07-20").fa(verbale.EventoRicorsoPresentato, `{"autorita":"PREFETTO"}`)
		p.il("2026-10-01").fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`)
		p.il("2026-12-20").rifiuta("si definisce", verbale.EventoPuntiDaComunicare, `{}`)
		p.il("2026-12-20").fa(verbale.EventoOrdinanzaNotificata, `{}`, nel("2026-10-20"))
		p.il("2026-11-19").rifiuta("si definisce", verbale.EventoPuntiDaComunicare, `{}`)
		p.il("2026-11-20").fa(verbale.EventoPuntiDaComunicare, `{}`)
	})
	t.Run("the judge's decision settles when a person says that it is final", func(t *testing.T) {
		t.Parallel()
		p := servita(t)
		p.il("2026-07-20").fa(verbale.EventoRicorsoPresentato, `{"autorita":"GIUDICE_DI_PACE"}`)
		p.il("2026-10-01").fa(verbale.EventoRicorsoRespinto, `{"importoCent":8400}`)
		p.il("2027-03-01").rifiuta("si definisce", verbale.EventoPuntiDaComunicare, `{}`)
		p.fa(verbale.EventoRicorsoDefinito, `{}`)
		p.fa(verbale.EventoPuntiDaComunicare, `{}`)
	})
	t.Run("a driver who is still to be served may still appeal", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).notificata("2026-02-20")
		p.fa(verbale.EventoConducenteRicevuto, conducenteDetto)
		p.il("2026-05-20").rifiuta("si definisce", verbale.EventoPuntiDaComunicare, `{}`)
		p.stampa().fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, p.ultima, conProva)
		p.il("2026-07-19").rifiuta("si definisce", verbale.EventoPuntiDaComunicare, `{}`)
		p.il("2026-07-21").fa(verbale.EventoPuntiDaComunicare, `{}`)
	})
}

func soloIlConducente(x *vita.Inserito) {
	x.Posizioni = []vita.Posizione{{ID: idProva(diTrasgressore), Ordine: 1, Titolo: verbale.Trasgressore, Soggetto: idProva(22)}}
	x.Punti = verbale.PuntiRicevuti
}

func TestPagatoPrimaDiChiedereChiGuidava(t *testing.T) {
	t.Parallel()
	t.Run("paid before printing: the request is served, and asks for no money", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.paga(2940, "2026-02-20")
		p.vuole(verbale.Validato, verbale.Pagato)
		if eventi := p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, conProva); eventi != "NOTIFICA_PERFEZIONATA DATI_CONDUCENTE_RICHIESTI" {
			t.Error(eventi)
		}
		p.vuole(verbale.Validato, verbale.Pagato)
		if p.stato.DataNotifica != ggmm("2026-02-20") || strings.Contains(p.avvisi(), "EMESSO") {
			t.Errorf("%s %s", p.stato.DataNotifica, p.avvisi())
		}
		for _, z := range p.stato.Scadenze {
			if z.Fatta == (calendario.Giorno{}) {
				t.Errorf("%s runs on a closed debt", z.Tipo)
			}
		}
		p.il("2026-04-21").rifiuta("fino al 21/04/2026", verbale.EventoConducenteOmesso, `{}`)
		p.il("2026-04-22").fa(verbale.EventoConducenteOmesso, `{}`)
		p.rivive()
	})
	for _, c := range []struct {
		regola string
		cambia []func(*vita.Inserito)
	}{
		{"no points: nothing is left to do", nil},
		{"the driver is known: nobody is left to ask", []func(*vita.Inserito){conPunti, conTrasgressore}},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t, c.cambia...).il("2026-02-20")
			p.fa(verbale.EventoValidato, `{}`)
			p.paga(2940, "2026-02-20")
			p.vuole(verbale.Definito, verbale.Pagato)
		})
	}
	t.Run("an unpaid fine is not served before its act", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.rifiuta("procedura", verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`, conProva)
	})
	t.Run("a person may still say that all is over", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti).il("2026-02-20")
		p.fa(verbale.EventoValidato, `{}`)
		p.paga(2940, "2026-02-20")
		p.fa(verbale.EventoDefinito, `{}`)
		p.vuole(verbale.Definito, verbale.Pagato)
	})
}

// The declaration of who drove says when his licence was issued: the points are doubled in its first three years.
func TestConducenteNeopatentato(t *testing.T) {
	t.Parallel()
	const chi = `"conducente":{"persona":{"cognome":"Bianchi","nome":"Anna"},"indirizzo":{"via":"Via Roma","comune":"Ravenna"}}`
	for regola, c := range map[string]struct {
		dati  string
		doppi bool
	}{
		"patente di un anno":                   {`,"rilascioPatente":"2025-03-01"`, true},
		"di un anno, dopo un'altra":            {`,"rilascioPatente":"2025-03-01","giaTitolare":true`, false},
		"di dieci anni":                        {`,"rilascioPatente":"2016-03-01"`, false},
		"nessuno dice da quando ha la patente": {``, false},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t, conPunti).notificata("2026-02-20").il("2026-02-25")
			p.fa(verbale.EventoConducenteRicevuto, `{`+chi+c.dati+`}`)
			if x, _ := p.stato.Conducente(); x.Neopatentato != c.doppi {
				t.Errorf("%+v", x)
			}
			p.rivive()
		})
	}
	p := nuovaPratica(t, conPunti).notificata("2026-02-20").il("2026-02-25")
	p.rifiuta("segue il giorno della violazione", verbale.EventoConducenteRicevuto, `{`+chi+`,"rilascioPatente":"2026-02-21"}`)
}

// TestLaPatenteDiChiHaGiaLaPosizione: the day of issue may be said of a driver who came without it, and where he is opened.
func TestLaPatenteDiChiHaGiaLaPosizione(t *testing.T) {
	t.Parallel()
	const nuova, vecchia = `{"rilascioPatente":"2025-03-01"}`, `{"rilascioPatente":"2016-03-01"}`
	doppi := func(p *pratica) bool {
		x, _ := p.stato.Conducente()
		return x.Neopatentato
	}
	t.Run("entrato con il verbale, poi corretta", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti, soloIlConducente).notificata("2026-02-20")
		p.rifiuta("già ricevuti", verbale.EventoConducenteRicevuto, `{}`)
		p.rifiuta("segue il giorno della violazione", verbale.EventoConducenteRicevuto, `{"rilascioPatente":"2026-02-03"}`)
		if p.fa(verbale.EventoConducenteRicevuto, nuova); !doppi(p) {
			t.Errorf("%+v", p.stato.Posizioni)
		}
		p.vuolePunti(verbale.PuntiRicevuti)
		if p.fa(verbale.EventoConducenteRicevuto, vecchia); doppi(p) {
			t.Errorf("%+v", p.stato.Posizioni)
		}
		p.rivive()
	})
	t.Run("aperto mentre il verbale attende", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti)
		chi := strings.TrimPrefix(strings.Replace(conducenteDetto, `"conducente":`, `"persona":`, 1), "{")
		p.rifiuta("dati.rilascioPatente", verbale.EventoPosizioneAperta, `{"titolo":"OBBLIGATO","rilascioPatente":"2025-03-01",`+chi)
		if p.fa(verbale.EventoPosizioneAperta, `{"titolo":"TRASGRESSORE","rilascioPatente":"2025-03-01",`+chi); !doppi(p) {
			t.Errorf("%+v", p.stato.Posizioni)
		}
	})
}

// TestPuntiInDubbio: what the table is not sure of is communicated once a person says how many they are, and not given up by itself.
func TestPuntiInDubbio(t *testing.T) {
	t.Parallel()
	t.Run("si dice quanti sono", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("149-5", 4200, 17300), func(x *vita.Inserito) { x.Violazioni[0].Punti = 5 }, soloIlConducente)
		p.righe = nil
		p.notificata("2026-07-13").conTabella(tabellaDiProva()).il("2026-09-15")
		p.rifiuta("i punti della riga 149-5 non sono certi", verbale.EventoPuntiDaComunicare, `{}`)
		r := Sguardo{Attore: "ufficio.alfa", Ora: p.oggi.Inizio().Add(12 * time.Hour), Quadro: p.quadro, Righe: p.righe,
			Puo: func(verbale.TipoEvento) error { return nil }}.Azioni(p.stato)
		if !slices.ContainsFunc(r.Ammesse, func(a event.AzioneAmmessa) bool { return a.Tipo == string(verbale.EventoPuntiDaComunicare) }) {
			t.Errorf("%+v", r.Negate)
		}
		p.fa(verbale.EventoPuntiDaComunicare, `{"punti":5}`)
		if x, _ := p.storia[len(p.storia)-1].Dati.(vita.Fatto); x.Punti != 5 {
			t.Errorf("%+v", x)
		}
		p.rivive()
	})
	t.Run("la metà di chi si è assicurato non toglie i punti da sé", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conCodice("193-2", 86600, 346400), func(x *vita.Inserito) { x.Violazioni[0].Punti = 5 }, soloIlConducente)
		p.righe = nil
		p.notificata("2026-02-20").conTabella(tabellaDiProva()).il("2026-02-24")
		p.fa(verbale.EventoAssicurazioneRegolarizzata, `{"caso":"COPERTURA","decorreDal":"2026-01-25","regolarizzataIl":"2026-02-24"}`, conProva)
		p.vuolePunti(verbale.PuntiRicevuti)
	})
}
