// Which numbers the clients of the demo call, and how the calls end: the same for the history,
// which is written, and for the calls that SIPp makes.
import type { Chance } from '../support/random.ts'
import { type DemoClient, type DemoSipUser, type Outcomes, SIP_USERS } from './demo-data.ts'
import { DESTINATIONS } from './destinations.ts'

/** A prefix that no tariff has. */
const UNKNOWN_PREFIX = '999'
const FAVOURITES_SHARE = 0.8
const UNKNOWN_SHARE = 0.02

/** The share of calls of a SIP user to another one of ours. */
const ON_NET_SHARE = 0.3
const SHORT_SHARE = 0.005
/** A service code, which is not an international number. */
const SHORT = '*100'
const DIGITS = 12
const NORTH_AMERICAN_DIGITS = 11

export const SOFTPHONE = 'Softphone 3.2'

/** Outcomes of calls to our own SIP users. */
export const ON_NET_OUTCOMES: Outcomes = {
  unavailable: 0,
  busy: 12,
  unknown_number: 0,
  no_answer: 25,
}

interface DialledCall {
  readonly source: string
  /** Name of a SIP user; empty for a wholesale client. */
  readonly username: string
  readonly caller_number: string
  readonly dialled_number: string
}

export function dial(client: DemoClient, chance: Chance): DialledCall {
  if (client.sip_users.length > 0) return dialAt(client, chance.pick(client.sip_users), chance)
  return {
    source: client.ip,
    username: '',
    caller_number: makeNumber(client.calls.home, chance),
    dialled_number: makeNumber(choosePrefix(client, chance), chance),
  }
}

/** A call of a SIP user, whose From header has its username. */
function dialAt(client: DemoClient, { username, ip }: DemoSipUser, chance: Chance): DialledCall {
  const others = SIP_USERS.filter((sipUser) => sipUser.username !== username)
  const is_on_net = chance.next() < ON_NET_SHARE
  const number = is_on_net
    ? chance.pick(others).number
    : makeNumber(choosePrefix(client, chance), chance)
  const { home } = client.calls
  const is_national = client.translation !== undefined && number.startsWith(home)
  return {
    source: ip,
    username,
    caller_number: username,
    dialled_number: is_national ? `0${number.slice(home.length)}` : number,
  }
}

function choosePrefix({ calls }: DemoClient, chance: Chance): string {
  const luck = chance.next()
  if (luck < UNKNOWN_SHARE) return UNKNOWN_PREFIX
  if (luck > FAVOURITES_SHARE) return chance.pick(DESTINATIONS).prefix
  const country = chance.pick(calls.favourites)
  const networks = DESTINATIONS.filter((one) => one.is_mobile && one.prefix.startsWith(country))
  return networks.length > 0 && chance.next() < 0.7 ? chance.pick(networks).prefix : country
}

function makeNumber(prefix: string, chance: Chance): string {
  if (chance.next() < SHORT_SHARE) return SHORT
  const digits = prefix.startsWith('1') ? NORTH_AMERICAN_DIGITS : DIGITS
  return `${prefix}${chance.whole(2_000_000_000, 8_999_999_999)}`.slice(0, digits)
}

export function chooseOutcome(
  { unavailable, busy, unknown_number, no_answer }: Outcomes,
  chance: Chance,
): keyof Outcomes | 'answered' {
  const luck = chance.next() * 100
  if (luck < unavailable) return 'unavailable'
  if (luck < unavailable + busy) return 'busy'
  if (luck < unavailable + busy + unknown_number) return 'unknown_number'
  return luck < unavailable + busy + unknown_number + no_answer ? 'no_answer' : 'answered'
}

export function chooseClient(clients: readonly DemoClient[], chance: Chance): DemoClient {
  return chance.pick(
    clients.flatMap((client) => Array<DemoClient>(client.calls.share).fill(client)),
  )
}
