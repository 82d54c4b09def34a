package mosse

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// guarda is what an office is told about the fine.
func (p *pratica) guarda() event.RispostaAzioni {
	x := Sguardo{Attore: "ufficio.alfa", Ora: p.oggi.Inizio().Add(12 * time.Hour), Quadro: p.quadro, Righe: righeDiProva{}, Puo: func(verbale.TipoEvento) error { return nil }}
	if ChiedonoStoria(p.stato) {
		x.Storia = p.storia
	}
	return x.Azioni(p.stato)
}

// manda asks at the door for an event with these values.
func (p *pratica) manda(tipo string, valori map[string]any) ([]vita.Evento, error) {
	r, err := richiestaCon(verbale.TipoEvento(tipo), valori)
	if err != nil {
		p.tb.Fatal(err)
	}
	p.numeri += 1000 // no two requests have the same notice numbers
	return p.chiede(verbale.TipoEvento(tipo), string(r.Dati), func(x *RichiestaEvento) {
		r.Idempotenza = x.Idempotenza + strconv.Itoa(p.numeri)
		*x = r
	})
}

// scritti are requests that fill the wanted fields, and altro where it is named, from what the answer says of them.
func (p *pratica) scritti(campi []event.CampoAzione, altro string) []map[string]any {
	richieste := []map[string]any{{}}
	for _, c := range campi {
		if !c.Obbligatorio && c.Nome != altro {
			continue
		}
		var valori []any
		for _, v := range c.Valori {
			valori = append(valori, v)
		}
		if len(valori) == 0 {
			valori = (&domanda{Sguardo: Sguardo{Ora: p.oggi.Inizio().Add(12 * time.Hour), Quadro: p.quadro}, stato: p.stato}).esempi(c)
		}
		var altre []map[string]any
		for _, r := range richieste {
			for _, v := range valori {
				x := maps.Clone(r)
				x[c.Nome] = v
				altre = append(altre, x)
			}
		}
		richieste = altre
	}
	return richieste
}

// prova posts the wanted fields of an event: the events of the first request that is admitted, and what each refusal
// says; valori tells which values were admitted, by field.
func (p *pratica) prova(tipo string, campi []event.CampoAzione, altro string) (eventi []vita.Evento, rifiuti []string, valori map[string]bool) {
	valori = map[string]bool{}
	for _, r := range p.scritti(campi, altro) {
		questi, err := p.manda(tipo, r)
		if err != nil {
			if e, c := errors.AsType[*problem.Error](err); !c || e.Kind != problem.Conflicting && e.Kind != problem.BadRequest {
				p.tb.Fatalf("%s: %v", tipo, err)
			}
			rifiuti = append(rifiuti, Parole(err))
			continue
		}
		if eventi == nil {
			eventi = questi
		}
		for nome, v := range r {
			valori[nome+fmt.Sprint(v)] = true
		}
	}
	return eventi, rifiuti, valori
}

// verificaAzioni holds the answer against the door: what is admitted is accepted as it says, what is denied is refused
// by the same rule. It gives the events of every admitted action.
func (p *pratica) verificaAzioni() (mosse [][]vita.Evento) {
	p.tb.Helper()
	r := p.guarda()
	var tutti []string
	for _, a := range r.Ammesse {
		tutti = append(tutti, a.Tipo)
		eventi, rifiuti, buoni := p.prova(a.Tipo, a.Campi, "")
		if eventi == nil {
			p.tb.Fatalf("%s is admitted from %+v with %+v, and refused: %v", a.Tipo, p.stato.Assi, a.Campi, rifiuti)
		}
		mosse = append(mosse, eventi)
		for _, c := range a.Campi {
			if !c.Obbligatorio && len(c.Valori) > 0 && c.Tipo != event.CampoScelta || c.Tipo == event.CampoSiNo {
				_, _, buoni = p.prova(a.Tipo, a.Campi, c.Nome)
			} else if !c.Obbligatorio {
				continue
			}
			for _, v := range c.Valori {
				if !buoni[c.Nome+v] {
					p.tb.Fatalf("%s with %s %s is admitted from %+v, and refused", a.Tipo, c.Nome, v, p.stato.Assi)
				}
			}
		}
	}
	for _, n := range r.Negate {
		tutti = append(tutti, n.Tipo)
		campi := campiDi(verbale.TipoEvento(n.Tipo))
		var detti []string
		for _, altro := range []string{"", "posizione"} {
			eventi, rifiuti, _ := p.prova(n.Tipo, campi, altro)
			if eventi != nil {
				p.tb.Fatalf("%s is denied from %+v (%s), and accepted", n.Tipo, p.stato.Assi, n.Regola)
			}
			detti = append(detti, rifiuti...)
		}
		if !slices.Contains(detti, n.Regola) || n.Regola == "" || n.Parole == "" {
			p.tb.Fatalf("%s is denied from %+v by %q, the door says %q", n.Tipo, p.stato.Assi, n.Regola, detti)
		}
	}
	if slices.Sort(tutti); !slices.Equal(tutti, slices.Sorted(slices.Values(TipiDiPersona()))) || r.Sequenza != p.stato.Sequenza {
		p.tb.Fatalf("%d at %d: %v", r.Sequenza, p.stato.Sequenza, tutti)
	}
	return mosse
}

// TestLeAzioniSonoQuelleDellaPorta: on fines in many states, whatever the answer says the door does.
func TestLeAzioniSonoQuelleDellaPorta(t *testing.T) {
	t.Parallel()
	tipi := map[string]func(*vita.Inserito){"known": func(*vita.Inserito) {}, "unknown owner": ignoto, "two people": conTrasgressore,
		"points": conPunti, "no reduced payment": senzaRidotto, "dear": cara}
	for nome, cambia := range tipi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			for seme := range uint64(4) {
				p, caso := nuovaPratica(t, cambia), rand.New(rand.NewPCG(seme, 7))
				for range 12 {
					mosse := p.verificaAzioni()
					if caso.IntN(3) == 0 {
						mosse = slices.DeleteFunc(mosse, func(x []vita.Evento) bool { return chiude(x[0].Tipo()) })
					}
					p.applica(mosse[caso.IntN(len(mosse))]...)
					if p.stato.Ammette(verbale.EventoAttoGenerato) {
						p.stampa()
					}
					if caso.IntN(3) == 0 {
						p.oggi = p.oggi.AddDays(1 + caso.IntN(80))
						p.decorso(p.oggi.String())
					}
				}
			}
		})
	}
}

// chiude reports an event after which a fine has little left to live.
func chiude(t verbale.TipoEvento) bool {
	return t == verbale.EventoScartato || t == verbale.EventoAnnullato || t == verbale.EventoArchiviato || strings.HasPrefix(string(t), "VERBALE_ESTINTO")
}

// TestCampiDelleAzioni: what the law wants of an event on this fine.
func TestCampiDelleAzioni(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conTrasgressore).notificata2(t)
	r := p.guarda()
	campo := func(tipo verbale.TipoEvento, nome string) (c event.CampoAzione) {
		for _, a := range r.Ammesse {
			for _, x := range a.Campi {
				if a.Tipo == string(tipo) && x.Nome == nome {
					c = x
				}
			}
		}
		return c
	}
	for vuole, c := range map[string]event.CampoAzione{
		`{"nome":"prova","tipo":"TESTO","obbligatorio":true}`:                                                                                                       campo(verbale.EventoProvaConfermata, "prova"),
		`{"nome":"prova","tipo":"TESTO","obbligatorio":false}`:                                                                                                      campo(verbale.EventoProvaContestata, "prova"),
		`{"nome":"dataLegale","tipo":"DATA","obbligatorio":true}`:                                                                                                   campo(verbale.EventoNotificaRettificata, "dataLegale"),
		`{"nome":"dataLegale","tipo":"DATA","obbligatorio":false}`:                                                                                                  campo(verbale.EventoNotaAggiunta, "dataLegale"),
		`{"nome":"dati.testo","tipo":"TESTO","obbligatorio":true}`:                                                                                                  campo(verbale.EventoNotaAggiunta, "dati.testo"),
		`{"nome":"dati.esito.fatto","tipo":"ISTANTE","obbligatorio":false}`:                                                                                         campo(verbale.EventoNotificaRettificata, "dati.esito.fatto"),
		`{"nome":"dati.riferimento","tipo":"TESTO","obbligatorio":false}`:                                                                                           campo(verbale.EventoAnnullato, "dati.riferimento"),
		`{"nome":"dati.autorita","tipo":"SCELTA","obbligatorio":true,"valori":["PREFETTO","GIUDICE_DI_PACE"]}`:                                                      campo(verbale.EventoRicorsoPresentato, "dati.autorita"),
		`{"nome":"dati.termine","tipo":"SCELTA","obbligatorio":false,"valori":["NOTIFICA","PRESCRIZIONE"]}`:                                                         campo(verbale.EventoEstintoTermini, "dati.termine"),
		`{"nome":"posizione","tipo":"POSIZIONE","obbligatorio":true,"valori":["` + idProva(diObbligato).String() + `","` + idProva(diTrasgressore).String() + `"]}`: campo(verbale.EventoProvaContestata, "posizione"),
	} {
		if testo, err := json.Marshal(c); err != nil || string(testo) != vuole {
			t.Errorf("%s, want %s", testo, vuole)
		}
	}
	if c := campo(verbale.EventoSgravio, "posizione"); c.Nome != "" {
		t.Errorf("the whole fine: %+v", c)
	}
}

// notificata2 is a fine served on two people, without a proof yet.
func (p *pratica) notificata2(t *testing.T) *pratica {
	t.Helper()
	p.il("2026-02-20")
	p.fa(verbale.EventoValidato, `{}`)
	p.stampa()
	for _, posizione := range []byte{diObbligato, diTrasgressore} {
		p.fa(verbale.EventoNotificaPerfezionata, `{"canale":"POSTA_CONSEGNA"}`, di(posizione))
	}
	return p.il("2026-02-25")
}

// TestParoleEArticoliDelleAzioni: each kind has words of its own, and a rule that names an article gives it.
func TestParoleEArticoliDelleAzioni(t *testing.T) {
	t.Parallel()
	for _, tipo := range TipiDiPersona() {
		if x := verbale.TipoEvento(tipo); x.Azione() == x.Parola() {
			t.Errorf("%s has no words", tipo)
		}
	}
	p := nuovaPratica(t)
	for _, n := range p.guarda().Negate {
		if n.Tipo == string(verbale.EventoRicorsoTrasmesso) && (n.Articolo != "art. 203 c. 2 CdS" || !strings.Contains(n.Regola, "serve ricorso")) {
			t.Errorf("%+v", n)
		}
	}
	x := Sguardo{Ora: p.oggi.Inizio(), Quadro: p.quadro, Puo: func(verbale.TipoEvento) error { return problem.Vietato("PERMESSO_MANCANTE", "No.") }}
	if r := x.Azioni(p.stato); len(r.Ammesse) != 0 || r.Negate[0].Regola != "No" {
		t.Errorf("%+v", r)
	}
}
