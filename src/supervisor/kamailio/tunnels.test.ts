// Which changes of tunnels restart Kamailio: each restart interrupts SIP for a moment.
import { beforeEach, expect, test, vi } from 'vitest'
import { insertTunnel } from '#db/routing/tunnels.ts'
import { databaseForFile } from '#test/support/database.ts'
import { tunnelForm } from '#test/support/forms.ts'
import { openTunnels } from './tunnels.ts'

const PACE = { every_ms: 20, rest_ms: 20 }
/** Some looks. */
const A_WHILE_MS = 300

const fresh = databaseForFile()
beforeEach(() => fresh.database.deleteFrom('tunnel').execute())

const insert = (local_ip: string) =>
  fresh.database
    .transaction()
    .execute((tx) => insertTunnel(tx, { ...tunnelForm(local_ip), local_ip, kind: 'BIND_IP' }))

const setAdvertised = (advertised_ip: string) =>
  fresh.database.updateTable('tunnel').set({ advertised_ip }).execute()

const aWhile = () => new Promise((resolve) => setTimeout(resolve, A_WHILE_MS))

async function watched(pace = PACE) {
  const tunnels = openTunnels(fresh.url)
  const listening = await tunnels.read()
  const onNew = vi.fn()
  tunnels.watch(onNew, pace)
  return { tunnels, listening, onNew }
}

test('a new address restarts Kamailio once, and so does a changed one', async () => {
  const { tunnels, listening, onNew } = await watched()
  expect(listening).toEqual([])
  await insert('127.0.77.1')
  await vi.waitFor(() => expect(onNew).toHaveBeenCalledTimes(1))
  await aWhile()
  expect(onNew).toHaveBeenCalledTimes(1)
  expect(await tunnels.read()).toMatchObject([{ address: '127.0.77.1' }])
  await setAdvertised('203.0.113.5')
  await vi.waitFor(() => expect(onNew).toHaveBeenCalledTimes(2))
})

test('addresses that come one after the other wait for a common restart', async () => {
  const { onNew } = await watched({ ...PACE, rest_ms: 3 * A_WHILE_MS })
  await insert('127.0.77.1')
  await vi.waitFor(() => expect(onNew).toHaveBeenCalledTimes(1))
  await insert('127.0.77.2')
  await insert('127.0.77.3')
  await aWhile()
  expect(onNew).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(onNew).toHaveBeenCalledTimes(2))
})

test('one that this machine does not have waits until it has it', async () => {
  const { onNew } = await watched()
  await insert('192.0.2.77')
  await aWhile()
  expect(onNew).not.toHaveBeenCalled()
})

test('a deleted one interrupts nothing, and is gone after the next start', async () => {
  await insert('127.0.77.1')
  await insert('127.0.77.2')
  const { tunnels, listening, onNew } = await watched()
  expect(listening).toHaveLength(2)
  await fresh.database.deleteFrom('tunnel').where('local_ip', '=', '127.0.77.1').execute()
  await aWhile()
  expect(onNew).not.toHaveBeenCalled()
  expect(await tunnels.read()).toMatchObject([{ address: '127.0.77.2' }])
})
