package atto

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestVelocitaSullAtto: Reg. art. 345 c. 2, five per cent and no less than five km/h, nothing rounded before.
func TestVelocitaSullAtto(t *testing.T) {
	t.Parallel()
	for nome, caso := range map[string]struct{ rilevata, limite, netta int64 }{
		"148 km/h: five per cent":    {1480, 1300, 1406},
		"66 km/h: five km/h":         {660, 500, 610},
		"66,5 km/h: the decimal too": {665, 500, 615},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			avuta := velocita(lettura.ViolazioneLetta{VelocitaDecimi: &caso.rilevata, LimiteDecimi: &caso.limite})
			attesa := &stampa.Velocita{RilevataDecimi: caso.rilevata, NettaDecimi: caso.netta, LimiteDecimi: caso.limite}
			if diff := cmp.Diff(attesa, avuta); diff != "" {
				t.Error(diff)
			}
		})
	}
	if v := velocita((lettura.ViolazioneLetta{})); v != nil {
		t.Errorf("a violation without a measure has %+v", v)
	}
}

// TestDispositivoSullAtto: the device that was named stands under each violation that a device may have found, whoever named it.
func TestDispositivoSullAtto(t *testing.T) {
	t.Parallel()
	decimi, limite := int64(780), int64(500)
	misuratore := &vita.Dispositivo{Tipo: "Misuratore", Matricola: "M9", Approvazione: "D.D. 1/2024", Taratura: calendario.MustParse("2026-03-01")}
	const scritto = "Misuratore, matricola M9, approvazione D.D. 1/2024, taratura del 01/03/2026."
	velocita := lettura.ViolazioneLetta{Articolo: "142", Comma: "8", VelocitaDecimi: &decimi, LimiteDecimi: &limite}
	for nome, caso := range map[string]struct {
		violazione lettura.ViolazioneLetta
		contestato bool
		dice       string
	}{
		"a speed":                            {velocita, false, scritto},
		"a speed that the row does not have": {lettura.ViolazioneLetta{Articolo: "142", Comma: "8"}, false, scritto},
		"a speed stopped on the spot":        {lettura.ViolazioneLetta{Articolo: "142", Comma: "8"}, true, scritto},
		"a red light":                        {lettura.ViolazioneLetta{Articolo: "146", Comma: "3"}, false, scritto},
		"a red light stopped on the spot":    {lettura.ViolazioneLetta{Articolo: "146", Comma: "3"}, true, ""},
		"a parking":                          {lettura.ViolazioneLetta{Articolo: "158", Comma: "2"}, false, ""},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			var a stampa.Atto
			caso.violazione.Conseguenze = []string{}
			(&Service{}).violazioniScritte(&a, lettura.Completo{Violazioni: []lettura.ViolazioneLetta{caso.violazione}, Contestato: caso.contestato,
				Dispositivo: misuratore}, lettura.PosizioneLetta{})
			if diff := cmp.Diff(caso.dice, a.Violazioni[0].Dispositivo); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPuntiSullAtto: art. 126-bis c. 1-bis CdS.
func TestPuntiSullAtto(t *testing.T) {
	t.Parallel()
	sospensione, niente := []string{string(sanzione.SospensionePatente)}, []string{}
	for nome, caso := range map[string]struct {
		violazioni []lettura.ViolazioneLetta
		attesi     int
	}{
		"they add up":              {[]lettura.ViolazioneLetta{{Punti: 5, Conseguenze: niente}, {Punti: 6, Conseguenze: niente}}, 11},
		"fifteen at most":          {[]lettura.ViolazioneLetta{{Punti: 10, Conseguenze: niente}, {Punti: 8, Conseguenze: niente}}, 15},
		"no cap with a suspension": {[]lettura.ViolazioneLetta{{Punti: 10, Conseguenze: sospensione}, {Punti: 8, Conseguenze: niente}}, 18},
		"a suspension of the repeat only": {
			[]lettura.ViolazioneLetta{{Punti: 10, Accessoria: "In caso di seconda violazione nel biennio, sospensione della patente da uno a tre mesi", Conseguenze: niente},
				{Punti: 8, Conseguenze: niente}}, 15,
		},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			var a stampa.Atto
			(&Service{}).violazioniScritte(&a, lettura.Completo{Violazioni: caso.violazioni, Contestato: true}, lettura.PosizioneLetta{})
			if a.PuntiTotali != caso.attesi {
				t.Errorf("%d points, expected %d", a.PuntiTotali, caso.attesi)
			}
		})
	}
}

// TestPuntiDelConducente: the act to the owner says the points of who drove, as the one to the driver and the page do; while nobody
// is known to have driven it wants him named.
func TestPuntiDelConducente(t *testing.T) {
	t.Parallel()
	proprietario := lettura.PosizioneLetta{ID: uuid.New(), Titolo: verbale.Obbligato}
	nuovo := lettura.PosizioneLetta{ID: uuid.New(), Titolo: verbale.Trasgressore, Neopatentato: true}
	esperto := lettura.PosizioneLetta{ID: uuid.New(), Titolo: verbale.Trasgressore}
	altro := nuovo
	altro.Chiusa = string(verbale.EventoPosizioneChiusa)
	for nome, c := range map[string]struct {
		posizioni []lettura.PosizioneLetta
		attesi    int
		noto      bool
	}{
		"a new driver":                     {[]lettura.PosizioneLetta{proprietario, nuovo}, 12, true},
		"another driver":                   {[]lettura.PosizioneLetta{proprietario, esperto}, 6, true},
		"nobody known":                     {[]lettura.PosizioneLetta{proprietario}, 6, false},
		"who was named was not driving":    {[]lettura.PosizioneLetta{proprietario, altro}, 6, false},
		"in his place somebody else drove": {[]lettura.PosizioneLetta{proprietario, altro, esperto}, 6, true},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			fine := lettura.Completo{Posizioni: c.posizioni, DataViolazione: time.Date(2026, 5, 1, 12, 0, 0, 0, calendario.Roma()),
				Violazioni: []lettura.ViolazioneLetta{{Punti: 6, Conseguenze: []string{}}}}
			servizio := &Service{Ufficio: &ufficio.Ufficio{Tabelle: tabella.New(nil)}}
			for _, p := range c.posizioni {
				var a stampa.Atto
				servizio.violazioniScritte(&a, fine, p)
				if a.PuntiTotali != c.attesi || a.ConducenteNoto != c.noto {
					t.Errorf("%s: %d points, known %v", p.Titolo, a.PuntiTotali, a.ConducenteNoto)
				}
				if chiede := a.OmessiDati.MaxCent > 0; chiede != (p.Titolo == verbale.Obbligato && !c.noto) {
					t.Errorf("%s: %+v", p.Titolo, a.OmessiDati)
				}
			}
		})
	}
}

// TestPaeseSullAtto: an envelope that leaves Italy names the country, not its code.
func TestPaeseSullAtto(t *testing.T) {
	t.Parallel()
	for nazione, atteso := range map[string]string{
		"IT": "", "": "", "DE": "GERMANIA", "SM": "SAN MARINO", "CI": "COSTA D’AVORIO", "GERMANIA": "GERMANIA", "QQ": "QQ", "EU": "EU",
	} {
		if d := destinatario(lettura.PosizioneLetta{Persona: vita.Soggetto{Nazione: nazione}}); d.Stato != atteso {
			t.Errorf("%q is printed as %q, expected %q", nazione, d.Stato, atteso)
		}
	}
}

// TestPagamentiRidottiSullAtto: an act offers the reduced payments issued last, whatever became of them since.
func TestPagamentiRidottiSullAtto(t *testing.T) {
	t.Parallel()
	sconto := func(numero string, stato verbale.StatoAvviso) lettura.AvvisoLetto {
		return lettura.AvvisoLetto{Tipo: "RIDOTTO_30", NumeroAvviso: numero, Stato: stato}
	}
	ridotto := func(numero string, stato verbale.StatoAvviso) lettura.AvvisoLetto {
		return lettura.AvvisoLetto{Tipo: "RIDOTTO", NumeroAvviso: numero, Stato: stato}
	}
	intero := lettura.AvvisoLetto{Tipo: "INTERO", NumeroAvviso: "3", Stato: verbale.AvvisoEmesso}
	emessi := []lettura.AvvisoLetto{sconto("1", verbale.AvvisoEmesso), ridotto("2", verbale.AvvisoEmesso)}
	scaduti := []lettura.AvvisoLetto{sconto("1", verbale.AvvisoScaduto), ridotto("2", verbale.AvvisoScaduto)}
	sostituiti := []lettura.AvvisoLetto{sconto("1", verbale.AvvisoSostituito), ridotto("2", verbale.AvvisoSostituito)}
	for nome, caso := range map[string]struct {
		avvisi, attesi []lettura.AvvisoLetto
	}{
		"as they were issued": {emessi, emessi},
		"one alone":           {[]lettura.AvvisoLetto{ridotto("1", verbale.AvvisoEmesso)}, []lettura.AvvisoLetto{ridotto("1", verbale.AvvisoEmesso)}},
		"after their terms":   {append(slices.Clone(scaduti), intero), scaduti},
		"replaced by a pair": {
			slices.Concat(sostituiti, []lettura.AvvisoLetto{sconto("3", verbale.AvvisoEmesso), ridotto("4", verbale.AvvisoEmesso)}),
			[]lettura.AvvisoLetto{sconto("3", verbale.AvvisoEmesso), ridotto("4", verbale.AvvisoEmesso)},
		},
		"replaced by one":       {slices.Concat(sostituiti, []lettura.AvvisoLetto{ridotto("3", verbale.AvvisoEmesso)}), []lettura.AvvisoLetto{ridotto("3", verbale.AvvisoEmesso)}},
		"without any":           {nil, nil},
		"when all was annulled": {[]lettura.AvvisoLetto{sconto("1", verbale.AvvisoAnnullato), ridotto("2", verbale.AvvisoAnnullato)}, nil},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(caso.attesi, ridotti(caso.avvisi)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestGiornoERegolaSullAtto: what was decided of a violation, and the day of service, reach the paper.
func TestGiornoERegolaSullAtto(t *testing.T) {
	t.Parallel()
	var a stampa.Atto
	(&Service{}).violazioniScritte(&a, lettura.Completo{Contestato: true, Violazioni: []lettura.ViolazioneLetta{
		{Sconto30: true, PagamentoRidotto: true, Conseguenze: []string{}}, {PagamentoRidotto: true, Conseguenze: []string{}},
		{Conseguenze: []string{}}}}, lettura.PosizioneLetta{})
	var avute []bool
	for _, v := range a.Violazioni {
		avute = append(avute, v.SenzaSconto, v.SenzaRidotto)
	}
	if diff := cmp.Diff([]bool{false, false, true, false, true, true}, avute); diff != "" {
		t.Error(diff)
	}
}

// TestNascitaSullAtto: who was born abroad was born in a State, whatever its article; a comune keeps its "a".
func TestNascitaSullAtto(t *testing.T) {
	t.Parallel()
	for luogo, vuole := range map[string]string{
		"Lugo": "nata a Lugo", "Albania": "nata all'estero (Albania)", "Stato estero Z999": "nata all'estero (Stato estero Z999)",
	} {
		if ha := nascita(vita.Soggetto{Tipo: vita.Persona, Sesso: "F", LuogoNascita: luogo}); ha != vuole {
			t.Errorf("%s, want %s", ha, vuole)
		}
	}
}
