// Real calls, all the time, and what SIPp itself saw of each of them at both ends.
import { type RunningSipp, startSipp } from '../sip/sipp.ts'
import { type Addresses, DIRECT_PREFIX, FAIL_OVER_PREFIX, RINGING_PREFIX } from './set-up.ts'

/** One call as one end saw it; times in epoch seconds. */
export interface SeenCall {
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

/**
 * Calls of 3 to 8 seconds, some of which fail over or are cancelled, and longer ones whose media
 * goes past the switch, for `seconds`.
 */
export async function startTraffic(
  addresses: Addresses,
  calls_per_second: number,
  seconds: number,
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
  const caller = (at: number, share: number, scenario: string, number: string, TALK_MS: number) =>
    startSipp({
      ...bounds,
      scenario,
      number,
      address: addresses.callers[at] ?? '',
      to: addresses.switch,
      calls: Math.round(calls_per_second * share * seconds),
      calls_per_second: calls_per_second * share,
      places: { TALK_MS },
    })
  const callers = await Promise.all([
    caller(0, 0.3, 'caller', '442071838750', 3000),
    caller(1, 0.25, 'caller', '442071838751', 8000),
    caller(2, 0.2, 'caller', `${FAIL_OVER_PREFIX}2345678`, 5000),
    caller(3, 0.1, 'caller-cancels', `${RINGING_PREFIX}2345678`, 700),
    caller(4, 0.15, 'caller', `${DIRECT_PREFIX}2345678`, 20_000),
  ])
  const finished = Promise.all(callers.map((one) => one.finished))
  return {
    finished,
    async finish() {
      await Promise.all([...callers, ...gateways].map((one) => one.stop()))
      return { callers: callers.flatMap(callsOf), gateways: gateways.flatMap(callsOf) }
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
