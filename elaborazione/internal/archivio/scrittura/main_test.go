package scrittura_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }
