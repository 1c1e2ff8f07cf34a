// Resellers and clients in a tree, each with a call and a payment, so that every account is own,
// child, sibling, parent or foreign to another one; their names are in no other text.

import { createReseller } from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import type { TestApi } from './api.ts'
import { recordAt, writeCalls } from './calls.ts'
import { clientForm, rechargeForm, resellerForm, tariffForm } from './forms.ts'
import { storeRecording } from './recordings.ts'

/** The one above each, from the top. */
const ABOVE = {
  Ruby: undefined,
  Sapphire: 'Ruby',
  Topaz: undefined,
  Bella: 'Ruby',
  Cleo: 'Sapphire',
  Cora: 'Sapphire',
  Dora: 'Topaz',
} as const
export type Member = keyof typeof ABOVE
export const MEMBERS = Object.keys(ABOVE) as Member[]
const RESELLERS: readonly Member[] = ['Ruby', 'Sapphire', 'Topaz']

export const isReseller = (name: Member): boolean => RESELLERS.includes(name)
export const aboveOf = (name: Member): Member | undefined => ABOVE[name]

/** From the nearest to the top. */
function resellersAbove(name: Member): Member[] {
  const above = aboveOf(name)
  return above ? [above, ...resellersAbove(above)] : []
}

export const isWithin = (name: Member, root: Member): boolean =>
  [name, ...resellersAbove(name)].includes(root)

export async function addFamily({ admin, url, database }: TestApi, sell_id: number) {
  const cost = { ...tariffForm, name: 'Of resellers', kind: 'RESELLER_COST' } as const
  const cost_id = (await admin.call(createTariff, { body: cost })).data.id
  const ids = {} as Record<Member, number>
  const calls = {} as Record<Member, string>
  for (const name of MEMBERS) {
    const above = aboveOf(name)
    const parent_id = above ? ids[above] : null
    if (isReseller(name)) {
      const over = above ? { id: ids[above], level: 1 } : null
      const body = resellerForm(cost_id, name, over)
      ids[name] = (await admin.call(createReseller, { body })).data.id
      // Payments to its children are taken from it.
      await admin.call(createPayment, { body: rechargeForm(ids[name], above ? 20 : 100) })
      continue
    }
    const body = { ...clientForm(sell_id, name), parent_id }
    ids[name] = (await admin.call(createWholesaleClient, { body })).data.id
    const reseller_ids = resellersAbove(name).map((one) => ids[one])
    const record = recordAt(Date.now(), { account_id: ids[name], reseller_ids })
    calls[name] = record.call_id
    await writeCalls(url, { records: [record] })
    await storeRecording(database, { call_id: record.call_id })
    await admin.call(createPayment, { body: rechargeForm(ids[name], 5) })
  }
  return { ids, calls }
}

export type Family = Awaited<ReturnType<typeof addFamily>>
