// A real ClickHouse of a test, where Debian's `clickhouse-server` is installed. That is 18.16, from
// before two settings and some types that a consumer of the record feed needs: a relay leaves out
// the settings, and the table has text where it has none of the types.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startChild } from '#supervisor/processes/child.ts'
import { databaseUser } from '#supervisor/processes/system-user.ts'
import { until } from '../sip/until.ts'
import { makeTestFolder } from './postgres-for-tests.ts'

const PROGRAM = '/usr/sbin/clickhouse-server'
const PORT = 18_123
const URL_OF_IT = `http://127.0.0.1:${PORT}`
const USER = { name: 'feed', password: 'correct horse' }
const LATER_SETTINGS = ['async_insert', 'insert_deduplication_token']

export const hasClickHouse = (): boolean => existsSync(PROGRAM)

const settingsIn = (folder: string) => `<yandex>
  <logger><level>none</level><console>1</console></logger>
  <listen_host>127.0.0.1</listen_host><http_port>${PORT}</http_port>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
  <mark_cache_size>16777216</mark_cache_size>
  <users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
</yandex>`
const USERS = `<yandex>
  <profiles><default/></profiles><quotas><default/></quotas>
  <users><${USER.name}>
    <password>${USER.password}</password><networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota>
  </${USER.name}></users>
</yandex>`

/** The statement of the manual for 18.16: times and amounts are text, which it keeps exactly. */
async function tableOf1816(): Promise<string> {
  const manual = await readFile('docs/operating.md', 'utf8')
  const [statement = ''] = /CREATE TABLE calls [^;]*/.exec(manual) ?? []
  return statement
    .replace('CREATE TABLE calls', 'CREATE TABLE warehouse.calls')
    .replaceAll(/\bBool\b/g, 'UInt8')
    .replaceAll(/DateTime64\(6, 'UTC'\)|Decimal\(18, [68]\)|LowCardinality\(String\)/g, 'String')
    .replace('toYYYYMM(started_at)', 'substring(started_at, 1, 7)')
    .replace(/SETTINGS .*$/, '')
}

type Row = Record<string, unknown>

/** Has the table `warehouse.calls`. */
export async function startRealClickHouse() {
  const folder = await makeTestFolder()
  // It does not run as root.
  const user = databaseUser('/nonexistent')
  await chown(folder, user.uid, user.gid)
  const config = join(folder, 'config.xml')
  await writeFile(config, settingsIn(folder))
  await writeFile(join(folder, 'users.xml'), USERS)
  const child = startChild({ program: PROGRAM, args: [`--config-file=${config}`], user }, 'ignore')
  const relay = await startRelay()
  async function close(): Promise<void> {
    await relay.close()
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await until('ClickHouse answers', answers)
    await ask('CREATE DATABASE warehouse')
    await ask(await tableOf1816())
  } catch (error) {
    await close()
    throw error
  }
  return { url: URL_OF_IT, relay_url: relay.url, inserts: relay.inserts, user: USER, close }
}

const answers = async () =>
  fetch(`${URL_OF_IT}/ping`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The rows of a statement; fails with the reason of ClickHouse. */
export async function ask(statement: string, address = URL_OF_IT): Promise<readonly Row[]> {
  const headers = { 'x-clickhouse-user': USER.name, 'x-clickhouse-key': USER.password }
  const response = await fetch(address, { method: 'POST', headers, body: statement })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** Passes requests on, without the settings that 18.16 does not have, and notes each body. */
async function startRelay() {
  const inserts: string[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const address = new URL(request.url ?? '', URL_OF_IT)
    for (const name of LATER_SETTINGS) address.searchParams.delete(name)
    const headers = Object.fromEntries(
      ['x-clickhouse-user', 'x-clickhouse-key'].map((name) => [name, `${request.headers[name]}`]),
    )
    const answer = await fetch(address, { method: 'POST', headers, body })
    if (answer.ok) inserts.push(body.toString())
    response.writeHead(answer.status).end(await answer.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, inserts, close }
}
