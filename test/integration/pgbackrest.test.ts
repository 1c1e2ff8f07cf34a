// The recipe of docs/operating.md that backs up a PostgreSQL of one's own: Debian's server and
// pgBackRest, where they are installed.
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { withClient } from '#db/with-client.ts'
import { findBrokenRules } from '#supervisor/book-rules.ts'
import { isRoot, runChild } from '#supervisor/processes/child.ts'
import { databaseUser } from '#supervisor/processes/system-user.ts'
import { query } from '../support/backed-up.ts'
import { needs } from '../support/needs.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const DEBIAN_FOLDER = '/var/lib/postgresql/15/main'
const isInstalled = existsSync('/usr/bin/pgbackrest') && existsSync(`${BIN}/postgres`)

let folder: string
let pgdata: string
let url: string
const user = databaseUser('/nonexistent')

const recipe = (name: string) => readFile(new URL(`../pgbackrest/${name}`, import.meta.url), 'utf8')

const run = (program: string, ...args: string[]) => runChild({ program, args, user })
const control = (...words: string[]) =>
  run(`${BIN}/pg_ctl`, '-D', pgdata, '-w', '-l', join(folder, 'log'), ...words)
const places = () => `--config=${join(folder, 'pgbackrest.conf')} --stanza=softswitch`
const backRest = (...words: string[]) => run('pgbackrest', ...places().split(' '), ...words)

describe(
  'pgBackRest and PostgreSQL of Debian',
  needs('pgbackrest and root', isInstalled && isRoot()),
  () => {
    beforeAll(async () => {
      folder = await mkdtemp('/var/tmp/softswitch-pgbackrest-')
      pgdata = join(folder, 'main')
      url = `postgres://${user.name}@${encodeURIComponent(folder)}/softswitch`
      for (const path of [folder, join(folder, 'backups')]) {
        await mkdir(path, { recursive: true })
        await chown(path, user.uid, user.gid)
      }
      await run(`${BIN}/initdb`, '-D', pgdata, '-U', user.name, '--data-checksums', '-E', 'UTF8')
      const settings = (await recipe('postgresql.conf')).replace('--stanza=softswitch', places())
      const own = `listen_addresses = ''\nunix_socket_directories = '${folder}'\n`
      await writeFile(join(pgdata, 'postgresql.conf'), `${settings}${own}`, { flag: 'a' })
      const own_places = `lock-path=${folder}/lock\nspool-path=${folder}/spool\nlog-level-file=off`
      const config = (await recipe('pgbackrest.conf'))
        .replace('{{FOLDER}}', join(folder, 'backups'))
        .replace('{{PASSWORD}}', 'correct-horse')
        .replace(DEBIAN_FOLDER, pgdata)
        // Debian's places belong to its own server.
        .replace('[softswitch]', `${own_places}\n\n[softswitch]`)
      const socket = `pg1-socket-path=${folder}\n`
      await writeFile(join(folder, 'pgbackrest.conf'), `${config}${socket}`)
      await control('start')
      await run(`${BIN}/createdb`, '-h', folder, 'softswitch')
      await migrate(url)
    })
    afterAll(async () => {
      if (!folder) return
      await control('stop', '-m', 'immediate').catch(() => {})
      await rm(folder, { recursive: true, force: true })
    })

    test('restore a switch to the second before a mistake', async () => {
      await backRest('stanza-create')
      await backRest('check')
      await backRest('--type=full', 'backup')
      await query(url, "create table kept as select 'before' as word")
      await sleep(1500)
      const [row] = await query(url, "select to_char(now(), 'YYYY-MM-DD HH24:MI:SS.US+00') as at")
      await sleep(1500)
      await query(url, 'drop table kept')
      await query(url, 'select pg_switch_wal()')
      await backRest('check')
      await control('stop')
      await backRest(
        ...['--delta', '--type=time', `--target=${row?.at}`, '--target-action=promote', 'restore'],
      )
      await control('start')
      await expect
        .poll(() => query(url, 'select pg_is_in_recovery() as waits'))
        .toEqual([{ waits: false }])
      expect(await query(url, 'select word from kept')).toEqual([{ word: 'before' }])
      const { broken } = await withClient(url, 'test', findBrokenRules)
      expect(broken).toEqual([])
    })
  },
)

test('docs/operating.md has the files of the recipe', async () => {
  const text = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  for (const name of ['pgbackrest.conf', 'postgresql.conf']) {
    expect(text).toContain((await recipe(name)).trim())
  }
})
