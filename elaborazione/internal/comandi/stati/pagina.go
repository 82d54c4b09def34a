package stati

import (
	"fmt"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const premessa = "# Gli stati del verbale\n\n" +
	"Scritto da `elaborazione stati` dalla tabella degli stati. Ciò che qui non c'è è rifiutato.\n\n" +
	"Un verbale ha cinque stati insieme, uno per asse: dov'è la **procedura**, che cosa è dovuto (**debito**), dov'è il\n" +
	"**ricorso**, dove sono i **punti** della patente, dov'è la **riscossione**. Nessuno li scrive a mano: cambiano solo con gli\n" +
	"eventi elencati in fondo. Una freccia dice quali eventi portano da uno stato all'altro; quelli che non muovono\n" +
	"un asse non vi sono disegnati. Uno stato con il bordo spesso è chiuso: lo riapre solo una persona, dicendo perché.\n\n" +
	"In queste pagine:\n\n"

const legenda = "## Tutti gli eventi\n\n" +
	"**Chi** può registrarlo: PIATTAFORMA, solo il sistema; OPERATORE, chi consulta e annota; UFFICIO, chi decide; CANALE, una\n" +
	"persona per una via sua (pagamenti). Il sistema può registrarli tutti.\n\n" +
	"**Regole**, oltre agli stati:\n\n" +
	"- **chiede**: è una carta o un atto che chiede denaro. A debito chiuso (PAGATO, ECCEDENZA, RIMBORSATO, SGRAVATO) è rifiutato.\n" +
	"- **aggrava**: è una maggiorazione o una riscossione. È rifiutato se pende o è stato accolto un ricorso, se il debito è\n" +
	"  sospeso, se la notifica non è perfezionata o la sua prova manca o è dubbia. L'acconto si riscuote solo dopo il termine,\n" +
	"  l'ordinanza solo dopo i trenta giorni dalla sua notifica. La riscossione in corso che resta senza titolo si blocca da sé,\n" +
	"  nello stesso cambiamento.\n" +
	"- **riapre**: può riaprire un asse chiuso, perché una persona lo vuole e scrive il motivo. Ogni altro evento che\n" +
	"  riaprirebbe ciò che è chiuso è rifiutato; chi arriva tardi (un pagamento, un ricorso) apre un'anomalia.\n\n" +
	"Sempre: l'INTERO viene solo dopo una notifica perfezionata e il suo termine; prima di ogni notifica nulla è esigibile ma un\n" +
	"pagamento è accettato, e se basta chiude; il conto torna al centesimo (dovuto = versato − eccedenza + residuo + sgravato).\n\n" +
	"Più righe dello stesso evento sono i casi in cui accade, e vale la prima che lo ammette. Un asse non nominato resta com'è;\n" +
	"«resta» vuol dire che l'evento è ammesso in quegli stati e non li cambia; «o» che lo dice l'evento.\n\n"

// pagina draws the five axes, then tells every event.
func pagina() string {
	var b strings.Builder
	b.WriteString(premessa)
	for _, g := range gruppi() {
		fmt.Fprintf(&b, "- *%s*: %s\n", g.nome, strings.Join(g.stati, ", "))
	}
	b.WriteString("\n")
	disegna(&b, "La procedura", procedure(), verbale.ProcedureChiuse(),
		func(x transizioni.Transizione) transizioni.Passaggio[verbale.Procedura] { return x.Procedura })
	disegna(&b, "Il debito", debiti(), verbale.DebitiChiusi(),
		func(x transizioni.Transizione) transizioni.Passaggio[verbale.Debito] { return x.Debito })
	disegna(&b, "Il ricorso", ricorsi(), []verbale.Ricorso{verbale.RicorsoAccolto, verbale.RicorsoDefinitivo},
		func(x transizioni.Transizione) transizioni.Passaggio[verbale.Ricorso] { return x.Ricorso })
	disegna(&b, "I punti", punti(), []verbale.Punti{verbale.PuntiComunicati, verbale.PuntiScartati},
		func(x transizioni.Transizione) transizioni.Passaggio[verbale.Punti] { return x.Punti })
	disegna(&b, "La riscossione", riscossioni(), []verbale.Riscossione{verbale.Riscosso, verbale.Discaricato},
		func(x transizioni.Transizione) transizioni.Passaggio[verbale.Riscossione] { return x.Riscossione })
	b.WriteString(legenda + "| evento | che cosa vuol dire | chi | regole | procedura | debito | ricorso | punti | riscossione |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, x := range transizioni.Tutte() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s | %s | %s |\n", x.Evento, x.Significato, x.Chi, regole(x),
			cella(x.Procedura, procedure()), cella(x.Debito, debiti()), cella(x.Ricorso, ricorsi()), cella(x.Punti,
				punti()), cella(x.Riscossione, riscossioni()))
	}
	return b.String()
}

func regole(x transizioni.Transizione) string {
	var sue []string
	for _, r := range []struct {
		nome string
		vale bool
	}{{"chiede", x.Chiede}, {"aggrava", x.Aggrava}, {"riapre", x.Riapre}} {
		if r.vale {
			sue = append(sue, r.nome)
		}
	}
	return strings.Join(sue, ", ")
}

// disegna draws one axis: an arrow a pair of states, with the events that lead along it. A row that
// starts almost everywhere would hide the rest: it is told in words.
func disegna[S ~string](b *strings.Builder, titolo string, stati, chiusi []S, asse func(transizioni.Transizione) transizioni.Passaggio[S]) {
	frecce := map[[2]S][]string{}
	var parole []string
	for _, x := range transizioni.Tutte() {
		p := asse(x)
		if detto := fmt.Sprintf("- `%s`: %s\n", x.Evento, cella(p, stati)); len(p.A) > 0 && (len(p.Da) > 4 || len(p.Da) > 2 && len(p.A) > 3) {
			if !slices.Contains(parole, detto) {
				parole = append(parole, detto)
			}
			continue
		}
		aggiungiFrecce(frecce, p, string(x.Evento))
	}
	fmt.Fprintf(b, "## %s\n\n```mermaid\nstateDiagram-v2\n    classDef chiuso stroke-width:4px\n", titolo)
	for _, da := range stati {
		for _, a := range stati {
			if eventi := frecce[[2]S{da, a}]; len(eventi) > 0 {
				fmt.Fprintf(b, "    %s --> %s: %s\n", inizio(da), a, strings.Join(eventi, ", "))
			}
		}
	}
	for _, s := range chiusi {
		fmt.Fprintf(b, "    class %s chiuso\n", s)
	}
	b.WriteString("```\n\n")
	if len(parole) > 0 {
		b.WriteString("Partono da molti stati, e per questo non sono disegnati:\n\n" + strings.Join(parole, "") + "\n")
	}
}

func aggiungiFrecce[S ~string](frecce map[[2]S][]string, p transizioni.Passaggio[S], evento string) {
	for _, da := range p.Da {
		for _, a := range p.A {
			if passo := [2]S{da, a}; a != da && !slices.Contains(frecce[passo], evento) {
				frecce[passo] = append(frecce[passo], evento)
			}
		}
	}
}

func inizio[S ~string](s S) string {
	if s == "" {
		return "[*]"
	}
	return string(s)
}

// cella says one axis of a row; many states are told by those that are missing.
func cella[S ~string](p transizioni.Passaggio[S], tutti []S) string {
	if len(p.Da) == 0 {
		return ""
	}
	arrivo := elenco(p.A, tutti, " o ")
	if len(p.A) == 0 {
		arrivo = "resta"
	}
	return elenco(p.Da, tutti, ", ") + " → " + arrivo
}

func elenco[S ~string](stati, tutti []S, separatore string) string {
	mancano := slices.DeleteFunc(slices.Clone(tutti), func(s S) bool { return s == "" || slices.Contains(stati, s) })
	switch {
	case len(mancano) == 0:
		return "ogni stato"
	case len(mancano) <= 3 && len(stati) > 5:
		return "ogni stato tranne " + nomi(mancano, ", ")
	}
	for _, g := range gruppi() {
		fuori := slices.DeleteFunc(slices.Clone(stati), func(s S) bool { return slices.Contains(g.stati, string(s)) })
		if len(stati)-len(fuori) == len(g.stati) {
			return strings.TrimSuffix("*"+g.nome+"*"+separatore+elenco(fuori, tutti, separatore), separatore)
		}
	}
	return nomi(stati, separatore)
}

// gruppo is a name for states that the rows often name together.
type gruppo struct {
	nome  string
	stati []string
}

func gruppi() []gruppo {
	return []gruppo{
		{"in corso", testi(verbale.ProcedureInCorso())}, {"procedura chiusa", testi(verbale.ProcedureChiuse())},
		{"debito aperto", testi(verbale.DebitiAperti())}, {"debito chiuso", testi(verbale.DebitiChiusi())},
		{"ricorso pendente", testi(verbale.RicorsiPendenti())},
	}
}

// The states of each axis after none, that of a fine that is not there yet.
func procedure() []verbale.Procedura {
	return slices.Concat([]verbale.Procedura{""}, verbale.Procedure())
}
func debiti() []verbale.Debito   { return slices.Concat([]verbale.Debito{""}, verbale.Debiti()) }
func ricorsi() []verbale.Ricorso { return slices.Concat([]verbale.Ricorso{""}, verbale.Ricorsi()) }
func punti() []verbale.Punti     { return slices.Concat([]verbale.Punti{""}, verbale.StatiPunti()) }
func riscossioni() []verbale.Riscossione {
	return slices.Concat([]verbale.Riscossione{""}, verbale.Riscossioni())
}

func testi[S ~string](stati []S) []string {
	tutti := make([]string, len(stati))
	for i, s := range stati {
		tutti[i] = string(s)
	}
	return tutti
}

func nomi[S ~string](stati []S, separatore string) string {
	tutti := make([]string, len(stati))
	for i, s := range stati {
		if tutti[i] = string(s); s == "" {
			tutti[i] = "(nessuno)"
		}
	}
	return strings.Join(tutti, separatore)
}
