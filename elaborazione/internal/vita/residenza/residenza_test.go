package residenza_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/residenza"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	registro "github.com/piattaforma-verbali/verbali/shared/registri/residenza"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func giorno(t testing.TB, s string) calendario.Giorno {
	t.Helper()
	g, err := calendario.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// arrivo is Mario Rossi of Ravenna, of whom the register says the same in its own letters.
func arrivo(t testing.TB, cambia func(*residenza.Arrivo)) residenza.Arrivo {
	t.Helper()
	a := residenza.Arrivo{ID: uuid.New(), Esito: registro.Trovato, Registro: verbale.VisuraResidenza,
		Violazione: giorno(t, "2026-10-01"), Comuni: comune.Iniziale(),
		Persona: vita.Soggetto{ID: uuid.New(), Tipo: vita.Persona, CodiceFiscale: "RSSMRA80A01H501U", Cognome: "Rossi", Nome: "Mario",
			DataNascita: giorno(t, "1980-01-01"), Indirizzo: "P.zza Garibaldi", Civico: "15", Cap: "48121", Comune: "Ravenna", Provincia: "RA", Nazione: "IT"},
		Risposta: registro.Risposta{CodiceFiscale: "RSSMRA80A01H501U", Cognome: "ROSSI", Nome: "MARIO GIUSEPPE", DataNascita: "1980-01-01",
			Residenza: &registro.Indirizzo{Via: "PIAZZA GARIBALDI", Civico: "15 SC. B INT. 3", Cap: "48121", Comune: "RAVENNA", Provincia: "RA", Dal: "2020-02-03"}}}
	if cambia != nil {
		cambia(&a)
	}
	return a
}

// TestContrasto: what the population register says beside what the fine says.
func TestContrasto(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		cambia func(*residenza.Arrivo)
		vuole  verbale.TipoAnomalia
		dice   []string
	}{
		"lo stesso, con altre lettere, un nome in più e l'interno": {nil, "", nil},
		"un altro CAP della stessa porta":                          {func(a *residenza.Arrivo) { a.Persona.Cap = "48100" }, "", nil},
		"un altro cognome":                                         {func(a *residenza.Arrivo) { a.Risposta.Cognome = "BIANCHI" }, verbale.AnomaliaVisuraPersona, []string{"Rossi Mario", "BIANCHI MARIO"}},
		"un altro nome":                                            {func(a *residenza.Arrivo) { a.Risposta.Nome = "MARIA" }, verbale.AnomaliaVisuraPersona, nil},
		"un'altra nascita":                                         {func(a *residenza.Arrivo) { a.Risposta.DataNascita = "1980-01-02" }, verbale.AnomaliaVisuraPersona, []string{"01/01/1980", "02/01/1980"}},
		"un altro codice fiscale":                                  {func(a *residenza.Arrivo) { a.Risposta.CodiceFiscale = "RSSMRA80A01F205X" }, verbale.AnomaliaVisuraPersona, nil},
		"la nascita senza giorno non contraddice":                  {func(a *residenza.Arrivo) { a.Risposta.DataNascita = "1980" }, "", nil},
		"più persone":                                              {func(a *residenza.Arrivo) { a.Esito = registro.PiuSoggetti }, verbale.AnomaliaVisuraPiuSoggetti, nil},
		"una parola nuova":                                         {func(a *residenza.Arrivo) { a.Esito = "SOSPESO" }, verbale.AnomaliaVisuraIllegibile, []string{"SOSPESO"}},
		"morto il giorno prima":                                    {func(a *residenza.Arrivo) { a.Esito, a.Risposta.DataDecesso = registro.Deceduto, "2026-09-30" }, verbale.AnomaliaVisuraDecessoPrima, []string{"30/09/2026", "01/10/2026"}},
		"morto il giorno stesso":                                   {func(a *residenza.Arrivo) { a.Esito, a.Risposta.DataDecesso = registro.Deceduto, "2026-10-01" }, verbale.AnomaliaVisuraDecessoDopo, nil},
		"morto dopo":                                               {func(a *residenza.Arrivo) { a.Esito, a.Risposta.DataDecesso = registro.Deceduto, "2026-10-02" }, verbale.AnomaliaVisuraDecessoDopo, nil},
		"morto chissà quando":                                      {func(a *residenza.Arrivo) { a.Esito = registro.Deceduto }, verbale.AnomaliaVisuraDecesso, nil},
		"minorenne il giorno della violazione": {func(a *residenza.Arrivo) {
			a.Persona.DataNascita, a.Persona.CodiceFiscale, a.Risposta.CodiceFiscale, a.Risposta.DataNascita = calendario.Giorno{}, "", "", "2008-10-02"
		}, verbale.AnomaliaVisuraMinorenne, []string{"02/10/2008"}},
		"all'estero": {func(a *residenza.Arrivo) {
			a.Esito, a.Risposta.Residenza = registro.AIRE, &registro.Indirizzo{Via: "RUE DE RIVOLI 1", Comune: "PARIS", Nazione: "FRANCIA"}
		}, verbale.AnomaliaVisuraEstero, []string{"FRANCIA"}},
		"all'estero, e il verbale lo sa": {func(a *residenza.Arrivo) {
			a.Esito, a.Risposta.Residenza = registro.AIRE, &registro.Indirizzo{Via: "RUE DE RIVOLI", Civico: "1", Cap: "75001", Comune: "PARIS", Nazione: "FRANCIA"}
			a.Persona.Indirizzo, a.Persona.Civico, a.Persona.Cap, a.Persona.Comune, a.Persona.Nazione = "Rue de Rivoli", "1", "75001", "Paris", "FR"
		}, "", nil},
		"all'estero, in un'altra via": {func(a *residenza.Arrivo) {
			a.Esito, a.Risposta.Residenza = registro.AIRE, &registro.Indirizzo{Via: "RUE DE LILLE", Civico: "1", Comune: "PARIS", Nazione: "FRANCIA"}
			a.Persona.Indirizzo, a.Persona.Civico, a.Persona.Comune, a.Persona.Nazione = "Rue de Rivoli", "1", "Paris", "FR"
		}, verbale.AnomaliaVisuraEstero, []string{"RUE DE LILLE", "Rue de Rivoli"}},
		"all'estero, in un altro Stato": {func(a *residenza.Arrivo) {
			a.Esito, a.Risposta.Residenza = registro.AIRE, &registro.Indirizzo{Via: "RUE HAUTE", Civico: "1", Comune: "VILLENEUVE", Nazione: "FRANCIA"}
			a.Persona.Indirizzo, a.Persona.Civico, a.Persona.Comune, a.Persona.Nazione = "Rue Haute", "1", "Villeneuve", "CH"
		}, verbale.AnomaliaVisuraEstero, nil},
		"AIRE senza indirizzo, e il verbale ne ha uno estero": {func(a *residenza.Arrivo) {
			a.Esito, a.Risposta.Residenza, a.Persona.Nazione = registro.AIRE, nil, "FR"
		}, "", nil},
		"AIRE con l'ultima residenza italiana, che è quella del verbale": {func(a *residenza.Arrivo) { a.Esito = registro.AIRE }, verbale.AnomaliaVisuraEstero, nil},
		"il titolo e il nome abbreviati": {func(a *residenza.Arrivo) {
			a.Persona.Indirizzo, a.Risposta.Residenza.Via = "V. S. G. Bosco", "VIA SAN GIOVANNI BOSCO"
		}, "", nil},
		"gli accenti e i numeri romani": {func(a *residenza.Arrivo) {
			a.Persona.Indirizzo, a.Risposta.Residenza.Via = "v.le IV Novembre", "VIALE 4 NOVEMBRE"
		}, "", nil},
		"la lettera della porta, con l'isolato": {func(a *residenza.Arrivo) {
			a.Persona.Civico, a.Risposta.Residenza.Civico = "15 A", "15/A isolato 5 scala B"
		}, "", nil},
		"il numero nella via": {func(a *residenza.Arrivo) {
			a.Persona.Indirizzo, a.Persona.Civico = "P.zza G. Garibaldi, 15", ""
			a.Risposta.Residenza.Via = "PIAZZA GIUSEPPE GARIBALDI"
		}, "", nil},
		"presso qualcuno, in una frazione": {func(a *residenza.Arrivo) {
			a.Risposta.Residenza.Presso, a.Risposta.Residenza.Frazione = "NERI", "SAN ROCCO"
		}, "", nil},
		"il nome usuale del comune": {func(a *residenza.Arrivo) {
			a.Persona.Comune, a.Persona.Cap, a.Persona.Provincia = "Reggio Emilia", "42121", "RE"
			a.Risposta.Residenza.Comune, a.Risposta.Residenza.Cap, a.Risposta.Residenza.Provincia = "REGGIO NELL'EMILIA", "42121", "RE"
		}, "", nil},
		"una piazza non è la via dello stesso nome": {func(a *residenza.Arrivo) { a.Risposta.Residenza.Via = "VIA GARIBALDI" }, verbale.AnomaliaVisuraTrasferito, nil},
		"una lettera diversa":                       {func(a *residenza.Arrivo) { a.Persona.Civico, a.Risposta.Residenza.Civico = "15/A", "15/B" }, verbale.AnomaliaVisuraTrasferito, nil},
		"senza residenza":                           {func(a *residenza.Arrivo) { a.Risposta.Residenza = nil }, verbale.AnomaliaVisuraIndirizzo, []string{"nessun indirizzo"}},
		"in un comune che la tabella non ha":        {func(a *residenza.Arrivo) { a.Risposta.Residenza.Comune = "ATLANTIDE" }, verbale.AnomaliaVisuraIndirizzo, []string{"ATLANTIDE"}},
		"in un'altra via":                           {func(a *residenza.Arrivo) { a.Risposta.Residenza.Via = "VIA CAVOUR" }, verbale.AnomaliaVisuraTrasferito, []string{"P.zza Garibaldi 15", "VIA CAVOUR 15", "03/02/2020"}},
		"a un altro numero":                         {func(a *residenza.Arrivo) { a.Risposta.Residenza.Civico = "51" }, verbale.AnomaliaVisuraTrasferito, nil},
		"nella stessa via di un altro comune": {func(a *residenza.Arrivo) {
			a.Risposta.Residenza.Comune, a.Risposta.Residenza.Cap, a.Risposta.Residenza.Provincia = "BOLOGNA", "40121", "BO"
		}, verbale.AnomaliaVisuraTrasferito, nil},
		"il verbale non ha il numero": {func(a *residenza.Arrivo) { a.Persona.Civico = "" }, verbale.AnomaliaVisuraTrasferito, nil},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			x := arrivo(t, c.cambia).Contrasto()
			if x.Tipo != c.vuole {
				t.Fatalf("%q, want %q: %s", x.Tipo, c.vuole, x.Testo)
			}
			for _, testo := range c.dice {
				if !strings.Contains(x.Testo, testo) {
					t.Errorf("%q lacks %q", x.Testo, testo)
				}
			}
		})
	}
}

// stato is a fine whose one addressee was asked about.
func stato(a *residenza.Arrivo, cambia func(*vita.Stato)) vita.Stato {
	a.Posizione = uuid.New()
	s := vita.Stato{ID: uuid.New(), Sequenza: 4, Posizioni: []vita.Posizione{{ID: a.Posizione, Ordine: 1, Titolo: verbale.Obbligato, Soggetto: a.Persona.ID}},
		Visure: []vita.Visura{{ID: uuid.New(), Posizione: a.Posizione, Registro: a.Registro, Soggetto: a.Persona.ID, Stato: verbale.VisuraChiesta}}}
	s.Procedura, s.Debito, s.Ricorso = verbale.IntestatarioNoto, verbale.NonEsigibile, verbale.RicorsoNessuno
	s.Punti, s.Riscossione = verbale.PuntiNonDovuti, verbale.RiscossioneNessuna
	if cambia != nil {
		cambia(&s)
	}
	return s
}

// TestDecidi: where the question goes, and which events write it; each is admitted by the table.
func TestDecidi(t *testing.T) {
	t.Parallel()
	altrove := func(a *residenza.Arrivo) { a.Risposta.Residenza.Via = "VIA CAVOUR" }
	for nome, c := range map[string]struct {
		arriva func(*residenza.Arrivo)
		stato  func(*vita.Stato)
		vuole  verbale.StatoVisura
		eventi int
	}{
		"dati uguali":      {nil, nil, verbale.VisuraConforme, 1},
		"sconosciuto":      {func(a *residenza.Arrivo) { a.Esito = registro.NonTrovato }, nil, verbale.VisuraNonTrovata, 1},
		"trasferito":       {altrove, nil, verbale.VisuraConflitto, 1},
		"trasferito da sé": {func(a *residenza.Arrivo) { altrove(a); a.DaSola = true }, nil, verbale.VisuraApplicata, 2},
		"mentre è in viaggio": {func(a *residenza.Arrivo) { altrove(a); a.DaSola = true }, func(s *vita.Stato) {
			s.Procedura, s.Posizioni[0].Atto = verbale.InNotifica, uuid.New()
			s.Notifiche = []vita.Notifica{{ID: uuid.New(), Posizione: s.Posizioni[0].ID, Stato: verbale.NotificaInCorso}}
		}, verbale.VisuraConflitto, 1},
		"pagato nel frattempo":    {altrove, func(s *vita.Stato) { s.Debito, s.Procedura = verbale.Pagato, verbale.Definito }, verbale.VisuraSuperata, 1},
		"annullato nel frattempo": {altrove, func(s *vita.Stato) { s.Debito, s.Procedura = verbale.Sgravato, verbale.AnnullatoAutotutela }, verbale.VisuraSuperata, 1},
		"un'altra persona":        {altrove, func(s *vita.Stato) { s.Posizioni[0].Soggetto = uuid.New() }, verbale.VisuraSuperata, 1},
		"due volte":               {altrove, func(s *vita.Stato) { s.Visure[0].Stato = verbale.VisuraConforme }, "", 0},
		"persone cancellate":      {altrove, func(s *vita.Stato) { s.Cancellato = true }, "", 0},
		"domicilio":               {func(a *residenza.Arrivo) { a.Registro, a.Esito = verbale.VisuraDomicilio, event.DomicilioTrovato }, nil, verbale.VisuraTrovata, 1},
		"nessun domicilio":        {func(a *residenza.Arrivo) { a.Registro, a.Esito = verbale.VisuraDomicilio, event.DomicilioNonTrovato }, nil, verbale.VisuraNonTrovata, 1},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			a := arrivo(t, c.arriva)
			s := stato(&a, c.stato)
			eventi, err := a.Decidi(s)
			if err != nil || len(eventi) != c.eventi {
				t.Fatalf("%d eventi, %v", len(eventi), err)
			}
			for _, e := range eventi {
				if s, err = vita.Applica(s, e); err != nil {
					t.Fatal(err)
				}
			}
			if len(eventi) == 0 {
				return
			}
			if s.Visure[0].Stato != c.vuole || s.Trattenuto() != (c.vuole == verbale.VisuraConflitto) {
				t.Errorf("%s, %q", s.Visure[0].Stato, s.Trattiene())
			}
			if again, _ := a.Decidi(s); len(again) != 0 {
				t.Errorf("the same answer again: %d eventi", len(again))
			}
		})
	}
}

// TestLaSedeDiUnImpresa: the registered office is compared as a residence is, and the words name who says so.
func TestLaSedeDiUnImpresa(t *testing.T) {
	t.Parallel()
	impresa := func(via string) residenza.Arrivo {
		return arrivo(t, func(a *residenza.Arrivo) {
			a.Persona.Tipo, a.Persona.Cognome, a.Persona.Nome, a.Persona.DataNascita = vita.Societa, "", "", calendario.Giorno{}
			a.Persona.Denominazione, a.Persona.CodiceFiscale = "Rossi S.r.l.", "01234567897"
			a.Risposta = registro.Risposta{CodiceFiscale: "01234567897", Residenza: &registro.Indirizzo{Via: via, Civico: "15", Cap: "48121", Comune: "RAVENNA", Provincia: "RA"}}
		})
	}
	if x := impresa("PIAZZA GARIBALDI").Contrasto(); x.Tipo != "" {
		t.Errorf("%+v", x)
	}
	x := impresa("VIA CAVOUR").Contrasto()
	if x.Tipo != verbale.AnomaliaVisuraTrasferito || !strings.Contains(x.Testo, "per il registro delle imprese sta in VIA CAVOUR") || strings.Contains(x.Testo, "anagrafe") {
		t.Errorf("%+v", x)
	}
}
