// Real calls, all the time, and what SIPp itself saw of each of them at both ends.
import { type RunningSipp, startSipp } from '../sip/sipp.ts'
import {
  type Addresses,
  DIRECT_PREFIX,
  type Entrance,
  FAIL_OVER_PREFIX,
  RINGING_PREFIX,
} from './set-up.ts'

/** One call as one end saw it; times in epoch seconds. */
export interface SeenCall {
  /** To which it came; at a gateway that is not known. */
  readonly switch?: string
  readonly sip_call_id: string
  readonly begun_at: number
  answered_at: number | null
  /** The first BYE, sent or received. */
  ended_at: number | null
}

export interface Traffic {
  /** Resolves when the last call of every caller is over. */
  readonly finished: Promise<unknown>
  /** The calls that callers and gateways saw; ends the gateways. */
  finish(): Promise<{ callers: SeenCall[]; gateways: SeenCall[] }>
}

/** SIPp repeats a BYE for that time, and a call may have begun at the last moment. */
const SLACK_SECONDS = 90

/** Calls of one kind, `share` of all. */
export interface Kind {
  readonly caller: (entrance: Entrance) => string | undefined
  readonly share: number
  readonly number: string
  readonly TALK_MS: number
  readonly scenario?: 'caller-cancels'
}

const callerAt =
  (at: number): Kind['caller'] =>
  ({ callers }) =>
    callers[at]
const short = { caller: callerAt(0), number: '442071838750', TALK_MS: 3000 }
const middle = { caller: callerAt(1), number: '442071838751', TALK_MS: 8000 }
const fails_over = { caller: callerAt(2), number: `${FAIL_OVER_PREFIX}2345678`, TALK_MS: 5000 }
const cancels = {
  caller: callerAt(3),
  number: `${RINGING_PREFIX}2345678`,
  TALK_MS: 700,
  scenario: 'caller-cancels',
} as const
const direct = { caller: callerAt(4), number: `${DIRECT_PREFIX}2345678`, TALK_MS: 20_000 }

/**
 * Calls of 3 to 8 seconds, some of which fail over or are cancelled, and longer ones whose media
 * goes past the switch.
 */
const KINDS: readonly Kind[] = [
  { ...short, share: 0.3 },
  { ...middle, share: 0.25 },
  { ...fails_over, share: 0.2 },
  { ...cancels, share: 0.1 },
  { ...direct, share: 0.15 },
]

/** Those, with long calls beyond a limit, which outlast a halt, and calls beyond the money. */
export const POOR_SHARE = 0.08
export const POOR_TALK_SECONDS = 8
export const KINDS_WITH_LIMITS: readonly Kind[] = [
  { ...short, share: 0.25 },
  { ...middle, share: 0.2 },
  { ...fails_over, share: 0.15 },
  { ...cancels, share: 0.1 },
  { ...direct, share: 0.1 },
  {
    caller: ({ limited }) => limited,
    number: '442071838752',
    TALK_MS: 45_000,
    share: 0.12,
  },
  {
    caller: ({ poor }) => poor,
    number: '442071838753',
    TALK_MS: POOR_TALK_SECONDS * 1000,
    share: POOR_SHARE,
  },
]

/** Calls of these kinds for `seconds`, as many to each switch. */
export async function startTraffic(
  addresses: Addresses,
  calls_per_second: number,
  seconds: number,
  kinds = KINDS,
): Promise<Traffic> {
  const bounds = { short: true, seconds: seconds + SLACK_SECONDS } as const
  const gateways = await Promise.all([
    startSipp({
      scenario: 'gateway',
      address: addresses.answers,
      ...bounds,
      places: { RING_MS: 300 },
    }),
    startSipp({ scenario: 'gateway', address: addresses.direct, ...bounds }),
    startSipp({ scenario: 'gateway-refuses', address: addresses.refuses, ...bounds }),
    startSipp({ scenario: 'gateway-rings', address: addresses.rings, ...bounds }),
  ])
  const startCaller = async (entrance: Entrance, { share, TALK_MS, number, ...kind }: Kind) => {
    const own_rate = (calls_per_second * share) / addresses.entrances.length
    const sipp = await startSipp({
      ...bounds,
      scenario: kind.scenario ?? 'caller',
      number,
      address: kind.caller(entrance) ?? '',
      to: entrance.switch,
      calls: Math.max(1, Math.round(own_rate * seconds)),
      calls_per_second: own_rate,
      places: { TALK_MS },
    })
    return { sipp, at: { switch: entrance.switch } }
  }
  const callers = await Promise.all(
    addresses.entrances.flatMap((entrance) => kinds.map((kind) => startCaller(entrance, kind))),
  )
  const finished = Promise.all(callers.map(({ sipp }) => sipp.finished))
  return {
    finished,
    async finish() {
      await Promise.all([...callers.map(({ sipp }) => sipp), ...gateways].map((one) => one.stop()))
      return {
        callers: callers.flatMap(({ sipp, at }) => callsOf(sipp).map((c) => ({ ...c, ...at }))),
        gateways: gateways.flatMap(callsOf),
      }
    },
  }
}

/** Lines of `date, time, epoch, S or R, Call-ID, CSeq, first line`, with tabs between. */
function callsOf(sipp: RunningSipp): SeenCall[] {
  const calls = new Map<string, SeenCall>()
  const acknowledged = new Set<string>()
  for (const line of sipp.messages().split('\n')) {
    const [, , epoch, , sip_call_id, cseq = '', first = ''] = line.split('\t')
    const at = Number(epoch)
    if (!sip_call_id || !at) continue
    const call = calls.get(sip_call_id) ?? {
      sip_call_id,
      begun_at: at,
      answered_at: null,
      ended_at: null,
    }
    calls.set(sip_call_id, call)
    if (first.startsWith('SIP/2.0 200') && cseq.includes('INVITE')) call.answered_at ??= at
    if (first.startsWith('ACK ')) acknowledged.add(sip_call_id)
    if (first.startsWith('BYE ')) call.ended_at ??= at
  }
  // A gateway whose answer was lost has not answered.
  return [...calls.values()].map((call) =>
    acknowledged.has(call.sip_call_id) ? call : { ...call, answered_at: null },
  )
}
