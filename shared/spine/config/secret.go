package config

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// nomeSegreto is what a setting may call a secret of a tenant: a file of its folder, nothing beside it.
var nomeSegreto = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// TenantSecret reads a secret of a tenant, the file dir/<tenant>/<name>, as it is now: settings hold its name, never its
// value. The error names the file and never its content.
func TenantSecret(dir, tenant, name string) (string, error) {
	file, err := TenantSecretFile(dir, tenant, name)
	if err != nil {
		return "", err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("config: segreto %s di %s: %w", name, tenant, err)
	}
	return string(content), nil
}

// TenantSecretFile is where a secret of a tenant is, for who reads the file by itself and follows its changes (a certificate);
// whether it is there is not looked at.
func TenantSecretFile(dir, tenant, name string) (string, error) {
	if dir == "" {
		return "", &ValueError{Variable: "VERBALI_SEGRETI_DIR", Reason: "manca: un'impostazione nomina un segreto di " + tenant}
	}
	if !nomeSegreto.MatchString(name) || !nomeSegreto.MatchString(tenant) {
		return "", fmt.Errorf("config: %q non è il nome di un segreto", name)
	}
	return filepath.Join(dir, tenant, name), nil
}
