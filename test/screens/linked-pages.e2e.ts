// The pages that links lead to, followed as each kind of user may click them: nothing of another
// account is in any answer behind them.
import { beforeAll, describe, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { listResellers } from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { createUser } from '#contract/people/users.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import type { TestApi } from '../support/api.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { clientForm, clientIpForm, rechargeForm } from '../support/forms.ts'
import { permissionGroupForm, userForm } from '../support/people.ts'
import { sampleOf } from '../support/sample.ts'
import { addViewers } from '../support/viewers.ts'
import { consoleForFile } from './console.ts'
import { crawl } from './support/crawl.ts'
import { HOMES } from './support/enter.ts'
import { addOneOfEach } from './support/one-of-each.ts'
import { openForFile } from './support/open-within.ts'

const console_ = consoleForFile()
const open = openForFile(console_)

beforeAll(async () => {
  const viewers = await addViewers(console_.api)
  await addOneOfEach(console_.api)
  await addLimitedAdmin(console_.api, viewers.tariffs.sell)
})

/** Names of accounts that the user does not see; they are in no text but the data. */
const FOREIGN = {
  limited: /\b(Acme|Other|Rita|London 1|Paris 1)\b/,
  // Gold is the tariff of its client Nina.
  reseller1: /\b(Acme|Other|Rita|London|Paris|Silver)\b/,
  acme: /\b(Other|Rita|London|Paris|Silver|Carrier|Nina|Reseller\d|Secret of)\b/,
  rita: /\b(Acme|Other|London|Paris|Silver|Carrier|Nina|Reseller\d|Secret of)\b/,
  london: /\b(Acme|Other|Rita|Paris|Gold|Silver|Carrier|Nina|Reseller\d|Secret of)\b/,
} as const

/** An admin of the first reseller, who has a client with an address, a call and money. */
async function addLimitedAdmin({ admin, url }: TestApi, tariff_id: number): Promise<void> {
  const [top] = (await admin.call(listResellers, { query: { level: 1 } })).data
  const scope = { scope: 'LISTED' as const, account_ids: [top?.id ?? 0] }
  const body = { ...permissionGroupForm, name: 'Support of one reseller', ...scope }
  const group = await admin.call(createPermissionGroup, {
    body: { ...body, permissions: [...PERMISSIONS] },
  })
  const user = { ...userForm, username: 'limited', group_ids: [group.data.id] }
  await admin.call(createUser, { body: user })
  const parent_id = top?.id ?? 0
  const client = { ...clientForm(tariff_id, 'Nina'), parent_id }
  const { data } = await admin.call(createWholesaleClient, { body: client })
  await admin.call(createClientIp, { body: clientIpForm(data.id, '192.0.2.66') })
  await admin.call(createPayment, { body: rechargeForm(parent_id, 20) })
  const recharge = { ...rechargeForm(data.id, 5), note: 'Recharge of Nina' }
  await admin.call(createPayment, { body: recharge })
  const call = recordAt(Date.now(), { account_id: data.id, reseller_ids: [parent_id] })
  await writeCalls(url, { records: [call] })
}

const USERS = [
  ['an admin of one reseller', 'limited', 'ADMIN'],
  ['a reseller', 'reseller1', 'RESELLER'],
  ['a wholesale client', 'acme', 'CLIENT'],
  ['a retail client', 'rita', 'CLIENT'],
  ['a settlement account', 'london', 'CLIENT'],
] as const

describe.each(sampleOf(USERS, { shares: USERS.length }))('%s', (_who, username, type) => {
  test('finds nothing foreign behind any link', async () => {
    await console_.enterAs(username, type)
    const { opened, answers } = await crawl(console_.page, open, HOMES[type])
    const leaks = [...answers]
      .filter(([, body]) => FOREIGN[username].test(body))
      .map(([url, body]) => `${url}: ${FOREIGN[username].exec(body)}`)
    expect([opened.length > 10, leaks]).toEqual([true, []])
  })
})
