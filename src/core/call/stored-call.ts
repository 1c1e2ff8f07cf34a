// A call as it is stored while it lasts (open_call.decided): as it was decided, with the terms of
// its parties in short, for every call is written and few are ever read.
import type { Payer } from '../account/payer.ts'
import { assert } from '../assert.ts'
import { decodeTerms, type EncodedTerms, encodeTerms } from '../tariff/stored-terms.ts'
import type { Call } from './call.ts'

/** A call, but for its terms; for JSON and for `decodeCall` only. */
export type EncodedCall = Omit<Call, 'payers' | 'routes'> & {
  readonly payers: readonly EncodedPayer[]
  readonly routes: readonly EncodedRoute[]
}
type EncodedRoute = Omit<Call['routes'][number], 'buy'> & { readonly buy: EncodedPayer | null }
type EncodedPayer = Omit<Payer, 'price'> & {
  readonly price: Omit<Payer['price'], 'terms'> & { readonly terms: EncodedTerms }
}

export const encodeCall = (call: Call): EncodedCall => ({
  ...call,
  payers: call.payers.map(encodePayer),
  routes: call.routes.map((route) => ({ ...route, buy: route.buy && encodePayer(route.buy) })),
})

export function decodeCall(encoded: EncodedCall): Call {
  const [client, ...others] = encoded.payers.map(decodePayer)
  assert(client, 'a call has a client')
  const routes = encoded.routes.map((route) => ({
    ...route,
    buy: route.buy && decodePayer(route.buy),
  }))
  return { ...encoded, payers: [client, ...others], routes }
}

const encodePayer = (payer: Payer): EncodedPayer => ({
  ...payer,
  price: { ...payer.price, terms: encodeTerms(payer.price.terms) },
})

const decodePayer = (encoded: EncodedPayer): Payer => ({
  ...encoded,
  price: { ...encoded.price, terms: decodeTerms(encoded.price.terms) },
})
