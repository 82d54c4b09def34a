package sessione

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// sezione is a part of the web application: who holds the permission finds it in the menu and, with
// a word of what it is for, on the first page.
type sezione struct {
	nome, percorso, scopo string
	permesso              auth.Permission
}

func sezioni() []sezione {
	return []sezione{
		{"Verbali", "verbali", "cercare un verbale e leggerne lo stato", auth.PermessoVerbaleLeggi},
		{"Lotti", "lotti", "i lotti di atti: a che punto è la lavorazione di ciascuno", auth.PermessoLottoLeggi},
		{"Esiti della posta", "esitiPostali", "i file di esiti arrivati, che cosa ne è stato e i verbali da decidere per ciò che dicono", auth.PermessoLottoLeggi},
		{"Calcoli", "calcoli", "un importo, una scadenza, una velocità, un codice fiscale, con la spiegazione", auth.PermessoUtilita},
		{"Comandi", "tenant", "i comandi serviti dalla piattaforma: crearli, sospenderli, scegliere in quale lavorare", auth.PermessoTenant},
		{"Reparti", "reparti", "i reparti del comando", auth.PermessoReparto},
		{"Operatori", "operatori", "chi accede, con quali ruoli, in quale reparto", auth.PermessoOperatore},
		{"Agenti", "agenti", "gli agenti accertatori e la loro matricola", auth.PermessoAgente},
		{"Integratori", "integratori", "i sistemi esterni che inseriscono verbali", auth.PermessoIntegratore},
		{"Portali", "portali", "gli ingressi di operatori e cittadini", auth.PermessoPortaleGestione},
		{"Intervalli", "intervalli", "i numeri di avviso pagoPA e i codici degli atti giudiziari assegnati al comando", auth.PermessoIntervalloLeggi},
		{"Impostazioni", "impostazioni", "come lavora il comando: valori e loro validità", auth.PermessoImpostazione},
		{"Tabelle", "tabelle", "violazioni, tariffe, comuni e strade: consultarle e caricarne di nuove", auth.PermessoTabellaLeggi},
		{"Lavori morti", "lavoriMorti", "i lavori che si sono fermati: perché, e rimetterli in coda", auth.PermessoMorti},
		{"Registro", "registro", "chi ha fatto e letto che cosa", auth.PermessoRegistro},
	}
}

// Sezioni gives the parts of the web application that the operator may open.
func (s Sessione) Sezioni() []pagine.Voce {
	var voci []pagine.Voce
	for _, z := range sezioni() {
		if s.Puo(z.permesso) {
			scopo := z.scopo
			if z.percorso == "lotti" && s.Puo(auth.PermessoLotto) {
				scopo = "chiudere un lotto di atti, seguirne la lavorazione, scaricarne il pacchetto"
			}
			voci = append(voci, pagine.Voce{Nome: z.nome, Indirizzo: pagine.Base + z.percorso, Scopo: scopo})
		}
	}
	return voci
}

// menu has the first page and the parts that the operator may open; the one that percorso belongs to
// is the present one.
func menu(s Sessione, percorso string) []pagine.Voce {
	voci := append([]pagine.Voce{{Nome: "Pagina iniziale", Indirizzo: pagine.Base}}, s.Sezioni()...)
	for i, v := range voci {
		voci[i].Attuale = percorso == v.Indirizzo || i > 0 && strings.HasPrefix(percorso, v.Indirizzo+"/")
	}
	return voci
}
