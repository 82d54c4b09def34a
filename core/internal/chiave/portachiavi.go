package chiave

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// The times of a roll-over.
const (
	ogni          = 5 * time.Second  // file and table are read again; a withdrawal is obeyed as late as this
	riprovaOgni   = time.Second      // after a set that could not be published
	giroEntro     = 5 * time.Second  // for one reading and publishing
	anticipo      = 75 * time.Second // a new key is published before it signs: the services read every 30 s
	vivaDopo      = 35 * time.Minute // a key stays published after it was last used: a token lives 31
	presenteEntro = 30 * time.Second // a key seen no longer ago than this is in some running process
)

// Parti are what a Portachiavi is made of.
type Parti struct {
	Store    Store
	File     string // of the private key; empty: it is not read again
	Adesso   func() time.Time
	Log      *slog.Logger
	Imposta  func(insieme []byte) error                      // gives the set to this process
	Pubblica func(ctx context.Context, insieme []byte) error // gives it to the others
}

// Portachiavi holds the key that signs and the set that verifies. Giro, called by one goroutine
// (Segui), keeps them; the rest is safe from any.
type Portachiavi struct {
	Parti
	sveglia chan struct{}

	// Of Giro alone.
	prossima   *Chiave   // read from the file, not yet used
	prossimaDa time.Time // since when it is published
	letto      []byte    // the last good content of the file
	guasto     string    // why the file cannot be read: each reason is said once
	zitto      bool      // nor could the set be published, or the table read: said once

	mu         sync.RWMutex
	corrente   *Chiave // signs
	ritirata   bool    // and has been withdrawn
	insieme    []byte
	pubblicato bool // insieme is where the others read it
}

// NuovoPortachiavi starts from the key that the settings gave; only its own public half is known until
// the first turn.
func NuovoPortachiavi(c *Chiave, p Parti) (*Portachiavi, error) {
	insieme, err := scrivi(map[string]ed25519.PublicKey{c.kid: c.pubblica()})
	if err != nil {
		return nil, err
	}
	if err := p.Imposta(insieme); err != nil {
		return nil, fmt.Errorf("chiave: %w", err)
	}
	return &Portachiavi{Parti: p, sveglia: make(chan struct{}, 1), corrente: c, insieme: insieme}, nil
}

// Firma signs the claims with the key in use.
func (p *Portachiavi) Firma(pretese jwt.Claims) (string, error) {
	p.mu.RLock()
	corrente, ritirata := p.corrente, p.ritirata
	p.mu.RUnlock()
	if ritirata {
		return "", problem.NonDisponibile("FIRMA_NON_DISPONIBILE", "La chiave che firma i token è stata ritirata.")
	}
	return corrente.Firma(pretese)
}

// Impronta is a keyed hash of the parts for a purpose, the same in every replica: nobody makes it without the private key in use.
func (p *Portachiavi) Impronta(scopo string, parti ...string) []byte {
	p.mu.RLock()
	corrente := p.corrente
	p.mu.RUnlock()
	scopi := hmac.New(sha256.New, corrente.privata.Seed())
	_, _ = scopi.Write([]byte(scopo))
	h := hmac.New(sha256.New, scopi.Sum(nil))
	for _, parte := range parti {
		_, _ = fmt.Fprintf(h, "%d:%s", len(parte), parte)
	}
	return h.Sum(nil)
}

// Insieme is the public key set, as JSON.
func (p *Portachiavi) Insieme() []byte {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.insieme
}

// Ripubblica makes the set be written again: the connection to the bus is new.
func (p *Portachiavi) Ripubblica() {
	p.mu.Lock()
	p.pubblicato = false
	p.mu.Unlock()
	select {
	case p.sveglia <- struct{}{}:
	default:
	}
}

// Riscontra compares the published set with ours and has it written again when they differ, so that services that start later
// find the keys even if the set was overwritten.
func (p *Portachiavi) Riscontra(letto []byte) error {
	if p.uscito() && !bytes.Equal(letto, p.Insieme()) {
		p.Log.Warn("le chiavi pubblicate non sono quelle di questo processo: le riscrive")
		p.Ripubblica()
	}
	return nil
}

// Segui turns until ctx ends.
func (p *Portachiavi) Segui(ctx context.Context) {
	for ctx.Err() == nil {
		p.Giro(ctx)
		pausa := ogni
		if !p.uscito() {
			pausa = riprovaOgni
		}
		t := time.NewTimer(pausa)
		select {
		case <-ctx.Done():
		case <-t.C:
		case <-p.sveglia:
		}
		t.Stop()
	}
}

func (p *Portachiavi) uscito() bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.pubblicato
}

// Giro reads file and table, takes the new key into use when its time has come, and publishes the set
// if it has changed. Without the database the set stays as it is: a key too many harms nobody, and the
// set of this process alone would hide another's.
func (p *Portachiavi) Giro(ctx context.Context) {
	ctx, fine := context.WithTimeout(ctx, giroEntro)
	defer fine()
	p.rileggi(ctx)
	err := p.aggiorna(ctx)
	if err != nil && !p.zitto {
		p.Log.WarnContext(ctx, "chiavi non pubblicate, riprova", "errore", err)
	}
	p.zitto = err != nil
}

func (p *Portachiavi) aggiorna(ctx context.Context) error {
	righe, err := p.Store.Vede(ctx, p.Adesso(), p.mie()...)
	if err != nil {
		return err
	}
	p.avvicenda(ctx, righe)
	insieme, err := p.valide(righe)
	if err != nil {
		return err
	}
	return p.esponi(ctx, insieme)
}

// mie are the keys of which this process has the private half.
func (p *Portachiavi) mie() []*Chiave {
	mie := []*Chiave{p.corrente} // only Giro writes it
	if p.prossima != nil {
		mie = append(mie, p.prossima)
	}
	return mie
}

// rileggi takes a new key from the file. A broken or missing file leaves the key in use, and is logged once.
func (p *Portachiavi) rileggi(ctx context.Context) {
	if p.File == "" {
		return
	}
	testo, err := os.ReadFile(p.File)
	if err == nil && p.letto != nil && bytes.Equal(testo, p.letto) {
		return
	}
	var nuova *Chiave
	if err == nil {
		nuova, err = Leggi(testo)
	}
	if err != nil {
		if err.Error() != p.guasto {
			p.Log.ErrorContext(ctx, "chiave di firma non leggibile: resta quella in uso", "file", p.File, "errore", err)
		}
		p.letto, p.guasto = nil, err.Error()
		return
	}
	p.letto, p.guasto = testo, ""
	switch {
	case nuova.kid == p.corrente.kid:
		p.prossima = nil
	case p.prossima == nil || nuova.kid != p.prossima.kid:
		p.prossima, p.prossimaDa = nuova, time.Time{}
		p.Log.InfoContext(ctx, "chiave di firma nuova: firmerà quando i servizi l'avranno letta", "kid", nuova.kid)
	}
}

// avvicenda puts the new key into use when the others have had the time to read it, or at once when
// the one in use has been withdrawn.
func (p *Portachiavi) avvicenda(ctx context.Context, righe []Riga) {
	ritirata := inRitiro(righe, p.corrente)
	pronta := p.prossima != nil && !inRitiro(righe, p.prossima) &&
		(ritirata || !p.prossimaDa.IsZero() && p.Adesso().Sub(p.prossimaDa) >= anticipo)
	p.mu.Lock()
	defer p.mu.Unlock()
	if pronta {
		p.corrente, p.prossima, ritirata = p.prossima, nil, false
		p.Log.InfoContext(ctx, "chiave di firma in uso", "kid", p.corrente.kid)
	}
	if ritirata && !p.ritirata {
		p.Log.ErrorContext(ctx, "la chiave di firma è ritirata e non ce n'è un'altra: nessuno può accedere", "kid", p.corrente.kid)
	}
	p.ritirata = ritirata
}

func inRitiro(righe []Riga, c *Chiave) bool {
	return slices.ContainsFunc(righe, func(r Riga) bool { return r.KID == c.kid && !r.Ritirata.IsZero() })
}

// valide are the keys whose tokens are good: not withdrawn, and used lately.
func (p *Portachiavi) valide(righe []Riga) ([]byte, error) {
	chiavi := map[string]ed25519.PublicKey{}
	for _, r := range righe {
		if r.Valida(p.Adesso()) && len(r.Pubblica) == ed25519.PublicKeySize {
			chiavi[r.KID] = r.Pubblica
		}
	}
	return scrivi(chiavi)
}

// Valida reports whether tokens of the key are good at an instant.
func (r Riga) Valida(adesso time.Time) bool {
	return r.Ritirata.IsZero() && adesso.Sub(r.Vista) < vivaDopo
}

// esponi gives the set to this process, then to the others.
func (p *Portachiavi) esponi(ctx context.Context, insieme []byte) error {
	p.mu.Lock()
	if !bytes.Equal(insieme, p.insieme) {
		p.insieme, p.pubblicato = insieme, false
	}
	serve := !p.pubblicato
	p.pubblicato = true // Ripubblica, while it is being written, takes it back
	p.mu.Unlock()
	if serve {
		err := p.Imposta(insieme)
		if err == nil {
			err = p.Pubblica(ctx, insieme)
		}
		if err != nil {
			p.mu.Lock()
			p.pubblicato = false
			p.mu.Unlock()
			return err
		}
	}
	if p.prossima != nil && p.prossimaDa.IsZero() {
		p.prossimaDa = p.Adesso()
	}
	return nil
}

// scrivi writes a key set, always in the same order.
func scrivi(chiavi map[string]ed25519.PublicKey) ([]byte, error) {
	insieme := auth.KeySet{Keys: []auth.Key{}}
	for _, kid := range slices.Sorted(maps.Keys(chiavi)) {
		insieme.Keys = append(insieme.Keys, auth.KeyOf(kid, chiavi[kid]))
	}
	testo, err := json.Marshal(insieme)
	if err != nil {
		return nil, fmt.Errorf("chiave: insieme: %w", err)
	}
	return testo, nil
}
