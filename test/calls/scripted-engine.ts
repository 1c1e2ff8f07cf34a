// An engine without money: it decides by a script and keeps every event, over the real connection.
import { createHash, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { SIP_REALM } from '#core/sip-realm.ts'
import { connectToKamailio, type KamailioAddress } from '#engine/kamailio/connection.ts'
import type {
  AttemptQuestion,
  CallEvent,
  SwitchInvite,
  SwitchLink,
  SwitchReply,
  SwitchRoute,
} from '#engine/kamailio/switch-link.ts'
import type {
  Credentials,
  CredentialsQuestion,
  SwitchNotice,
} from '#engine/kamailio/switch-users.ts'
import { until } from '../sip/until.ts'
import { SYSTEM_CLOCK } from '../support/clocks.ts'

export type ScriptedEngine = {
  readonly link: SwitchLink
  readonly invites: SwitchInvite[]
  /** In the order in which they came, each once. */
  readonly events: CallEvent[]
  /** Repeats too: what waits when an engine comes, or is acknowledged late, comes again. */
  readonly heard: CallEvent[]
  readonly questions: CredentialsQuestion[]
  /** Without those of firewall zones, which are all answered: no zone decides. */
  readonly notices: SwitchNotice[]
  readonly attempts: AttemptQuestion[]
  /** The credentials of those who have a password. */
  readonly users: Map<string, Credentials>
  /** The decisions of the next calls. */
  decide: (invite: SwitchInvite) => SwitchReply | undefined | Promise<SwitchReply | undefined>
  /** Whether a gateway that is asked about is tried. */
  hasCapacity: (question: AttemptQuestion) => boolean
  /** Acknowledge what comes in; off, to see it come again. */
  acknowledges: boolean
  /** Waits for the one event of this kind. */
  event(kind: CallEvent['kind']): Promise<CallEvent>
  /** Waits for the first notice of this kind. */
  notice<Kind extends SwitchNotice['kind']>(
    kind: Kind,
  ): Promise<Extract<SwitchNotice, { kind: Kind }>>
  forget(): void
  /** Waits until the switch has no event for the next engine. */
  hearAll(): Promise<void>
  close(): Promise<void>
}

export async function startEngine(
  address: Omit<KamailioAddress, 'engine'>,
  name = 'test',
): Promise<ScriptedEngine> {
  let connected = false
  const acknowledged = new Set<string>()
  const engine: ScriptedEngine = {
    invites: [],
    events: [],
    heard: [],
    questions: [],
    notices: [],
    attempts: [],
    hasCapacity: () => true,
    users: new Map(),
    decide: () => undefined,
    acknowledges: true,
    link: connectToKamailio(
      { ...address, engine: name },
      {
        async decide(invite) {
          engine.invites.push(invite)
          return engine.decide(invite)
        },
        async credentials(question) {
          engine.questions.push(question)
          // As the real one does: the reply is the same whether there is such a user or not.
          return engine.users.get(question.username) ?? user('', 'no such user')
        },
        hasCapacity(question) {
          engine.attempts.push(question)
          return engine.hasCapacity(question)
        },
        onNotice(notice) {
          if (notice.kind !== 'zone') engine.notices.push(notice)
          else engine.link.setZones(notice.source_ip, { REGISTER: NO_ZONE, INVITE: NO_ZONE })
        },
        onEvent(event) {
          // One that is sent again may still be on its way when the next test has begun.
          const is_new =
            !acknowledged.has(event.key) && engine.events.every(({ key }) => key !== event.key)
          // All ringing events have one key: the first is sent once, and lost if it is lost.
          if (is_new || event.kind === 'ringing') engine.events.push(event)
          engine.heard.push(event)
          if (engine.acknowledges && event.kind !== 'ringing') {
            acknowledged.add(event.key)
            engine.link.acknowledge(event.key)
          }
        },
        onConnected: () => {
          connected = true
        },
        onDisconnected: () => {
          connected = false
        },
      },
      {
        clock: SYSTEM_CLOCK,
        randomId: randomUUID,
        log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
      },
    ),
    async event(kind) {
      const find = () => engine.events.find((event) => event.kind === kind)
      await until(`the switch reports ${kind}`, () => find() !== undefined)
      return find() as CallEvent
    },
    async notice(kind) {
      const find = () => engine.notices.find((notice) => notice.kind === kind)
      await until(`the switch sends the notice ${kind}`, () => find() !== undefined)
      return find() as Extract<SwitchNotice, { kind: typeof kind }>
    },
    forget() {
      for (const heard of [
        engine.invites,
        engine.events,
        engine.heard,
        engine.questions,
        engine.notices,
        engine.attempts,
      ]) {
        heard.length = 0
      }
    },
    async hearAll() {
      if (!connected || !engine.acknowledges) return
      const isSilent = async () => (await engine.link.outbox()).length === 0
      await until('the switch has told everything', isSilent)
    },
    close: () => engine.link.close(),
  }
  await until('the engine is connected', () => connected)
  return engine
}

const NO_ZONE = { zone_id: 0, limit: 0 } as const

/** Who must prove who he is. */
export const CHALLENGE = { kind: 'challenge', call_id: '' } as const
export const REFUSAL = {
  kind: 'refuse',
  call_id: '1',
  sip_code: 404,
  reason: 'No',
  q850_cause: 1,
} as const
export const ANN = { username: 'ann', password: 'secret' } as const

/** A SIP user with a password, as the engine has it. */
export function user(
  username: string,
  password: string,
  more: Partial<Credentials> = {},
): Credentials {
  const secret = `${username}:${SIP_REALM}:${password}`
  return {
    ha1: createHash('md5').update(secret).digest('hex'),
    is_allowed: true,
    max_contacts: 2,
    expires_min_seconds: 60,
    expires_max_seconds: 600,
    ...more,
  }
}

/** A way to a gateway at this address; its id is the last number of the address. */
export function routeTo(gateway: string, more: Partial<SwitchRoute> = {}): SwitchRoute {
  return {
    gateway_id: Number(gateway.split('.').at(-1)),
    uri: `sip:00441234@${gateway}:5060`,
    dst_uri: `sip:${gateway}:5060;transport=udp`,
    codecs: [],
    media: 'PROXY',
    // A gateway that is well answers in time on a busy machine too.
    invite_timeout_ms: 30_000,
    ring_timeout_ms: 60_000,
    ...more,
  }
}

export function routing(
  routes: readonly SwitchRoute[],
  more: Partial<SwitchReply> = {},
): SwitchReply {
  return {
    kind: 'route',
    call_id: '4711',
    max_seconds: 60,
    max_setup_seconds: 60,
    routes: routes.map((route) => ({ stop: '(486|600|603)/.*', ...route })),
    ...more,
  } as SwitchReply
}
