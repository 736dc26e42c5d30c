#!/bin/sh
# Runs once, when the database is made: Koi's role owns its database and may do nothing beside it.
set -eu
psql --no-psqlrc -v ON_ERROR_STOP=1 \
    -v koi="$(cat /run/secrets/koi-password)" -v backup="$(cat /run/secrets/backup-password)" <<'SQL'
create role koi login password :'koi';
create database koi owner koi;
revoke connect on database koi from public;
create role koi_backup login replication password :'backup';
-- Its functions set these while they run, and nobody else may use such names unasked.
grant set on parameter koi.appends_log, koi.tallies_play, koi.writes_ledger, koi.writes_play to koi;
grant connect on database koi to koi_backup;
grant pg_read_all_data to koi_backup;
SQL
echo 'host replication koi_backup all scram-sha-256' >> "$PGDATA/pg_hba.conf"
