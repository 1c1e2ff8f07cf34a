// A switch that does what a test says, so that the engine can be driven without Kamailio.
import type { SwitchFigures } from '#engine/kamailio/switch-figures.ts'
import type {
  CallEvent,
  Recorded,
  RelayedMedia,
  SwitchDialog,
  SwitchInvite,
  SwitchLink,
  SwitchListener,
  SwitchReply,
} from '#engine/kamailio/switch-link.ts'
import type {
  OutboundRegistration,
  OutboundRegistrationState,
  Ping,
  SwitchRegistration,
  ZoneVerdicts,
} from '#engine/kamailio/switch-users.ts'

type Call = { invite: SwitchInvite; decision: SwitchReply | undefined }

/** The dialog of an answered call, as its switch lists it. */
export const answeredDialog = (
  { invite, decision }: Call,
  { answered_at, gateway_id }: Pick<SwitchDialog, 'answered_at' | 'gateway_id'>,
): SwitchDialog => ({
  dialog: invite.dialog,
  sip_call_id: invite.sip_call_id,
  call_id: decision?.call_id ?? '',
  state: 'ANSWERED',
  gateway_id,
  started_at: invite.received_at,
  answered_at,
  is_held: false,
})

export class ScriptedSwitch {
  listener: SwitchListener | undefined
  readonly acknowledged: string[] = []
  readonly limits: { dialog: string; seconds: number }[] = []
  readonly cancelled: string[] = []
  readonly ended: string[] = []
  dialogs: SwitchDialog[] = []
  /** How often the engine has asked for its dialogs, as it does when it compares its calls. */
  listings = 0
  /** How many of the next lists lack every dialog. */
  empty_listings = 0
  /** Events without an acknowledgement; they are repeated only when a test says so. */
  readonly outbox = new Map<string, CallEvent>()
  /** The state of the media of a Call-ID at the relay. */
  readonly media = new Map<string, RelayedMedia>()
  readonly recorded: Recorded[] = []
  /** The counters of its programs. */
  figures: SwitchFigures = { kamailio: {}, rtpengine: {} }
  registrations: SwitchRegistration[] = []
  /** How often phones were removed, and the reply of the engine after that. */
  removals = 0
  removal = Promise.resolve()
  /** Names of users whose password it has kept. */
  allowedNames: string[] = []
  /** Names of users whose password was forgotten; `undefined` for all. */
  readonly forgotten: (string | undefined)[] = []
  /** Addresses that are kept out, and until when. */
  readonly banned = new Map<string, number>()
  /** Addresses that it keeps out by itself, and until when. */
  readonly flooding = new Map<string, number>()
  /** Addresses that no ban takes, as it does not take those of IPv6. */
  readonly unbannable = new Set<string>()
  readonly spared = new Set<string>()
  nodes: readonly string[] = []
  /** The verdicts of the firewall zones that it has, by address. */
  readonly zones = new Map<string, ZoneVerdicts>()
  /** Hits of zones since the engine took the numbers. */
  readonly zone_hits: { zone_id: number; hits: number }[] = []
  readonly pings: Ping[] = []
  outboundRegistrations: readonly OutboundRegistration[] = []
  outboundRegistrationStates: OutboundRegistrationState[] = []
  #keys = 0
  #calls = 0

  readonly connect = (listener: SwitchListener): SwitchLink => {
    this.listener = listener
    return {
      acknowledge: (key) => {
        this.acknowledged.push(key)
        this.outbox.delete(key)
      },
      setLimit: (dialog, seconds) => void this.limits.push({ dialog, seconds }),
      cancel: (dialog) => void this.cancelled.push(dialog),
      end: async (dialog) => {
        this.ended.push(dialog)
        return true
      },
      list: async () => {
        this.listings++
        if (this.empty_listings === 0) return this.dialogs
        this.empty_listings--
        return []
      },
      outbox: async () => [...this.outbox.values()],
      media: async (sip_call_id) => this.media.get(sip_call_id) ?? { kind: 'gone' },
      cutMedia: async (sip_call_id) => void this.media.delete(sip_call_id),
      record: async (recorded) => void this.recorded.push(recorded),
      health: async () => ({
        connected: true,
        uptime_seconds: 1,
        active_calls: this.dialogs.length,
      }),
      figures: async () => this.figures,
      registrations: async () => this.registrations,
      unregister: async (username, contact) => {
        this.registrations = this.registrations.filter(
          (one) => one.username !== username || (contact && one.contact !== contact),
        )
        this.removals += 1
        await this.removal
      },
      allowedNames: async () => this.allowedNames,
      forgetCredentials: async (username) => void this.forgotten.push(username),
      ban: async (ip, seconds) => {
        if (this.unbannable.has(ip)) throw new Error(`${ip} cannot be banned`)
        this.banned.set(ip, Date.now() / 1000 + seconds)
      },
      unban: async (ip) => void this.banned.delete(ip),
      bans: async () => [...this.banned].map(([ip, expires_at]) => ({ ip, expires_at })),
      floods: async () => [...this.flooding].map(([ip, expires_at]) => ({ ip, expires_at })),
      forgiveFlood: async (ip) => void this.flooding.delete(ip),
      spare: (ips) => {
        for (const ip of ips) this.spared.add(ip)
      },
      setNodes: (ips) => {
        this.nodes = ips
      },
      setZones: (ip, verdicts) => void this.zones.set(ip, verdicts),
      forgetZones: () => this.zones.clear(),
      takeZoneHits: async () => this.zone_hits.splice(0),
      ping: (request) => void this.pings.push(request),
      setOutboundRegistrations: async (wanted) => {
        this.outboundRegistrations = wanted
      },
      outboundRegistrations: async () => this.outboundRegistrationStates,
      close: async () => {},
    }
  }

  /** Sends an INVITE; what is not said is that of an ordinary call. */
  async invite(
    more: Partial<SwitchInvite> = {},
  ): Promise<{ invite: SwitchInvite; decision: SwitchReply | undefined }> {
    this.#calls++
    const invite: SwitchInvite = {
      tx: `${this.#calls}:1`,
      dialog: `${this.#calls}:7`,
      sip_call_id: `call-${this.#calls}@test`,
      source_ip: '127.0.0.1',
      source_port: 5060,
      transport: 'UDP',
      dialled_number: '442071838750',
      caller_number: '4930123456',
      caller_name: '',
      user_agent: 'test',
      auth_username: '',
      to_number: '442071838750',
      pai: '',
      rpid: '',
      privacy: '',
      foreign_route: '',
      diversion: '',
      from_domain: '127.0.0.1',
      dialled_domain: '127.0.0.1',
      local_address: '127.0.0.1:5060',
      received_at: Date.now() / 1000,
      ...more,
    }
    const decision = await this.listener?.decide(invite)
    return { invite, decision }
  }

  /** Whether the call may go on to this gateway. */
  async hasCapacity({ invite, decision }: Call, gateway_id: number): Promise<boolean | undefined> {
    const { tx, dialog, sip_call_id, received_at } = invite
    const call_id = decision?.call_id ?? ''
    return this.listener?.hasCapacity?.({
      tx,
      dialog,
      call_id,
      sip_call_id,
      gateway_id,
      received_at,
    })
  }

  /** Delivers an event about the call and answers its key; what is not said is unknown. */
  event(kind: CallEvent['kind'], call: Call, more: Partial<CallEvent> = {}): string {
    this.#keys++
    const event: CallEvent = {
      key: `key-${this.#keys}`,
      kind,
      live: true,
      call_id: call.decision?.call_id ?? '',
      dialog: call.invite.dialog,
      sip_call_id: call.invite.sip_call_id,
      started_at: call.invite.received_at,
      ringing_at: null,
      answered_at: null,
      ended_at: null,
      gateway_id: null,
      sip_code: null,
      q850_cause: null,
      reason: '',
      released_by: null,
      attempts: [],
      media: null,
      early_media: false,
      ...more,
    }
    if (kind !== 'ringing') this.outbox.set(event.key, event)
    this.listener?.onEvent(event)
    return event.key
  }
}
