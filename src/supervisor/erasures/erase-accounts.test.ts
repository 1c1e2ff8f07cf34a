// Erasures on the books of a small carrier, with a day of its calls in the archive.
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestRecall, withRecalledCalls } from '#db/archive/recalls.ts'
import { asSqlConnection } from '#db/database.ts'
import { countPersonalData } from '#db/personal-data/personal-data.ts'
import { chargesOf, nextCalls } from '#db/re-ratings/re-rating-preview.ts'
import { daysOfRecords, rebuildTrafficOfDay } from '#db/traffic/rebuild-traffic.ts'
import { TRAFFIC_RULES } from '#db/traffic/traffic-rules.ts'
import { findBreaches, INVARIANTS } from '#db/verify/invariants.ts'
import { loadUpgradedRelease } from '#test/releases/release.ts'
import { requestArchiving } from '#test/support/archive.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { databaseForFile, emptyDatabase } from '#test/support/database.ts'
import { readArchive } from '../archive/read-archive.ts'
import { restoreArchive, storeArchive } from '../archive/stored-archive.ts'
import { makeBackupKey } from '../backup/backup-key.ts'
import type { Backups } from '../backup/backup-store.ts'
import { FolderStore } from '../backup/folder-store.ts'
import { removePartitions } from '../retention/remove-partitions.ts'
import { eraseAccounts } from './erase-accounts.ts'

const LONG_AGO = Date.parse('2026-03-10T12:00:00Z')
const DAY_MS = 86_400_000
const NUMBER = '442071838750'
const NAME = 'Arthur Dent'
const ADDRESS = '192.0.2.42'

const fresh = databaseForFile(emptyDatabase)
let client: pg.Client
let folder: string
let archive_folder: string
let store_folder: string
let backups: Backups
let erased_id: number
let other_id: number
let user_id: number

const rows = async <Row = Record<string, unknown>>(sql: string) =>
  (await client.query<Row & pg.QueryResultRow>(sql)).rows
const one = async (sql: string) => (await rows<{ one: unknown }>(sql))[0]?.one

const callOf = (account_id: number, at_ms: number) =>
  recordAt(at_ms, {
    account_id,
    caller_number: NUMBER,
    called_number: '33142278080',
    caller_name: NAME,
    pai: `"${NAME}" <sip:${NUMBER}@example.com>`,
    source_ip: ADDRESS,
    source_port: 5062,
    user_agent: `Phone of ${NAME}`,
    sip_call_id: `abc@${ADDRESS}`,
    from_domain: ADDRESS,
  })

beforeAll(async () => {
  client = await fresh.connect()
  ;[folder = '', archive_folder = '', store_folder = ''] = await Promise.all(
    ['exports-', 'archive-', 'backups-'].map((name) => mkdtemp(join(tmpdir(), name))),
  )
  const store = new FolderStore(store_folder, { now_ms: Date.now })
  backups = { store, key: await makeBackupKey() }
  await loadUpgradedRelease(fresh.url, client)
  const accounts = await rows<{ id: number }>(
    `select a.id from account a join console_user u on u.account_id = a.id
    where a.kind in ('WHOLESALE', 'RETAIL') order by a.id limit 2`,
  )
  ;[erased_id = 0, other_id = 0] = accounts.map(({ id }) => id)
  user_id = Number(await one(`select min(id) as one from console_user where type = 'ADMIN'`))
  const calls = [0, 1, 2, 3].flatMap((day) =>
    Array.from({ length: 5 }, (_, second) =>
      callOf(second % 2 ? other_id : erased_id, LONG_AGO + day * DAY_MS + second * 1000),
    ),
  )
  await writeCalls(fresh.url, { records: calls })
  for (const day of await daysOfRecords(client)) await rebuildTrafficOfDay(client, day)
  await client.query(
    `update account set company = '${NAME} Ltd', billing_email = 'arthur@example.com',
      phone = '${NUMBER}', notes = 'A friend of ${NAME}', tax_number = '${NUMBER}',
      deleted_at = now(), status = 'closed' where id = ${erased_id}`,
  )
  await client.query(
    `insert into notification_delivery (owner_id, channel, recipient, sender_id, severity, subject,
      body_text, next_try_at) values
      (1, 'EMAIL', 'arthur@example.com', 1, 'INFO', 'Invoice of ${NAME}', 'Dear ${NAME}', now()),
      (1, 'EMAIL', 'ford@example.com', 1, 'INFO', 'Invoice', 'Dear Ford', now())`,
  )
  await client.query(
    `update account set noc_email = 'shared@example.com' where id in (${erased_id}, ${other_id})`,
  )
  await client.query(
    `insert into notification_opt_out (address, owner_id)
    values ('arthur@example.com', 1), ('shared@example.com', 1)`,
  )
  await client.query(
    `insert into sip_message (call_id, at, message_no, transport, from_ip, from_port, to_ip,
      to_port, sip_call_id, message)
    select call_id, started_at, 1, 'UDP', '192.0.2.1', 5060, '192.0.2.2', 5060, 'x', 'INVITE'
    from call_record where started_at >= '2026-03-12' and started_at < '2026-03-14'`,
  )
  await archiveDays('20260310', '20260311')
  await storeArchive(archive_folder, backups)
})
afterAll(async () => {
  for (const one of [folder, archive_folder, store_folder]) await rm(one, { recursive: true })
})

async function archiveDays(...days: string[]) {
  const names = days.flatMap((day) => [`call_record_${day}`, `call_charge_${day}`])
  await requestArchiving(fresh.database, names)
  await removePartitions(client, {
    ...{ url: fresh.url, folder, archive_folder, now_ms: Date.now() },
  })
}

const request = () =>
  client.query(`insert into erasure (account_id, reason, requested_by)
    values (${erased_id}, 'Letter of 1 November', ${user_id})`)
const erase = (more: object = {}) =>
  eraseAccounts(client, fresh.database, { archive_folder, backups, rows_max: 2, ...more })
const breaches = () => findBreaches(client, [...INVARIANTS, ...TRAFFIC_RULES])

/** All calls of an account, also those of the archive, as lists have them. */
async function callsOf(account_id: number): Promise<string[]> {
  await client.query('delete from recall')
  const period = { from_at: '2026-03-10T00:00:00Z', to_at: '2026-03-15T00:00:00Z' }
  const asked = { period, part: { client_ids: [account_id] }, days: 2, user_id }
  await requestRecall(fresh.database, asked)
  await readArchive(client, { folder: archive_folder })
  const recall = await requestRecall(fresh.database, asked)
  if (recall?.state !== 'READY') throw new Error(recall?.error)
  return withRecalledCalls(fresh.database, recall, async (database) => {
    const { rows: found } = await asSqlConnection(database).query<{ call: string }>(
      `select to_jsonb(r)::text as call from call_record r where account_id = ${account_id}
      order by started_at, call_id, attempt_no`,
    )
    return found.map(({ call }) => call)
  })
}

/** Everything of the books, as numbers and ids. */
const books = () =>
  rows(`select (select json_agg(b order by account_id) from account_balance b) as balances,
    (select json_agg(l order by id) from ledger_entry l) as ledger,
    (select json_agg(c order by call_id, account_id) from call_charge c) as charges,
    (select json_agg(p order by id) from payment p) as payments,
    (select json_agg(i order by id) from invoice i) as invoices,
    (select json_agg(t order by t::text) from traffic_sum t) as sums,
    (select json_agg(a order by id) from activity_log a) as activities`)

const ERASED = [
  ...['dialled_number', 'called_number', 'sent_number', 'caller_number', 'routed_caller_number'],
  ...['sent_caller_number', 'caller_name', 'sent_caller_name', 'pai', 'rpid', 'diversion'],
  ...['sip_call_id', 'user_agent', 'from_domain', 'dialled_domain', 'source_ip', 'source_port'],
]
const rest = (calls: readonly string[]) =>
  calls.map((call) => {
    const entries = Object.entries(JSON.parse(call)).filter(([name]) => !ERASED.includes(name))
    return Object.fromEntries(entries)
  })

test('an account in use is not erased', async () => {
  await request()
  await client.query(`update account set deleted_at = null where id = ${erased_id}`)
  await erase()
  expect(await one(`select error as one from erasure`)).toMatch(/^A restore has brought/)
  expect((await callsOf(erased_id)).join()).toContain(NAME)
  await client.query(`update account set deleted_at = now() where id = ${erased_id}`)
})

test('what fails in the archive is tried again, and the erasure is not done before', async () => {
  const [file = ''] = (await readdir(archive_folder)).filter((name) =>
    /^call_record.*parquet$/.test(name),
  )
  const path = join(archive_folder, file)
  await rename(path, `${path}.away`)
  await expect(erase({ backups: undefined })).rejects.toThrow(
    `A file of the archive is missing: ${file}.`,
  )
  expect(await rows('select state, error from erasure')).toEqual([
    { state: 'ERASING', error: `A file of the archive is missing: ${file}.` },
  ])
  await rename(`${path}.away`, path)
})

test('all that is personal goes, and the books stay to the last digit', async () => {
  const before = { own: await callsOf(erased_id), others: await callsOf(other_id) }
  const kept = await books()
  const files = await readdir(archive_folder)
  await erase()
  expect(await rows('select from recall')).toEqual([])
  const after = await callsOf(erased_id)
  expect(rest(after)).toEqual(rest(before.own))
  for (const secret of [NAME, NUMBER, ADDRESS, '33142278080']) {
    expect(after.join()).not.toContain(secret)
  }
  expect(JSON.parse(after[0] ?? '')).toMatchObject({
    ...{ caller_number: '44207183****', called_number: '3314227****', caller_name: '' },
    source_ip: null,
    user_agent: '',
  })
  expect(await callsOf(other_id)).toEqual(before.others)
  expect(await books()).toEqual(kept)
  expect(await breaches()).toEqual([])
  const calls_done = before.own.length - 6
  expect(
    await rows(
      'select state, error, calls_done, archive_days_total, archive_days_done from erasure',
    ),
  ).toEqual([{ state: 'DONE', error: '', calls_done, archive_days_total: 2, archive_days_done: 2 }])
  // Nothing half done remains.
  expect(await readdir(archive_folder)).toEqual(files)
})

test('its name, logins, messages and what was beside its calls are gone', async () => {
  const account = await one(
    `select to_jsonb(a)::text as one from account a where id = ${erased_id}`,
  )
  expect(account).toContain(`Erased account ${erased_id}`)
  expect(account).not.toMatch(/Arthur|example.com|44207183/)
  const counts = new Map(
    (await countPersonalData(fresh.database, erased_id)).map(({ part, count }) => [part, count]),
  )
  expect(Object.fromEntries(counts)).toMatchObject({
    ...{ PROFILE: 1, LOGIN: 1, SESSION: 0, IP_ADDRESS: 0, ADDRESS_REQUEST: 0 },
    ...{ SIP_USER: 0, MESSAGE: 0 },
  })
  expect(await rows('select recipient from notification_delivery')).toEqual([
    { recipient: 'ford@example.com' },
  ])
  // Who shares the address has unsubscribed perhaps.
  expect(await rows('select address from notification_opt_out')).toEqual([
    { address: 'shared@example.com' },
  ])
  const ofOther = `select count(*)::int as one from sip_message m
    join call_record r on r.call_id = m.call_id and r.account_id = `
  expect(await one(`${ofOther} ${erased_id}`)).toBe(0)
  expect(await one(`${ofOther} ${other_id}`)).toBe(4)
  const login = await rows(`select username, email, status from console_user
    where account_id = ${erased_id}`)
  expect(login).toEqual([
    { username: expect.stringMatching(/^erased-\d+$/), email: '', status: 'blocked' },
  ])
})

test('the manifest is that of the new file, and the catalogue has its checksum', async () => {
  const archived = await rows<{ file: string; sha256: string }>(
    `select export_file as file, export_sha256 as sha256 from partition_removal
    where parent = 'call_record'`,
  )
  expect(archived).toHaveLength(2)
  for (const { file, sha256 } of archived) {
    const manifest = join(archive_folder, file.replace('parquet', 'json'))
    const { bytes } = await stat(join(archive_folder, file)).then(({ size }) => ({ bytes: size }))
    expect(JSON.parse(await readFile(manifest, 'utf8'))).toMatchObject({ file, sha256, bytes })
  }
})

test('a re-rating leaves its calls out, and no others', async () => {
  const period = { from_at: '2026-03-01T00:00:00Z', until_at: new Date().toISOString() }
  const none = {
    id: 1,
    state: 'PREVIEWING' as const,
    account_id: null,
    tariff_id: null,
    looked_until: null,
  }
  const work = { ...period, ...none, prefix: '', new_tariff_id: null, looked_until_call_id: null }
  const charged = await fresh.database.transaction().execute(async (tx) => {
    const calls = await nextCalls(tx, work, 10_000)
    return (await chargesOf(tx, work, calls)).filter(({ depth }) => depth === 0)
  })
  const accounts = new Set(charged.map(({ account_id }) => account_id))
  expect(accounts).not.toContain(erased_id)
  const [all] = await rows<{ ids: number[] }>(`select array_agg(distinct account_id) as ids
    from call_charge where depth = 0 and rate_id <> 0`)
  expect(all?.ids).toContain(erased_id)
  expect([...accounts].sort()).toEqual(all?.ids.filter((id) => id !== erased_id).sort())
})

test('a restore of a time before brings back nothing of it for long', async () => {
  // The archive is that of the store, and the database does not know of the erasure.
  await rm(archive_folder, { recursive: true })
  await restoreArchive(archive_folder, backups.store, backups.key.identity)
  expect((await callsOf(erased_id)).join()).not.toContain(NAME)
  await client.query('delete from erasure')
  await client.query(`update account set name = '${NAME}' where id = ${erased_id}`)
  await client.query(`update call_record set caller_name = '${NAME}'
    where account_id = ${erased_id}`)
  await erase()
  expect((await callsOf(erased_id)).join()).not.toContain(NAME)
  expect(await rows('select state, requested_by, reason from erasure')).toEqual([
    {
      state: 'DONE',
      requested_by: null,
      reason: 'It was erased after the time that was restored.',
    },
  ])
})
