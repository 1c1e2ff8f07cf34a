// The link between engine and switch, independent of the protocol: Kamailio implements it, and so
// do tests (ADR-0006).

import type { Attempt, CallMedia } from '#core/call/call.ts'
import type { RecordingAnnouncement } from '#core/recording/announcement.ts'
import type { Invite } from '#core/routing/decision.ts'
import type { TraceMode } from '#core/routing/trace-rules.ts'
import type { Stamp } from './stamp.ts'
import type { SwitchFigures } from './switch-figures.ts'
import type {
  Credentials,
  CredentialsQuestion,
  OutboundRegistration,
  OutboundRegistrationState,
  Ping,
  SwitchBan,
  SwitchNotice,
  SwitchRegistration,
  ZoneVerdicts,
} from './switch-users.ts'

/** An INVITE; the switch waits at most 3 seconds for the decision. */
export type SwitchInvite = Invite & {
  /** Names the suspended transaction; goes back with the decision. */
  readonly tx: string
  /** Opaque id of the dialog in the switch, for `setLimit`, `cancel` and `end`. */
  readonly dialog: string
  readonly received_at: Stamp
}

/** Headers about the caller that the switch writes; those received are never passed on. */
export type CallerHeaders = {
  readonly 'P-Asserted-Identity'?: string
  readonly 'Remote-Party-ID'?: string
  readonly Privacy?: string
  readonly Diversion?: string
}

/** One gateway to try. Routes are tried in their order. */
export type SwitchRoute = {
  /** 0 for a registered user (`on_net`). */
  readonly gateway_id: number
  /**
   * A registered SIP user instead of a gateway: `uri` and `dst_uri` are those of its phones,
   * which ring together. Without any the attempt ends with 480.
   */
  readonly on_net?: string
  /** A SIP user whose phones are registered at the node of `dst_uri`. */
  readonly node_user?: string
  /** Request URI: the sent number at the gateway. */
  readonly uri: string
  /** Where the request is sent, with its transport: `sip:192.0.2.1:5060;transport=udp`. */
  readonly dst_uri: string
  /** Addresses and networks from which the carrier may also change and end the call. */
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
  /** Caller and called party as the gateway sees them; by default our own name and `uri`. */
  readonly from_uri?: string
  readonly to_uri?: string
  readonly from_name?: string
  readonly headers?: CallerHeaders
  /** Address of ours from which the gateway is called, such as `udp:192.0.2.1:5060`. */
  readonly socket?: string
  /** For a gateway that requires a password; an empty realm accepts the realm of its challenge. */
  readonly auth?: {
    readonly username: string
    readonly password: string
    readonly realm: string
  }
  /**
   * Extended regular expressions over the whole of `sip_code/q850_cause` of an attempt (`486/17`,
   * `404/0` without a cause). `stop` ends the search; `stop_after_two_gateways` ends it as soon
   * as two different gateways have answered with what their own expression describes.
   */
  readonly stop?: string
  readonly stop_after_two_gateways?: string
  /** After ringing at this gateway no other is tried, however the attempt ends. */
  readonly stop_after_ringing?: boolean
  /**
   * Before this gateway is tried, the switch checks with the engine whether a channel is free
   * (`hasCapacity`).
   */
  readonly ask?: boolean
  /** The response to the caller instead of this gateway's last code. */
  readonly replies?: Readonly<Record<number, number>>
}

type RefuseReply = {
  readonly kind: 'refuse'
  readonly call_id: string
  readonly sip_code: number
  readonly reason: string
  readonly q850_cause: number
  /** Seconds after which the caller may try again. */
  readonly retry_after?: number
  readonly trace?: TraceMode
}

export type RouteReply = {
  readonly kind: 'route'
  readonly call_id: string
  /** The switch ends the call this long after its answer, unless `setLimit` changes it. */
  readonly max_seconds: number
  /** The longest time from the INVITE to the answer, over all gateways together. */
  readonly max_setup_seconds: number
  /**
   * Networks, beside the source of the INVITE, from which the client may change and end the call.
   */
  readonly caller_networks?: readonly string[]
  readonly trace?: TraceMode
  readonly routes: readonly SwitchRoute[]
}

/**
 * The caller must prove a password: it gets 407 and sends another INVITE. No event follows, because
 * it was no call.
 */
type ChallengeReply = {
  readonly kind: 'challenge'
  readonly call_id: string
}

/** The decision with what the switch needs to carry it out. */
export type SwitchReply = RouteReply | RefuseReply | ChallengeReply

/** The call has failed at the previous gateways, and this one is next. */
export type AttemptQuestion = {
  readonly tx: string
  readonly dialog: string
  readonly call_id: string
  readonly sip_call_id: string
  readonly gateway_id: number
  readonly received_at: Stamp
}

/** One gateway that was tried, including the one that answered. */
export type AttemptReport = Attempt & {
  /** Seconds for which the gateway wants no calls (503 with Retry-After). */
  readonly retry_after: number | null
}

/**
 * Something happened to a call. All kinds but `ringing` are repeated with the same `key` until they
 * are acknowledged. `answered` may be missing or come after `ended`: each event contains everything
 * so far. `orphan_bye` is a BYE of a call whose dialog the switch has lost in a crash, which the
 * other side has accepted: only `sip_call_id` and `ended_at` are known.
 */
export type CallEvent = {
  readonly key: string
  readonly kind: 'ringing' | 'answered' | 'ended' | 'failed' | 'orphan_bye'
  /** First delivery, at the moment it happens; a repeat may come much later. */
  readonly live: boolean
  /** Empty when the call ended before the decision reached the switch: then use `dialog`. */
  readonly call_id: string
  readonly dialog: string
  readonly sip_call_id: string
  readonly started_at: Stamp | null
  /** The first ringing that reached the caller, from any gateway. */
  readonly ringing_at: Stamp | null
  readonly answered_at: Stamp | null
  readonly ended_at: Stamp | null
  /** The gateway that answered or rings, else the last one tried; 0 for a registered user. */
  readonly gateway_id: number | null
  /** The response to the caller. */
  readonly sip_code: number | null
  readonly q850_cause: number | null
  /**
   * `limit`: max_seconds were reached. `keep-alive`: the caller did not respond. Otherwise the
   * Reason header.
   */
  readonly reason: string
  readonly released_by: 'caller' | 'callee' | 'switch' | null
  /** A gateway has sent early media. */
  readonly early_media: boolean
  readonly attempts: readonly AttemptReport[]
  /** The caller's; only with `answered`, and only if media is relayed. */
  readonly from_tag?: string | undefined
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
  /** The last offer of a side was a hold. */
  readonly is_held: boolean
}

export type SwitchHealth = {
  /** The link for decisions and events is up. */
  readonly connected: boolean
  /** Null when the switch does not answer. */
  readonly uptime_seconds: number | null
  readonly active_calls: number | null
}

/** State of a call's media in rtpengine; `no_reply` means no answer. */
export type RelayedMedia =
  | {
      readonly kind: 'relayed'
      /** When the last packet came from either side, or a stream was made. */
      readonly last_packet_at: Stamp
      /** One side has put the call on hold. */
      readonly is_held: boolean
    }
  | { readonly kind: 'gone' | 'no_reply' }

/** Called by the switch. */
export type SwitchListener = {
  /** Undefined sends no decision: the switch refuses with 503. */
  decide(invite: SwitchInvite): Promise<SwitchReply | undefined>
  /** Undefined, or no such method: no password is accepted. */
  credentials?(question: CredentialsQuestion): Promise<Credentials | undefined>
  /** False skips the gateway; without this method all are tried. */
  hasCapacity?(question: AttemptQuestion): boolean | Promise<boolean>
  onEvent(event: CallEvent): void
  onNotice?(notice: SwitchNotice): void
  /** After each (re)connect: events may be old by now, and calls may have been lost (`list`). */
  onConnected(): void
  onDisconnected(): void
}

export type Recorded = {
  readonly call_id: string
  readonly sip_call_id: string
  /** The caller's. */
  readonly from_tag: string
  readonly announcement: RecordingAnnouncement
}

/** Commands and queries to the switch. Commands that cannot be sent are dropped, never queued. */
export type SwitchLink = {
  /** Only after the commit: the switch forgets the event. */
  acknowledge(key: string): void
  /** Ends the answered call this many whole seconds from now (at least 1). */
  setLimit(dialog: string, seconds: number): void
  /** Ends a call that is not answered yet: the caller gets 480. */
  cancel(dialog: string, sip_call_id: string): void
  /**
   * Ends an answered call with BYE to both sides. False when it is not (or no longer) answered,
   * which is looked up first unless the caller knows it from `list`.
   */
  end(
    dialog: string,
    q850_cause: number,
    text: string,
    known?: { readonly is_answered: boolean },
  ): Promise<boolean>
  list(): Promise<SwitchDialog[]>
  /** Events that are not acknowledged yet and will be repeated. */
  outbox(): Promise<CallEvent[]>
  media(sip_call_id: string): Promise<RelayedMedia>
  /** Stops the media of both sides: the last resort against a call that the switch has lost. */
  cutMedia(sip_call_id: string): Promise<void>
  /**
   * Plays the announcement to both sides of a relayed call, which get nothing else meanwhile, and
   * records the call from then on until it ends. Throws if the relay does not do it.
   */
  record(recorded: Recorded): Promise<void>
  health(): Promise<SwitchHealth>
  /** The counters of the switch itself; empty for a program that does not answer. */
  figures(): Promise<SwitchFigures>
  registrations(): Promise<SwitchRegistration[]>
  /** One phone, or all of the user's; it may register again until its password changes. */
  unregister(username: string, contact?: string): Promise<void>
  /** Names whose password check the switch has cached. */
  allowedNames(): Promise<string[]>
  /** Clears the cached password of this user, or of all. */
  forgetCredentials(username?: string): Promise<void>
  /** Drops new requests of this address for this time; its active calls continue. */
  ban(ip: string, seconds: number): Promise<void>
  unban(ip: string): Promise<void>
  bans(): Promise<SwitchBan[]>
  /** Addresses that the switch itself blocks for five minutes because of a flood. */
  floods(): Promise<SwitchBan[]>
  /** Ends that block. */
  forgiveFlood(ip: string): Promise<void>
  /** The verdicts of the firewall zones about an address, until `forgetZones`. */
  setZones(ip: string, verdicts: ZoneVerdicts): void
  forgetZones(): void
  /** How many requests each zone has decided since the last call. */
  takeZoneHits(): Promise<readonly { readonly zone_id: number; readonly hits: number }[]>
  /**
   * For the next hour these addresses are not blocked for a flood, and have priority over unknown
   * ones.
   */
  spare(ips: readonly string[]): void
  /** For the next minute these are the other nodes, whose calls to phones of this one it takes. */
  setNodes(ips: readonly string[]): void
  /** Sends OPTIONS; the reply comes as the notice `pong`. */
  ping(request: Ping): void
  /** The complete list: other registrations are ended. */
  setOutboundRegistrations(registrations: readonly OutboundRegistration[]): Promise<void>
  outboundRegistrations(): Promise<OutboundRegistrationState[]>
  close(): Promise<void>
}
