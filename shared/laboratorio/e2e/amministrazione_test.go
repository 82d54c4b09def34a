//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
)

// TestAdministration sets up a command from nothing in the browser, with nothing but the account of
// the platform: in the end a system inserts a fine there and an officer reads it.
func TestAdministration(t *testing.T) {
	c := comandoNuovo{nome: "nuovo-" + unico()}
	f := apriFinestra(t)
	f.fondaComando(c)
	f.esciDi()
	f.arredaComando(c)
	f.esciDi()
	idEsterno := "primo-" + unico()
	m := nuovaMulta(idEsterno, 9_950)
	var e esitoSOAP
	testkit.Attendi(t, 10*time.Second, "the new command to take fines", func() bool {
		var err error
		e, err = stack.soap(t, c.nome, busta11, m.corpo(), conBasic("programma."+c.nome, passwordNuova))
		return err == nil && e.Errore == ""
	})
	f.primoAccesso("ufficio." + c.nome)
	f.attende(baseCore, "Pagina iniziale")
	f.vai(baseCore + "verbali/" + e.IDVerbale)
	f.attende(baseCore+"verbali/"+e.IDVerbale, "Verbale")
	if testo := f.testo(); !strings.Contains(testo, m.targa) || !strings.Contains(testo, "Polizia Locale di "+c.nome) {
		t.Errorf("the officer of the new command reads:\n%s", testo)
	}
}

// passwordNuova is that of the accounts that the test makes; passwordData the one that their administrator gave them.
const passwordNuova, passwordData = "Verbali-segreta-2026", "Verbali-consegnata-2026"

// primoAccesso logs in with the password that an administrator gave, changes it, and logs in with one's own.
func (f *finestra) primoAccesso(username string) {
	f.t.Helper()
	f.accede(username, passwordData)
	f.attende(baseCore+"password", "La propria password")
	f.compila(campo{"attuale", passwordData}, campo{"password", passwordNuova}, campo{"ripetuta", passwordNuova})
	testkit.Attendi(f.t, 10*time.Second, "the change of the password", func() bool { return strings.Contains(f.testo(), "Password cambiata") })
	f.vai(baseCore)
	f.attende(baseCore+"login", "Accesso")
	f.accede(username, passwordNuova)
}

// comandoNuovo is a command that the test sets up.
type comandoNuovo struct{ nome string }

// campo is a field of a form and what is typed or chosen in it.
type campo struct{ nome, valore string }

// compila fills a form as a person does and sends it: texts are typed, choices chosen, boxes ticked.
func (f *finestra) compila(campi ...campo) {
	f.t.Helper()
	for _, c := range campi {
		dove := fmt.Sprintf(`main [name=%q]`, c.nome)
		switch tipo := chiedi[string](f, fmt.Sprintf(`(e => e ? e.tagName + "/" + e.type : "")(document.querySelector(%q))`, dove)); {
		case tipo == "":
			f.t.Fatalf("%s has no field %s:\n%s", f.dove(), c.nome, f.testo())
		case strings.HasSuffix(tipo, "/checkbox"):
			f.fa(chromedp.Click(chromedp.CSS(fmt.Sprintf(`main [name=%q][value=%q]`, c.nome, c.valore))))
		case strings.HasPrefix(tipo, "SELECT"):
			f.fa(chromedp.SetValue(chromedp.CSS(dove), c.valore))
		default:
			f.fa(scrive(dove, c.valore))
		}
	}
	f.fa(chromedp.Click(chromedp.CSS(`main form[method=post] button[type=submit]`)))
}

// crea opens the form of a new entry, fills it and waits for the list that says it is there.
func (f *finestra) crea(elenco, titolo string, campi ...campo) {
	f.t.Helper()
	f.vai(baseCore + elenco + "/nuovo")
	f.attende(baseCore+elenco+"/nuovo", "")
	f.accessibile(elenco + "-nuovo")
	f.compila(campi...)
	f.accettato(elenco)
	f.attende(baseCore+elenco, titolo)
	if testo := f.testo(); !strings.Contains(testo, "Creato") {
		f.t.Errorf("after the creation in %s:\n%s", elenco, testo)
	}
	f.accessibile(elenco)
}

// accettato waits for the page that says that a form was taken.
func (f *finestra) accettato(quale string) {
	f.t.Helper()
	testkit.Attendi(f.t, 20*time.Second, "the answer of "+quale, func() bool {
		return chiedi[bool](f, `document.readyState === "complete" && (document.querySelector("#rifiuto") !== null || location.search.includes("fatto="))`)
	})
	if rifiuto := chiedi[string](f, `document.querySelector("#rifiuto")?.innerText ?? ""`); rifiuto != "" {
		f.t.Fatalf("%s was refused: %s", quale, rifiuto)
	}
}

func (f *finestra) esciDi() {
	f.t.Helper()
	f.fa(chromedp.Click(chromedp.CSS(`form[action$="logout"] button`)))
	f.attende(baseCore+"login", "Accesso")
}

// fondaComando is the part of the platform's administrator: the command, its numbers, its first
// department, its administrator.
func (f *finestra) fondaComando(c comandoNuovo) {
	f.t.Helper()
	f.vai(baseCore)
	f.attende(baseCore+"login", "Accesso")
	f.accede("piattaforma", passwordProva)
	f.attende(baseCore, "Pagina iniziale")
	f.accessibile("iniziale-piattaforma")
	f.crea("tenant", c.nome, campo{"nome", c.nome}, campo{"denominazione", "Polizia Locale di " + c.nome}, campo{"codiceFiscale", "01234567897"})
	f.scegliComando(c)
	f.crea("reparti", "Reparti", campo{"codice", "PL01"}, campo{"descrizione", `<script>alert("reparto")</script>`})
	f.crea("intervalli", "Intervalli", campo{"segregazione", "09"}, campo{"prefisso", fmt.Sprintf("%06d", tempo.Macchina().Unix()%1_000_000)})
	f.crea("operatori", "Operatori", campo{"username", "capo." + c.nome}, campo{"nome", "Ada"}, campo{"cognome", "Verdi"},
		campo{"reparto", "PL01"}, campo{"ruoli", "AMMINISTRATORE"}, campo{"password", passwordData}, campo{"ripetuta", passwordData})
}

// scegliComando makes the administrator of the platform work in a command.
func (f *finestra) scegliComando(c comandoNuovo) {
	f.t.Helper()
	f.fa(chromedp.Click(chromedp.CSS(`form[action$="/connessione"] button[type=submit]`)))
	testkit.Attendi(f.t, 10*time.Second, "the heading with the command", func() bool {
		return strings.Contains(chiedi[string](f, `document.querySelector("header")?.innerText ?? ""`), "Polizia Locale di "+c.nome)
	})
}

// arredaComando is the part of the command's own administrator.
func (f *finestra) arredaComando(c comandoNuovo) {
	f.t.Helper()
	f.primoAccesso("capo." + c.nome)
	f.attende(baseCore, "Pagina iniziale")
	f.crea("agenti", "Agenti", campo{"matricola", "A001"}, campo{"cognome", "Bianchi"}, campo{"nome", "Carlo"}, campo{"reparto", "PL01"})
	f.crea("integratori", "Integratori", campo{"nome", "Varchi elettronici"})
	f.crea("operatori", "Operatori", campo{"username", "programma." + c.nome}, campo{"reparto", "PL01"},
		campo{"ruoli", "INTEGRATORE"}, campo{"integratore", "Varchi elettronici"}, campo{"password", passwordNuova}, campo{"ripetuta", passwordNuova})
	f.crea("operatori", "Operatori", campo{"username", "ufficio." + c.nome}, campo{"nome", "Bruno"}, campo{"cognome", "Neri"},
		campo{"reparto", "PL01"}, campo{"ruoli", "UFFICIO"}, campo{"password", passwordData}, campo{"ripetuta", passwordData})
	f.crea("portali", "Portali", campo{"codice", c.nome + "-cittadini"}, campo{"tipo", "CITTADINI"})
	f.vai(baseCore + "impostazioni")
	f.attende(baseCore+"impostazioni", "Impostazioni")
	f.accessibile("impostazioni")
	f.vai(baseCore + "impostazioni/validazione.SOAP")
	f.attende(baseCore+"impostazioni/validazione.SOAP", "")
	f.accessibile("impostazione")
	f.compila(campo{"valore", "AUTOMATICA"})
	f.accettato("impostazioni")
	f.vai(baseCore + "registro")
	f.attende(baseCore+"registro", "Registro")
	f.accessibile("registro")
}
