package banco

import (
	"fmt"
	"net"
)

// Ports of the local stack (design section 1), to which avvio adds --scarto.
const (
	portaNATS       = 4222
	portaSimulatori = 8090
)

// Servizio is one of the seven deployables, seen from outside.
type Servizio struct {
	Nome  string
	Porta int
}

// Servizi are the seven, in the order of the design.
func Servizi() []Servizio {
	return []Servizio{
		{"core", 8080}, {"connessione", 8081}, {"tenantapi", 8082}, {"mobile", 8083},
		{"elaborazione", 8084}, {"ocr", 8085}, {"vpn", 8086},
	}
}

// Steps in which a free set of ports is looked for, far from the local stack's own.
const (
	primoScarto  = 11000
	ultimoScarto = 19000
	passoScarto  = 100
)

// ScartoLibero finds the number that makes all ports of the stack free on 127.0.0.1.
func ScartoLibero() (int, error) {
	for scarto := primoScarto; scarto <= ultimoScarto; scarto += passoScarto {
		if libere(scarto) {
			return scarto, nil
		}
	}
	return 0, fmt.Errorf("nessuno scarto fra %d e %d trova libere le porte dello stack: indicarne uno con --scarto", primoScarto, ultimoScarto)
}

func libere(scarto int) bool {
	porte := []int{portaNATS, portaSimulatori}
	for _, s := range Servizi() {
		porte = append(porte, s.Porta)
	}
	for _, p := range porte {
		ascolto, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", p+scarto))
		if err != nil {
			return false
		}
		ascolto.Close()
	}
	return true
}

// PortaLibera is a port of 127.0.0.1 that nobody holds at this moment.
func PortaLibera() (int, error) {
	ascolto, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("porta libera: %w", err)
	}
	defer ascolto.Close()
	indirizzo, ok := ascolto.Addr().(*net.TCPAddr)
	if !ok {
		return 0, fmt.Errorf("porta libera: %s", ascolto.Addr())
	}
	return indirizzo.Port, nil
}
