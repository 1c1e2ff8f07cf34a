// Call nodes in one walk: one is added, joins, is drained and takes calls again, and is removed.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
beforeAll(async () => {
  await live(1)
})

const { field, button, row, dialog } = partsOf(() => console_.page)

const FACTS = {
  hostname: 'switch',
  os: 'Debian GNU/Linux 12 (bookworm)',
  kernel: '6.1.0',
  cpu_model: 'A processor',
  cpu_cores: 4,
  cpu_percent: 12.5,
  load: [0.5, 0.4, 0.3],
  memory_bytes: 8e9,
  memory_used_bytes: 2e9,
  swap_bytes: 0,
  swap_used_bytes: 0,
  disks: [],
  networks: [],
  uptime_seconds: 3600,
  clock_offset_ms: 3,
  versions: { kamailio: '5.6.3', rtpengine: '10.5.3.5', node: '24.0.0' },
  outbox_events: 0,
}

/** Signs of life of the programs of a node, which last for the whole test. */
async function live(id: number, more: object = {}): Promise<void> {
  const facts = JSON.stringify({ ...FACTS, ...more })
  for (const name of ['supervisor', 'kamailio']) {
    await sql`insert into process_state (node_id, name, state, facts, seen_at)
      values (${id}, ${name}, 'running', ${facts}, now() + interval '1 hour')
      on conflict (node_id, name) do update set facts = excluded.facts, state = 'running',
        seen_at = excluded.seen_at`.execute(console_.api.database)
  }
}

const join = (id: number) =>
  sql`update node set joined_at = now(), release = '0.9.0', sip_address = 'udp:192.0.2.12:5060',
    last_migration = '0001-foundation.sql' where id = ${id}`.execute(console_.api.database)

test('a node is added, and its command is shown once and copied', async () => {
  const { page, api } = console_
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/vsa/settings/management')
  await page.getByRole('heading', { name: 'Management', level: 1 }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Node' }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Nodes' }).click()
  await page.getByText('A node is a machine that takes calls').waitFor()
  await row('Node 1').getByText('Running').waitFor()
  await button('Add a node').click()
  await field('Name').fill('node 1')
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('This name is already in use.').first().waitFor()
  await field('Name').fill('Oslo')
  await page.keyboard.press('Enter')
  const start = page.getByRole('dialog', { name: 'Start Oslo' })
  const command = await start.locator('code').innerText()
  expect(command).toMatch(/^ROLE=node JOIN_CODE=\d+-[0-9a-f]{32} DATABASE_URL=<.* npm start$/)
  await start.getByRole('button', { name: 'Copy the command' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(command)
  await start.getByRole('status').getByText('Waiting for the node').waitFor()
  await join(2)
  await live(2, { clock_offset_ms: 900 })
  await start.getByRole('status').getByText('Oslo has joined').waitFor()
  await start.getByRole('button', { name: 'Done' }).click()
  await row('Oslo').getByText('Running').waitFor()
  await row('Oslo').getByText('900 ms').waitFor()
  await row('Oslo').getByText('udp:192.0.2.12:5060').waitFor()
  await expect.poll(() => page.getByText('A node is a machine').count()).toBe(0)
  await sql`update node set last_migration = '0002-b.sql', release = '1.0.0'
    where id = 1`.execute(api.database)
  await row('Oslo').getByText('older').waitFor()
})

test('a node is drained after a question, and takes calls again', async () => {
  await act(row('Oslo'), 'Drain')
  const question = dialog().filter({ hasText: 'Drain Oslo?' })
  await question.waitFor()
  expect(await question.getByText('No other node runs').count()).toBe(0)
  await question.getByRole('button', { name: 'Drain', exact: true }).click()
  await row('Oslo').getByText('Drained').waitFor()
  await act(row('Node 1'), 'Drain')
  await dialog().getByText('the whole switch refuses new calls').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await act(row('Oslo'), 'End draining')
  await row('Oslo').getByText('Running').waitFor()
})

test('Management shows one node at a time, and the banner names it', async () => {
  const { page, api } = console_
  await live(2, { hostname: 'oslo-machine' })
  await page.goto('/vsa/settings/management')
  const select = page.getByRole('combobox', { name: 'Node' })
  await select.click()
  await page.getByRole('option', { name: 'Oslo' }).click()
  await page.getByText('oslo-machine').waitFor()
  await page.reload()
  await page.getByText('oslo-machine').waitFor()
  await sql`update process_state set state = 'failing', detail = 'port in use'
    where node_id = 2 and name = 'kamailio'`.execute(api.database)
  const banner = page.getByRole('alert').filter({ hasText: '1 node is not running.' })
  await banner.getByText('kamailio of Oslo').waitFor()
  await row('port in use', 'Processes').waitFor()
  await button('Restart Kamailio').click()
  await dialog().getByText('Restart Kamailio of Oslo?').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await sql`update process_state set seen_at = now() - interval '1 minute'
    where node_id = 2`.execute(api.database)
  await banner.getByText('Oslo is silent').waitFor()
  await live(2)
  await sql`update process_state set detail = ''`.execute(api.database)
  await banner.waitFor({ state: 'detached' })
})

test('a drained node is removed by typing its name, and one with calls is not', async () => {
  const { page } = console_
  await page.goto('/vsa/nodes')
  await act(row('Oslo'), 'Remove')
  await page.getByText('Oslo takes calls. Drain it').first().waitFor()
  await act(row('Oslo'), 'Rename')
  await field('Name').fill('Bergen')
  await button('Save').click()
  await page.getByText('Node renamed.').waitFor()
  await act(row('Bergen'), 'Drain')
  await dialog().getByRole('button', { name: 'Drain', exact: true }).click()
  await row('Bergen').getByText('Drained').waitFor()
  await act(row('Bergen'), 'Remove')
  const question = dialog().filter({ hasText: 'Remove Bergen?' })
  await question.getByRole('textbox').fill('Bergen')
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Bergen is removed.').waitFor()
  await expect.poll(() => row('Bergen').count()).toBe(0)
})

test('a code that has expired is made anew, on a narrow screen too', async () => {
  const { page, api } = console_
  await page.setViewportSize({ width: 390, height: 844 })
  await button('Add a node').click()
  await field('Name').fill('Tromso')
  await page.keyboard.press('Enter')
  await page.getByText('Waiting for the node').waitFor()
  await sql`update node_join set expires_at = now() - interval '1 second'`.execute(api.database)
  await page.getByText('The code is not good any more').waitFor()
  await button('Done').click()
  await row('Tromso').getByText('Code expired').waitFor()
  await act(row('Tromso'), 'New code')
  await button('Make a new one').click()
  const start = page.getByRole('dialog', { name: 'Start Tromso' })
  await start.getByText('Waiting for the node').waitFor()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await start.getByRole('button', { name: 'Done' }).click()
})
