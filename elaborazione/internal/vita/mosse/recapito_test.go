package mosse

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const altrove = `{"indirizzo":"Via  Cavour","civico":"3","cap":"48018","comune":"Faenza","provincia":"ra"}`

// torna sends the act of a position and lets it come back.
func (p *pratica) torna(posizione byte) {
	p.tb.Helper()
	p.fa(verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`, di(posizione))
	p.fa(verbale.EventoNotificaNonRiuscita, `{"motivo":"TRASFERITO"}`, di(posizione))
}

// TestRecapito: art. 201 CdS, the same person at another address: the act that came back is superseded, another is wanted
// and leaves.
func TestRecapito(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t)
	p.rifiuta("serve procedura «non notificabile»", verbale.EventoRecapitoIndicato, altrove)
	p.fa(verbale.EventoValidato, `{}`)
	p.rifiuta("un atto partito e non consegnato", verbale.EventoRecapitoIndicato, altrove)
	p.stampa().fa(verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
	p.rifiuta("nessun invio gli è in corso", verbale.EventoRecapitoIndicato, altrove)
	p.fa(verbale.EventoNotificaNonRiuscita, `{"motivo":"TRASFERITO"}`)
	prima := p.stato
	eventi, err := p.chiede(verbale.EventoRecapitoIndicato, altrove)
	if err != nil {
		t.Fatal(err)
	}
	x, _ := eventi[0].Dati.(vita.RecapitoIndicato)
	if r := x.Recapito; r.Indirizzo != "Via Cavour" || r.Cap != "48018" || r.Provincia != "RA" || r.Nazione != "IT" || x.Precedente != idProva(21) {
		t.Errorf("%+v %+v", x, r.Indirizzo)
	}
	p.applica(eventi...)
	q := p.stato.Posizioni[0]
	if p.stato.Procedura != verbale.IntestatarioNoto || q.Soggetto != x.IDSoggetto || q.Atto != uuid.Nil ||
		!slices.Equal(vita.Attese(prima, p.stato), []uuid.UUID{q.ID}) {
		t.Errorf("%s %+v", p.stato.Procedura, q)
	}
	p.rifiuta("un atto partito e non consegnato", verbale.EventoRecapitoIndicato, altrove)
	p.rifiuta("L'atto è già formato", verbale.EventoScartato, `{}`)
	p.stampa().fa(verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
	p.rifiuta("nessun invio gli è in corso", verbale.EventoRecapitoIndicato, altrove)
	p.il("2026-03-02").fa(verbale.EventoNotificaPerfezionata, `{"canale":"MESSO"}`, conProva)
	p.rifiuta("serve procedura «non notificabile»", verbale.EventoRecapitoIndicato, altrove)
}

// TestRecapitoDiUno: a position at a time, and only one whose act came back.
func TestRecapitoDiUno(t *testing.T) {
	t.Parallel()
	t.Run("nobody was reached", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore)
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa().torna(diObbligato)
		p.torna(diTrasgressore)
		p.rifiuta("più posizioni", verbale.EventoRecapitoIndicato, altrove)
		p.fa(verbale.EventoRecapitoIndicato, altrove, di(diObbligato))
		if p.stato.Procedura != verbale.IntestatarioNoto || p.stato.Posizioni[1].Atto == uuid.Nil {
			t.Errorf("%s %+v", p.stato.Procedura, p.stato.Posizioni)
		}
		p.fa(verbale.EventoRecapitoIndicato, altrove) // of the other, whose act came back too
		if p.stampa().stato.Procedura != verbale.ConAtto || len(p.stato.DaStampare()) != 0 {
			t.Errorf("%s", p.stato.Procedura)
		}
	})
	t.Run("the other was served", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conTrasgressore)
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa().torna(diObbligato)
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"MESSO"}`, di(diTrasgressore), conProva)
		p.rifiuta("un atto partito e non consegnato", verbale.EventoRecapitoIndicato, altrove, di(diTrasgressore))
		p.fa(verbale.EventoRecapitoIndicato, altrove)
		if q := p.stato.Posizioni; p.stato.Procedura != verbale.InNotifica || q[0].Atto != uuid.Nil || q[1].Atto == uuid.Nil {
			t.Errorf("%s %+v", p.stato.Procedura, q)
		}
	})
	t.Run("all is paid", func(t *testing.T) {
		t.Parallel()
		p := nuovaPratica(t, conPunti)
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa().torna(diObbligato)
		p.paga(4200, "2026-02-02")
		p.rifiuta("il debito è chiuso", verbale.EventoRecapitoIndicato, altrove)
	})
}

// TestRecapitoCattivo names the fields at fault.
func TestRecapitoCattivo(t *testing.T) {
	t.Parallel()
	for dati, vuole := range map[string][]string{
		`{}`:                                  {"dati.indirizzo", "dati.comune"},
		`{"indirizzo":" ","comune":"Faenza"}`: {"dati.indirizzo"},
		`{"indirizzo":"Via Po","comune":"Faenza","cap":"4801"}`:                 {"dati.cap"},
		`{"indirizzo":"Via Po","comune":"Faenza","cap":"48o18"}`:                {"dati.cap"},
		`{"indirizzo":"Via Po","comune":"Faenza","cap":"48018!"}`:               {"dati.cap"},
		`{"indirizzo":"Rue X","comune":"Lyon","nazione":"QQ"}`:                  {"dati.nazione"},
		`{"indirizzo":"Rue X","comune":"Lyon","nazione":"fr"}`:                  {"dati.nazione"},
		`{"indirizzo":"Via Po","comune":"Faenza","provincia":"RAV"}`:            {"dati.provincia"},
		`{"indirizzo":"Rue X","comune":"Lyon","nazione":"FR","cap":"69001"}`:    nil,
		`{"indirizzo":"Way","comune":"London","nazione":"GB","cap":"SW1A 1AA"}`: nil,
		`{"indirizzo":"Via Po","comune":"Faenza","via":"Via Po"}`:               {"dati.via"},
	} {
		p := nuovaPratica(t)
		p.fa(verbale.EventoValidato, `{}`)
		p.stampa().torna(diObbligato)
		_, err := p.chiede(verbale.EventoRecapitoIndicato, dati)
		var campi []string
		if e := problem.As(err); e != nil {
			for _, c := range e.Campi {
				campi = append(campi, c.Campo)
			}
		}
		if !slices.Equal(campi, vuole) || (err == nil) != (vuole == nil) {
			t.Errorf("%s: %v, %v", dati, campi, err)
		}
	}
}
