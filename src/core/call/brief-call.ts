// A call as it is stored while it lasts (open_call.decided): as it was decided, with the terms of
// its parties in short, for every call is written and few are ever read.
import type { Payer } from '../account/payer.ts'
import { assert } from '../assert.ts'
import { type BriefTerms, briefTerms, wholeTerms } from '../tariff/brief-terms.ts'
import type { Call } from './call.ts'

/** A call, but for its terms; for JSON and for `wholeCall` only. */
export type BriefCall = Omit<Call, 'payers' | 'routes'> & {
  readonly payers: readonly BriefPayer[]
  readonly routes: readonly BriefRoute[]
}
type BriefRoute = Omit<Call['routes'][number], 'buy'> & { readonly buy: BriefPayer | null }
type BriefPayer = Omit<Payer, 'price'> & {
  readonly price: Omit<Payer['price'], 'terms'> & { readonly terms: BriefTerms }
}

export const briefCall = (call: Call): BriefCall => ({
  ...call,
  payers: call.payers.map(briefPayer),
  routes: call.routes.map((route) => ({ ...route, buy: route.buy && briefPayer(route.buy) })),
})

export function wholeCall(brief: BriefCall): Call {
  const [client, ...others] = brief.payers.map(wholePayer)
  assert(client, 'a call has a client')
  const routes = brief.routes.map((route) => ({
    ...route,
    buy: route.buy && wholePayer(route.buy),
  }))
  return { ...brief, payers: [client, ...others], routes }
}

const briefPayer = (payer: Payer): BriefPayer => ({
  ...payer,
  price: { ...payer.price, terms: briefTerms(payer.price.terms) },
})

const wholePayer = (brief: BriefPayer): Payer => ({
  ...brief,
  price: { ...brief.price, terms: wholeTerms(brief.price.terms) },
})
