// A carrier with five resellers below each other and one beside them, clients below some, and
// carriers. Each text has a mark with its owner and its thing: `zz-r1-notes`.
import { createReseller } from '#contract/accounts/resellers.ts'
import { createRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { rate } from '#core/money.ts'
import type { Session, TestApi } from './api.ts'
import { clientForm, rateForm, resellerForm, settlementForm, tariffForm } from './forms.ts'
import { withoutUnseen } from './seen-body.ts'

/** The one above each; `op` is the operator. */
const ABOVE = {
  r1: 'op',
  r2: 'r1',
  r3: 'r2',
  r4: 'r3',
  r5: 'r4',
  s1: 'op',
  w0: 'op',
  t0: 'op',
  w1: 'r1',
  w2: 'r2',
  w3: 'r3',
  t3: 'r3',
  w5: 'r5',
  t5: 'r5',
  ws: 's1',
  c0: 'op',
  c1: 'op',
} as const
export type Marked = keyof typeof ABOVE
export type Owner = Marked | 'op'
export const MARKED = Object.keys(ABOVE) as Marked[]
export const OWNERS: readonly Owner[] = ['op', ...MARKED]

export const isReseller = (one: Owner): boolean => /^[rs]\d/.test(one)
export const isSettlement = (one: Owner): boolean => one.startsWith('c')
const isRetail = (one: Owner): boolean => one.startsWith('t')
export const above = (one: Owner): Owner | undefined => (one === 'op' ? undefined : ABOVE[one])

/** From the nearest to the top, without the operator. */
export function resellersAbove(one: Owner): Marked[] {
  const next = above(one)
  return next === undefined || next === 'op' ? [] : [next, ...resellersAbove(next)]
}

export const mark = (owner: Owner, thing: string): string => `zz-${owner}-${thing}`

const THINGS_MAX = 20
/** Six digits of one thing of one owner, not 0 at the end; no two differences are the same. */
export function figureOf(owner: Owner, thing: number): number {
  const nth = OWNERS.indexOf(owner) * THINGS_MAX + thing + 1
  return 100_000 + ((nth ** 3 * 61_027) % 89_989) * 10 + 7
}

/** A rate whose text is that of no other. */
export const rateOf = (owner: Owner, kind: 'sell' | 'cost' | 'buy') =>
  rate(1_000_000 + figureOf(owner, ['sell', 'cost', 'buy'].indexOf(kind)))

async function addMarkedTariff(session: Session, owner: Owner, kind: 'sell' | 'cost' | 'buy') {
  const kinds = { sell: 'SELL', cost: 'RESELLER_COST', buy: 'BUY' } as const
  const named = { name: mark(owner, kind), notes: mark(owner, 'tariffnotes') }
  const tariff = { ...tariffForm, ...named, kind: kinds[kind] }
  const price = {
    ...rateForm,
    ...{ destination: mark(owner, `${kind}dest`), rate: rateOf(owner, kind) },
    notes: mark(owner, 'ratenotes'),
  }
  const seen = <B extends object>(
    endpoint: typeof createTariff | typeof createTariffRate,
    body: B,
  ) =>
    (owner === 'op' || isSettlement(owner) ? body : withoutUnseen('RESELLER', endpoint, body)) as B
  const { data, problem } = await session.call(createTariff, { body: seen(createTariff, tariff) })
  if (!data) throw new Error(`${tariff.name}: ${JSON.stringify(problem)}`)
  const body = seen(createTariffRate, price)
  const added = await session.call(createTariffRate, { params: { tid: data.id }, body })
  if (added.status !== 200) throw new Error(JSON.stringify(added.problem))
  return data.id
}

const profileOf = (one: Owner) => ({
  name: mark(one, 'account'),
  username: mark(one, 'login'),
  company: mark(one, 'company'),
  address: mark(one, 'address'),
  tax_number: mark(one, 'tax'),
  noc_email: `${mark(one, 'noc')}@mail.example`,
  billing_email: `${mark(one, 'billing')}@mail.example`,
  rates_email: `${mark(one, 'rates')}@mail.example`,
  phone: `+1 555 ${figureOf(one, 13)}`,
  notes: mark(one, 'notes'),
})

/** The accounts with their tariffs, and the sessions of the resellers. */
export async function addMarkedAccounts(api: TestApi, client_plan_ids: readonly number[]) {
  const ids = { op: 1 } as Record<Owner, number>
  const tariffs: Record<string, number> = {}
  const sessions: Partial<Record<Owner, Session>> = { op: api.admin }
  const addTariffsOf = async (owner: Owner, session: Session) => {
    for (const kind of ['sell', 'cost'] as const) {
      tariffs[mark(owner, kind)] = await addMarkedTariff(session, owner, kind)
    }
  }
  await addTariffsOf('op', api.admin)
  for (const one of MARKED) {
    const over = ABOVE[one]
    const parent_id = over === 'op' ? null : ids[over]
    const cost = tariffs[mark(over, 'cost')] ?? 0
    const sell = tariffs[mark(over, 'sell')] ?? 0
    if (isReseller(one)) {
      const placed = parent_id ? { id: parent_id, level: resellersAbove(one).length } : null
      const plans = one === 's1' ? [] : [...client_plan_ids]
      const form = { ...resellerForm(cost, 'x', placed), ...profileOf(one), client_plan_ids: plans }
      ids[one] = idOf(await api.admin.call(createReseller, { body: form }))
      const session = await api.signIn(mark(one, 'login'), 'RESELLER')
      sessions[one] = session
      await addTariffsOf(one, session)
    } else if (isSettlement(one)) {
      const buy = await addMarkedTariff(api.admin, one, 'buy')
      tariffs[mark(one, 'buy')] = buy
      const body = { ...settlementForm(buy, 'x'), ...profileOf(one) }
      ids[one] = idOf(await api.admin.call(createSettlement, { body }))
    } else {
      const body = { ...clientForm(sell, 'x'), ...profileOf(one), parent_id }
      const added = isRetail(one)
        ? await api.admin.call(createRetailClient, { body })
        : await api.admin.call(createWholesaleClient, { body })
      ids[one] = idOf(added)
    }
  }
  return { ids, tariffs, sessions: sessions as Record<Owner, Session> }
}

export type MarkedAccounts = Awaited<ReturnType<typeof addMarkedAccounts>>

/** The id of the new row; fails with the problem if there is none. */
export function idOf(answer: { data?: { id: number }; problem: unknown }): number {
  if (!answer.data) throw new Error(JSON.stringify(answer.problem))
  return answer.data.id
}
