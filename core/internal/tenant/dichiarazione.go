package tenant

import (
	"slices"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
)

// nuovo is the body of POST /tenant.
type nuovo struct {
	Nome          string `json:"nome"`
	Denominazione string `json:"denominazione"`
	CodiceFiscale string `json:"codiceFiscale"`
}

func (n nuovo) tenant() Tenant {
	return Tenant{Nome: n.Nome, Denominazione: n.Denominazione, CodiceFiscale: n.CodiceFiscale}
}

// modifica is the body of PUT /tenant/{nome}.
type modifica struct {
	Denominazione string `json:"denominazione"`
	CodiceFiscale string `json:"codiceFiscale"`
	Stato         string `json:"stato"`
	Versione      int    `json:"versione"`
}

func (m modifica) tenant() Tenant {
	return Tenant{Denominazione: m.Denominazione, CodiceFiscale: m.CodiceFiscale, Stato: m.Stato, Versione: m.Versione}
}

// Dichiarazione is the noun, for its doors.
func (s *Servizio) Dichiarazione() schedario.Dichiarazione[Tenant] {
	d := dichiarazione()
	d.Usi = schedario.Usi[Tenant]{Crea: s.Crea, Modifica: s.Modifica, Trova: s.Trova, Elenca: s.Elenca}
	return d
}

func dichiarazione() schedario.Dichiarazione[Tenant] {
	return schedario.Dichiarazione[Tenant]{
		Nome: "tenant", Percorso: "tenant", Parametro: "nome", Legge: auth.PermessoTenant, Scrive: auth.PermessoTenant,
		Testa: func(t *Tenant) schedario.Testa {
			return schedario.Testa{Chiave: &t.Nome, Stato: &t.Stato, Versione: &t.Versione}
		},
		Nuova: schedario.CorpoNuova(nuovo.tenant), Altra: schedario.CorpoAltra(modifica.tenant),
		Campi: []schedario.Campo[Tenant]{
			{Campo: pagine.Campo{Nome: "nome", Etichetta: "Nome", Massimo: 30, Obbligatorio: true,
				Aiuto: "Da 2 a 30 lettere minuscole, cifre e trattini. È il valore di X-Realm e il nome della banca dati: non si cambia più."},
				Quando: schedario.SoloNuova, Di: func(t *Tenant) *string { return &t.Nome }},
			{Campo: pagine.Campo{Nome: "denominazione", Etichetta: "Denominazione", Obbligatorio: true, Aiuto: "Come il comando si chiama per esteso."},
				Di: func(t *Tenant) *string { return &t.Denominazione }, Opzione: "nome per esteso del comando (obbligatoria)"},
			{Campo: pagine.Campo{Nome: "codiceFiscale", Etichetta: "Codice fiscale dell'ente creditore", Massimo: 20, Aiuto: "Undici cifre."},
				Di: func(t *Tenant) *string { return &t.CodiceFiscale }, Opzione: "codice fiscale dell'ente creditore, 11 cifre"},
			schedario.CampoStato(func(t *Tenant) *string { return &t.Stato },
				"Un comando sospeso non risponde più a nessuno, operatori compresi, finché non è riattivato. I suoi dati restano.", Attivo, Sospeso),
		},
		Pagina: schedario.Pagina[Tenant]{
			TitoloElenco: "Comandi serviti", TitoloNuova: "Nuovo comando", Titolo: func(t Tenant) string { return "Comando " + t.Nome },
			Colonne: []string{"Nome", "Denominazione", "Codice fiscale", "Stato"}, Iniziale: Tenant{Stato: Attivo}, ApreLaNuova: true,
			Celle: func(t Tenant) []string { return []string{t.Nome, t.Denominazione, t.CodiceFiscale, t.parola()} },
			Scheda: func(t Tenant, m schedario.Modulo) templ.Component {
				if t.Stato == InCreazione {
					return ripresa(t, m)
				}
				return scheda(t, m)
			},
		},
		Riga: schedario.Riga[Tenant]{Crea: "crea un tenant: riga, banca dati, avviso ai servizi", Argomento: "NOME"},
	}
}

// fermi are the fields of a creation that was cut, to be asked for again as they are.
func fermi(m schedario.Modulo) schedario.Modulo {
	m.Nuova = true // without a version
	m.Campi = slices.DeleteFunc(m.Campi, func(c schedario.CampoModulo) bool { return c.Scelte != nil })
	for i := range m.Campi {
		m.Campi[i].SolaLettura = true
	}
	return m
}

// passo is what comes next for a tenant just made.
type passo struct{ Indirizzo, Nome, Perche string }

func passi() []passo {
	return []passo{
		{pagine.Base + "connessione", "Scegliere il comando", "le pagine che seguono lavorano su quello scelto"},
		{pagine.Base + "reparti/nuovo", "Creare il primo reparto", "gli operatori appartengono a un reparto"},
		{pagine.Base + "operatori/nuovo", "Creare il primo amministratore", "un operatore con il ruolo AMMINISTRATORE, che farà il resto"},
		{pagine.Base + "intervalli/nuovo", "Assegnare un intervallo", "senza numeri di avviso non si emettono verbali"},
		{pagine.Base + "portali/nuovo", "Aprire un portale", "l'ingresso di operatori e cittadini"},
	}
}
