package main

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// fa is a day of the data of an event, so many days ago.
type fa int

// personaProva is somebody invented, as an officer writes a person.
func personaProva() map[string]any {
	return map[string]any{
		"persona":   map[string]any{"cognome": "Guidatore", "nome": "Dino"},
		"indirizzo": map[string]any{"via": "Via di Prova", "civico": "1", "cap": "40100", "comune": "Bologna", "provincia": "BO"},
	}
}

// viteRare are the ways that few fines go, so that each state that a door reaches is there to be seen.
func viteRare() []vita {
	return append(append(viteDiIntestatari(), viteDiRicorsi()...), append(viteDiChiusure(), append(viteDiPunti(), viteDiRiscossione()...)...)...)
}

func viteDiIntestatari() []vita {
	return []vita{
		{nome: "scartato", giorni: 10, targa: "ZS404BA", passi: []passoVita{decide(verbale.EventoScartato, 0, nil)}},
		{nome: "intestatario indicato a mano", giorni: 11, targa: "ZS404BB",
			passi: []passoVita{decide(verbale.EventoIntestatarioTrovato, 0, map[string]any{"persona": personaProva()})}},
		{nome: "possibile doppione", giorni: 9, doppia: true},
	}
}

func viteDiRicorsi() []vita {
	ricorre := func(autorita verbale.Autorita, giorni int) passoVita {
		return decide(verbale.EventoRicorsoPresentato, giorni, map[string]any{"autorita": autorita})
	}
	somma := map[string]any{"importoCent": 9000}
	return []vita{
		{nome: "ricorso presentato", giorni: 45, passi: []passoVita{servito(20), ricorre(verbale.Prefetto, 3)}},
		{nome: "sospensiva", giorni: 60, passi: []passoVita{servito(40), ricorre(verbale.GiudiceDiPace, 20), decide(verbale.EventoSospensivaConcessa, 10, nil)}},
		{nome: "ricorso inammissibile", giorni: 70, passi: []passoVita{servito(50), ricorre(verbale.Prefetto, 30), decide(verbale.EventoRicorsoInammissibile, 5, nil)}},
		{nome: "somma rideterminata", giorni: 80, passi: []passoVita{servito(60), ricorre(verbale.GiudiceDiPace, 40), decide(verbale.EventoRicorsoRideterminato, 5, somma)}},
		{nome: "decisione impugnata", giorni: 80, passi: []passoVita{servito(60), ricorre(verbale.GiudiceDiPace, 40), decide(verbale.EventoRicorsoRespinto, 20, somma),
			decide(verbale.EventoRicorsoImpugnato, 5, map[string]any{"autorita": verbale.Tribunale})}},
		{nome: "decisione definitiva", giorni: 80, passi: []passoVita{servito(60), ricorre(verbale.GiudiceDiPace, 45), decide(verbale.EventoRicorsoRespinto, 40, somma),
			decide(verbale.EventoRicorsoDefinito, 2, nil)}},
	}
}

func viteDiChiusure() []vita {
	return []vita{
		{nome: "a rate", giorni: 40, fatto: &fatto{Articolo: "158", Comma: "2", Lettera: "g", Via: "Via Mazzini"}, passi: []passoVita{servito(20),
			decide(verbale.EventoRateizzazioneConcessa, 2, map[string]any{"dataRichiesta": fa(10), "redditoCent": 9_000_00, "familiari": 1, "numeroRate": 3})}},
		{nome: "rimborsato", giorni: 45, passi: []passoVita{servito(25), pagato(10, func(m, _ int) int { return m + 500 }),
			decide(verbale.EventoRimborso, 0, map[string]any{"importoCent": 500})}},
		{nome: "sgravato", giorni: 40, passi: []passoVita{servito(20), decide(verbale.EventoSgravio, 1, nil)}},
		{nome: "estinto per decesso", giorni: 40, passi: []passoVita{servito(20), decide(verbale.EventoEstintoDecesso, 1, nil)}},
		{nome: "fermo per il termine di notifica", giorni: 95},
		{nome: "mai notificato in tempo", giorni: 130, passi: []passoVita{decide(verbale.EventoEstintoTermini, 0, nil)}},
		{nome: "archiviato dal prefetto", giorni: 40, passi: []passoVita{servito(20), decide(verbale.EventoArchiviato, 1, nil)}},
		{nome: "non notificabile", giorni: 30, passi: []passoVita{decide(verbale.EventoNotificaAvviata, 10, map[string]any{"canale": string(cds.CanaleMesso)}),
			decide(verbale.EventoNotificaNonRiuscita, 5, map[string]any{"motivo": "destinatario sconosciuto all'indirizzo"})}},
		{nome: "prova in dubbio", giorni: 40, passi: []passoVita{servito(20), decide(verbale.EventoProvaContestata, 5, nil)}},
	}
}

func viteDiPunti() []vita {
	veloce := &fatto{Articolo: "142", Comma: "8", Velocita: 71, Limite: 50, Via: "Viale Europa"}
	ricevuti := decide(verbale.EventoConducenteRicevuto, 10, map[string]any{"conducente": personaProva()})
	minimo := pagato(8, func(m, _ int) int { return m })
	dire := decide(verbale.EventoPuntiDaComunicare, 5, nil)
	return []vita{
		{nome: "conducente comunicato", giorni: 50, fatto: veloce, passi: []passoVita{servito(30), ricevuti}},
		{nome: "conducente non comunicato", giorni: 84, fatto: veloce, passi: []passoVita{servito(75), decide(verbale.EventoConducenteOmesso, 5, nil)}},
		{nome: "punti da comunicare", giorni: 50, fatto: veloce, passi: []passoVita{servito(30), ricevuti, minimo, dire}},
		{nome: "punti comunicati", giorni: 50, fatto: veloce, passi: []passoVita{servito(30), ricevuti, minimo, dire, decide(verbale.EventoPuntiComunicati, 1, nil)}},
		{nome: "punti non decurtati", giorni: 50, fatto: veloce, passi: []passoVita{servito(30), ricevuti, decide(verbale.EventoPuntiScartati, 1, nil)}},
	}
}

func viteDiRiscossione() []vita {
	limite := &fatto{Articolo: "142", Comma: "7", Velocita: 60, Limite: 50, Via: "Viale Europa"}
	metaDelMassimo := func(int, int) int { return 86_50 }
	seguita := func(nome string, passi ...passoVita) vita {
		passi[0].intero = true
		return vita{nome: nome, giorni: 84, fatto: limite, passi: append([]passoVita{servito(82)}, passi...)} // no act is printed after its ninety days
	}
	selezionato, ruolo := decide(verbale.EventoCreditoSelezionato, 14, nil), decide(verbale.EventoIscrittoARuolo, 10, nil)
	return []vita{
		seguita("sollecitato", decide(verbale.EventoSollecitoInviato, 14, nil)),
		seguita("da riscuotere", selezionato),
		seguita("a ruolo", selezionato, ruolo),
		seguita("ingiunto", selezionato, decide(verbale.EventoIngiunzioneEmessa, 10, nil)),
		seguita("riscosso", selezionato, ruolo, pagato(3, metaDelMassimo)),
		seguita("inesigibile", selezionato, ruolo, decide(verbale.EventoCreditoInesigibile, 1, nil)),
		seguita("discaricato", selezionato, ruolo, decide(verbale.EventoCreditoDiscaricato, 1, nil)),
		seguita("riscossione bloccata", selezionato, decide(verbale.EventoRiscossioneBloccata, 1, nil)),
	}
}

// viviRari plays the rare lives after the common ones.
func (c comandoProva) viviRari(ctx context.Context, dove indirizzi) error {
	return c.vivi(ctx, dove, viteRare(), vitePerComando, vitePerComando+len(viteRare()))
}
