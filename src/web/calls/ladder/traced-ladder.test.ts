import { describe, expect, it } from 'vitest'
import type { SipMessage, TracedMessages } from '#contract/calls/sip-messages.ts'
import { money } from '#core/money.ts'
import type { CallFacts, LadderAttempt } from './ladder-notes.ts'
import { tracedLadder } from './traced-ladder.ts'

const [CALLER, SWITCH, PARIS, LONDON] = ['192.0.2.7', '192.0.2.1', '192.0.2.8', '192.0.2.9']
const BEGIN = Date.UTC(2026, 10, 28)
const at = (ms: number) => new Date(BEGIN + ms).toISOString()

/** From the switch to an address, or with `<` from it. */
function message(ms: number, address: string, summary: string, text = `${summary} ${address}`) {
  const isIn = address.startsWith('<')
  const other = address.replace('<', '')
  const [from_ip, to_ip] = isIn ? [other, SWITCH] : [SWITCH, other]
  return {
    at: at(ms),
    ...{ from_ip, to_ip, from_port: 5060, to_port: 5060, transport: 'UDP', summary, text },
    direction: isIn ? 'IN' : 'OUT',
    ...{ cseq: '1 INVITE', sip_call_id: 'a', is_cut: false },
  } as SipMessage
}

const CALL = [
  message(0, `<${CALLER}`, 'INVITE'),
  message(1, CALLER, '100 Trying'),
  message(20, PARIS, 'INVITE'),
  message(520, PARIS, 'INVITE'),
  message(600, `<${PARIS}`, '503 Service Unavailable'),
  message(610, LONDON, 'INVITE'),
  message(5000, `<${LONDON}`, '200 OK'),
]

const traced = (messages: SipMessage[]): TracedMessages => ({
  messages,
  has_more: false,
  gateways: [{ address: `${LONDON}:5060`, name: 'London' }],
})

const attempt = (attempt_no: number, gateway_address: string | null): LadderAttempt => ({
  attempt_no,
  gateway_address,
  gateway_name: gateway_address && 'A gateway',
  attempt_end: gateway_address ? 'REFUSED' : 'NOT_SENT',
  sent_at: at(15),
})

const step = (name: string, result: 'OK' | 'ELIGIBLE' | 'EXCLUDED' | 'REFUSED', facts = {}) => ({
  ...{ step: name, result, text: 'No route.', facts },
})

const NOTHING: CallFacts = {
  ...{ decided_at: at(12), ended_at: at(9000), steps: [], attempts: [], charges: [] },
}
const DECIDED: CallFacts = {
  ...NOTHING,
  steps: [
    ...[step('GATEWAY', 'ELIGIBLE'), step('GATEWAY', 'ELIGIBLE'), step('GATEWAY', 'EXCLUDED')],
    step('RESERVATION', 'OK', {
      ...{ held: '0.42', currency: 'USD', granted_seconds: 60, package_seconds: 0 },
    }),
  ],
  attempts: [attempt(1, `${PARIS}:5060`), attempt(2, `${LONDON}:5060`)],
  charges: [
    {
      ...{ depth: 0, account_name: 'Acme', amount: money(500_000), currency: 'USD' },
      billed_seconds: 30,
    },
    {
      ...{ depth: -1, account_name: 'Carrier', amount: money(200_000), currency: 'EUR' },
      billed_seconds: 1,
    },
  ],
}

function written(messages: SipMessage[], facts: CallFacts): string[] {
  const { columns, lines } = tracedLadder(traced(messages), facts)
  return lines.map((line) => {
    if (line.kind === 'note') return `${line.after?.toFixed(3)} ${line.text}`
    const [from, to] = [line.from_column, line.to_column].map((column) => columns[column]?.label)
    const times = line.times.map((time) => time.toFixed(3)).join(' ')
    return `${times} ${from} > ${to}: ${line.message.summary}`
  })
}

describe('the ladder of a traced call', () => {
  it('has the decision and each route where it begins, and the money at its end', () => {
    expect(written(CALL, DECIDED)).toEqual([
      '0.000 Caller > Switch: INVITE',
      '0.001 Switch > Caller: 100 Trying',
      '0.012 Reserved 0.4200 USD for 60 s',
      '0.015 Route 1 of 2: A gateway',
      '0.020 0.520 Switch > 192.0.2.8:5060: INVITE',
      '0.600 192.0.2.8:5060 > Switch: 503 Service Unavailable',
      '0.015 Route 2 of 2: A gateway',
      '0.610 Switch > London: INVITE',
      '5.000 London > Switch: 200 OK',
      '9.000 Acme is charged 0.5000 USD for 30 seconds',
      '9.000 Carrier is owed 0.2000 EUR for 1 second',
    ])
  })

  it('finds a route by its place where the gateway is known by its name', () => {
    const attempts = [attempt(1, 'paris.example:5060'), attempt(2, `${LONDON}:5060`)]
    const lines = written(CALL, { ...DECIDED, attempts })
    expect(lines[3]).toBe('0.015 Route 1 of 2: A gateway')
    expect(lines[6]).toBe('0.015 Route 2 of 2: A gateway')
  })

  it('has no route that was not sent, and no number of routes without a routing log', () => {
    const attempts = [attempt(1, null), attempt(2, `${PARIS}:5060`)]
    const lines = written(CALL, { ...NOTHING, steps: undefined, attempts })
    expect(lines.filter((line) => line.includes('Route'))).toEqual(['0.015 Route 2: A gateway'])
  })

  it('of a refused call has the reason between question and answer', () => {
    const messages = [message(0, `<${CALLER}`, 'INVITE'), message(13, CALLER, '404 Not Found')]
    expect(written(messages, { ...NOTHING, steps: [step('REFUSED', 'REFUSED')] })).toEqual([
      '0.000 Caller > Switch: INVITE',
      '0.012 Refused: No route.',
      '0.013 Switch > Caller: 404 Not Found',
    ])
  })

  it('tells a package from money, and messages apart whose text is hidden', () => {
    const held = { held: '0', currency: 'USD', granted_seconds: 90, package_seconds: 90 }
    const hidden = [message(0, `<${CALLER}`, 'INVITE', ''), message(1, `<${CALLER}`, 'ACK', '')]
    const lines = written(hidden, { ...NOTHING, steps: [step('RESERVATION', 'OK', held)] })
    expect(lines).toEqual([
      '0.000 Caller > Switch: INVITE',
      '0.012 Reserved 90 s of a package and 0.0000 USD for 90 s',
      '0.001 Caller > Switch: ACK',
    ])
  })
})
