package main

import (
	"context"
	_ "embed"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"
)

// strade are the streets of a fictional command; {istat} stands for its comune.
//
//go:embed strade.csv
var strade string

// comandoProva is a fictional command of the local data.
type comandoProva struct {
	nome, denominazione, codiceFiscale string
	istat, comune                      string                      // where its fines happen
	cittadino                          motorizzazione.Intestatario // of its citizen's account: an owner that the simulator knows
	segregazione                       string                      // of its notice numbers: the two have fines of the same plates
	contoPostale                       string                      // invented, like the authorisation to print slips
	prefissoAG                         string                      // of the codes of judicial acts: no carrier gives such
}

// comandiProva are the two tenants of design section 8; names and tax codes are invented, the check
// digits are right.
func comandiProva() []comandoProva {
	return []comandoProva{
		{"alfa", "Polizia Locale di Alfa", "80012345676", "037006", "Alfa", cittadinoDi("alfa"), "01", "11111111", "99901"},
		{"beta", "Polizia Locale Unione Beta", "90023456784", "015146", "Beta", cittadinoDi("beta"), "02", "22222222", "99902"},
	}
}

// passiDati are the steps of the local data (design section 8). {password} stands for the file with the provisional password that
// accounts are made with; apri then gives them the one of the documents. Stories are what happens to the fines once they are there.
func passiDati(apri func(context.Context, indirizzi) error, storie bool) []passo {
	passi := []passo{
		core("reparto crea PIATT --descrizione Piattaforma"),
		core("operatore crea piattaforma --reparto PIATT --ruoli PIATTAFORMA --nome Ada --cognome Sistemi --password-file {password}"),
	}
	for _, c := range comandiProva() {
		passi = append(passi, passiComando(c)...)
	}
	passi = append(passi, passo{Nome: "password delle utenze dimostrative", Funzione: apri})
	for _, c := range comandiProva() {
		passi = append(passi, passo{Nome: "verbali di " + c.nome, Funzione: c.inserisciVerbali})
		if storie {
			passi = append(passi, passo{Nome: "storie dei verbali di " + c.nome, Funzione: c.viviVerbali},
				passo{Nome: "storie rare dei verbali di " + c.nome, Funzione: c.viviRari})
		}
	}
	return passi
}

// passiComando sets up one command: departments, agents, portals, settings, accounts.
func passiComando(c comandoProva) []passo {
	t := " --tenant " + c.nome
	passi := []passo{
		{Programma: "core", Argomenti: []string{"tenant", "crea", c.nome, "--denominazione", c.denominazione, "--codice-fiscale", c.codiceFiscale}},
		core("reparto crea PL01" + t + " --descrizione Centro"),
		core("reparto crea PL02" + t + " --descrizione Periferia"),
		core("reparto crea CITT" + t + " --descrizione Cittadini"),
		core("portale crea " + c.nome + t + " --tipo OPERATORI"),
		core("portale crea " + c.nome + "-cittadini" + t + " --tipo CITTADINI"),
		core("intervallo crea" + t + " --segregazione " + c.segregazione + " --prefisso 26"),
		core("intervallo crea" + t + " --tipo RACCOMANDATA_AG --prefisso " + c.prefissoAG),
		core("integratore crea rilevatori" + t),
		{Programma: "core", Argomenti: []string{"tabelle", "importa", "strade", "-", "--tenant", c.nome, "--nota", "Stradario di prova"},
			Ingresso: strings.ReplaceAll(strade, "{istat}", c.istat)},
	}
	for _, i := range impostazioniDi(c) {
		passi = append(passi, passo{Programma: "core",
			Argomenti: []string{"impostazione", "imposta", i[0], strconv.Quote(i[1]), "--tenant", c.nome}})
	}
	for _, i := range append(c.impostazioniPdnd(), impostazioneSend()) {
		passi = append(passi, passo{Programma: "core", Argomenti: []string{"impostazione", "imposta", i[0], i[1], "--tenant", c.nome}})
	}
	passi = append(passi, core("impostazione imposta "+scelte.ChiaveSpeseZero+" true"+t))
	for _, u := range utenti(c) {
		crea := core(u.crea(c.nome))
		if u.ruolo == "CITTADINO" {
			u.nome, u.cognome = "Carlo", "Cittadino" // the account of local data made before it had its person's name
			crea.Prima = core(u.crea(c.nome)).Argomenti
		}
		passi = append(passi, crea)
	}
	for i, cognome := range []string{"Bianchi", "Verdi", "Neri", "Gallo", "Fontana"} {
		matricola := "A00" + string(rune('1'+i))
		account := ""
		if i == 0 {
			account = " --operatore agente." + c.nome
		}
		passi = append(passi, core("agente crea "+matricola+t+" --reparto PL01 --nome Prova --cognome "+cognome+account))
	}
	return passi
}

// impostazioniDi are the settings of a command: who validates, and what its acts have at their head. Its acts ask for no
// expenses: what a life pays is the sum that its insertion was answered with.
func impostazioniDi(c comandoProva) [][2]string {
	return [][2]string{
		{"validazione.SOAP", "AUTOMATICA"},
		{"comando.ente", "Comune di " + c.comune},
		{"comando.settore", "Ufficio Verbali"},
		{"comando.indirizzo", "Piazza del Comando 1, " + c.comune},
		{"comando.telefono", "000 000000"},
		{"comando.pec", c.nome + "@pec.example"},
		{"comando.sitoWeb", "www." + c.nome + ".example"},
		{"comando.responsabile", "Comm. Capo Livia Responsabile"},
		{"comando.firmatario", "Isp. Bruno Firmatario"},
		{"comando.qualifica", "Ispettore"},
		{"comando.contattoDpo", "dpo@" + c.nome + ".example"},
		{"comando.contoPostale", c.contoPostale},
		{"comando.intestatarioConto", strings.ToUpper("Comune di "+c.comune) + " - TESORERIA"},
		{"comando.autorizzazioneStampa", "DB/PROVA N. 0 DEL 01/01/2020"},
	}
}

type utente struct{ username, reparto, ruolo, nome, cognome, altro string }

// crea is the line of core that makes the account.
func (u utente) crea(comando string) string {
	return "operatore crea " + u.username + "." + comando + " --tenant " + comando + " --reparto " + u.reparto + " --ruoli " + u.ruolo +
		" --nome " + u.nome + " --cognome " + u.cognome + " --password-file {password}" + u.altro
}

func utenti(c comandoProva) []utente {
	return []utente{
		{"operatore", "PL01", "OPERATORE", "Olga", "Operatrice", ""},
		{"ufficio", "PL01", "UFFICIO", "Ugo", "Ufficio", ""},
		{"agente", "PL01", "AGENTE", "Aldo", "Agente", ""},
		{"integratore", "PL01", "INTEGRATORE", "Irma", "Integratrice", " --integratore rilevatori"},
		{"amministratore", "PL01", "AMMINISTRATORE", "Anna", "Amministratrice", ""},
		{"cittadino", "CITT", "CITTADINO", c.cittadino.Nome, c.cittadino.Cognome, " --codice-fiscale " + c.cittadino.CodiceFiscale},
	}
}

func core(riga string) passo { return passo{Programma: "core", Argomenti: strings.Fields(riga)} }
