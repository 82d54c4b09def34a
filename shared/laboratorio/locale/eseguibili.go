package locale

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// versioneMinima is the first major version that clones a database with STRATEGY file_copy.
const versioneMinima = 15

// ErrPostgresMancante says that no usable PostgreSQL server is installed; its text in the chain
// names the command that installs one.
var ErrPostgresMancante = errors.New("mancano i programmi del server PostgreSQL")

// eseguibili is a folder that holds a usable initdb and postgres, and their major version.
type eseguibili struct {
	cartella string
	versione int
}

func (e eseguibili) programma(nome string) string { return filepath.Join(e.cartella, nome) }

// cercaEseguibili returns the first usable folder: the one of PATH, then the package manager's,
// highest version first, then pg_config's. maggiore, when not 0, asks for that major version,
// which an existing cluster needs.
func cercaEseguibili(candidate []string, maggiore int, chi identita) (eseguibili, error) {
	var scartati []string
	for _, cartella := range candidate {
		trovati, err := provaCartella(cartella, chi)
		switch {
		case err != nil:
			scartati = append(scartati, err.Error())
		case trovati.versione < versioneMinima:
			scartati = append(scartati, fmt.Sprintf("%s è la versione %d", cartella, trovati.versione))
		case maggiore != 0 && trovati.versione != maggiore:
			scartati = append(scartati, fmt.Sprintf("%s è la versione %d, il cluster vuole la %d", cartella, trovati.versione, maggiore))
		default:
			return trovati, nil
		}
	}
	return eseguibili{}, mancante(maggiore, scartati)
}

func mancante(maggiore int, scartati []string) error {
	testo := fmt.Sprintf("serve la versione %d o successiva", versioneMinima)
	if maggiore != 0 {
		testo = fmt.Sprintf("il cluster esistente vuole la versione %d", maggiore)
	}
	if len(scartati) > 0 {
		testo += " (" + strings.Join(scartati, "; ") + ")"
	}
	come := cmp.Or(ComandoInstallazione(exec.LookPath), "il gestore dei pacchetti della macchina (pacchetto postgresql)")
	return fmt.Errorf("%w: %s; si installa con: %s", ErrPostgresMancante, testo, come)
}

// ComandoInstallazione is the shell command that installs a PostgreSQL server with the package
// manager of this machine, found by cerca (exec.LookPath), without questions; it needs root, but
// for brew. It is empty when no package manager is known.
func ComandoInstallazione(cerca func(string) (string, error)) string {
	for _, gestore := range [][2]string{
		{"apt-get", "apt-get update && apt-get install -y postgresql"},
		{"dnf", "dnf install -y postgresql-server"},
		{"zypper", "zypper --non-interactive install postgresql-server"},
		{"apk", "apk add postgresql"},
		{"pacman", "pacman -S --noconfirm postgresql"},
		{"brew", "brew install postgresql@17"},
	} {
		if _, err := cerca(gestore[0]); err == nil {
			return gestore[1]
		}
	}
	return ""
}

// cartelleCandidate lists the folders where the programs may be, in order of preference.
func cartelleCandidate() []string {
	var cartelle []string
	if postgres, err := exec.LookPath("postgres"); err == nil {
		if vero, err := filepath.EvalSymlinks(postgres); err == nil {
			postgres = vero
		}
		cartelle = append(cartelle, filepath.Dir(postgres))
	}
	for _, schema := range []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/libexec/postgresql*",
		"/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin",
	} {
		cartelle = append(cartelle, perVersione(schema)...)
	}
	if uscita, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		cartelle = append(cartelle, strings.TrimSpace(string(uscita)))
	}
	return unici(cartelle)
}

var cifre = regexp.MustCompile(`\d+`)

// perVersione expands a pattern with the version in the element that has the star, and puts the
// highest first: 9 comes after 15.
func perVersione(schema string) []string {
	trovate, err := filepath.Glob(schema)
	if err != nil {
		return nil
	}
	prima, _, _ := strings.Cut(schema, "*")
	parte := strings.Count(prima, "/")
	versione := func(cartella string) int { return numero(strings.Split(cartella, "/")[parte]) }
	slices.SortStableFunc(trovate, func(a, b string) int { return cmp.Compare(versione(b), versione(a)) })
	return trovate
}

func numero(s string) int {
	n, err := strconv.Atoi(cifre.FindString(s))
	if err != nil {
		return 0
	}
	return n
}

func unici(cartelle []string) []string {
	var esito []string
	for _, c := range cartelle {
		if !slices.Contains(esito, c) {
			esito = append(esito, c)
		}
	}
	return esito
}

// provaCartella checks that both programs are there, are real programs and answer to chi.
func provaCartella(cartella string, chi identita) (eseguibili, error) {
	for _, nome := range []string{"initdb", "postgres"} {
		if err := verificaProgramma(filepath.Join(cartella, nome)); err != nil {
			return eseguibili{}, err
		}
	}
	if !chi.raggiunge(cartella) {
		return eseguibili{}, fmt.Errorf("in %s l'utente %s non può entrare", cartella, chi.nome)
	}
	uscita, err := exec.Command(filepath.Join(cartella, "postgres"), "--version").Output()
	if err != nil {
		return eseguibili{}, fmt.Errorf("%s/postgres --version: %w", cartella, err)
	}
	return eseguibili{cartella: cartella, versione: numero(string(uscita))}, nil
}

// verificaProgramma refuses shell wrappers: signals and the tie to the parent would stop at the
// shell, and many of them change user by themselves.
func verificaProgramma(percorso string) error {
	f, err := os.Open(percorso)
	if err != nil {
		return fmt.Errorf("manca %s", percorso)
	}
	defer f.Close()
	inizio := make([]byte, 2)
	if _, err := io.ReadFull(f, inizio); err != nil {
		return fmt.Errorf("%s non è un programma", percorso)
	}
	if string(inizio) == "#!" {
		return fmt.Errorf("%s è uno script", percorso)
	}
	return nil
}
