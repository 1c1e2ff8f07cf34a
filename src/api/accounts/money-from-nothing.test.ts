// A reseller makes no money: whatever the resellers of a tree do, all its accounts together may
// spend at most what the operator has granted the top of it.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createReseller, getReseller, updateReseller } from '#contract/accounts/resellers.ts'
import * as clients from '#contract/accounts/wholesale-clients.ts'
import type { BodyOf, Endpoint } from '#contract/endpoint.ts'
import { createPackageSubscription } from '#contract/packages/package-subscriptions.ts'
import { createPackage } from '#contract/packages/packages.ts'
import { createPayment, reversePayment } from '#contract/payments/payments.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import { type Money, money } from '#core/money.ts'
import { AVAILABLE } from '#db/sums.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addEuro, addTariff, named } from '#test/support/configuration.ts'
import {
  clientForm,
  packageForm,
  rechargeForm,
  resellerForm,
  tariffForm,
} from '#test/support/forms.ts'
import { type Chance, makeChance } from '#test/support/random.ts'
import { runSeed } from '#test/support/run-seed.ts'
import { scaled } from '#test/support/sample.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'
import { checkBooksOf } from '#test/support/world.ts'

const api = apiForFile()
const UNIT = 1_000_000
const CURRENCIES = ['USD', 'EUR', 'IDR'] as const

/** A reseller at work, with the accounts right below it: clients have a currency of their own. */
interface Reseller {
  readonly id: number
  readonly level: number
  readonly session: Session
  readonly cost: number
  readonly sell: number
  readonly children: { readonly id: number; readonly currency: string | null }[]
}

let cost: number

const seen = <Form extends object>(endpoint: Endpoint, form: Form) =>
  withoutUnseen('RESELLER', endpoint, form) as Form

async function openReseller(id: number, level: number, name: string): Promise<Reseller> {
  const session = await api.signIn(name, 'RESELLER')
  const add = async (kind: 'SELL' | 'RESELLER_COST') => {
    const form = { ...tariffForm, name: named(kind), kind }
    return (await session.call(createTariff, { body: seen(createTariff, form) })).data.id
  }
  const tariffs = { cost: await add('RESELLER_COST'), sell: await add('SELL') }
  return { id, level, session, children: [], ...tariffs }
}

/** The top of a tree: a limit and a balance, which are all that the operator grants it. */
async function addTop(limit: number, balance: number): Promise<Reseller> {
  const name = named('top')
  const form = resellerForm(cost, name)
  const credit = { billing_type: 'POSTPAID', credit_limit: money(limit * UNIT) } as const
  const { data } = await api.admin.call(createReseller, { body: { ...form, ...credit } })
  if (balance > 0) await api.admin.call(createPayment, { body: rechargeForm(data.id, balance) })
  return openReseller(data.id, 1, name)
}

/**
 * What the operator has granted, and what the accounts of the tree may spend: in hundred millionths
 * of a millionth of the system currency, and so exact.
 */
async function moneyOf({ id }: Reseller) {
  const { rows } = await sql<{ least: string; together: string; granted: string }>`
    with recursive tree as (
      select id, currency from account where id = ${id}
      union all select a.id, a.currency from account a join tree t on a.parent_id = t.id)
    select min(available)::text as least, sum(available * rate)::text as together,
      sum((balance + case when id = ${id} then credit_limit else 0 end) * rate)::text as granted
    from (select t.id, b.balance::numeric, b.credit_limit, c.rate,
        ${AVAILABLE} as available
      from tree t join account_balance b on b.account_id = t.id
        join currency c on c.code = t.currency) as accounts`.execute(api.database)
  const [row = { least: '', together: '', granted: '' }] = rows
  return {
    least: BigInt(row.least),
    together: BigInt(row.together),
    granted: BigInt(row.granted),
  }
}

/** All that a reseller does with money; each answers whether it was taken, and not refused. */
const operations: Readonly<
  Record<string, (by: Reseller, chance: Chance, all: Reseller[]) => Promise<boolean>>
> = {
  async 'adds a reseller'(by, chance, all) {
    if (by.level === RESELLER_LEVELS) return false
    const name = named('reseller')
    const form = { ...resellerForm(by.cost, name), ...creditOf(by, chance) }
    const { data } = await by.session.call(createReseller, { body: seen(createReseller, form) })
    if (!data) return false
    by.children.push({ id: data.id, currency: null })
    all.push(await openReseller(data.id, by.level + 1, name))
    return true
  },
  async 'adds a client'(by, chance) {
    const create = clients.createWholesaleClient
    const currency = chance.pick(CURRENCIES)
    const form = { ...clientForm(by.sell, named('client')), currency, ...creditOf(by, chance) }
    const { data } = await by.session.call(create, { body: seen(create, form) })
    if (data) by.children.push({ id: data.id, currency })
    return data !== undefined
  },
  async 'changes a credit limit'(by, chance) {
    const child = chance.pick(by.children)
    if (!child) return false
    const [get, update] =
      child.currency === null
        ? [getReseller, updateReseller]
        : [clients.getWholesaleClient, clients.updateWholesaleClient]
    const params = { id: child.id }
    const { data } = await by.session.call(get as typeof getReseller, { params })
    const body = { ...data, ...creditOf(by, chance) }
    const { status } = await by.session.call(update as typeof updateReseller, {
      params,
      body: seen(update, body) as unknown as BodyOf<typeof updateReseller>,
    })
    return status === 200
  },
  async 'pays or takes'(by, chance) {
    const child = chance.pick(by.children)
    if (!child) return false
    const kind = chance.pick(['RECHARGE', 'BONUS', 'REFUND', 'ADJUSTMENT'] as const)
    const sign = kind === 'ADJUSTMENT' && chance.whole(0, 1) === 0 ? -1 : 1
    const body = { ...rechargeForm(child.id, 1), kind, amount: (sign * sumOf(by, chance)) as Money }
    const { data } = await by.session.call(createPayment, { body })
    if (!data) return false
    if (chance.whole(0, 2) > 0) return true
    await by.session.call(reversePayment, {
      params: { id: data.id },
      body: { note: 'mistake', idempotency_key: randomUUID() },
    })
    return true
  },
  async 'sells a package'(by, chance) {
    const child = chance.pick(by.children.filter(({ currency }) => currency !== null))
    if (!child?.currency) return false
    const price = money(chance.whole(1, 2 * UNIT))
    const form = { ...packageForm, name: named('package'), price, currency: child.currency }
    const { data } = await by.session.call(createPackage, { body: form })
    if (!data) return false
    const body = { account_id: child.id, package_id: data.id }
    return (await by.session.call(createPackageSubscription, { body })).status === 200
  },
}

/** Odd amounts, so that currencies do not come out even; smaller ones for those further below. */
const sumOf = (by: Reseller, chance: Chance): Money =>
  money(chance.whole(1, (700 * UNIT) / 2 ** by.level))
const creditOf = (by: Reseller, chance: Chance) =>
  chance.whole(0, 3) === 0
    ? ({ billing_type: 'PREPAID', credit_limit: money(0) } as const)
    : ({ billing_type: 'POSTPAID', credit_limit: sumOf(by, chance) } as const)

beforeAll(async () => {
  cost = await addTariff(api, 'RESELLER_COST')
  await addEuro(api)
  await sql`insert into currency (code, name, rate) values ('IDR', 'Rupiah', 6250)`.execute(
    api.database,
  )
})

const TREES = 3
const OPERATIONS_MAX = 800

test('the accounts of a reseller together may spend what it was granted', async () => {
  const wanted = Object.keys(operations)
  const taken = new Set<string>()
  const isEnough = (n: number) => n >= scaled(OPERATIONS_MAX) && taken.size === wanted.length
  let deepest = 0
  for (let tree = 0; tree < TREES; tree++) {
    const chance = makeChance(runSeed(7) * TREES + tree)
    const top = await addTop(500, chance.whole(0, 300))
    const all = [top]
    const { granted } = await moneyOf(top)
    for (let n = 0; n < OPERATIONS_MAX && !isEnough(n); n++) {
      // At first a tree gets all its levels, so that few operations reach each of them.
      const isNew = all.length < RESELLER_LEVELS
      const names = isNew ? ['adds a client', 'adds a reseller'] : wanted
      const name = chance.pick(names)
      const sellers = all.filter(({ children }) => children.length > 0)
      const able = name.startsWith('adds') ? all : sellers
      const by = isNew ? (all.at(-1) ?? top) : chance.pick(able)
      if (await operations[name]?.(by, chance, all)) taken.add(name)
      const now = await moneyOf(top)
      const what = `${n}: ${name} by level ${by.level}`
      expect(now.granted <= granted, what).toBe(true)
      expect(now.together <= granted, what).toBe(true)
      expect(now.least >= 0n, what).toBe(true)
    }
    deepest = Math.max(deepest, ...all.map(({ level }) => level))
  }
  expect([...taken].toSorted()).toEqual(wanted.toSorted())
  expect(deepest).toBe(RESELLER_LEVELS)
  await checkBooksOf(api)
})
