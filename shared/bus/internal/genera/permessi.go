package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/piattaforma-verbali/verbali/shared/bus"
)

const (
	fattiPiattaforma = "fatti.piattaforma.>"
	flussoChiaveKV   = "KV_" // how JetStream names the stream of a bucket
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

// permessi derives what each module of the contract may do, in the order of their names.
func permessi(contratto []byte) ([]bus.Permessi, error) {
	var doc struct {
		Channels map[string]canale `yaml:"channels"`
	}
	if err := yaml.Unmarshal(contratto, &doc); err != nil {
		return nil, err
	}
	moduli := map[string]*bus.Permessi{}
	di := func(nome string) *bus.Permessi {
		if moduli[nome] == nil {
			moduli[nome] = &bus.Permessi{Modulo: nome, Ascolta: []string{cassetta(nome)}}
		}
		return moduli[nome]
	}
	for _, nome := range slices.Sorted(maps.Keys(doc.Channels)) {
		c := doc.Channels[nome]
		for _, modulo := range c.Pubblica {
			pubblica(di(modulo), c)
		}
		for _, modulo := range c.Consuma {
			if err := consuma(di(modulo), c); err != nil {
				return nil, fmt.Errorf("channels.%s: %w", nome, err)
			}
		}
	}
	var esito []bus.Permessi
	for _, nome := range slices.Sorted(maps.Keys(moduli)) {
		esito = append(esito, ordinati(*moduli[nome]))
	}
	return esito, nil
}

func pubblica(p *bus.Permessi, c canale) {
	p.Pubblica = append(p.Pubblica, c.soggetto(p.Modulo))
	if c.bucket() {
		p.Pubblica = append(p.Pubblica, "$JS.API.STREAM.INFO."+c.Stream) // the client opens a bucket by its stream
	}
}

// consuma gives what a module needs to receive a channel: of a stream, only its own durables.
func consuma(p *bus.Permessi, c canale) error {
	switch {
	case c.domanda():
		risponde(p, c)
	case c.bucket():
		p.Pubblica = append(p.Pubblica, "$JS.API.STREAM.INFO."+c.Stream, "$JS.API.DIRECT.GET."+c.Stream+"."+c.Address)
	case c.piattaforma():
		p.Ascolta = append(p.Ascolta, fattiPiattaforma)
	case c.Stream == "":
		p.Ascolta = append(p.Ascolta, c.soggetto("*"))
	default:
		return durevole(p, c)
	}
	return nil
}

// risponde gives what a module needs to answer a question: to hear it, and the inboxes of who may ask it.
// Never any reply subject whatever (allow_responses): who asks chooses it, and could have the answer
// written where only the one who answers may write. $SRV is discovery by nats.go micro, for the
// administrator.
func risponde(p *bus.Permessi, c canale) {
	p.Ascolta = append(p.Ascolta, c.Address, "$SRV.>")
	p.Pubblica = append(p.Pubblica, cassetta(bus.UtenteAmministratore))
	for _, chiede := range c.Pubblica {
		p.Pubblica = append(p.Pubblica, cassetta(chiede))
	}
}

// cassetta is where answers to a user come, as bus.Apri has it.
func cassetta(utente string) string { return "_INBOX_" + utente + ".>" }

// durevole allows a module to work its durable of a channel: to know it, to take messages, to
// acknowledge them, in the two forms that the server may give to acknowledgements (ADR-15 of NATS).
func durevole(p *bus.Permessi, c canale) error {
	for _, d := range bus.Durevoli() {
		if modulo, _, _ := strings.Cut(d.Nome, "-"); modulo == p.Modulo && d.Stream == c.Stream && d.Filtro == c.soggetto("*") {
			dove := d.Stream + "." + d.Nome
			p.Pubblica = append(p.Pubblica, "$JS.API.CONSUMER.INFO."+dove, "$JS.API.CONSUMER.MSG.NEXT."+dove,
				"$JS.ACK."+dove+".>", "$JS.ACK.*.*."+dove+".>")
			return nil
		}
	}
	return fmt.Errorf("x-consuma: %s non ha un durevole su %s (shared/bus/topologia.go)", p.Modulo, c.soggetto("*"))
}

// ordinati sorts, and keeps facts of tenants from passing for facts of the platform, which wake every
// service: fatti.*.… would cover them.
func ordinati(p bus.Permessi) bus.Permessi {
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
