// The link between engine and switch beside calls: passwords, registrations, bans, pings and
// registrations at carriers.
import type { Transport } from '#core/routing/snapshot.ts'
import type { Stamp } from './stamp.ts'

/** A request claims to be from this SIP user; the switch waits at most 3 seconds for the answer. */
export type CredentialsQuestion = {
  readonly tx: string
  readonly method: 'REGISTER' | 'INVITE'
  readonly username: string
  readonly source_ip: string
  readonly source_port: number
  readonly transport: Transport
  readonly user_agent: string
  readonly received_at: Stamp
}

/**
 * The data that the switch needs to check a password. For a user that does not exist the engine
 * invents a hash, always the same for the same name, so that responses do not reveal which users
 * exist. The switch keeps the answer for five minutes, for this user from this source: see
 * `forgetCredentials`.
 */
export type Credentials = {
  /** MD5 of `username:realm:password` in 32 hex digits. */
  readonly ha1: string
  /** False: even the right password gets 403 (blocked, or not from this address). */
  readonly is_allowed: boolean
  /** The maximum of registrations; a new one replaces the oldest. */
  readonly max_contacts: number
  /** Seconds. A shorter time is refused with 423, a longer one is reduced. */
  readonly expires_min_seconds: number
  readonly expires_max_seconds: number
}

type SwitchSource = {
  readonly source_ip: string
  readonly source_port: number
  readonly transport: Transport
  readonly user_agent: string
}

/** A phone at which a SIP user can be called. */
export type SwitchRegistration = SwitchSource & {
  readonly username: string
  readonly contact: string
  readonly registered_at: Stamp
  readonly expires_at: Stamp
}

/**
 * A notice, sent once and possibly lost. What counts is `registrations`, and a `ping` without an
 * answer.
 */
export type SwitchNotice =
  | (SwitchSource & {
      /** Also when a registration is renewed. */
      readonly kind: 'registered'
      readonly username: string
      readonly contact: string
      readonly expires_at: Stamp
    })
  /** By the phone, by its time, or because another one needed the place. */
  | { readonly kind: 'unregistered'; readonly username: string; readonly contact: string }
  | (SwitchSource & {
      readonly kind: 'auth_failed'
      readonly method: 'REGISTER' | 'INVITE'
      readonly reason: AuthFailure
      readonly username: string
      /** For which the proof was made, as its sender claims. */
      readonly realm: string
      readonly sip_call_id: string
      /** From and To header and request URI, as received. */
      readonly from: string
      readonly to: string
      readonly ruri: string
      readonly at: Stamp
      /** Failures of this source that were not reported since the last report. */
      readonly suppressed: number
    })
  /** An address whose zones the switch does not know yet: see `setZones`. */
  | {
      readonly kind: 'zone'
      readonly method: 'REGISTER' | 'INVITE'
      readonly source_ip: string
    }
  | {
      readonly kind: 'pong'
      readonly id: string
      /** 0: no answer. */
      readonly sip_code: number
      readonly ms: number
    }

/**
 * Only an answer to a challenge that this address has received is a failure. `wrong_password`
 * includes users that do not exist; `no_qop` is a phone that does not count its proofs (RFC 2617),
 * `wrong_uri` for a proof that was made for another request; `other_user` for a registration under
 * another user's name.
 */
export type AuthFailure = 'wrong_password' | 'no_qop' | 'wrong_uri' | 'other_user' | 'not_allowed'

export type Ping = {
  /** Comes back in the `pong`. */
  readonly id: string
  readonly uri: string
  readonly socket?: string
}

/** An account of ours at a carrier that wants to see us registered. */
export type OutboundRegistration = {
  readonly gateway_id: number
  /** We register as `sip:username@domain` at `registrar`, a URI such as `sip:192.0.2.9:5060`. */
  readonly username: string
  readonly domain: string
  readonly registrar: string
  readonly realm: string
  readonly auth_username: string
  readonly auth_password: string
  readonly expires: number
  readonly socket?: string
}

export type OutboundRegistrationState = {
  readonly gateway_id: number
  readonly state: 'REGISTERED' | 'TRYING' | 'FAILED'
  readonly expires_at: Stamp | null
}

/** The verdict of the zones on an address for one service. */
export type ZoneVerdict = {
  /** 0: no zone decides. */
  readonly zone_id: number
  /** Requests per second of this address; 0 is no limit. */
  readonly limit: number | 'DENY'
}

export type ZoneVerdicts = { readonly REGISTER: ZoneVerdict; readonly INVITE: ZoneVerdict }

export type SwitchBan = { readonly ip: string; readonly expires_at: Stamp }
