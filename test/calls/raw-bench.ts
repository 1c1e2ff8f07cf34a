// A Kamailio of its own with a scripted engine, and raw ends that may lie to it. All calls of a
// file may run at once: each has a number of its own.
import { afterAll, beforeAll, expect } from 'vitest'
import type { CallEvent, SwitchRoute } from '#engine/kamailio/switch-link.ts'
import { type RunningKamailio, startKamailio } from '../sip/kamailio.ts'
import { openRawCaller, type RawCall, type RawCaller } from '../sip/raw-caller.ts'
import { type Leg, openRawGateway, type RawGateway } from '../sip/raw-gateway.ts'
import { until } from '../sip/until.ts'
import { routeTo, routing, type ScriptedEngine, startEngine } from './scripted-engine.ts'
import { addressesIn, type Place } from './switch-bench.ts'

export type Mode = SwitchRoute['media']
export const MODES: readonly Mode[] = ['PROXY', 'DIRECT']

/** Packets to wait for where media flows, and to send where none may pass. */
export const PACKETS = 15

/** Wait for a gateway that is to be given up, silent or ringing. */
export const TIMEOUT_MS = 1_000
/** Wait for a gateway that answers, on a busy machine too. */
const PATIENCE_MS = 30_000

/** The relay skips some with each call; a gateway that lies sends to old ones for a while. */
const MEDIA_PORTS = 12_000

export interface Patience {
  readonly gives_up: boolean
}

export type RawBench = {
  kamailio: RunningKamailio
  engine: ScriptedEngine
  caller: RawCaller
  gateway: RawGateway
  second: RawGateway
  /** Where each number goes. */
  readonly routesOf: Map<string, readonly SwitchRoute[]>
  /** A number that is sent to these gateways, one after the other; `gives_up` on the first. */
  numberFor(media: Mode, gateways: readonly RawGateway[], options?: Patience): string
  /** The events of the call, without ringing. */
  eventsOf(call: RawCall): CallEvent[]
  /** Both sides receive the media of the other one. */
  expectMedia(call: RawCall, leg: Leg): Promise<void>
  /** The call is like any other: media flows both ways, and the caller's BYE ends it. */
  expectTalk(call: RawCall, leg: Leg, tag: string): Promise<void>
}

export function setUpRawSwitch(place: Place): RawBench {
  const { SWITCH, CALLER, GATEWAY, SECOND } = addressesIn(place)
  const routesOf = new Map<string, readonly SwitchRoute[]>()
  // All else is there before the first test begins.
  const bench = {
    routesOf,
    numberFor(media, gateways, { gives_up } = { gives_up: false }) {
      const number = String(441_000 + routesOf.size)
      routesOf.set(
        number,
        gateways.map(({ peer: { address } }, at) => {
          const timeout_ms = gives_up && at === 0 ? TIMEOUT_MS : PATIENCE_MS
          return routeTo(address, {
            uri: `sip:${number}@${address}:5060`,
            media,
            invite_timeout_ms: timeout_ms,
            ring_timeout_ms: timeout_ms,
            stop: '48[07]/.*',
          })
        }),
      )
      return number
    },
    eventsOf: ({ call_id }) =>
      bench.engine.events.filter(
        ({ sip_call_id, kind }) => sip_call_id === call_id && kind !== 'ringing',
      ),
    async expectMedia(call, leg) {
      const heardByCaller = () => call.media.receivedFrom(leg.media)
      const heardByGateway = () => leg.media.receivedFrom(call.media)
      const [caller_from, gateway_from] = [heardByCaller(), heardByGateway()]
      await until('the caller hears', () => heardByCaller() >= caller_from + PACKETS)
      await until('the gateway hears', () => heardByGateway() >= gateway_from + PACKETS)
    },
    async expectTalk(call, leg, tag) {
      await bench.expectMedia(call, leg)
      expect(leg.heard('BYE', tag)).toEqual([])
      call.bye()
      await until('the gateway is hung up on', () => leg.heard('BYE', tag).length > 0)
      const kinds = () => bench.eventsOf(call).map(({ kind }) => kind)
      await until('the end is told', () => kinds().includes('ended'))
      expect(kinds()).toEqual(['answered', 'ended'])
      expect(bench.eventsOf(call).at(-1)).toMatchObject({ released_by: 'caller' })
    },
  } as RawBench

  beforeAll(async () => {
    bench.kamailio = await startKamailio({
      address: SWITCH,
      first_port: place.first_port,
      media_ports: MEDIA_PORTS,
    })
    bench.engine = await startEngine(bench.kamailio.link)
    bench.engine.decide = ({ dialled_number }) => routing(routesOf.get(dialled_number) ?? [])
    bench.caller = await openRawCaller(CALLER, SWITCH)
    bench.gateway = await openRawGateway(GATEWAY)
    bench.second = await openRawGateway(SECOND)
  })
  afterAll(async () => {
    const { kamailio, engine, caller, gateway, second } = bench
    await engine?.hearAll()
    await engine?.close()
    for (const end of [caller, gateway, second]) end?.close()
    await kamailio?.stop()
  })
  return bench
}
