// A password of a portal login shows all that the portal shows: it needs a right of its own, and
// nothing may be hidden from its setter.
import { beforeAll, expect, test } from 'vitest'
import { createReseller, updateReseller } from '#contract/accounts/resellers.ts'
import { createRetailClient, updateRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSettlement, updateSettlement } from '#contract/accounts/settlements.ts'
import {
  createWholesaleClient,
  updateWholesaleClient,
} from '#contract/accounts/wholesale-clients.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { PORTAL_PASSWORDS } from '#core/permission/rights.ts'
import { apiForFile, PASSWORD, type Session } from '#test/support/api.ts'
import { addTariff, named } from '#test/support/configuration.ts'
import { clientForm, resellerForm, settlementForm } from '#test/support/forms.ts'
import { signInAdmin } from '#test/support/people.ts'

const api = apiForFile()
let tariffs: Record<'SELL' | 'BUY' | 'RESELLER_COST', number>
beforeAll(async () => {
  tariffs = {
    SELL: await addTariff(api, 'SELL'),
    BUY: await addTariff(api, 'BUY'),
    RESELLER_COST: await addTariff(api, 'RESELLER_COST'),
  }
})

const other_password = 'correct horse battery 9'

/** For each kind of account: how it is added, and how its password is changed. */
const KINDS = {
  wholesale: {
    add: (by: Session, name: string, password?: string) => {
      const body = { ...clientForm(tariffs.SELL, name), password }
      return by.call(createWholesaleClient, { body })
    },
    change: (by: Session, id: number, name: string, password: string) => {
      const body = { ...clientForm(tariffs.SELL, name), password, version: 1 }
      return by.call(updateWholesaleClient, { params: { id }, body })
    },
  },
  retail: {
    add: (by: Session, name: string, password?: string) => {
      const body = { ...clientForm(tariffs.SELL, name), password }
      return by.call(createRetailClient, { body })
    },
    change: (by: Session, id: number, name: string, password: string) => {
      const body = { ...clientForm(tariffs.SELL, name), password, version: 1 }
      return by.call(updateRetailClient, { params: { id }, body })
    },
  },
  reseller: {
    add: (by: Session, name: string, password?: string) => {
      const body = { ...resellerForm(tariffs.RESELLER_COST, name), password }
      return by.call(createReseller, { body })
    },
    change: (by: Session, id: number, name: string, password: string) => {
      const { level: _, ...form } = resellerForm(tariffs.RESELLER_COST, name)
      return by.call(updateReseller, { params: { id }, body: { ...form, password, version: 1 } })
    },
  },
  settlement: {
    add: (by: Session, name: string, password?: string) => {
      const body = { ...settlementForm(tariffs.BUY, name), password }
      return by.call(createSettlement, { body })
    },
    change: (by: Session, id: number, name: string, password: string) => {
      const body = { ...settlementForm(tariffs.BUY, name), password, version: 1 }
      return by.call(updateSettlement, { params: { id }, body })
    },
  },
} as const
const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** An admin of one group with all permissions but those in `without`. */
const adminWith = (hiding: object, without: readonly string[] = []) =>
  signInAdmin(api, named('admin'), {
    permissions: PERMISSIONS.filter((one) => !without.includes(one)),
    ...hiding,
  })

test.each(kinds)('a password of a %s login needs its right, also for a new one', async (kind) => {
  const { add, change } = KINDS[kind]
  const limited = await adminWith({}, [PORTAL_PASSWORDS])
  const name = named(kind)
  expect((await add(limited, name, PASSWORD)).status).toBe(403)
  const added = await add(limited, name)
  expect(added.status).toBe(200)
  expect((await change(limited, added.data.id, name, other_password)).status).toBe(403)
  const entitled = await adminWith({})
  expect((await change(entitled, added.data.id, name, other_password)).status).toBe(200)
})

test.each([
  ['masks digits', { masked_digits: 4 }, []],
  ['hides prices', { hides_prices: true }, []],
  ['hides costs', { hides_costs: true }, []],
  ['refuses export', { refuses_export: true }, []],
  ['shows no calls', {}, ['call_records.view', 'call_records.export']],
  [
    'shows no tariffs',
    {},
    [
      'tariffs.view',
      'tariffs.create',
      'tariffs.edit',
      'tariffs.delete',
      'tariffs.export',
      'tariffs.bulk',
    ],
  ],
] as const)('a group that %s gives no right to passwords', async (_, hiding, without) => {
  const limited = await adminWith(hiding, without)
  const { status, problem } = await KINDS.reseller.add(limited, named('client'), PASSWORD)
  expect(status).toBe(403)
  expect(problem.message).toContain('passwords of portal logins')
})

test('it needs a confirmation like all that cannot be undone', async () => {
  const name = named('client')
  const { data } = await KINDS.wholesale.add(api.admin, name)
  const before = api.clock.now
  api.clock.now += 11 * 60_000
  const { status, problem } = await KINDS.wholesale.change(api.admin, data.id, name, other_password)
  expect([status, problem.code]).toEqual([403, 'confirmation-required'])
  api.clock.now = before
})
