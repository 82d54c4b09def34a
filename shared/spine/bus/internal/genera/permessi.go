package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

const (
	fattiPiattaforma = "fatti.piattaforma.>"
	flussoChiaveKV   = "KV_"    // how JetStream names the stream of a bucket
	ritorno          = "_R_.>"  // where the server waits for an answer that goes back to another account
	scoperta         = "$SRV.>" // discovery of who answers
	// informazioni is asked by no module. An account that does not import it gets $JS.API.> from the server
	// by itself, and a request is then answered twice, first of all that the account has no JetStream.
	informazioni = "$JS.API.INFO"
)

// canale is what the permissions need of a channel of the contract.
type canale struct {
	Address  string   `yaml:"address"`
	Stream   string   `yaml:"x-stream"`
	Pubblica []string `yaml:"x-pubblica"`
	Consuma  []string `yaml:"x-consuma"`
}

func (c canale) domanda() bool { return strings.HasPrefix(c.Address, "chiedi.") }

func (c canale) bucket() bool { return strings.HasPrefix(c.Stream, flussoChiaveKV) }

func (c canale) piattaforma() bool { return strings.HasPrefix(c.Address, "fatti.piattaforma.") }

// soggetto is the channel's address for one module: {modulo} is itself, any other parameter is one
// token whatever.
func (c canale) soggetto(modulo string) string {
	testo := strings.ReplaceAll(c.Address, "{modulo}", modulo)
	return regexp.MustCompile(`\{\w+\}`).ReplaceAllString(testo, "*")
}

// permesso is what the NATS user of one module may do, and nothing else; user and account have the
// module's name.
type permesso struct {
	Modulo      string
	Pubblica    []string
	NonPubblica []string // exceptions to Pubblica
	Ascolta     []string
}

// permessi derives what each module of the contract may do and what crosses between their accounts, in
// the order of their names.
func permessi(contratto []byte) ([]permesso, scambi, error) {
	var doc struct {
		Channels map[string]canale `yaml:"channels"`
	}
	if err := yaml.Unmarshal(contratto, &doc); err != nil {
		return nil, nil, err
	}
	moduli, passa := map[string]*permesso{}, scambi{}
	di := func(nome string) *permesso {
		if moduli[nome] == nil {
			moduli[nome] = &permesso{Modulo: nome, Ascolta: []string{cassetta(nome)}}
			passa.servizio(bus.PlatformAccount, nome, informazioni)
		}
		return moduli[nome]
	}
	for _, nome := range slices.Sorted(maps.Keys(doc.Channels)) {
		c := doc.Channels[nome]
		for _, modulo := range c.Pubblica {
			pubblica(di(modulo), c, passa)
		}
		for _, modulo := range c.Consuma {
			if err := consuma(di(modulo), c, passa); err != nil {
				return nil, nil, fmt.Errorf("channels.%s: %w", nome, err)
			}
		}
	}
	var esito []permesso
	for _, nome := range slices.Sorted(maps.Keys(moduli)) {
		esito = append(esito, ordinati(*moduli[nome]))
	}
	return esito, passa, nil
}

func pubblica(p *permesso, c canale, passa scambi) {
	switch {
	case c.domanda():
		p.Pubblica = append(p.Pubblica, c.Address)
		for _, risponde := range c.Consuma {
			passa.servizio(risponde, p.Modulo, c.Address)
		}
	case c.Stream == "":
		p.Pubblica = append(p.Pubblica, c.soggetto(p.Modulo))
	case c.bucket():
		p.aFlusso(passa, c.Address, "$JS.API.STREAM.INFO."+c.Stream) // the client opens a bucket by its stream
	default:
		p.aFlusso(passa, c.soggetto(p.Modulo))
	}
}

// aFlusso lets a module publish to JetStream.
func (p *permesso) aFlusso(passa scambi, soggetti ...string) {
	p.Pubblica = append(p.Pubblica, soggetti...)
	for _, s := range soggetti {
		passa.servizio(bus.PlatformAccount, p.Modulo, s)
	}
}

// consuma gives what a module needs to receive a channel: of a stream, only its own durables.
func consuma(p *permesso, c canale, passa scambi) error {
	switch {
	case c.domanda():
		risponde(p, c, passa)
	case c.bucket():
		p.aFlusso(passa, "$JS.API.STREAM.INFO."+c.Stream, "$JS.API.DIRECT.GET."+c.Stream+"."+c.Address)
	case c.piattaforma():
		p.Ascolta = append(p.Ascolta, fattiPiattaforma)
		// The administrator's come from the account of the streams; those of a module never do: what has
		// entered that account as a service is not given out again.
		for _, pubblica := range append([]string{bus.PlatformAccount}, c.Pubblica...) {
			passa.flusso(pubblica, p.Modulo, c.Address)
		}
	case c.Stream == "":
		p.Ascolta = append(p.Ascolta, c.soggetto("*"))
		for _, pubblica := range c.Pubblica {
			passa.flusso(pubblica, p.Modulo, c.soggetto(pubblica))
		}
	default:
		return durevole(p, c, passa)
	}
	return nil
}

// risponde gives what a module needs to answer a question: to hear it, and the subjects by which the
// server takes an answer back to the account of the service that asked. Never any reply subject whatever
// (allow_responses): the answer is the answerer's word. $SRV is discovery by nats.go micro, for the
// administrator.
func risponde(p *permesso, c canale, passa scambi) {
	p.Ascolta = append(p.Ascolta, c.Address, scoperta)
	p.Pubblica = append(p.Pubblica, ritorno)
	passa.servizioMolti(p.Modulo, bus.PlatformAccount, scoperta)
}

// cassetta is where answers to a user come, as bus.Open has it.
func cassetta(utente string) string { return "_INBOX_" + utente + ".>" }

// durevole allows a module to work its durable of a channel: to know it, to take messages, to
// acknowledge them, in the two forms that the server may give to acknowledgements (ADR-15 of NATS).
func durevole(p *permesso, c canale, passa scambi) error {
	for _, d := range bus.Durables() {
		if modulo, _, _ := strings.Cut(d.Name, "-"); modulo == p.Modulo && d.Stream == c.Stream && d.Filter == c.soggetto("*") {
			dove := d.Stream + "." + d.Name
			p.aFlusso(passa, "$JS.API.CONSUMER.INFO."+dove, "$JS.ACK."+dove+".>", "$JS.ACK.*.*."+dove+".>")
			p.Pubblica = append(p.Pubblica, "$JS.API.CONSUMER.MSG.NEXT."+dove)
			passa.servizioMolti(bus.PlatformAccount, p.Modulo, "$JS.API.CONSUMER.MSG.NEXT."+dove)
			return nil
		}
	}
	return fmt.Errorf("x-consuma: %s non ha un durevole su %s (shared/spine/bus/topology.go)", p.Modulo, c.soggetto("*"))
}

// ordinati sorts, and keeps facts of tenants from passing for facts of the platform, which wake every
// service: fatti.*.… would cover them.
func ordinati(p permesso) permesso {
	for _, lista := range []*[]string{&p.Pubblica, &p.Ascolta} {
		slices.Sort(*lista)
		*lista = slices.Compact(*lista)
	}
	suoi := func(prefisso string) bool {
		return slices.ContainsFunc(p.Pubblica, func(s string) bool { return strings.HasPrefix(s, prefisso) })
	}
	if suoi("fatti.*.") && !suoi("fatti.piattaforma.") {
		p.NonPubblica = []string{fattiPiattaforma}
	}
	return p
}
