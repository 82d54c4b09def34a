package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// The tables of the platform are loaded by the preparation, once; a decree goes from the index to the
// tables through a person's hands, all at the command line.
func TestTabelleDallaRigaDiComando(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	if uscita := p.prepara(t); strings.Contains(uscita, "tabelle iniziali") || strings.Contains(uscita, "corretta") {
		t.Errorf("a second preparation loads them again:\n%s", uscita)
	}
	dice := func(uscita string, parole ...string) {
		t.Helper()
		for _, parola := range parole {
			if !strings.Contains(uscita, parola) {
				t.Errorf("without %q:\n%s", parola, uscita)
			}
		}
	}
	dice(p.riesce(t, "tabelle", "correzioni"), "## Righe da verificare\n", "| Codice | Prezza fino al | Diviso fra | Perché |\n|---|---|---|---|\n",
		"| `15-2` | dal 01/01/2021 | art. 15 c. 2 CdS | art. 15 c. 1 e c. 2 CdS |\n")
	dice(p.riesce(t, "tabelle", "elenca"), "violazioni", "comuni", "preparazione", "Tabella iniziale")
	decreto := p.riesce(t, "tabelle", "decreto", "--variazione", "1,8", "--dal", "2099-01-01", "--fonte", "D.M. di prova")
	dice(decreto, "codice;validoDa;minCent;maxCent;orizzonte;fonte;verifica\n", ";2099-01-01;", "D.M. di prova")
	if strings.Contains(decreto, ";2021-01-01;") {
		t.Errorf("rows of another day are in it:\n%s", decreto)
	}
	file := scrivi(t, filepath.Join(t.TempDir(), "decreto.csv"), decreto)
	prova := p.riesce(t, "tabelle", "importa", "tariffe", file, "--prova")
	dice(prova, "non è stato scritto nulla", "Righe aggiunte: ", "… e altre ", "Minimo: da ", "Avviso: ")
	dice(p.riesce(t, "tabelle", "importa", "tariffe", file, "--nota", "Decreto di prova"), "tabella tariffe: caricata la versione 2")
	dice(p.riesce(t, "tabelle", "importa", "tariffe", file), "il file non cambia nulla, resta la versione 2")
	dice(p.riesce(t, "tabelle", "elenca"), "Decreto di prova", "riga di comando")
	dice(p.riesce(t, "tabelle", "esporta", "violazioni"), "2099-01-01")
	if prima := p.riesce(t, "tabelle", "esporta", "violazioni", "--versione", "1"); strings.Contains(prima, "2099-01-01") {
		t.Error("version 1 has rows of version 2")
	}
	p.riesce(t, "tenant", "crea", "stradale", "--denominazione", "Prova delle strade")
	strade := scrivi(t, filepath.Join(t.TempDir(), "strade.csv"), "codice;nome;comuneIstat;localita;ente;validoDa;validoA\nS1;Via Roma;037006;;COMUNE;2020-01-01;\n")
	dice(p.riesce(t, "tabelle", "importa", "strade", strade, "--tenant", "stradale"), "caricata la versione 1")
	dice(p.riesce(t, "tabelle", "esporta", "strade", "--tenant", "stradale"), "S1;Via Roma;037006")
	dice(p.riesce(t, "tabelle", "elenca", "--tenant", "stradale"), "strade", "reparti")
	t.Run("refusals", func(t *testing.T) { p.rifiutaTabelle(t, file) })
	t.Run("the correction of the program", func(t *testing.T) { p.correggeTabelle(t, dice) })
}

// correggeTabelle brings the platform back to the earlier table, as if the program had loaded it, and prepares it again.
func (p *pila) correggeTabelle(t *testing.T, dice func(string, ...string)) {
	t.Helper()
	unaAllaVolta.Lock() // another preparation would correct it first
	defer unaAllaVolta.Unlock()
	precedente, err := filepath.Abs("../shared/legge/sanzione/precedente.csv")
	if err != nil {
		t.Fatal(err)
	}
	dallaPreparazione := func() {
		t.Helper()
		p.riesce(t, "tabelle", "importa", "violazioni", precedente, "--forza", "--nota", "com'era")
		if _, err := p.conn(t, "", "piattaforma").Exec(t.Context(), `UPDATE core.tabella_versione SET attore = 'preparazione' WHERE nome = 'violazioni'`); err != nil {
			t.Fatal(err)
		}
	}
	dallaPreparazione()
	dice(p.riesce(t, "tabelle", "correggi", "--prova"), "non è stato scritto nulla", "Righe aggiunte: 209", "Righe modificate: 165", "[giorni passati]")
	if prova := p.riesce(t, "tabelle", "correggi", "--prova"); strings.Contains(prova, "--forza") {
		t.Errorf("a correction needs no word:\n%s", prova)
	}
	dice(p.riesce(t, "tabelle", "correggi"), "caricata la versione", "Righe aggiunte: 209")
	dice(p.riesce(t, "tabelle", "correggi"), "nulla da correggere")
	dallaPreparazione()
	dice(p.riesce(t, "piattaforma", "prepara"), "tabella violazioni corretta, versione", "209 righe aggiunte, 165 modificate", "core tabelle correzioni")
	dice(p.riesce(t, "tabelle", "elenca"), "compresa nel programma", "preparazione")
	if uscita := p.riesce(t, "piattaforma", "prepara"); strings.Contains(uscita, "corretta") {
		t.Errorf("a second preparation corrects again:\n%s", uscita)
	}
}

func (p *pila) rifiutaTabelle(t *testing.T, decreto string) {
	t.Helper()
	sbagliato := scrivi(t, filepath.Join(t.TempDir(), "sbagliato.csv"),
		"codice;validoDa;minCent;maxCent;orizzonte;fonte;verifica\n7-14-p1;ieri;1;2;;x;\n0-0;2099-01-01;1;2;;x;\n")
	passato := scrivi(t, filepath.Join(t.TempDir(), "passato.csv"), "codice;validoDa;minCent;maxCent;orizzonte;fonte;verifica\n7-14-p1;2024-01-01;4300;17600;;x;\n")
	casi := []struct{ regola, dice, riga string }{
		{"no table at all", "NOME", "tabelle esporta targhe"},
		{"streets of no tenant", "manca: strade è di ogni comando", "tabelle esporta strade"},
		{"streets of an unknown tenant", "nessuno", "tabelle esporta strade --tenant=nessuno"},
		{"a table of the platform with a tenant", "è una tabella della piattaforma", "tabelle importa tariffe " + decreto + " --tenant=stradale"},
		{"departments", "loro pagina", "tabelle importa reparti " + decreto + " --tenant=stradale"},
		{"a file that is not there", "/nessuno.csv non c'è", "tabelle importa tariffe /nessuno.csv"},
		{"faults by line and column", "riga 2, validoDa", "tabelle importa tariffe " + sbagliato},
		{"the file of another table", "colonne della tabella tariffe", "tabelle importa violazioni " + decreto},
		{"days gone by", "(7-14-p1/2024-01-01)", "tabelle importa tariffe " + passato},
		{"a version that is not there", "versione di violazioni", "tabelle esporta violazioni --versione=99"},
		{"an index that is no number", "variazione", "tabelle decreto --variazione=molto --dal=2099-01-01 --fonte=x"},
		{"two decimals", "variazione", "tabelle decreto --variazione=1.85 --dal=2099-01-01 --fonte=x"},
		{"an index that no year has had", "variazione", "tabelle decreto --variazione=80 --dal=2099-01-01 --fonte=x"},
		{"a day that is none", "dal", "tabelle decreto --variazione=1.8 --dal=2099-02-30 --fonte=x"},
		{"no decree", "fonte", "tabelle decreto --variazione=1.8 --dal=2099-01-01"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			p.fallisce(t, []string{c.dice}, strings.Fields(c.riga)...)
		})
	}
	if prova := p.riesce(t, "tabelle", "importa", "tariffe", passato, "--prova"); !strings.Contains(prova, "Senza --forza il caricamento sarà rifiutato.") {
		t.Errorf("a try does not say that it would be refused:\n%s", prova)
	}
	p.fallisce(t, []string{"--forza"}, "tabelle", "importa", "tariffe", passato)
	uscita := p.riesce(t, "tabelle", "importa", "tariffe", passato, "--forza", "--nota", "correzione")
	if !strings.Contains(uscita, "[giorni passati]") {
		t.Errorf("forced:\n%s", uscita)
	}
}
