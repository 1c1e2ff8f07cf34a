// The screen Management: what it shows of the machine, and that each action has its effect.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { getSettings, updateSettings } from '#contract/console/settings.ts'
import {
  acknowledgeWarning,
  executeActions,
  machineSamples,
  removeAcknowledgement,
  switchLoad,
  systemInfo,
} from '#contract/machine/machine.ts'
import { FIRST_NODE } from '#core/call/engine-name.ts'
import type { MachineActionId } from '#core/permission/machine-actions.ts'
import { asSqlConnection } from '#db/database.ts'
import { writeMachineFacts, writeMachineSample } from '#db/machine/machine-facts.ts'
import { finishTask, takeTask } from '#db/machine/machine-tasks.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { openCall, writeCalls } from '#test/support/calls.ts'
import { addClient, addGateway, addSettlement, lastActivity } from '#test/support/configuration.ts'
import { signInAdmin } from '#test/support/people.ts'

const api = apiForFile()
let client_id: number
beforeAll(async () => {
  client_id = (await addClient(api)).id
  await addGateway(api, await addSettlement(api))
})

const query = async <T>(text: string, values: unknown[] = []) =>
  (await asSqlConnection(api.database).query<T & object>(text, values)).rows

function execute(ids: MachineActionId[], more: object = {}, session: Session = api.admin) {
  return session.call(executeActions, {
    body: { actions: ids, confirmed: ids, node_id: FIRST_NODE, force: false, ...more },
  })
}

async function effectOf(id: MachineActionId): Promise<string> {
  const { data } = await execute([id])
  expect(data).toMatchObject([{ id, ok: true }])
  expect(await lastActivity(api)).toMatchObject({
    action: 'EXECUTE',
    entity: 'machine',
    entity_id: id,
    changes: { message: [null, data[0]?.message] },
  })
  return data[0]?.message ?? ''
}

const FACTS = {
  hostname: 'switch-1',
  os: 'Debian GNU/Linux 12 (bookworm)',
  kernel: '6.1.0',
  cpu_model: 'A processor',
  cpu_cores: 2,
  cpu_percent: 12.5,
  load: [0.5, 0.4, 0.3],
  memory_bytes: 8e9,
  memory_used_bytes: 2e9,
  swap_bytes: 0,
  swap_used_bytes: 0,
  disks: [{ path: '/', bytes: 1e11, used_bytes: 4e10 }],
  networks: [],
  uptime_seconds: 3600,
  clock_offset_ms: -3,
  versions: { kamailio: '5.6.3', rtpengine: '10.5.3.5', node: '24.0.0' },
  outbox_events: 3,
}

test('the machine, the queues and the largest tables are details of the system info', async () => {
  expect((await api.admin.call(systemInfo, {})).data.details).toBeUndefined()
  const details = async () =>
    (await api.admin.call(systemInfo, { query: { details: 'true' } })).data.details
  expect(await details()).toMatchObject({ machine: null, calls_peak_today: null })
  await writeMachineFacts(api.database, FIRST_NODE, FACTS)
  const { outbox_events, ...machine } = FACTS
  const shown = await details()
  expect(shown).toMatchObject({ machine, queues: { outbox_events } })
  expect(shown?.database.version).toMatch(/^\d+/)
  expect(shown?.database.bytes).toBeGreaterThan(1e6)
  expect(shown?.database.tables).toHaveLength(10)
  const { data: load } = await api.admin.call(switchLoad, {})
  expect(shown).toMatchObject(load)
  expect(load.queues.outbox_events).toBe(outbox_events)
})

test('samples of a day are shown in steps of five minutes, and no more are kept', async () => {
  const sample = {
    ...{ cpu_percent: 12.5, load: 1, memory_percent: 25, calls: 9, calls_per_second: 1.5 },
    ...{ received_bytes_per_second: 10, sent_bytes_per_second: 20 },
  }
  await writeMachineSample(api.database, FIRST_NODE, sample)
  await query(`update machine_sample set at = at - interval '25 hours'`)
  await writeMachineSample(api.database, FIRST_NODE, sample)
  await query(`insert into machine_sample
    select at + make_interval(hours => -1, mins => step), 12.5, 1, 25, 10, 20, 3 + step, 1.5
    from (select date_bin('5 minutes', at, '2000-01-01Z') as at from machine_sample) last,
      generate_series(0, 3) step`)
  const { data } = await api.admin.call(machineSamples, {})
  const rows = data.map(({ at: _, ...row }) => row)
  expect(rows).toEqual([{ ...sample, calls: 6 }, sample])
  expect(await query('select count(*) as kept from machine_sample')).toEqual([{ kept: 5 }])
})

test('a drain is a state of the settings, which survives their change, and ends', async () => {
  const isDraining = async () => (await api.admin.call(systemInfo, {})).data.is_draining
  await effectOf('drain_on')
  expect(await isDraining()).toBe(true)
  await api.admin.call(updateSettings, { body: { trace_percent: 50 } })
  expect((await api.admin.call(getSettings, {})).data.is_draining).toBe(true)
  await effectOf('drain_off')
  expect(await isDraining()).toBe(false)
})

test('a reload is a new number of settings, routes and every tariff', async () => {
  const numbers = async () => [
    ...(await query('select subject, number from change_number order by subject')),
    ...(await query('select id, rates_version from tariff order by id')),
  ]
  const before = await numbers()
  await effectOf('reload_routes')
  for (const [at, row] of (await numbers()).entries()) expect(row).not.toEqual(before[at])
})

test('all gateways are pinged, all calls hung up, and all bans lifted', async () => {
  expect(await effectOf('ping_gateways')).toBe('1 gateway is pinged now.')
  expect(
    await query('select gateway_id from gateway_state where ping_asked_at is not null'),
  ).toHaveLength(1)
  await writeCalls(api.url, { opened: [openCall(client_id), openCall(client_id)] })
  expect(await effectOf('hang_up_all')).toBe('2 calls are ended.')
  expect(await query(`select from open_call where hang_up_asked_by = 'admin'`)).toHaveLength(2)
  await query(`insert into ban (ip, kind, banned_until, reason)
    values ('192.0.2.9', 'AUTO', now() + interval '1 hour', 'tries')`)
  await query(`insert into login_limit (key, points, expire)
    select name, 10, extract(epoch from now() + interval '1 hour') * 1000
    from unnest('{user:somebody,network:192.0.2.0/24}'::text[]) name`)
  expect(await effectOf('lift_all_bans')).toBe('1 bans and 1 login locks lifted.')
  expect(await query(`select from login_limit where key = 'user:somebody'`)).toEqual([])
  expect(await query('select from ban')).toEqual([])
})

test('the removal of all registrations is requested', async () => {
  await query(
    `with phone as (insert into sip_user (account_id, username, ha1)
      values ($1, '4420718', repeat('a', 32)) returning id)
    insert into registration (sip_user_id, contact, source_ip, source_port, transport, user_agent,
      expires_at)
    select id, 'sip:4420718@192.0.2.8', '192.0.2.8', 5060, 'UDP', '', now() + interval '1 hour'
    from phone`,
    [client_id],
  )
  const details = await api.admin.call(systemInfo, { query: { details: 'true' } })
  expect(details.data.details?.registrations).toBe(1)
  expect(await effectOf('clear_registrations')).toMatch(/^1 registrations are removed/)
  expect(await query('select from registration where removal_asked_at is null')).toEqual([])
})

test('what the supervisor does is answered with its result', async () => {
  const answer = execute(['vacuum_database', 'verify_books'])
  for (const [action, is_ok] of [
    ['vacuum_database', true],
    ['verify_books', false],
  ] as const) {
    let task: Awaited<ReturnType<typeof takeTask>>
    while (!task) task = await takeTask(api.database, FIRST_NODE)
    expect(task).toMatchObject({ action, is_forced: false })
    await finishTask(api.database, task.id, { is_ok, message: `done: ${action}` })
  }
  expect((await answer).data).toMatchObject([
    { id: 'vacuum_database', ok: true, message: 'done: vacuum_database' },
    { id: 'verify_books', ok: false, message: 'done: verify_books' },
  ])
  const { data } = await api.admin.call(systemInfo, { query: { details: 'true' } })
  expect(data.details?.tasks).toMatchObject([
    { action: 'verify_books', requested_by: 'admin', is_ok: false },
    { action: 'vacuum_database', requested_by: 'admin', is_ok: true },
  ])
})

test('a node has a machine and restarts of its own, and node 1 does the rest', async () => {
  const { rows: added } = await sql<{ id: number }>`
    insert into node (id, name, joined_at) values (2, 'Oslo', now()) returning id`.execute(
    api.database,
  )
  const node_id = added[0]?.id ?? 0
  await writeMachineFacts(api.database, FIRST_NODE, FACTS)
  await writeMachineFacts(api.database, node_id, { ...FACTS, hostname: 'switch-2' })
  const shown = await api.admin.call(systemInfo, { query: { details: 'true', node_id } })
  expect(shown.data.details?.machine?.hostname).toBe('switch-2')
  expect(shown.data.nodes).toEqual([
    { id: 1, name: 'Node 1', release: '', is_stopped: false },
    { id: 2, name: 'Oslo', release: '', is_stopped: false },
  ])
  expect(shown.data.processes).toMatchObject([
    { node_id: 1, node_name: 'Node 1', name: 'supervisor' },
    { node_id: 2, node_name: 'Oslo', name: 'supervisor' },
  ])
  const samples = await api.admin.call(machineSamples, { query: { node_id } })
  expect(samples.data).toEqual([])

  const ids = ['restart_kamailio', 'vacuum_database'] as const
  const nodesOf = async () => {
    const answer = execute([...ids], { node_id })
    const taken: number[] = []
    for (const action of ids) {
      let task: Awaited<ReturnType<typeof takeTask>>
      while (!task) {
        task = (await takeTask(api.database, FIRST_NODE)) ?? (await takeTask(api.database, node_id))
      }
      expect(task.action).toBe(action)
      taken.push(task.node_id)
      await finishTask(api.database, task.id, { is_ok: true, message: '' })
    }
    expect((await answer).status).toBe(200)
    return taken
  }
  expect(await nodesOf()).toEqual([2, 1])
  await query(`update process_state set seen_at = now() - interval '1 minute' where node_id = 1`)
  expect(await nodesOf()).toEqual([2, 2])
  const unknown = await execute(['rotate_logs'], { node_id: 3 })
  expect(unknown.problem.fields).toEqual({ node_id: 'There is no such node.' })

  await query('update node set removed_at = now() where id = 2')
  const { data } = await api.admin.call(systemInfo, {})
  expect([data.nodes.length, data.processes.length]).toEqual([1, 1])
  await query('delete from process_state')
  await query('delete from machine_task')
})

test('a warning is acknowledged with a reason for a week, or until it changes', async () => {
  const acknowledge = (process: string, reason: string) =>
    api.admin.call(acknowledgeWarning, { body: { process, reason } })
  const acknowledged = async () => {
    const { processes } = (await api.admin.call(systemInfo, {})).data
    return processes.find(({ name }) => name === 'kamailio')?.acknowledged
  }
  const report = (detail: string) =>
    query(
      `insert into process_state (name, state, detail) values ('kamailio', 'running', $1)
        on conflict (node_id, name) do update set detail = excluded.detail`,
      [detail],
    )
  await report('')
  expect((await acknowledge('kamailio', 'known')).problem.fields).toHaveProperty('process')
  await report('the module nf_conntrack_sip is loaded')
  expect((await acknowledge('kamailio', ' ')).status).toBe(400)
  expect((await acknowledge('kamailio', 'Reboot on Sunday')).status).toBe(204)
  expect(await lastActivity(api)).toMatchObject({
    entity: 'machine',
    changes: { reason: [null, 'Reboot on Sunday'] },
  })
  expect(await acknowledged()).toMatchObject({ reason: 'Reboot on Sunday', username: 'admin' })
  const [{ days } = {}] = await query<{ days: number }>(
    `select round(extract(epoch from until - now()) / 86400)::int as days
      from acknowledged_warning`,
  )
  expect(days).toBe(7)
  await report('another module is loaded')
  expect(await acknowledged()).toBeNull()
  await report('the module nf_conntrack_sip is loaded')
  await query(`update acknowledged_warning set until = now() - interval '1 second'`)
  expect(await acknowledged()).toBeNull()
  expect((await acknowledge('kamailio', 'Reboot on Monday')).status).toBe(204)
  const removal = { params: { process: 'kamailio' } }
  expect((await api.admin.call(removeAcknowledgement, removal)).status).toBe(204)
  expect(await acknowledged()).toBeNull()
  expect((await api.admin.call(removeAcknowledgement, removal)).status).toBe(404)
})

test('a dangerous action is confirmed by its name, and an unknown one refused', async () => {
  const unconfirmed = await execute(['ping_gateways', 'drain_on'], { confirmed: ['drain_off'] })
  expect(unconfirmed.problem.fields).toEqual({ confirmed: 'Type drain_on to confirm it.' })
  expect((await execute(['rm -rf /' as 'drain_on'])).status).toBe(400)
  expect((await api.admin.call(systemInfo, {})).data.is_draining).toBe(false)
})

test('each action needs its own permission, and none is executed without all of them', async () => {
  const night = await signInAdmin(api, 'night', { permissions: ['system.view', 'drain.execute'] })
  expect((await execute(['drain_on'], {}, night)).status).toBe(200)
  expect((await execute(['drain_off', 'restart_kamailio'], {}, night)).status).toBe(403)
  expect(await lastActivity(api)).toMatchObject({
    action: 'REFUSED',
    changes: { permission: [null, 'restart_kamailio.execute'] },
  })
  expect((await api.admin.call(systemInfo, {})).data.is_draining).toBe(true)
  expect(await query('select from machine_task where action = $1', ['restart_kamailio'])).toEqual(
    [],
  )
})
