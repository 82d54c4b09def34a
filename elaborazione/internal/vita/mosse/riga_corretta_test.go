package mosse

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// tavola is a table on the day of a fine.
type tavola struct {
	*sanzione.Tabella
	giorno calendario.Giorno
}

func (t tavola) Riga(codice string) (sanzione.Sanzione, string, bool) {
	s, c := t.Cerca(codice, t.giorno)
	return s, t.Versione(), c
}

func (t tavola) Sostitute(codice string) []sanzione.Sanzione {
	return t.Tabella.Sostitute(codice, "", t.giorno)
}

func (t tavola) Recidive(codice string) []sanzione.Sanzione {
	return t.DiRecidiva(codice, t.giorno)
}

func (t tavola) Regolarizzata(codice string) string {
	return t.Tabella.Regolarizzata(codice, t.giorno)
}

// conTabella asks the table of the day of the fine.
func (p *pratica) conTabella(t *sanzione.Tabella) *pratica {
	p.righe = tavola{t, p.quadro.Violazione}
	return p
}

func conCodice(codice string, minimo, massimo int) func(*vita.Inserito) {
	return func(x *vita.Inserito) {
		v := &x.Violazioni[0]
		v.Codice, v.MinimoCent, v.MassimoCent = codice, importo.Cent(minimo), importo.Cent(massimo)
	}
}

func TestUnaRigaCheResta(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conCodice("142-7", 4200, 17300)).conTabella(tabellaDiProva())
	p.rifiuta("è ammesso uno tra 142-7", verbale.EventoViolazioneScelta, `{"codice":"15-2"}`)
	p.fa(verbale.EventoValidato, `{}`)
}

// The row was corrected after the insertion: the fine waits until a person takes the row again, and is then priced by it.
func TestUnaRigaCorretta(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conCodice("15-2", 43000, 173100)).conTabella(tabellaDiProva())
	p.rifiuta("la riga 15-2 è stata corretta dopo l'inserimento", verbale.EventoValidato, `{}`)
	p.rifiuta("è ammesso uno tra 15-2", verbale.EventoViolazioneScelta, `{"codice":"142-7"}`)
	p.fa(verbale.EventoViolazioneScelta, `{"codice":"15-2"}`)
	if v := p.stato.Violazioni[0]; v.MinimoCent != 4200 || v.MassimoCent != 17300 || v.VersioneTabella != tabellaDiProva().Versione() {
		t.Errorf("%+v", v)
	}
	p.rifiuta("la riga dice già così", verbale.EventoViolazioneScelta, `{"codice":"15-2"}`)
	p.fa(verbale.EventoValidato, `{}`)
	if a := p.stato.Avvisi; len(a) != 2 || a[1].ImportoCent != 4200 {
		t.Errorf("avvisi %+v", a)
	}
	if d := vita.Differisce(p.stato, p.storia); len(d) > 0 {
		t.Errorf("the replay differs: %v", d)
	}
}

func TestUnaRigaDivisa(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conCodice("6-14", 8700, 34400)).conTabella(tabellaDiProva())
	p.rifiuta("la riga 6-14 è stata divisa", verbale.EventoValidato, `{}`)
	p.fa(verbale.EventoViolazioneScelta, `{"codice":"6-14-p2"}`)
	p.fa(verbale.EventoValidato, `{}`)
	if v := p.stato.Violazioni[0]; v.Codice != "6-14-p2" || v.MinimoCent != 4100 {
		t.Errorf("%+v", v)
	}
}

func TestUnaRigaCheLaTabellaNonHaPiu(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conCodice("999-1", 4200, 17300)).conTabella(tabellaDiProva())
	p.rifiuta("non ha più la riga 999-1", verbale.EventoValidato, `{}`)
	p.rifiuta("non è in vigore", verbale.EventoViolazioneScelta, `{"codice":"999-1"}`)
	p.fa(verbale.EventoScartato, `{}`)
}

// Nobody priced an imported fine by this table, and nobody judges it by it.
func TestUnVerbaleImportatoNonSiGiudica(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conCodice("15-2", 43000, 173100)).conTabella(tabellaDiProva())
	p.stato.Importato = true
	if _, err := p.chiede(verbale.EventoValidato, `{}`); err != nil {
		t.Error(err)
	}
}

// A fine of a day without a confirmed table waits for it; a decree that changes the sums makes a person take the row again,
// one that confirms them lets it go.
func TestIlVerbaleAspettaLaTabella(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		variazione int
		minimo     int
		cambia     bool
	}{
		"gli importi cambiano": {50, 4400, true},
		"gli importi restano":  {0, 4200, false},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			prima := tabellaDiProva()
			p := nuovaPratica(t, conCodice("142-7", 4200, 17300))
			p.quadro.Violazione, p.quadro.Accertamento = ggmm("2027-01-05"), ggmm("2027-01-05")
			p.il("2027-01-06").conTabella(prima)
			p.rifiuta("certi soltanto fino al 31/12/2026", verbale.EventoValidato, `{}`)
			p.rifiuta("certi soltanto", verbale.EventoViolazioneScelta, `{"codice":"142-7"}`)
			dopo, err := sanzione.Aggiorna(prima, sanzione.Decreto{ValidoDa: ggmm("2027-01-01"), VariazioneMillesimi: c.variazione, Fonte: "D.M. di prova"})
			if err != nil {
				t.Fatal(err)
			}
			p.conTabella(dopo)
			if c.cambia {
				p.rifiuta("è stata corretta", verbale.EventoValidato, `{}`)
				p.fa(verbale.EventoViolazioneScelta, `{"codice":"142-7"}`)
			}
			p.fa(verbale.EventoValidato, `{}`)
			if v := p.stato.Violazioni[0]; v.MinimoCent != importo.Cent(c.minimo) {
				t.Errorf("%+v", v)
			}
		})
	}
}

// The night third follows the row that is chosen and the hour of the violation.
func TestLaRigaSceltaDiNotte(t *testing.T) {
	t.Parallel()
	for notte, nome := range map[bool]string{true: "di notte", false: "di giorno"} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			p := nuovaPratica(t, conCodice("142-8", 4200, 17300)).conTabella(tabellaDiProva())
			p.quadro.Notte = notte
			p.fa(verbale.EventoViolazioneScelta, `{"codice":"142-8"}`)
			if p.stato.Violazioni[0].Notturna != notte {
				t.Errorf("%+v", p.stato.Violazioni[0])
			}
		})
	}
}

// Who asks what may happen hears of the row, with the codes to choose from.
func TestLeAzioniDiUnaRigaCorretta(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conCodice("6-14", 8700, 34400)).conTabella(tabellaDiProva())
	r := Sguardo{Attore: "ufficio.alfa", Ora: p.oggi.Inizio().Add(12 * time.Hour), Puo: func(verbale.TipoEvento) error { return nil },
		Quadro: p.quadro, Righe: p.righe}.Azioni(p.stato)
	i := slices.IndexFunc(r.Ammesse, func(a event.AzioneAmmessa) bool { return a.Tipo == string(verbale.EventoViolazioneScelta) })
	if i < 0 {
		t.Fatalf("%+v", r.Negate)
	}
	j := slices.IndexFunc(r.Ammesse[i].Campi, func(c event.CampoAzione) bool { return c.Nome == "dati.codice" })
	if d := cmp.Diff([]string{"6-14-p1", "6-14-p2"}, r.Ammesse[i].Campi[j].Valori); d != "" {
		t.Error(d)
	}
	if slices.ContainsFunc(r.Ammesse, func(a event.AzioneAmmessa) bool { return a.Tipo == string(verbale.EventoValidato) }) {
		t.Error("the fine may be validated")
	}
}

// Who decided about the discount of a row is not asked again, and it is taken away only where facts decide about it.
func TestLoScontoCheUnaPersonaHaDeciso(t *testing.T) {
	t.Parallel()
	p := nuovaPratica(t, conCodice("146-3", 16700, 66500), con6Punti).conTabella(tabellaDiProva())
	p.fa(verbale.EventoViolazioneScelta, `{"codice":"146-3","sconto30":"NO"}`)
	p.rifiuta("la riga dice già così", verbale.EventoViolazioneScelta, `{"codice":"146-3"}`)
	p.fa(verbale.EventoValidato, `{}`)
	if a := p.stato.Avvisi; len(a) != 1 || a[0].ImportoCent != 16700 {
		t.Errorf("avvisi %+v", a)
	}
	nuovaPratica(t, conCodice("15-2", 43000, 173100)).conTabella(tabellaDiProva()).
		rifiuta("ammette sempre la riduzione", verbale.EventoViolazioneScelta, `{"codice":"15-2","sconto30":"NO"}`)
	nuovaPratica(t, conCodice("170-6", 8300, 33200)).conTabella(tabellaDiProva()).
		rifiuta("ammette sempre la riduzione", verbale.EventoViolazioneScelta, `{"codice":"170-6","sconto30":"NO"}`)
	breve := nuovaPratica(t, conCodice("148-2", 100, 200)).conTabella(tabellaDiProva())
	breve.fa(verbale.EventoViolazioneScelta, `{"codice":"148-2","sconto30":"NO"}`)
	if breve.stato.Violazioni[0].Sconto30 {
		t.Error("the short suspension of the licence leaves the discount to the command")
	}
}

// A discount that a person refused because of the short suspension is no corrected row, also by a later version of the table.
func TestUnaTabellaPiuNuovaConLaStessaRiga(t *testing.T) {
	t.Parallel()
	deciso := func(t *testing.T, parole string) *pratica {
		t.Helper()
		p := nuovaPratica(t, conCodice("148-2", 100, 200)).conTabella(tabellaDiProva())
		p.fa(verbale.EventoViolazioneScelta, `{"codice":"148-2","sconto30":"NO"}`)
		p.stato.Violazioni[0].VersioneTabella = "di prima"
		p.quadro.Scritte = []conseguenze.Scritta{{Parole: parole}}
		return p
	}
	deciso(t, sanzione.ConSospensioneBreve("", 7)).fa(verbale.EventoValidato, `{}`)
	deciso(t, "").rifiuta("è stata corretta dopo l'inserimento", verbale.EventoValidato, `{}`)
	corretta := deciso(t, sanzione.ConSospensioneBreve("", 7))
	corretta.stato.Violazioni[0].MinimoCent++
	corretta.rifiuta("è stata corretta dopo l'inserimento", verbale.EventoValidato, `{}`)
}
