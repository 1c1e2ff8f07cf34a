#!/bin/sh
# Called by PostgreSQL while it restores: takes the log file $2 out of the folder $1 to $3. The
# restore puts it there when it sees that it is wanted, or says that there is none.
wanted="$1/$2.wanted"
: > "$wanted" || exit 200
tries=0
while [ "$tries" -lt 6000 ]; do
  if [ -f "$1/$2" ]; then
    cp "$1/$2" "$3" || exit 200
    rm -f "$wanted"
    exit 0
  fi
  if [ -f "$1/$2.none" ]; then
    rm -f "$wanted" "$1/$2.none"
    exit 1
  fi
  tries=$((tries + 1))
  sleep 0.05
done
# Above 125 the restore ends; 1 would be the end of the log.
exit 200
