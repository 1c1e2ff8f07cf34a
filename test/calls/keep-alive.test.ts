// A caller that has vanished: the switch sends it OPTIONS within the dialog every half minute, and
// waits for its ACK no longer than a gateway does.
import { expect, test } from 'vitest'
import { answerPolitely, openRawCaller } from '../sip/raw-caller.ts'
import { openRawGateway } from '../sip/raw-gateway.ts'
import { startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing } from './scripted-engine.ts'
import { CALLER, GATEWAY, SECOND, STRANGER, SWITCH, setUpSwitch } from './switch-bench.ts'

const bench = setUpSwitch()

/** A caller that answers with this code when it is asked. */
const callFrom = (port: number, CODE: number) => {
  const call = { address: CALLER, port, to: SWITCH, number: '441234', seconds: 90 }
  return startSipp({ ...call, scenario: 'caller-is-asked', places: { CODE } })
}

const UNACKNOWLEDGED = '445678'

const eventOf = (sip_call_id: string, kind: string) =>
  bench.engine.events.find((event) => event.sip_call_id === sip_call_id && event.kind === kind)

async function answered(count: number): Promise<string> {
  const all = () => bench.engine.events.filter(({ kind }) => kind === 'answered')
  await until('the call is answered', () => all().length === count)
  return all().at(-1)!.sip_call_id
}

test('a caller that denies its call, says nothing or never sends ACK is hung up on', async () => {
  bench.engine.decide = ({ dialled_number }) => {
    const to_raw = routeTo(SECOND, { uri: `sip:${dialled_number}@${SECOND}:5060` })
    return routing([dialled_number === UNACKNOWLEDGED ? to_raw : routeTo(GATEWAY)], {
      max_seconds: 57,
    })
  }
  const raw_gateway = await openRawGateway(SECOND)
  raw_gateway.script(UNACKNOWLEDGED, (leg) => leg.reply(200))
  const raw_caller = await openRawCaller(STRANGER, SWITCH)
  // It says again and again that it has the call, and does not acknowledge the answer all the same.
  const insisting: NodeJS.Timeout[] = []
  raw_caller.peer.onHeard((heard) => {
    if (!heard.text.startsWith('OPTIONS ')) return
    insisting.push(setInterval(() => answerPolitely(raw_caller.peer, heard), 100))
  })
  const unheard = await raw_caller.call(UNACKNOWLEDGED, { acknowledges: false })
  const unacknowledged = await answered(1)
  // Calls are asked about once any side has sent ACK.
  raw_gateway.leg(UNACKNOWLEDGED)!.ack()
  const called = await startSipp({ scenario: 'gateway', address: GATEWAY, calls: 3, seconds: 90 })
  const forgets = await callFrom(5060, 481)
  const forgotten = await answered(2)
  const dies = await callFrom(5070, 200)
  const dead = await answered(3)
  const lives = await callFrom(5080, 200)
  const alive = await answered(4)
  await dies.stop()
  try {
    await until('it is asked', () => forgets.received().includes('OPTIONS sip:'))
    // The extension that the engine pays for does not keep a call without its caller.
    const { dialog } = eventOf(forgotten, 'answered')!
    bench.engine.link.setLimit(dialog, 50)
    const over = { released_by: 'switch', reason: 'keep-alive' }
    await until('the switch hangs up', () => eventOf(unacknowledged, 'ended') !== undefined)
    expect(eventOf(unacknowledged, 'ended')).toMatchObject({ ...over, reason: 'no-ack' })
    for (const side of [unheard, raw_gateway.leg(UNACKNOWLEDGED)!]) {
      await until('both sides hear a BYE', () => side.heard('BYE').length > 0)
    }
    for (const gone of [forgotten, dead]) {
      await until('the switch hangs up', () => eventOf(gone, 'ended') !== undefined)
      expect(eventOf(gone, 'ended')).toMatchObject(over)
    }
    expect(eventOf(alive, 'ended')).toBeUndefined()
    await until('it is over', () => eventOf(alive, 'ended') !== undefined)
    expect(eventOf(alive, 'ended')).toMatchObject({ ...over, reason: 'limit' })
  } finally {
    for (const sipp of [called, forgets, lives]) await sipp.stop()
    for (const timer of insisting) clearInterval(timer)
    raw_caller.close()
    raw_gateway.close()
  }
})
