#!/bin/sh
# Makes the secrets of compose.yaml and the files of settings that name them. What is there stays as it is.
set -eu
umask 077
mkdir -p secrets/tls secrets/keys

random() { openssl rand -hex "$1" | tr -d '\n'; }
secret() { cat "secrets/$1"; }
keep() { if [ -e "$1" ]; then cat > /dev/null; else cat > "$1"; fi; }

for name in postgres-password koi-password backup-password nats-password; do
    random 24 | keep "secrets/$name"
done
random 32 | keep secrets/signer-key
printf '"koi" "%s"\n' "$(secret koi-password)" | keep secrets/pgbouncer-users
keep secrets/nats.conf <<NATS
port: 4222
http: 127.0.0.1:8222
authorization { user: koi, password: "$(secret nats-password)" }
NATS
sed -e "s/KOI_PASSWORD@127.0.0.1:5432/$(secret koi-password)@pgbouncer:6432/" \
    -e "s#^NATS_URL=\$#NATS_URL=nats://koi:$(secret nats-password)@nats:4222#" \
    -e "s/^KOI_SECRET_KEY=\$/KOI_SECRET_KEY=$(random 32)/" ops/koi.env.example | keep koi.env
printf 'BACKUP_DATABASE_URL=postgres://koi_backup:%s@postgres:5432/koi\n' "$(secret backup-password)" |
    keep backup.env
keep koi.json < docs/koi-config.example.json

# Users of the containers read them. The folder `secrets` keeps everybody else out.
chmod 644 koi.json secrets/nats.conf secrets/pgbouncer-users secrets/signer-key secrets/*-password
chmod 755 secrets/tls secrets/keys
