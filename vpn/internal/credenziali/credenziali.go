// Package credenziali keeps credentials that a register has refused from leaving again: repeated refusals may lock the user,
// for everybody and for long. A digest of the refused credentials outlives a restart and reaches every replica; credentials not
// yet proved good by an answer are tried by one question at a time.
package credenziali

import (
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
)

// ErrRifiutate says that the register refuses who asks. It is a cause under esterno.ErrUnavailable.
var ErrRifiutate = errors.New("credenziali rifiutate")

// Memoria is where refused credentials are remembered, each by its digest, for the command of the context.
type Memoria interface {
	// Rifiutate gives the register's word for the refusal of these credentials; empty: none.
	Rifiutate(ctx context.Context, impronta []byte) (perche string, err error)
	// Ricorda keeps a refusal, also a second time.
	Ricorda(ctx context.Context, impronta []byte, perche string) error
}

// Serratura is the latch of one connection of a command. It is safe for concurrent use.
type Serratura struct {
	sistema string
	memoria Memoria
	prova   chan struct{} // of the question that tries credentials not yet proved

	mu       sync.Mutex
	usate    string // of which impronta is the digest
	impronta []byte
	provate  string // credentials that an answer has proved good
}

// Nuova makes the latch of a connection, called as errors call it: its name makes two commands' digests differ.
func Nuova(sistema string, m Memoria) *Serratura {
	return &Serratura{sistema: sistema, memoria: m, prova: make(chan struct{}, 1)}
}

// Chiedi makes a question with these credentials, unless they were refused. A refusal that it brings is kept, also when the
// caller has gone.
func (s *Serratura) Chiedi(ctx context.Context, chiedi func() error, credenziali ...string) error {
	usate := strings.Join(credenziali, "\x00")
	if err := s.ammetti(ctx, usate); err != nil {
		return err
	}
	if !s.sono(usate) {
		select {
		case s.prova <- struct{}{}:
			defer func() { <-s.prova }()
		case <-ctx.Done():
			return &esterno.Error{System: s.sistema, Kind: esterno.ErrUnavailable, Cause: ctx.Err()}
		}
		if err := s.ammetti(ctx, usate); err != nil { // who tried before has found out
			return err
		}
	}
	err := chiedi()
	switch {
	case errors.Is(err, ErrRifiutate):
		s.sappi("")
		if non := s.memoria.Ricorda(context.WithoutCancel(ctx), s.digest(usate), esterno.As(err).Code); non != nil {
			return errors.Join(err, non)
		}
	case !errors.Is(err, esterno.ErrUnavailable):
		s.sappi(usate)
	}
	return err
}

// Perche is the register's word for the refusal of these credentials; empty: none.
func (s *Serratura) Perche(ctx context.Context, credenziali ...string) (string, error) {
	return s.memoria.Rifiutate(ctx, s.digest(strings.Join(credenziali, "\x00")))
}

// Ferma is the error of a question that does not leave.
func (s *Serratura) Ferma(perche string) error {
	return &esterno.Error{System: s.sistema, Kind: esterno.ErrUnavailable, Detail: perche, Cause: ErrRifiutate}
}

// Avviso tells a person of credentials that were refused; empty when they were not.
func Avviso(perche string) string {
	if perche == "" {
		return ""
	}
	return "Il registro ha rifiutato le credenziali (" + perche + "): nessuna domanda parte finché non cambiano o qualcuno riapre il collegamento, perché altri rifiuti bloccherebbero l'utente."
}

// ammetti is the error of credentials that were refused, or of a memory that cannot say.
func (s *Serratura) ammetti(ctx context.Context, usate string) error {
	perche, err := s.memoria.Rifiutate(ctx, s.digest(usate))
	switch {
	case err != nil:
		return &esterno.Error{System: s.sistema, Kind: esterno.ErrUnavailable, Detail: "non si sa se le credenziali siano state rifiutate", Cause: err}
	case perche != "":
		return s.Ferma(perche)
	}
	return nil
}

func (s *Serratura) sono(usate string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.provate == usate
}

func (s *Serratura) sappi(usate string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.provate = usate
}

// giri of the digest: who reads the rows shall not find a short PIN by trying them all. It is made once for each credentials.
const giri = 210_000

// digest is what credentials are remembered by.
func (s *Serratura) digest(usate string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.impronta != nil && s.usate == usate {
		return s.impronta
	}
	d, err := pbkdf2.Key(sha256.New, usate, []byte("verbali/registri/"+s.sistema), giri, sha256.Size)
	if err != nil { // only for a digest of no admitted length
		panic(fmt.Sprintf("credenziali: %v", err))
	}
	s.usate, s.impronta = usate, d
	return d
}
