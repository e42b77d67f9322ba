#!/bin/sh
# Writes the secrets of compose.yaml beside this file, once. Needs openssl. As root the files become readable by the
# containers' users alone; otherwise by everyone on this machine, because a container sees a secret with the mode it has here.
set -eu
cd "$(dirname "$(readlink -f "$0")")"
if [ -e settings.env ]; then
  echo "settings.env exists: nothing written" >&2
  exit 1
fi
umask 077
password=$(openssl rand -hex 16)
printf %s "$password" >postgres-password
openssl rand -hex 16 | tr -d '\n' >grafana-password
cat >settings.env <<TEXT
DATABASE_URL=postgres://strikewise:$password@127.0.0.1:5432/strikewise
NATS_URL=nats://127.0.0.1:4222
SANDBOX_URL=http://127.0.0.1:8090
SMTP_URL=smtp://127.0.0.1:8025
MASTER_KEY=$(openssl rand -hex 32)
OPERATOR_EMAILS=operator@demo.example
RECORD_KEEP_DAYS=3
TEXT
if [ "$(id -u)" = 0 ]; then
  chown 10001 settings.env
  chown 472 grafana-password
else
  chmod 0644 settings.env grafana-password
fi
