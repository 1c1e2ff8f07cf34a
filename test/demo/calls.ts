// Whom the clients of the demo call, and what becomes of it: the same for the past, which is
// written, and for the present, which is dialled.
import type { Chance } from '../support/random.ts'
import type { DemoClient, Manners } from './carrier.ts'
import { DESTINATIONS } from './destinations.ts'

/** Where no tariff leads. */
const NOWHERE = '999'
const FAVOURITES_SHARE = 0.8
const NOWHERE_SHARE = 0.02

export interface DialledCall {
  readonly caller_number: string
  readonly dialled_number: string
}

export function dial(client: DemoClient, chance: Chance): DialledCall {
  return {
    caller_number: makeNumber(client.home, chance),
    dialled_number: makeNumber(choosePrefix(client, chance), chance),
  }
}

function choosePrefix(client: DemoClient, chance: Chance): string {
  const luck = chance.next()
  if (luck < NOWHERE_SHARE) return NOWHERE
  if (luck > FAVOURITES_SHARE) return chance.pick(DESTINATIONS).prefix
  const country = chance.pick(client.favourites)
  const networks = DESTINATIONS.filter((one) => one.is_mobile && one.prefix.startsWith(country))
  return networks.length > 0 && chance.next() < 0.7 ? chance.pick(networks).prefix : country
}

const makeNumber = (prefix: string, chance: Chance): string =>
  `${prefix}${chance.whole(200_000_000, 899_999_999)}`.slice(0, 12)

export type Fate = 'unavailable' | 'busy' | 'unknown_number' | 'nobody_comes' | 'answered'

export function fateAt({ unavailable, busy, ...more }: Manners, chance: Chance): Fate {
  const luck = chance.next() * 100
  if (luck < unavailable) return 'unavailable'
  if (luck < unavailable + busy) return 'busy'
  if (luck < unavailable + busy + more.unknown_number) return 'unknown_number'
  const without_answer = unavailable + busy + more.unknown_number + more.nobody_comes
  return luck < without_answer ? 'nobody_comes' : 'answered'
}

export function chooseClient(clients: readonly DemoClient[], chance: Chance): DemoClient {
  return chance.pick(clients.flatMap((client) => Array<DemoClient>(client.share).fill(client)))
}
