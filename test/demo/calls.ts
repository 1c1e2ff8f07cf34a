// Whom the clients of the demo call, and what becomes of it: the same for the past, which is
// written, and for the present, which is dialled.
import type { Chance } from '../support/random.ts'
import { type DemoClient, type DemoSipUser, SIP_USERS } from './clients.ts'
import { DESTINATIONS } from './destinations.ts'
import type { Manners } from './suppliers.ts'

/** Where no tariff leads. */
const NOWHERE = '999'
const FAVOURITES_SHARE = 0.8
const NOWHERE_SHARE = 0.02

/** How many of the calls of a phone go to another one of ours. */
const ON_NET_SHARE = 0.3
const SHORT_SHARE = 0.005
/** No number of the world. */
const SHORT = '*100'

/** Whoever is called at a SIP user. */
export const MANNERS_OF_PEOPLE: Manners = {
  unavailable: 0,
  busy: 12,
  unknown_number: 0,
  nobody_comes: 25,
}

export interface DialledCall {
  readonly source: string
  /** Of a phone, which proves who it is. */
  readonly username: string
  readonly caller_number: string
  readonly dialled_number: string
}

export function dial(client: DemoClient, chance: Chance): DialledCall {
  if (client.sip_users.length > 0) return dialAt(client, chance.pick(client.sip_users), chance)
  return {
    source: client.source,
    username: '',
    caller_number: makeNumber(client.home, chance),
    dialled_number: makeNumber(choosePrefix(client, chance), chance),
  }
}

/** A phone calls under its name. */
export function dialAt(
  client: DemoClient,
  { username, address }: DemoSipUser,
  chance: Chance,
): DialledCall {
  const others = SIP_USERS.filter((sipUser) => sipUser.username !== username)
  const is_on_net = chance.next() < ON_NET_SHARE
  const number = is_on_net
    ? chance.pick(others).number
    : makeNumber(choosePrefix(client, chance), chance)
  const is_at_home = client.translation !== null && number.startsWith(client.home)
  return {
    source: address,
    username,
    caller_number: username,
    dialled_number: is_at_home ? `0${number.slice(client.home.length)}` : number,
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

function makeNumber(prefix: string, chance: Chance): string {
  if (chance.next() < SHORT_SHARE) return SHORT
  return `${prefix}${chance.whole(200_000_000, 899_999_999)}`.slice(0, 12)
}

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
