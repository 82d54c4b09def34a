package raccomandata_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
)

func TestLeggiProva(t *testing.T) {
	t.Parallel()
	casi := map[raccomandata.Valore][]string{
		raccomandata.NonProva: {
			"", " ", "-", "--", "—", "0", "000000000000", "ND", "n.d.", "N/D", "SI", "Sì", "no", "x", "XXX", "OK", "presente", "?", "1", "12", "a", "RICEVUTA",
			"27/11/2026", "2026-11-27", "27.11.26", "27-nov-26", "nov-26", "20261127", "27112026", "2026-11-27T00:00:00Z", "27/11/2026 10:15", "20261127101500",
			"281526382193", "28152638219-3", "RR473124828IT", "111111111111", "123456789012", "12345678", "RR000000005IT", "RSSMRA80A01H501U",
			"Mario Rossi 12345678", "0190b7c4-1e11-7e12-8e13-0e1411111111", "consegnata a mani", "null", "=1+2", "IT60X0542811101000000123456",
		},
		raccomandata.Perduta: {
			"2,81526E+11", "2.81526E+11", "2,8E+11", "3E+11", "########", "#N/D", "#RIF!", "281526000000", "281.526.000.000", "281526000000,00", "281526382192456000",
		},
		raccomandata.Codice: {
			"281526382192", "28152638219-2", "2815 2638 2192", "RR123456140IT", "rr123456140it", `="281526382192"`, "'281526382192", "281526382192,00",
			"281526382192.0", "281.526.382.192", "281,526,382,192", "786000000013", "RK135792461CH", "２８１５２６３８２１９２", "\u00a0281526382192\u00a0",
		},
		raccomandata.DaGuardare: {"CP00012345678", "28152638219", "NX-2026-00012345", "FUL0001234567", "300012345678901234", "AB83726154"},
	}
	for vuole, testi := range casi {
		for _, testo := range testi {
			ha := raccomandata.LeggiProva(testo)
			if ha.Valore != vuole || (ha.Numero != "") != (vuole >= raccomandata.DaGuardare) {
				t.Errorf("%q: %+v, want %d", testo, ha, vuole)
			}
		}
	}
}

func TestProvaNulla(t *testing.T) {
	t.Parallel()
	for _, nulla := range []string{
		"23L 2,81526E+11", "23L ND", "2,81526E+11", "-", "ND", "n.d.", "0", "SI", "x", "1", "27/11/2026", "23L 27/11/2026", "AG 647887095328, 23L ND",
		"AG ND", "AG -, CAD ND", "23L 281526382192, CAN -", "########", "111111111111", "ARCAD n.d.", "AR 0", "agli atti 2,8E+11",
	} {
		if raccomandata.ProvaNulla(nulla) == "" {
			t.Errorf("%q proves", nulla)
		}
	}
	for _, buona := range []string{
		"", "23L 281526382192", "23L 1", "AR 1", "AR-1", "23L", "copia", "prot. 9", "relata-1", "in archivio, faldone 3", "AG ND, 23L 281526382192",
		"contestazione immediata", "IUN ABCD-EFGH-IJKL-202611-A-1", "0190b7c4-1e11-7e12-8e13-0e1411111111", "<a@pec.example.it>", "12/2026", "AR del 27/11/2026",
		"23L 281526382193", "prot. 123/2026",
	} {
		if motivo := raccomandata.ProvaNulla(buona); motivo != "" {
			t.Errorf("%q: %s", buona, motivo)
		}
	}
	for scritta, buona := range map[string]bool{
		"281526382193": false, "23L 281526382193": false, "RR473124828IT": false, "23L 281526382192": true, "281526382193 come sulla busta": true,
		"CP00012345678": true, "AR 1": true, "ND": false, "": true,
	} {
		if motivo := raccomandata.ProvaScritta(scritta); (motivo == "") != buona {
			t.Errorf("%q: %q", scritta, motivo)
		}
	}
}
