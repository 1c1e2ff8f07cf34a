// Calls for the screens to show: decided, charged and written by the engine itself, on a switch
// that does what the test says and a clock that the test turns.
import { afterAll, beforeAll, vi } from 'vitest'
import { makePool } from '#db/database.ts'
import type {
  AttemptReport,
  CallEvent,
  SwitchInvite,
  SwitchReply,
} from '#engine/kamailio/switch-link.ts'
import type { TestApi } from '../support/api.ts'
import { ScriptedSwitch } from '../support/scripted-switch.ts'
import { startTestEngine } from '../support/test-engine.ts'
import { checkBooks, makeWorld, type World, type WorldOptions } from '../support/world.ts'
import type { TestConsole } from './console.ts'

export interface MadeCall {
  readonly invite: SwitchInvite
  readonly decision: SwitchReply | undefined
  readonly call_id: string
}

export interface Calling {
  readonly world: World
  readonly kamailio: ScriptedSwitch
  /** From now on calls begin that many minutes ago; at first it is now. */
  setMinutesAgo(minutes: number): void
  /** A call that the engine refuses. */
  refused(invite: Partial<SwitchInvite>): Promise<MadeCall>
  /** A call that waits for its gateway, or rings there. */
  ringing(invite?: Partial<SwitchInvite>): Promise<MadeCall>
  /** An answered, active call over the gateway at this place. */
  ongoing(invite?: Partial<SwitchInvite>, at?: 0 | 1): Promise<MadeCall>
  /** A call that was talked; the gateways before the one that answered said 503. */
  talked(seconds: number, invite?: Partial<SwitchInvite>, at?: 0 | 1): Promise<MadeCall>
  /** A call that every gateway tried answered with its code, the last one with this reason. */
  failed(
    codes: readonly number[],
    invite?: Partial<SwitchInvite>,
    reason?: string,
  ): Promise<MadeCall>
  /** A call whose caller did not wait. */
  cancelled(invite?: Partial<SwitchInvite>): Promise<MadeCall>
  hangUp(call: MadeCall): Promise<void>
  /** Dialogs that the engine had the switch end. */
  ended(): readonly string[]
  /** Ends all active calls, and checks the books. */
  stop(): Promise<void>
}

/** The facts of an answered call in the events of the switch. */
type Story = Pick<CallEvent, 'attempts' | 'gateway_id' | 'sip_code' | 'ringing_at'> & {
  readonly answered_at: number
}

const PDD_SECONDS = 0.9
const RING_SECONDS = 4

export async function startCalling(
  { url, engine_url }: Pick<TestApi, 'url' | 'engine_url'>,
  options: WorldOptions = {},
): Promise<Calling> {
  const pool = makePool(url, 'test', 3)
  const world = await makeWorld(pool, options)
  // Calls of days that are over have to find their rates too.
  await pool.query(`update tariff_rate set effective_from = '2026-01-02Z'`)
  const kamailio = new ScriptedSwitch()
  let offset_ms = 0
  const engine = await startTestEngine(kamailio, {
    url: engine_url,
    clock: {
      now_ms: () => Date.now() + offset_ms,
      monotonic_ms: () => performance.now(),
    },
  })
  const open = new Map<string, MadeCall>()
  /** Adds a call to those of the switch: one that it does not list is lost to the engine. */
  const list = (call: MadeCall, state: 'SETUP' | 'ANSWERED', answered_at: number | null) => {
    open.set(call.call_id, call)
    const { dialog, sip_call_id, received_at: started_at } = call.invite
    const gateway_id = world.gateway_ids[0]
    kamailio.dialogs.push({
      dialog,
      call_id: call.call_id,
      sip_call_id,
      state,
      gateway_id,
      started_at,
      answered_at,
      is_held: false,
    })
  }
  const now = () => (Date.now() + offset_ms) / 1000
  const said = (key: string) =>
    vi.waitFor(() => {
      if (!kamailio.acknowledged.includes(key)) throw new Error('The engine has not written it yet')
    })

  async function begin(invite: Partial<SwitchInvite> = {}): Promise<MadeCall> {
    const made = await kamailio.invite({ received_at: now(), ...invite })
    return { ...made, call_id: made.decision?.call_id ?? '' }
  }
  /** Gateways are tried one after the other, a second each. */
  const attemptsOf = (call: MadeCall, codes: readonly number[]): AttemptReport[] =>
    codes.map((sip_code, at) => {
      const sent_at = call.invite.received_at + 0.02 + at
      const rings = sip_code !== 503
      return {
        gateway_id: world.gateway_ids[at] ?? 0,
        sip_code,
        attempt_end: sip_code === 200 ? 'ANSWERED' : 'REFUSED',
        not_sent_reason: null,
        gateway_user_agent: 'Vendor SBC 4',
        retry_after: null,
        sent_at,
        ringing_at: rings ? sent_at + PDD_SECONDS : null,
        ended_at: sent_at + (rings ? RING_SECONDS : 0.4),
        q850_cause: sip_code === 486 ? 17 : null,
      }
    })
  async function answer(call: MadeCall, at: 0 | 1): Promise<Story> {
    const attempts = attemptsOf(call, at === 0 ? [200] : [503, 200])
    const last = attempts[at]!
    const story = {
      attempts,
      gateway_id: last.gateway_id,
      sip_code: 200,
      ringing_at: last.ringing_at,
      answered_at: last.ended_at ?? now(),
    }
    await said(kamailio.event('answered', call, story))
    return story
  }
  const stories = new Map<string, Story>()
  async function end(call: MadeCall, story: Story, seconds: number) {
    const ended_at = story.answered_at + seconds
    // Not live: the engine would measure how long it has really lasted.
    const how = { live: false, ended_at, released_by: 'caller' } as const
    await said(kamailio.event('ended', call, { ...story, ...how }))
  }

  const calling: Calling = {
    world,
    kamailio,
    setMinutesAgo(minutes) {
      offset_ms = -minutes * 60_000
    },
    async refused(invite) {
      const call = await begin(invite)
      await vi.waitFor(async () => {
        const { rowCount } = await pool.query('select 1 from call_record where call_id = $1', [
          call.call_id,
        ])
        if (rowCount !== 1) throw new Error('The refusal is not written yet')
      })
      return call
    },
    async ringing(invite) {
      const call = await begin(invite)
      list(call, 'SETUP', null)
      kamailio.event('ringing', call, { ringing_at: now(), gateway_id: world.gateway_ids[0] })
      return call
    },
    async ongoing(invite, at = 0) {
      // Early enough for the call to be answered now.
      const received_at = now() - RING_SECONDS - 2
      const call = await begin({ received_at, ...invite })
      const story = await answer(call, at)
      stories.set(call.call_id, story)
      list(call, 'ANSWERED', story.answered_at)
      return call
    },
    async talked(seconds, invite, at = 0) {
      const call = await begin(invite)
      await end(call, await answer(call, at), seconds)
      return call
    },
    async failed(codes, invite, reason = '') {
      const call = await begin(invite)
      const attempts = attemptsOf(call, codes)
      const last = attempts.at(-1)!
      const { sip_code, ended_at, q850_cause } = last
      const end = { sip_code, ended_at, q850_cause, reason }
      await said(kamailio.event('failed', call, { attempts, ...end }))
      return call
    },
    async cancelled(invite) {
      const call = await begin(invite)
      const attempts = attemptsOf(call, [487])
      const { sip_code, ended_at, ringing_at } = attempts[0]!
      await said(
        kamailio.event('failed', call, {
          attempts,
          sip_code,
          ended_at,
          ringing_at,
          released_by: 'caller',
        }),
      )
      return call
    },
    async hangUp(call) {
      const story = stories.get(call.call_id)
      open.delete(call.call_id)
      kamailio.dialogs = kamailio.dialogs.filter(({ call_id }) => call_id !== call.call_id)
      if (story) await end(call, story, Math.max(1, now() - story.answered_at))
      else await said(kamailio.event('failed', call, { sip_code: 487, ended_at: now() }))
    },
    ended: () => kamailio.ended,
    async stop() {
      for (const call of open.values()) await calling.hangUp(call)
      await engine.stop()
      await checkBooks(pool)
      await pool.end()
    },
  }
  return calling
}

/** The calls of a test file: they can be made once its console is there, and end before it. */
export function callingForFile(console_: TestConsole, options: WorldOptions = {}): Calling {
  const calling = {} as Calling
  beforeAll(async () => {
    Object.assign(calling, await startCalling(console_.api, options))
  })
  afterAll(() => calling.stop())
  return calling
}
