package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/locale"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// pila is the local stack: two servers, the simulators, seven services.
type pila struct {
	opz      opzioni
	uscita   io.Writer
	registro *registro
	log      *slog.Logger
	segreti  segreti
	coll     collegamenti
	servizi  []servizio
	inizio   time.Time
}

func nuovaPila(opz opzioni, uscita io.Writer, colori bool) *pila {
	r := &registro{uscita: uscita, colori: colori, ora: time.Now}
	seg := segreti{cartella: filepath.Join(opz.dati, "segreti")}
	return &pila{
		opz: opz, uscita: uscita, registro: r, segreti: seg, inizio: time.Now(),
		log:     slog.New(slog.NewJSONHandler(r.per("avvio"), nil)),
		servizi: append([]servizio{simulatori(opz.scarto)}, servizi(opz.scarto, seg)...),
	}
}

// vivi runs the stack until the person stops it, which is no error. Each layer stops in reverse
// order by returning: services, NATS, PostgreSQL.
func (p *pila) vivi(s segnali) error {
	if err := errors.Join(p.programmiPresenti(), attendiPorte(s.fermata, p.porte(), 2*time.Second)); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(p.opz.dati, "deposito"), 0o755); err != nil {
		return fmt.Errorf("cartella dei dati locali: %w", err)
	}
	if err := p.segreti.genera(p.servizi[1:]); err != nil {
		return err
	}
	err := p.conPostgres(s, func() error { return p.conNATS(func() error { return p.conServizi(s) }) })
	switch {
	case s.subito.Err() != nil:
		return errors.New("terminato di forza alla seconda richiesta")
	case s.fermata.Err() != nil: // whatever was interrupted was meant to be
		p.log.Info("fermato")
		return nil //nolint:nilerr // see above
	default:
		return err
	}
}

// programmiPresenti checks that everything is built before anything starts.
func (p *pila) programmiPresenti() error {
	var mancanti []string
	for _, s := range p.servizi {
		if info, err := os.Stat(p.programma(s.nome)); err != nil || info.Mode()&0o111 == 0 {
			mancanti = append(mancanti, s.nome)
		}
	}
	switch {
	case len(mancanti) == 0 && p.opz.spostato:
		return p.conOrologio()
	case len(mancanti) == 0:
		return nil
	}
	return fmt.Errorf("in %s mancano i programmi: %s; si compilano con: make build", p.opz.bin, strings.Join(mancanti, ", "))
}

func (p *pila) programma(nome string) string { return filepath.Join(p.opz.bin, nome) }

// porte are those that nobody else may hold; a server that is elsewhere needs none.
func (p *pila) porte() []porta {
	var porte []porta
	if p.opz.urlNATSEsterno == "" {
		porte = append(porte, porta{portaNATS + p.opz.scarto, "NATS"})
	}
	if p.opz.dsnEsterno == "" {
		porte = append(porte, porta{portaPostgres + p.opz.scarto, "PostgreSQL"})
	}
	for _, s := range p.servizi {
		porte = append(porte, porta{s.porta, s.nome})
	}
	return porte
}

func (p *pila) conPostgres(s segnali, dentro func() error) error {
	if p.opz.dsnEsterno != "" {
		p.coll.dsnAmministratore = p.opz.dsnEsterno
		return dentro()
	}
	pg := &postgres{log: p.log, opz: locale.PostgresOpzioni{
		Cartella: filepath.Join(p.opz.dati, "postgres"), Porta: portaPostgres + p.opz.scarto,
		Durevole: true, MassimeConnessioni: 200, Registro: p.log,
	}}
	if err := pg.avvia(s.fermata); err != nil {
		return err
	}
	p.coll.dsnAmministratore, p.coll.passwordPostgres = pg.attuale().DSNAmministratore("postgres"), pg.attuale().FilePassword()
	p.log.Info("PostgreSQL avviato", "indirizzo", senzaPassword(p.coll.dsnAmministratore), "socket", pg.attuale().Socket())
	fermata, ferma := context.WithCancel(context.WithoutCancel(s.fermata)) // it outlives what stands on it
	var fine sync.WaitGroup
	fine.Go(func() { pg.sorveglia(fermata, s.subito) })
	defer func() { ferma(); fine.Wait() }()
	return dentro()
}

func (p *pila) conNATS(dentro func() error) error {
	if p.opz.urlNATSEsterno != "" {
		p.coll.nats, p.coll.utentiNATS = p.opz.urlNATSEsterno, p.opz.utentiNATSEsterno
		return dentro()
	}
	server, err := locale.AvviaNATS(locale.NATSOpzioni{
		Cartella: filepath.Join(p.opz.dati, "nats"), Porta: portaNATS + p.opz.scarto, Password: p.segreti.passwordNATS, Registro: p.log,
	})
	if err != nil {
		return err
	}
	defer server.Ferma()
	p.coll.nats, p.coll.utentiNATS = server.URL(), true
	p.log.Info("NATS avviato", "indirizzo", p.coll.nats)
	return dentro()
}

// conServizi prepares the platform, starts the programs and waits for the person. The programs
// stop together, the simulators after the services.
func (p *pila) conServizi(s segnali) error {
	nucleo := p.programma("core")
	err := comanda(s.fermata, nucleo, []string{"piattaforma", "prepara"}, ambientePreparazione(p.coll, p.segreti), "")
	if err != nil {
		return fmt.Errorf("core piattaforma prepara: %w", err)
	}
	p.log.Info("piattaforma preparata")
	if err := p.conDecreto(s.fermata); err != nil {
		return err
	}
	programmi, err := p.sorvegliati()
	if err != nil {
		return err
	}
	fermaSimulatori := lancia(s.subito, programmi[:1])
	defer fermaSimulatori()
	fermaServizi := lancia(s.subito, programmi[1:])
	defer fermaServizi()
	if err := p.accogli(s.fermata, programmi); err != nil {
		return err
	}
	<-s.fermata.Done()
	p.log.Info("arresto in corso; un altro Ctrl-C termina di forza")
	return nil
}

func (p *pila) sorvegliati() ([]*sorvegliato, error) {
	var esito []*sorvegliato
	for _, s := range p.servizi {
		ambiente, err := p.ambiente(s)
		if err != nil {
			return nil, err
		}
		esito = append(esito, &sorvegliato{
			servizio: s, programma: p.programma(s.nome), ambiente: ambiente,
			uscita: p.registro.per(s.nome), log: p.log, ritmo: ritmoNormale(),
		})
	}
	return esito, nil
}

// ambiente is a program's environment. The simulators play the outside world: they get no door to
// our servers.
func (p *pila) ambiente(s servizio) ([]string, error) {
	if s.nome == nomeSimulatori {
		return append(ambienteComune(), "VERBALI_INDIRIZZO="+s.indirizzo(), "VERBALI_PDND_ISCRIZIONI="+p.segreti.iscrizioni(),
			"VERBALI_SEND_GIORNALE="+giornaleSend(p.opz.dati)), nil
	}
	ambiente, err := ambienteServizio(s, p.coll, p.opz.dati)
	if err == nil && (s.nome == "core" || s.nome == "elaborazione") {
		err = scriviAmbiente(p.ambienteDi(s.nome), ambiente)
	}
	return ambiente, err
}

// ambienteDi is the file with the settings of a program, for its commands from another terminal.
func (p *pila) ambienteDi(nome string) string { return filepath.Join(p.opz.dati, nome+".env") }

// lancia starts the programs and returns the function that stops them and waits for them.
func lancia(subito context.Context, programmi []*sorvegliato) func() {
	fermata, ferma := context.WithCancel(subito)
	var vivi sync.WaitGroup
	for _, p := range programmi {
		vivi.Go(func() { p.vivi(fermata, subito) })
	}
	return func() { ferma(); vivi.Wait() }
}

// accogli waits until everybody is ready, prepares the data and greets.
func (p *pila) accogli(ctx context.Context, programmi []*sorvegliato) error {
	if err := attendiPronti(ctx, programmi, scadenzaPronti); err != nil {
		return err
	}
	dove := indirizzi{}
	var elenco []voceElenco
	for _, s := range p.servizi {
		dove[s.nome] = "http://" + s.indirizzo()
		elenco = append(elenco, voceElenco{s.nome, "http://" + s.indirizzo()})
	}
	if err := p.dati(ctx, dove); err != nil {
		return err
	}
	saluto := benvenuto{
		Prove:  daConsultare(ctx, p.coll.dsnAmministratore),
		Durata: time.Since(p.inizio).Round(100 * time.Millisecond), Dati: p.opz.dati, Servizi: dove, Elenco: elenco,
		Postgres: senzaPassword(p.coll.dsnAmministratore), NATS: senzaPassword(p.coll.nats), Password: passwordProva,
		Core: p.programma("core"), AmbienteCore: p.ambienteDi("core"),
	}
	saluto.Elaborazione, saluto.AmbienteElaborazione = p.programma("elaborazione"), p.ambienteDi("elaborazione")
	saluto.PasswordPostgres = p.coll.passwordPostgres
	if p.coll.utentiNATS {
		saluto.UtenteNATS, saluto.PasswordNATS = bus.AdminUser, p.segreti.nats(bus.AdminUser)
	}
	return saluto.scrivi(p.uscita)
}

func (p *pila) dati(ctx context.Context, dove indirizzi) error {
	if p.opz.senzaDati {
		return nil
	}
	n, err := leggiNote(ctx, p.opz.dati, p.coll.dsnAmministratore)
	if err != nil {
		return err
	}
	fatti, err := n.preparaDati(ctx, passiDati(p.apriUtenze, !p.opz.senzaStorie), func(ctx context.Context, passo passo) error {
		defer p.racconta(passo, ogniRacconto)()
		return p.eseguiPasso(ctx, passo, dove)
	})
	if fatti > 0 {
		p.log.Info("dati dimostrativi preparati", "passi", fatti)
	}
	return err
}

// ogniRacconto is how often a step of the local data that takes long says that it goes on.
const ogniRacconto = 5 * time.Second

// racconta says which step of the local data begins, where it takes long, and then now and then that it goes
// on, until the returned function is called: a first start works for a minute or more.
func (p *pila) racconta(passo passo, ogni time.Duration) (fine func()) {
	inizio := time.Now()
	if passo.Funzione != nil {
		p.log.Info("preparo i dati dimostrativi", "passo", passo.descrizione())
	}
	basta, smesso := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(smesso)
		orologio := time.NewTicker(ogni)
		defer orologio.Stop()
		for {
			select {
			case <-orologio.C:
				p.log.Info("preparo ancora i dati dimostrativi", "passo", passo.descrizione(), "da", time.Since(inizio).Round(time.Second).String())
			case <-basta:
				return
			}
		}
	}()
	return func() { close(basta); <-smesso }
}

func (p *pila) eseguiPasso(ctx context.Context, passo passo, dove indirizzi) error {
	if passo.Funzione != nil {
		return passo.Funzione(ctx, dove)
	}
	ambiente, err := p.ambiente(p.servizioDi(passo.Programma))
	if err != nil {
		return err
	}
	argomenti := make([]string, len(passo.Argomenti))
	for i, a := range passo.Argomenti {
		argomenti[i] = strings.ReplaceAll(a, "{password}", p.segreti.passwordIniziale())
	}
	return comanda(ctx, p.programma(passo.Programma), argomenti, ambiente, passo.Ingresso)
}

func (p *pila) servizioDi(nome string) servizio {
	for _, s := range p.servizi {
		if s.nome == nome {
			return s
		}
	}
	return servizio{nome: nome}
}
