package app

import (
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/conservazione"
	"github.com/piattaforma-verbali/verbali/core/internal/home"
	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/interessato"
	"github.com/piattaforma-verbali/verbali/core/internal/piano"
	"github.com/piattaforma-verbali/verbali/core/internal/registri"
	"github.com/piattaforma-verbali/verbali/core/internal/send"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/elenco"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// menu is every part of the web application, in the order of the menu and of the first page.
func menu() []sessione.Sezione {
	return []sessione.Sezione{
		{Nome: "Verbali", Percorso: "verbali", Permesso: auth.PermessoVerbalePropri,
			Scopo: "cercare un verbale e leggerne lo stato"},
		{Nome: "Lotti", Percorso: "lotti", Permesso: auth.PermessoLottoLeggi,
			Scopo:  "i lotti di atti: a che punto è la lavorazione di ciascuno",
			Lavora: auth.PermessoLotto, ScopoLavoro: "chiudere un lotto di atti, seguirne la lavorazione, scaricarne il pacchetto"},
		{Nome: "Piano delle notifiche", Percorso: "piano", Permesso: auth.PermessoVerbaleLeggi,
			Scopo: "chi deve ancora essere notificato, che cosa aspetta e fino a quando"},
		{Nome: "Esiti della posta", Percorso: "esitiPostali", Permesso: auth.PermessoLottoLeggi,
			Scopo: "i file di esiti arrivati, che cosa ne è stato e i verbali da decidere per ciò che dicono"},
		{Nome: verbale.ParolaCanale(verbale.CanaleSend), Percorso: "send", Permesso: auth.PermessoVerbaleLeggi,
			Scopo: "le notifiche con SEND: a che punto sono, che cosa aspetta una persona, se il canale funziona"},
		{Nome: "Tariffe corrette", Percorso: "tariffeCorrette", Permesso: auth.PermessoTariffe,
			Scopo: "i verbali prezzati con una riga della tabella che poi è stata corretta, e che cosa si può fare"},
		{Nome: "Calcoli", Percorso: "calcoli", Permesso: auth.PermessoUtilita,
			Scopo: "un importo, una scadenza, una velocità, un codice fiscale, con la spiegazione"},
		{Nome: "Comandi", Percorso: "tenant", Permesso: auth.PermessoTenant,
			Scopo: "i comandi serviti dalla piattaforma: crearli, sospenderli, scegliere in quale lavorare"},
		{Nome: "Reparti", Percorso: "reparti", Permesso: auth.PermessoReparto,
			Scopo: "i reparti del comando"},
		{Nome: "Operatori", Percorso: "operatori", Permesso: auth.PermessoOperatore,
			Scopo: "chi accede, con quali ruoli, in quale reparto"},
		{Nome: "Ruoli", Percorso: "ruoli", Permesso: auth.PermessoRuolo,
			Scopo: "i ruoli che il comando si dà: che cosa può chi li ha"},
		{Nome: "Agenti", Percorso: "agenti", Permesso: auth.PermessoAgente,
			Scopo: "gli agenti accertatori e la loro matricola"},
		{Nome: "Integratori", Percorso: "integratori", Permesso: auth.PermessoIntegratore,
			Scopo: "i sistemi esterni che inseriscono verbali"},
		{Nome: "Portali", Percorso: "portali", Permesso: auth.PermessoPortaleGestione,
			Scopo: "gli ingressi di operatori e cittadini"},
		{Nome: "Intervalli", Percorso: "intervalli", Permesso: auth.PermessoIntervalloLeggi,
			Scopo: "i numeri di avviso pagoPA e i codici degli atti giudiziari assegnati al comando"},
		{Nome: "Impostazioni", Percorso: "impostazioni", Permesso: auth.PermessoImpostazione,
			Scopo: "come lavora il comando: valori e loro validità"},
		{Nome: "Accesso", Percorso: "accesso", Permesso: auth.PermessoImpostazione,
			Scopo: "il server LDAP e l'accesso unico del comando: provare se rispondono, e che cosa danno i gruppi"},
		{Nome: "PDND", Percorso: "pdnd", Permesso: auth.PermessoImpostazione,
			Scopo: "gli e-service dello Stato: che cosa funziona, che cosa scade, provarne uno"},
		{Nome: "Costi dei registri", Percorso: "costi", Permesso: auth.PermessoImpostazione,
			Scopo: "quanto sono costate le domande ai registri dei veicoli e delle patenti, mese per mese"},
		{Nome: "Tabelle", Percorso: "tabelle", Permesso: auth.PermessoTabellaLeggi,
			Scopo: "violazioni, tariffe, comuni e strade: consultarle e caricarne di nuove"},
		{Nome: "Lavori morti", Percorso: "lavoriMorti", Permesso: auth.PermessoMorti,
			Scopo: "i lavori che si sono fermati: perché, e rimetterli in coda"},
		{Nome: "Conservazione", Percorso: "conservazione", Permesso: auth.PermessoConservazione,
			Scopo: "per quanto tempo si tengono i dati, i vincoli, che cosa è stato cancellato"},
		{Nome: "Dati di una persona", Percorso: "interessato", Permesso: auth.PermessoInteressato,
			Scopo: "tutto ciò che si tiene su un codice fiscale, con la provenienza e chi lo ha guardato"},
		{Nome: "Richieste di rettifica", Percorso: "rettifiche", Permesso: auth.PermessoInteressato,
			Scopo: "chi chiede di correggere i propri dati, e la risposta entro il termine"},
		{Nome: "Registro", Percorso: "registro", Permesso: auth.PermessoRegistro,
			Scopo: "chi ha fatto e letto che cosa"},
	}
}

// code are the nouns with work that waits for a person: their rows stand on the first page in this order.
func (a *App) code() []home.Fonte {
	tabelle := tabella.Nuovo(a.Pools, a.Now)
	return []home.Fonte{
		{Permesso: auth.PermessoTabella, Piattaforma: true, Code: tabelle.CodeDaCaricare},
		{Permesso: auth.PermessoTabella, Piattaforma: true, Code: tabelle.Code},
		{Permesso: auth.PermessoImpostazione, Piattaforma: true, Code: tabelle.Code},
		{Permesso: auth.PermessoVerbaleDecidi, Oppure: auth.PermessoImpostazione, Verbali: true, Code: elenco.Store{Store: fascicolo.Store{Pools: a.Pools}}.Code},
		{Permesso: auth.PermessoVerbaleDecidi, Oppure: auth.PermessoImpostazione, Verbali: true,
			Code: piano.Coda{Store: piano.Store{Pools: a.Pools, Adesso: a.Now}, Impostazioni: impostazione.Nuovo(a.Pools, a.Now)}.Code},
		{Permesso: auth.PermessoVerbaleDecidi, Oppure: auth.PermessoImpostazione, Verbali: true, Code: registri.Store{Pools: a.Pools, Adesso: a.Now}.Code},
		{Permesso: auth.PermessoVerbaleDecidi, Oppure: auth.PermessoImpostazione, Verbali: true, Code: send.Store{Pools: a.Pools, Adesso: a.Now}.Code},
		{Permesso: auth.PermessoInteressato, Code: interessato.Servizio{Pools: a.Pools, Adesso: a.Now}.Code},
		{Permesso: auth.PermessoConservazione, Code: conservazione.Servizio{Pools: a.Pools, Adesso: a.Now}.Code},
		{Permesso: auth.PermessoImpostazione, Code: impostazione.Nuovo(a.Pools, a.Now).Code},
	}
}
