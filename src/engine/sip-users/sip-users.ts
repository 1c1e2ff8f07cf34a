// SIP users of retail clients: who may register and call, and where they can be reached now. The
// switch is the registrar; its registrations are copied to the database for the console.
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { nodeOf } from '#core/call/engine-name.ts'
import { checkAccountsActive } from '#core/routing/admission.ts'
import type { Invite } from '#core/routing/decision.ts'
import { resellersOf } from '#core/routing/snapshot.ts'
import type { Clock } from '#core/time/clock.ts'
import {
  deleteRegistration,
  deleteRegistrationsOf,
  findCredentials,
  findNodeOf,
  keepRegistrations,
  listChangedNames,
  listGoneNames,
  listOtherNodes,
  takeRemovalsAsked,
  writeAutoBan,
  writeRegistrations,
} from '#db/accounts/registrar.ts'
import { overPool } from '#db/database.ts'
import { isFirstOfNode } from '#db/machine/process-states.ts'
import { insertAuthFailure } from '#db/people/auth-failures.ts'
import type { SwitchLink } from '../kamailio/switch-link.ts'
import type { Credentials, CredentialsQuestion, SwitchNotice } from '../kamailio/switch-users.ts'
import type { Passwords } from '../passwords.ts'
import type { SnapshotCache } from '../snapshot-cache.ts'
import { AuthFailureGuard } from './auth-failure-guard.ts'
import { Bans } from './bans.ts'
import { ZoneGuard } from './zone-guard.ts'

export interface SipUsersOptions {
  readonly engine: string
  readonly clock: Clock
  /** Impossible to guess. */
  readonly randomId: () => string
  readonly log: Logger
  readonly database: pg.Pool
  readonly passwords: Passwords
  readonly snapshots: SnapshotCache
}

/** Overlaps with what was looked at before, so that a commit that took long is not missed. */
const OVERLAP_MS = 10_000

export class SipUsers {
  readonly #options: SipUsersOptions
  readonly #node_id: number
  readonly authFailureGuard: AuthFailureGuard
  readonly bans: Bans
  readonly zones: ZoneGuard
  #registered = new Set<string>()
  #looked_at_ms: number
  /**
   * Key for the fake hash of an unknown name: the same name gets the same hash, and no attacker can
   * compute it.
   */
  readonly #pretence: string

  constructor(options: SipUsersOptions) {
    const { clock, log, database, snapshots } = options
    this.#options = options
    this.#node_id = nodeOf(options.engine)
    this.#pretence = options.randomId()
    this.#looked_at_ms = clock.now_ms()
    this.bans = new Bans({ clock, log, database })
    this.zones = new ZoneGuard({ clock, database })
    const kysely = overPool(database)
    this.authFailureGuard = new AuthFailureGuard({
      log,
      monotonic_ms: clock.monotonic_ms,
      rules: () => ({
        failures: snapshots.settings()?.auth_failures_per_ban ?? 0,
        minutes: snapshots.settings()?.auth_ban_minutes ?? 5,
      }),
      write: (failure) => insertAuthFailure(kysely, failure),
      ban: (ip, reason, minutes) =>
        writeAutoBan(database, { ip, kind: 'AUTO', reason, seconds: minutes * 60 }),
    })
  }

  isRegistered = (username: string): boolean => this.#registered.has(username.toLowerCase())

  /** The SIP URI of another node at which the user is registered. */
  async findNode(username: string): Promise<string | undefined> {
    const address = await findNodeOf(this.#options.database, username, this.#node_id)
    const [transport, host, port] = address?.split(':') ?? []
    return host && `sip:${host}:${port};transport=${transport}`
  }

  /** The addresses from which other nodes send calls to phones of this one. */
  async nameNodes(link: SwitchLink): Promise<void> {
    const addresses = await listOtherNodes(this.#options.database, this.#node_id)
    link.setNodes(addresses.map((address) => address.split(':')[1] ?? ''))
  }

  /**
   * The data that the switch needs to check a password; an unknown name gets a hash that no
   * password matches.
   */
  async credentials({ username, source_ip, method }: CredentialsQuestion): Promise<Credentials> {
    const { database, passwords } = this.#options
    const row = await findCredentials(database, username, source_ip)
    const column = row?.sip_user_id == null ? 'client_ip.auth_ha1' : 'sip_user.ha1'
    const ha1 = row && passwords.read(column, username, row.ha1)
    if (!row || ha1 === undefined) {
      const none = createHmac('md5', this.#pretence).update(username.toLowerCase()).digest('hex')
      return {
        ha1: none,
        is_allowed: false,
        max_contacts: 1,
        expires_min_seconds: 60,
        expires_max_seconds: 3600,
      }
    }
    const { max_contacts, expires_min_seconds, expires_max_seconds } = row
    const is_allowed = row.is_allowed && !this.zones.isDenied(source_ip, method)
    return { ha1, is_allowed, max_contacts, expires_min_seconds, expires_max_seconds }
  }

  /** A caller at an unknown address was challenged for a password. */
  recordChallenge(invite: Invite): void {
    this.authFailureGuard.recordChallenge(failureOf(invite, 'no password was sent'))
  }

  /** A call that a zone denies has no record, only a failure. */
  recordDenied(invite: Invite): void {
    this.authFailureGuard.recordFailure(failureOf(invite, 'firewall zone'))
  }

  /** A call from an unknown caller; returns whether it gets a call record. */
  recordUnknown(invite: Invite): boolean {
    this.authFailureGuard.recordFailure(failureOf(invite, 'unknown address'))
    return this.authFailureGuard.mayRecord(invite.source_ip)
  }

  async onNotice(sign: Exclude<SwitchNotice, { kind: 'pong' | 'zone' }>): Promise<void> {
    const { database } = this.#options
    switch (sign.kind) {
      case 'registered':
        this.#registered.add(sign.username.toLowerCase())
        this.authFailureGuard.clearSource(sign.source_ip)
        return writeRegistrations(database, this.#node_id, [sign])
      case 'unregistered':
        // Whether another phone of the user is left is known after the next comparison.
        return deleteRegistration(database, this.#node_id, sign.username, sign.contact)
      case 'auth_failed':
        this.authFailureGuard.recordWrongPassword({
          kind: sign.method,
          reason: sign.reason.replaceAll('_', ' '),
          username: sign.username,
          realm: sign.realm,
          source_ip: sign.source_ip,
          source_port: sign.source_port,
          transport: sign.transport,
          user_agent: sign.user_agent,
          sip_call_id: sign.sip_call_id,
          from_uri: sign.from,
          to_uri: sign.to,
          request_uri: sign.ruri,
          count: 1 + sign.suppressed,
        })
    }
  }

  /**
   * Compares with the registrations of the switch: notices may be lost, the switch may have
   * restarted, and deleted names send no notice.
   */
  async compare(link: SwitchLink): Promise<void> {
    const { database, engine } = this.#options
    const registrations = await link.registrations()
    const names = registrations.map(({ username }) => username.toLowerCase())
    this.#registered = new Set(names)
    if (!(await isFirstOfNode(database, engine))) return
    if (registrations.length > 0) await writeRegistrations(database, this.#node_id, registrations)
    const keys = registrations.map(
      ({ username, contact }) => `${username.toLowerCase()} ${contact}`,
    )
    await keepRegistrations(database, this.#node_id, keys)
    const known = new Set([...names, ...(await link.allowedNames())])
    for (const name of await listGoneNames(database, [...known])) {
      await link.forgetCredentials(name)
      await link.unregister(name)
    }
  }

  /** Applies changes of the console: removals, and changed passwords. */
  async applyConsoleRequests(link: SwitchLink): Promise<void> {
    const { database, clock } = this.#options
    const now_ms = clock.now_ms()
    const changed = await listChangedNames(database, this.#looked_at_ms - OVERLAP_MS)
    for (const username of changed) await link.forgetCredentials(username)
    this.#looked_at_ms = now_ms
    // After the passwords: who is removed comes again only with one that counts now.
    await overPool(database)
      .transaction()
      .execute(async (tx) => {
        for (const { username, contact } of await takeRemovalsAsked(tx, this.#node_id)) {
          await link.unregister(username, contact)
        }
      })
  }

  /**
   * SIP users of clients that are not active do not stay registered (docs/domain/routing.md, R4).
   */
  async removeBarred(link: SwitchLink): Promise<void> {
    const { database, clock, snapshots } = this.#options
    const snapshot = snapshots.current()
    if (!snapshot) return
    for (const username of this.#registered) {
      // Deleted names are handled by `compare`.
      const account_id = snapshot.sip_users.get(username)?.account_id
      const owner = account_id === undefined ? undefined : snapshot.clients.get(account_id)
      if (
        !owner ||
        !checkAccountsActive(owner, resellersOf(snapshot, owner), clock.now_ms() / 1000)
      )
        continue
      await link.forgetCredentials(username)
      await link.unregister(username)
      await deleteRegistrationsOf(database, username)
      this.#registered.delete(username)
    }
  }
}

function failureOf(invite: Invite, reason: string) {
  return {
    kind: 'INVITE' as const,
    reason,
    username: invite.auth_username,
    // Without a password there is no realm.
    realm: '',
    source_ip: invite.source_ip,
    source_port: invite.source_port,
    transport: invite.transport,
    user_agent: invite.user_agent,
    sip_call_id: invite.sip_call_id,
    from_uri: invite.caller_number,
    to_uri: invite.to_number,
    request_uri: invite.dialled_number,
    count: 1,
  }
}
