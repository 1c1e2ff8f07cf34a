// What the engine and the switch say to each other, without a word on how: Kamailio is one switch
// behind it, a test is another (ADR-0006).

import type { Attempt, CallMedia } from '#core/call/call.ts'
import type { Invite } from '#core/routing/decision.ts'
import type { Stamp } from './stamp.ts'
import type {
  CarrierRegistration,
  CarrierRegistrationState,
  Credentials,
  CredentialsQuestion,
  Ping,
  SwitchBan,
  SwitchNotice,
  SwitchRegistration,
} from './switch-users.ts'

/** A caller asks for a call; the switch waits at most 3 seconds for the decision. */
export type SwitchInvite = Invite & {
  /** Names the suspended transaction; goes back with the decision. */
  readonly tx: string
  /**
   * The switch's own name of the call's dialog; opaque, goes into `setLimit`, `cancel` and `end`.
   */
  readonly dialog: string
  readonly from_tag: string
  readonly received_at: Stamp
}

/** Headers about the caller, which the switch writes for a gateway and passes on from nobody. */
export type CallerHeaders = {
  readonly 'P-Asserted-Identity'?: string
  readonly 'Remote-Party-ID'?: string
  readonly Privacy?: string
  readonly Diversion?: string
}

/** One gateway to try. Routes are tried in the order in which they stand. */
export type SwitchRoute = {
  /** 0 for a registered user (`on_net`). */
  readonly gateway_id: number
  /**
   * A registered SIP user instead of a gateway: `uri` and `dst_uri` are those of its telephones,
   * which ring together. Without any the attempt ends with 480.
   */
  readonly on_net?: string
  /** Request URI: the sent number at the gateway. */
  readonly uri: string
  /** Where the request is sent, with its transport: `sip:192.0.2.1:5060;transport=udp`. */
  readonly dst_uri: string
  /** Addresses and networks of the carrier: from them too it may change and end the call. */
  readonly networks?: readonly string[]
  /** Codecs that may be offered to this gateway; an empty list offers what the caller offers. */
  readonly codecs: readonly string[]
  readonly media: 'PROXY' | 'DIRECT'
  /** Without any answer for this long, the next gateway is tried. */
  readonly invite_timeout_ms: number
  /** After a first answer, the longest wait for ringing; without it as long as for ringing. */
  readonly pdd_timeout_ms?: number
  /** Since it rings, the longest wait for the called party to pick up. */
  readonly ring_timeout_ms: number
  /** What the gateway sees as caller and as called party; without them our own name and `uri`. */
  readonly from_uri?: string
  readonly to_uri?: string
  readonly from_name?: string
  readonly headers?: CallerHeaders
  /** Address of ours from which the gateway is called, such as `udp:192.0.2.1:5060`. */
  readonly socket?: string
  /** For a gateway that asks for a password; an empty realm takes the one that it names. */
  readonly auth?: {
    readonly username: string
    readonly password: string
    readonly realm: string
  }
  /**
   * Extended regular expressions over the whole of `sip_code/q850_cause` of an attempt (`486/17`,
   * `404/0` without a cause). `stop` ends the search; `stop_if_two` ends it as soon as two
   * different gateways have answered with what their own expression describes.
   */
  readonly stop?: string
  readonly stop_if_two?: string
  /** Once this gateway has let it ring, no other is tried, however the attempt ends. */
  readonly stop_after_ringing?: boolean
  /** Before this gateway is tried the engine is asked whether it has a place left (`mayTry`). */
  readonly ask?: boolean
  /** What the caller hears in the place of this gateway's last code. */
  readonly replies?: Readonly<Record<number, number>>
}

type Refusal = {
  readonly kind: 'refuse'
  readonly call_id: string
  readonly sip_code: number
  readonly reason: string
  readonly q850_cause: number
  /** After how many seconds the caller may try again. */
  readonly retry_after?: number
}

export type Routing = {
  readonly kind: 'route'
  readonly call_id: string
  /** The switch ends the call so long after its answer, unless `setLimit` says otherwise. */
  readonly max_seconds: number
  /** The longest time from the INVITE to the answer, over all gateways together. */
  readonly max_setup_seconds: number
  /** From these too, beside where it came from, the client may change and end the call. */
  readonly caller_networks?: readonly string[]
  readonly routes: readonly SwitchRoute[]
}

/**
 * Who calls must be proved with a password: the caller hears 407, and comes again as another
 * INVITE. It was no call: no event follows.
 */
type Challenge = {
  readonly kind: 'challenge'
  readonly call_id: string
}

export type SwitchReply = Refusal | Routing | Challenge

/** The call has failed at the gateways before, and would go on to this one. */
export type AttemptQuestion = {
  readonly tx: string
  readonly dialog: string
  readonly call_id: string
  readonly sip_call_id: string
  readonly gateway_id: number
  readonly received_at: Stamp
}

/** One gateway that was tried, the one that answered among them. */
export type AttemptReport = Attempt & {
  readonly had_ringing: boolean
  /** The gateway wants to be left alone for so long (503 with Retry-After). */
  readonly retry_after: number | null
}

/**
 * Something happened to a call. All kinds but `ringing` come again until they are acknowledged,
 * with the same `key`. `answered` may be missing or come after `ended`: each event tells the whole
 * story so far. `orphan_bye` is a BYE of a call whose dialog the switch has lost in a crash, which
 * the other side has accepted: only `sip_call_id` and `ended_at` are known.
 */
export type CallEvent = {
  readonly key: string
  readonly kind: 'ringing' | 'answered' | 'ended' | 'failed' | 'orphan_bye'
  /** First delivery, at the moment it happens; a repeat may come much later. */
  readonly live: boolean
  /** Empty when the call ended before the decision reached the switch: then `dialog` tells. */
  readonly call_id: string
  readonly dialog: string
  readonly sip_call_id: string
  readonly started_at: Stamp | null
  /** The first ringing that the caller heard, from whichever gateway. */
  readonly ringing_at: Stamp | null
  readonly answered_at: Stamp | null
  readonly ended_at: Stamp | null
  /** The gateway that answered or rings, else the last one tried; 0 for a registered user. */
  readonly gateway_id: number | null
  /** What the caller was told. */
  readonly sip_code: number | null
  readonly q850_cause: number | null
  /**
   * `limit`: max_seconds were over. `keep-alive`: the caller was gone. Else the Reason header
   * given.
   */
  readonly reason: string
  readonly released_by: 'caller' | 'callee' | 'switch' | null
  /** A gateway has sent media before any answer, so that the caller may have heard it. */
  readonly early_media: boolean
  readonly attempts: readonly AttemptReport[]
  /** Only with `ended`, and only if media was relayed and the relay still knew. */
  readonly media: CallMedia | null
}

/** A call as the switch sees it now. */
export type SwitchDialog = {
  readonly dialog: string
  /** Empty while the decision is awaited. */
  readonly call_id: string
  readonly sip_call_id: string
  readonly state: 'SETUP' | 'ANSWERED' | 'ENDED'
  readonly gateway_id: number | null
  readonly started_at: Stamp | null
  readonly answered_at: Stamp | null
}

export type SwitchHealth = {
  /** The link for decisions and events is up. */
  readonly connected: boolean
  /** Null when the switch does not answer. */
  readonly uptime_seconds: number | null
  readonly active_calls: number | null
}

/** What the relay knows of the media of a call now; `untold` is no answer. */
export type RelayedMedia =
  | {
      readonly kind: 'relayed'
      /** When the last packet came from either side, or a stream was made. */
      readonly last_packet_at: Stamp
      /** One side has said that it sends nothing, or wants nothing, for now. */
      readonly is_held: boolean
    }
  | { readonly kind: 'gone' | 'untold' }

/** What the engine does when the switch speaks. */
export type SwitchListener = {
  /** Undefined leaves the caller without a decision: the switch refuses with 503 by itself. */
  decide(invite: SwitchInvite): Promise<SwitchReply | undefined>
  /** Undefined, or no such method: nobody is let in by password. */
  credentials?(question: CredentialsQuestion): Promise<Credentials | undefined>
  /** False passes over the gateway; without such a method all are tried. */
  mayTry?(question: AttemptQuestion): boolean
  onEvent(event: CallEvent): void
  onNotice?(sign: SwitchNotice): void
  /** After each (re)connect: events may be old by now, and calls may have been lost (`list`). */
  onConnected(): void
  onDisconnected(): void
}

/**
 * What the engine may ask of the switch. Commands that cannot be sent are dropped, never queued.
 */
export type SwitchLink = {
  /** Only after the commit: the switch forgets the event. */
  acknowledge(key: string): void
  /** Ends the answered call so many whole seconds from now (at least 1). */
  setLimit(dialog: string, seconds: number): void
  /** Gives up a call that is not answered yet: the caller hears 480. */
  cancel(dialog: string, sip_call_id: string): void
  /**
   * Ends an answered call: both sides hear BYE. False when it is not (or no longer) answered, which
   * is looked up first unless `list` has just said that it is.
   */
  end(
    dialog: string,
    q850_cause: number,
    text: string,
    known?: { readonly is_answered: boolean },
  ): Promise<boolean>
  list(): Promise<SwitchDialog[]>
  /** Events that nobody has acknowledged yet: they will come again. */
  outbox(): Promise<CallEvent[]>
  media(sip_call_id: string): Promise<RelayedMedia>
  /** Lets both sides hear nothing: the last means against a call that the switch has lost. */
  cutMedia(sip_call_id: string): Promise<void>
  health(): Promise<SwitchHealth>
  registrations(): Promise<SwitchRegistration[]>
  /** One telephone, or all of the user's; it may register again until its password changes. */
  unregister(username: string, contact?: string): Promise<void>
  /** Of those who are let in with a password that the switch has kept. */
  allowedNames(): Promise<string[]>
  /** Asks again for the password of this user, or of all. */
  forgetCredentials(username?: string): Promise<void>
  /** Hears nothing new of this address for so long; its calls go on. */
  ban(ip: string, seconds: number): Promise<void>
  unban(ip: string): Promise<void>
  bans(): Promise<SwitchBan[]>
  /** Whom it keeps out by itself for five minutes, because of a flood. */
  floods(): Promise<SwitchBan[]>
  /** Keeps out no longer by itself. */
  forgiveFlood(ip: string): Promise<void>
  /** For the next hour these are not kept out by themselves, and go before strangers. */
  spare(ips: readonly string[]): void
  /** Sends OPTIONS; the answer comes as the sign `pong`. */
  ping(request: Ping): void
  /** All that shall be; what is not in the list is given up. */
  setCarrierRegistrations(registrations: readonly CarrierRegistration[]): Promise<void>
  carrierRegistrations(): Promise<CarrierRegistrationState[]>
  close(): Promise<void>
}
