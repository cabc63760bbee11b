#!/bin/sh
# The password comes by the environment and goes to a file that only this user reads.
set -eu
umask 077
: "${DATABASE_USER:?is missing}" "${DATABASE_PASSWORD:?is missing}"
printf '"%s" "%s"\n' "$DATABASE_USER" "$DATABASE_PASSWORD" > /tmp/users.txt
exec pgbouncer /etc/svc/pgbouncer.ini
