package cds_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

func TestNeopatentato(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, rilascio, violazione string
		gia, nuovo                   bool
	}{
		{"primo giorno: art. 126-bis", "2024-03-10", "2024-03-10", false, true},
		{"il terzo anniversario è compreso", "2024-03-10", "2027-03-10", false, true},
		{"il giorno dopo i tre anni", "2024-03-10", "2027-03-11", false, false},
		{"patente del 29 febbraio: i tre anni finiscono il 28", "2024-02-29", "2027-03-01", false, false},
		{"patente del 1º ottobre 2003: non dopo", "2003-10-01", "2004-01-01", false, false},
		{"patente del 2 ottobre 2003", "2003-10-02", "2004-01-01", false, true},
		{"già titolare di una categoria B", "2024-03-10", "2025-03-10", true, false},
		{"violazione prima del rilascio", "2024-03-10", "2024-03-09", false, false},
		{"rilascio non noto", "", "2024-03-09", false, false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := cds.Patente{GiaTitolare: c.gia}
			if c.rilascio != "" {
				p.Rilascio = calendario.MustParse(c.rilascio)
			}
			nuovo, passo := cds.Neopatentato(p, calendario.MustParse(c.violazione))
			if nuovo != c.nuovo || passo.Testo == "" || strings.Contains(passo.Testo, "non sono raddoppiati") == c.nuovo {
				t.Errorf("%v, %+v", nuovo, passo)
			}
		})
	}
}

func conducente() *cds.Conducente {
	return &cds.Conducente{Nascita: calendario.MustParse("1980-01-01"), Patente: cds.Patente{Rilascio: calendario.MustParse("2000-01-01")}}
}

func nuovoConducente() *cds.Conducente {
	return &cds.Conducente{Nascita: calendario.MustParse("2005-01-01"), Patente: cds.Patente{Rilascio: calendario.MustParse("2024-06-01")}}
}

func righe(punti ...int) (v []cds.PuntiViolazione) {
	for _, p := range punti {
		v = append(v, cds.PuntiViolazione{Codice: "x", Punti: p})
	}
	return v
}

func TestPunti(t *testing.T) {
	t.Parallel()
	giorno := calendario.MustParse("2026-05-01")
	conSospensione := append(righe(10), cds.PuntiViolazione{Codice: "142-9", Punti: 6, TogliePatente: true})
	casi := []struct {
		regola string
		r      cds.RichiestaPunti
		punti  int
		passo  string
	}{
		{"il conducente identificato perde i punti della tabella", cds.RichiestaPunti{Violazioni: righe(6), Conducente: conducente()}, 6, "PUNTI_TOTALI"},
		{"raddoppio nei primi tre anni: art. 126-bis", cds.RichiestaPunti{Violazioni: righe(6), Conducente: nuovoConducente()}, 12, "PUNTI_TOTALI"},
		{"una sola violazione non ha tetto: 10 raddoppiati sono 20", cds.RichiestaPunti{Violazioni: righe(10), Conducente: nuovoConducente()}, 20, "PUNTI_TOTALI"},
		{"una seconda senza punti non porta il tetto", cds.RichiestaPunti{Violazioni: righe(10, 0), Conducente: nuovoConducente()}, 20, "PUNTI_TOTALI"},
		{"più violazioni: al massimo 15, art. 126-bis c. 1-bis", cds.RichiestaPunti{Violazioni: righe(10, 6), Conducente: conducente()}, 15, "TETTO_PUNTI"},
		{"più violazioni, 15 esatti", cds.RichiestaPunti{Violazioni: righe(10, 5), Conducente: conducente()}, 15, "PUNTI_TOTALI"},
		{"neopatentato: si raddoppia e poi si applica il tetto", cds.RichiestaPunti{Violazioni: righe(5, 5), Conducente: nuovoConducente()}, 15, "TETTO_PUNTI"},
		{"con la sospensione non c'è tetto: art. 126-bis c. 1-bis", cds.RichiestaPunti{Violazioni: conSospensione, Conducente: conducente()}, 16, "PUNTI_SENZA_TETTO"},
		{"nessun conducente: il proprietario non perde punti", cds.RichiestaPunti{Violazioni: righe(6)}, 0, "CONDUCENTE_NON_IDENTIFICATO"},
		{"una società non ha punti", cds.RichiestaPunti{Violazioni: righe(6), Conducente: &cds.Conducente{Societa: true}}, 0, "PERSONA_GIURIDICA"},
		{"un minorenne non perde punti", cds.RichiestaPunti{Violazioni: righe(6), Conducente: &cds.Conducente{Nascita: calendario.MustParse("2008-05-02")}}, 0, "MINORENNE"},
		{"chi compie 18 anni quel giorno li perde", cds.RichiestaPunti{Violazioni: righe(6), Conducente: &cds.Conducente{Nascita: calendario.MustParse("2008-05-01")}}, 6, "PUNTI_TOTALI"},
		{"dati non comunicati: nessun punto, art. 126-bis c. 2", cds.RichiestaPunti{Violazioni: righe(6), DatiOmessi: true}, 0, "DATI_OMESSI"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			c.r.Data = giorno
			e, err := cds.Punti(c.r)
			if err != nil || e.Punti != c.punti || !haPasso(e.Spiegazione, c.passo) {
				t.Errorf("%+v, %v", e, err)
			}
			controllaSpiegazione(t, 0, e.Spiegazione)
		})
	}
}

func haPasso(passi []cds.Passo, regola string) bool {
	for _, p := range passi {
		if p.Regola == regola {
			return true
		}
	}
	return false
}

func TestPuntiTermineESospensione(t *testing.T) {
	t.Parallel()
	r := cds.RichiestaPunti{Data: calendario.MustParse("2026-05-01"), Violazioni: righe(6), Conducente: conducente()}
	e, err := cds.Punti(r)
	if err != nil || !e.ComunicareEntro.IsZero() || !haPasso(e.Spiegazione, "PUNTI_DA_DEFINIRE") {
		t.Errorf("prima della definizione: %+v, %v", e, err)
	}
	r.Definito = calendario.MustParse("2026-07-10")
	if e, err = cds.Punti(r); err != nil || e.ComunicareEntro != calendario.MustParse("2026-08-09") {
		t.Errorf("trenta giorni dalla definizione: %+v, %v", e, err)
	}
	r.Definito, r.RicorsoPendente = calendario.Giorno{}, true
	if e, err = cds.Punti(r); err != nil || !e.Sospesa || !e.ComunicareEntro.IsZero() || !haPasso(e.Spiegazione, "PUNTI_SOSPESI") {
		t.Errorf("con un ricorso aperto: %+v, %v", e, err)
	}
	omessi := cds.RichiestaPunti{Data: r.Data, Violazioni: righe(6), DatiOmessi: true, RicorsoPendente: true,
		OmessiDati: cds.Violazione{MinCent: 29100, MaxCent: 116600}}
	if e, err = cds.Punti(omessi); err != nil || !strings.Contains(strings.Join(e.Avvertenze, " "), "Cass. 26553/2024") ||
		!strings.Contains(e.Spiegazione[0].Testo, "da 291,00 € a 1.166,00 €") {
		t.Errorf("dati omessi con un ricorso aperto: %+v, %v", e, err)
	}
}

func TestPuntiRifiuta(t *testing.T) {
	t.Parallel()
	giorno := calendario.MustParse("2026-05-01")
	for campo, r := range map[string]cds.RichiestaPunti{
		"data":                {Violazioni: righe(1)},
		"violazioni":          {Data: giorno},
		"violazioni[1].punti": {Data: giorno, Violazioni: righe(1, -1)},
		"violazioni[0].punti": {Data: giorno, Violazioni: righe(21)},
		"datiOmessi":          {Data: giorno, Violazioni: righe(1), DatiOmessi: true, Conducente: conducente()},
		"definito":            {Data: giorno, Violazioni: righe(1), Definito: giorno.AddDays(-1)},
	} {
		_, err := cds.Punti(r)
		var e *cds.Errore
		if !errors.As(err, &e) || e.Campo != campo || e.Motivo == "" {
			t.Errorf("campo %s: %v", campo, err)
		}
	}
}

func TestPuntiDopo(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola              string
		saldo, anni, atteso int
	}{
		{"due anni puliti: due punti, art. 126-bis c. 5", 20, 2, 22}, {"un anno solo: nulla", 20, 1, 20},
		{"dieci anni: 30, il massimo", 20, 10, 30}, {"dodici anni: ancora 30", 20, 12, 30}, {"da 29 si arriva a 30", 29, 2, 30},
		{"chi ne ha meno torna a 20", 7, 2, 20}, {"poi riprende il premio", 7, 4, 22},
		{"zero punti non si recuperano: revisione, c. 6", 0, 10, 0}, {"anni negativi: nulla", 15, -4, 15},
	}
	for _, c := range casi {
		if got := cds.PuntiDopo(c.saldo, c.anni); got != c.atteso {
			t.Errorf("%s: %d, attesi %d", c.regola, got, c.atteso)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		saldo, anni := rapid.IntRange(0, 30).Draw(t, "saldo"), rapid.Int().Draw(t, "anni")
		if got := cds.PuntiDopo(saldo, anni); got < saldo || got > cds.PuntiMassimi {
			t.Fatalf("da %d in %d anni: %d", saldo, anni, got)
		}
	})
}

func TestSospensioneBreve(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola string
		r      cds.RichiestaSospensioneBreve
		giorni int
	}{
		{"da 10 a 19 punti: sette giorni, art. 218-ter c. 2", cds.RichiestaSospensioneBreve{Norma: "art. 146 c. 3 CdS", Elencata: true, Punti: 19, Identificato: true}, 7},
		{"dieci punti: sette giorni", cds.RichiestaSospensioneBreve{Norma: "art. 146 c. 3 CdS", Elencata: true, Punti: 10, Identificato: true}, 7},
		{"meno di dieci: quindici giorni", cds.RichiestaSospensioneBreve{Norma: "art. 146 c. 3 CdS", Elencata: true, Punti: 9, Identificato: true}, 15},
		{"con un incidente il doppio: c. 3", cds.RichiestaSospensioneBreve{Norma: "art. 172 c. 10 CdS", Elencata: true, Punti: 9, Identificato: true, Incidente: true}, 30},
		{"venti punti: nessuna", cds.RichiestaSospensioneBreve{Norma: "art. 146 c. 3 CdS", Elencata: true, Punti: 20, Identificato: true}, 0},
		{"conducente non fermato: nessuna", cds.RichiestaSospensioneBreve{Norma: "art. 146 c. 3 CdS", Elencata: true, Punti: 9}, 0},
		{"violazione non elencata: nessuna", cds.RichiestaSospensioneBreve{Norma: "art. 142 c. 8 CdS", Punti: 9, Identificato: true}, 0},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			c.r.Data = calendario.MustParse("2026-05-01")
			e, err := cds.SospensioneBreve(c.r)
			if err != nil || e.Giorni != c.giorni || len(e.Avvertenze) == 0 {
				t.Errorf("%+v, %v", e, err)
			}
			controllaSpiegazione(t, 0, e.Spiegazione)
			c.r.Data = calendario.MustParse("2024-12-13")
			if e, err = cds.SospensioneBreve(c.r); err != nil || e.Giorni != 0 {
				t.Errorf("prima della L. 177/2024: %+v, %v", e, err)
			}
		})
	}
	for campo, r := range map[string]cds.RichiestaSospensioneBreve{"data": {}, "punti": {Data: calendario.MustParse("2026-05-01"), Punti: 31}} {
		_, err := cds.SospensioneBreve(r)
		var e *cds.Errore
		if !errors.As(err, &e) || e.Campo != campo {
			t.Errorf("campo %s: %v", campo, err)
		}
	}
}
