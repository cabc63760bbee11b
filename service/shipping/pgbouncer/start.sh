#!/bin/sh
# The password is in the environment. This writes it to a file that only this user can read.
set -eu
umask 077
: "${DATABASE_USER:?is missing}" "${DATABASE_PASSWORD:?is missing}"
printf '"%s" "%s"\n' "$DATABASE_USER" "$DATABASE_PASSWORD" > /tmp/users.txt
exec pgbouncer /etc/svc/pgbouncer.ini
