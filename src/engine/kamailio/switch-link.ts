// What the engine and the switch say to each other, without a word on how: Kamailio is one switch
// behind it, a test is another (ADR-0006).

type Transport = 'UDP' | 'TCP'

/** A stamp of the switch's clock: seconds since 1970 in UTC, with microseconds as fraction. */
export type Stamp = number

/** A caller asks for a call; the switch waits at most 3 seconds for the decision. */
export type Invite = {
  /** Names the suspended transaction; goes back with the decision. */
  readonly tx: string
  /**
   * The switch's own name of the call's dialog; opaque, goes into `setLimit`, `cancel` and `end`.
   */
  readonly dialog: string
  readonly sip_call_id: string
  readonly from_tag: string
  readonly source_ip: string
  readonly source_port: number
  readonly transport: Transport
  readonly dialled_number: string
  readonly caller_number: string
  readonly caller_name: string
  readonly user_agent: string
  /** Address and port of ours on which the call came in. */
  readonly local_address: string
  readonly received_at: Stamp
}

/** One gateway to try. Routes are tried in the order in which they stand. */
export type SwitchRoute = {
  readonly gateway_id: number
  /** Request URI: the sent number at the gateway. */
  readonly uri: string
  /** Where the request is sent, with its transport: `sip:192.0.2.1:5060;transport=udp`. */
  readonly dst_uri: string
  /** Codecs that may be offered to this gateway; an empty list offers what the caller offers. */
  readonly codecs: readonly string[]
  readonly media: 'PROXY' | 'DIRECT'
  /** Without any answer for this long, the next gateway is tried. */
  readonly invite_timeout_ms: number
  /** After a first answer, the longest wait for the called party to pick up. */
  readonly ring_timeout_ms: number
  /** What the gateway sees as caller and as called party; without them our own name and `uri`. */
  readonly from_uri?: string
  readonly to_uri?: string
}

type Refusal = {
  readonly kind: 'refuse'
  readonly call_id: string
  readonly sip_code: number
  readonly reason: string
  readonly q850_cause: number
}

export type Routing = {
  readonly kind: 'route'
  readonly call_id: string
  /** The switch ends the call so long after its answer, unless `setLimit` says otherwise. */
  readonly max_seconds: number
  /** A gateway's final code among these ends the search: the called party has decided. */
  readonly stop_codes: readonly number[]
  /** The longest time from the INVITE to the answer, over all gateways together. */
  readonly max_setup_seconds: number
  readonly routes: readonly SwitchRoute[]
}

export type Decision = Refusal | Routing

/** One gateway that was tried, the one that answered among them. */
export type Attempt = {
  readonly gateway_id: number
  /** The gateway's final code; 408 when it said nothing in time. */
  readonly sip_code: number
  readonly timed_out: boolean
  readonly sent_at: Stamp
  readonly ringing_at: Stamp | null
  /** When its final answer came: for the gateway that answered, the moment of the 200. */
  readonly ended_at: Stamp
  readonly q850_cause: number | null
}

/**
 * Something happened to a call. All kinds but `ringing` come again until they are acknowledged,
 * with the same `key`. `answered` may be missing or come after `ended`: each event tells the whole
 * story so far. `orphan_bye` is a BYE of a call whose dialog the switch has lost in a crash: only
 * `sip_call_id` and `ended_at` are known.
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
  /** The gateway that answered or rings, else the last one tried. */
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
  readonly attempts: readonly Attempt[]
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

/** What the engine does when the switch speaks. */
export type SwitchListener = {
  /** Undefined leaves the caller without a decision: the switch refuses with 503 by itself. */
  decide(invite: Invite): Promise<Decision | undefined>
  onEvent(event: CallEvent): void
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
  /** Ends an answered call: both sides hear BYE. False when it is not (or no longer) answered. */
  end(dialog: string, q850_cause: number, text: string): Promise<boolean>
  list(): Promise<SwitchDialog[]>
  /** When media of the call was last relayed; null when none is relayed, or nobody can tell. */
  lastMediaAt(sip_call_id: string): Promise<Stamp | null>
  /** Lets both sides hear nothing: the last means against a call that the switch has lost. */
  cutMedia(sip_call_id: string): Promise<void>
  health(): Promise<SwitchHealth>
  close(): Promise<void>
}
