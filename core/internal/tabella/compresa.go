package tabella

import (
	"bytes"
	"context"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Comprese reports that the program brings a table of that name with it.
func Comprese(nome string) bool { return nome == Violazioni || nome == Comuni }

// Compresa is the table that the program brings with it, as a file: the correction of a table reaches a platform that runs
// as a new version, which a person sees and confirms as that of any other file.
func Compresa(nome string) ([]byte, error) {
	var file bytes.Buffer
	switch nome {
	case Violazioni:
		err := sanzione.Iniziale().Scrivi(&file)
		return file.Bytes(), err
	case Comuni:
		err := comune.Iniziale().Scrivi(&file)
		return file.Bytes(), err
	}
	return nil, sconosciuta(nome)
}

// CodeDaCaricare is what the tables want of who loads them: the violations that the program brings were corrected, and those
// of the platform are still as a program brought them. An office that has loaded its own decides by itself.
func (s *Servizio) CodeDaCaricare(ctx context.Context) ([]pagine.Coda, error) {
	stato, err := s.Store.Stato(ctx, Quale{Nome: Violazioni})
	if err != nil || stato.Versione == 0 || stato.Attore != Preparazione {
		return nil, err
	}
	del := s.iniziale()
	if del.Versione() == stato.Impronta {
		return nil, nil
	}
	c, err := s.contenuto(ctx, Quale{Nome: Violazioni}, stato.Versione)
	if err != nil {
		return nil, err
	}
	d := foglio.Tra(sanzione.Colonne(), c.violazioni.Tutte(), del.Tutte())
	return []pagine.Coda{{Nome: "Righe della tabella delle violazioni corrette dal programma, da confermare", Indirizzo: IndirizzoDi(Violazioni) + "/carica",
		Quanti: len(d.Aggiunte) + len(d.Modificate) + len(d.Tolte)}}, nil
}
