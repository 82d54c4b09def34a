package cds

import (
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// spiega writes how the count went.
func (g regola) spiega(da calendario.Giorno, c calendario.Conteggio, s *spiegazione) {
	if g.somma != "" {
		s.passo("TERMINI_SOMMATI", g.norma, g.somma)
	}
	if g.anni > 0 {
		s.giorno("TERMINE_AD_ANNI", "art. 155 c. 2 c.p.c.; art. 2963 c.c.; "+g.norma, g.nome+": "+strconv.Itoa(g.anni)+" anni "+
			da.Detto("dal")+", fino al giorno che gli corrisponde"+mancante(da, c.Pieno)+": "+c.Pieno.Esteso()+".", c.Pieno)
	} else {
		s.giorno("TERMINE_A_GIORNI", "art. 155 c. 1 c.p.c.; art. 2963 c.c.; "+g.norma, g.nome+": "+strconv.Itoa(g.giorni)+" giorni "+
			da.Detto("dal")+", escluso il giorno iniziale e compreso il finale"+sospesi(c)+": "+c.Pieno.Esteso()+".", c.Pieno)
	}
	if len(c.Proroghe) > 0 {
		s.giorno("PROROGA_FESTIVI", g.normaProroga(), nonUtili(c.Proroghe)+
			": il termine passa a "+c.Scadenza.Esteso()+".", c.Scadenza)
	}
}

// anticipa takes the day of collection or access when it comes first: after the count it changes
// nothing.
func (g regola) anticipa(r RichiestaScadenza, giorno calendario.Giorno, s *spiegazione) calendario.Giorno {
	atto, prima := "Il ritiro", r.Ritiro
	if g.send {
		atto, prima = "L'accesso", r.Accesso
	}
	switch {
	case prima.IsZero():
		return giorno
	case prima.Before(giorno):
		s.giorno("PERFEZIONATA_PRIMA", g.norma, atto+" "+prima.Detto("del")+" viene prima: la notificazione si perfeziona quel giorno.", prima)
		return prima
	default:
		s.passo("PERFEZIONATA_PER_TERMINE", g.norma, atto+" "+prima.Detto("del")+" non viene prima e non sposta la data.")
		return giorno
	}
}

// avverti says where the law is open and which careful choice was taken.
func (g regola) avverti(r RichiestaScadenza, c calendario.Conteggio, giorno calendario.Giorno, s *spiegazione) {
	if g.avvertenza != "" {
		s.avverti(g.avvertenza)
	}
	_, festivo := calendario.Festivo(giorno)
	switch {
	case g.ufficio:
		avvertiUfficio(c, festivo, s)
	case g.perfeziona && giorno == c.Scadenza:
		g.avvertiPerfezionamento(c, festivo, s)
	case g.amministrativo && sabato(giorno):
		s.avverti(giorno.Detto("Il") + " è un sabato: è l'ultimo giorno, ma un atto ricevuto entro " + primoFeriale(giorno.AddDays(1)).Esteso() +
			" non va segnato tardivo senza la decisione di una persona.")
	}
	if !g.perfeziona && !festivo && r.Patrono.Cade(giorno) {
		s.avverti(giorno.Detto("Il") + " è la festa patronale (" + r.Patrono.Nome + "): il termine non si sposta, ma gli uffici del comune sono chiusi.")
	}
}

// avvertiUfficio: an office never relies on an extension.
func avvertiUfficio(c calendario.Conteggio, festivo bool, s *spiegazione) {
	switch {
	case festivo:
		s.avverti("Il termine finisce " + c.Scadenza.Detto("il") + ", festivo: non fare affidamento sulla proroga, agire entro " +
			ultimoFeriale(c.Scadenza).Esteso() + ".")
	case len(c.Proroghe) > 0:
		s.avverti("Il termine finisce " + c.Pieno.Detto("il") + ", festivo, e passa al giorno seguente: per prudenza l'ufficio agisca entro " +
			ultimoFeriale(c.Pieno).Esteso() + ".")
	}
}

func (g regola) avvertiPerfezionamento(c calendario.Conteggio, festivo bool, s *spiegazione) {
	switch {
	case g.send && festivo:
		s.avverti(c.Scadenza.Detto("Il") + " è festivo: SEND non sposta la data, vale quella di perfezionamento che comunica.")
	case len(c.Proroghe) > 0:
		s.avverti("Il decimo giorno è festivo: per prudenza la notificazione si considera perfezionata nel giorno seguente, più favorevole al destinatario; verificare.")
	}
}

func (g regola) normaProroga() string {
	switch {
	case g.fine == fineGiudice:
		return "art. 155 cc. 4 e 5 c.p.c.; L. 742/1969 art. 1"
	case g.anni > 0:
		return "art. 2963 c. 3 c.c."
	}
	return "art. 155 c. 4 c.p.c."
}

func sospesi(c calendario.Conteggio) string {
	if c.Sospesi == 0 {
		return ""
	}
	return ", senza contare " + quanti(c.Sospesi, "giorno", "giorni") + " di agosto (L. 742/1969 art. 1)"
}

// mancante explains a term that starts on 29 February and ends in a year without it.
func mancante(da, a calendario.Giorno) string {
	_, _, primo := da.Date()
	if _, _, ultimo := a.Date(); ultimo == primo {
		return ""
	}
	return " (nel mese finale manca il " + strconv.Itoa(primo) + " e vale l'ultimo giorno, art. 2963 c. 5 c.c.)"
}

// nonUtili lists the days on which a term cannot end, a suspension once: "Il 25/12/2026 (Natale), il
// 26/12/2026 (Santo Stefano), il 27/12/2026 (domenica) non sono utili".
func nonUtili(proroghe []calendario.Proroga) string {
	if len(proroghe) == 1 {
		return proroghe[0].Giorno.Detto("Il") + " (" + proroghe[0].Motivo + ") non è utile"
	}
	voci := make([]string, 0, len(proroghe))
	for i, p := range proroghe {
		if i > 0 && p.Motivo == proroghe[i-1].Motivo {
			continue
		}
		articolo, seguenti := "il", ""
		if i == 0 {
			articolo = "Il"
		}
		if i+1 < len(proroghe) && p.Motivo == proroghe[i+1].Motivo {
			seguenti = " e i giorni seguenti"
		}
		voci = append(voci, p.Giorno.Detto(articolo)+seguenti+" ("+p.Motivo+")")
	}
	return strings.Join(voci, ", ") + " non sono utili"
}

// ultimoFeriale is the day, or the last before it that is neither Sunday nor national holiday.
func ultimoFeriale(g calendario.Giorno) calendario.Giorno {
	for {
		if _, festivo := calendario.Festivo(g); !festivo {
			return g
		}
		g = g.AddDays(-1)
	}
}

// primoFeriale is the day, or the first after it that is neither Sunday nor national holiday; the last
// of the calendar is no holiday.
func primoFeriale(g calendario.Giorno) calendario.Giorno {
	for {
		if _, festivo := calendario.Festivo(g); !festivo {
			return g
		}
		g = g.AddDays(1)
	}
}
