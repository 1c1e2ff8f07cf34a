// The user of a request, by a session or by an API token. A session has two halves, a bearer token
// in a header and a cookie that no script can read; neither works without the other (ADR-0010).
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { domainOfHost } from '#core/account/brand.ts'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import { type FieldRight, fieldRightsOf } from '#core/permission/field-rights.ts'
import { PORTAL_SESSIONS, rightsOnBehalf } from '#core/permission/on-behalf.ts'
import { type Permission, permissionsOf, type UserType } from '#core/permission/permission.ts'
import {
  ALL_RIGHTS,
  hiddenTariffsOf,
  type Rights,
  rightsOfGroups,
} from '#core/permission/rights.ts'
import { rightsOfToken } from '#core/permission/token-rights.ts'
import type { Database, Tx } from '#db/database.ts'
import { findApiToken, touchApiToken } from '#db/people/api-tokens.ts'
import { findPortal } from '#db/people/on-behalf.ts'
import { groupRightsOf } from '#db/people/permission-groups.ts'
import {
  findSession,
  insertSession,
  replaceCookie,
  type SessionUser,
  touchSession,
  type UserSession,
} from '#db/people/sessions.ts'
import { EVERYTHING, type Scope } from '#db/scope.ts'
import { apiTokenOf, hashOfApiToken } from '../sign-in/api-token.ts'
import { type AppContext, toInstant } from './app-context.ts'
import { setXsrfCookie } from './cross-site.ts'
import { addressOf, inNetworks } from './network.ts'
import { randomText } from './random.ts'

/** The account whose portal the user sees (ADR-0034). */
export interface OnBehalf {
  readonly id: number
  readonly name: string
  readonly type: Exclude<UserType, 'ADMIN'>
  /** Null is read-only. */
  readonly writes_reason: string | null
  readonly own_type: 'ADMIN' | 'RESELLER'
}

/** In the portal of another account, type, account, scope and level are those of that account. */
export interface Caller {
  readonly user_id: number
  readonly username: string
  readonly type: UserType
  /** For the staff of an account, that account. */
  readonly account_id: number | null
  /** Null if a program calls with an API token. */
  readonly session_id: number | null
  /** Sessions only: when the user last proved to be the one. */
  readonly confirmed_at: string | null
  readonly on_behalf_of: OnBehalf | null
  /** Null in the console. */
  readonly token_name: string | null
  /** That of the user, also in the portal of another. */
  readonly own_account_id: number | null
  readonly scope: Scope
  readonly rights: Rights
  readonly permissions: readonly Permission[]
  /** Those that its account, or the operator, has: no group gives more. */
  readonly most_permissions: readonly Permission[]
  readonly field_rights: readonly FieldRight[]
  readonly must_have_second_factor: boolean
  /** It must have one, and has none. */
  readonly lacks_second_factor: boolean
  /** The level of a reseller; null for others. */
  readonly reseller_level: number | null
  /** The time zone of the user; null is that of the switch. */
  readonly timezone: string | null
}

export type SessionCaller = Caller & {
  readonly session_id: number
  readonly confirmed_at: string
}

export const isInSession = (caller: Caller): caller is SessionCaller => caller.session_id !== null

/** A query whose days, months and wall-clock times are those of the user. */
export const inZoneOf = <Query extends object>({ timezone }: Caller, query: Query) => ({
  ...query,
  user_zone: timezone,
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const IDLE_ADMIN = 30 * MINUTE
const IDLE_OTHERS = 8 * HOUR
const ABSOLUTE = 12 * HOUR
const REMEMBERED = 30 * 24 * HOUR
/** An admin may do too much for a month: a week, and a night without use ends it. */
const REMEMBERED_ADMIN = 7 * 24 * HOUR
const IDLE_REMEMBERED_ADMIN = 12 * HOUR
const SESSIONS_PER_USER = 10

const makeHalf = (): string => randomText(32)
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** `__Host-` binds the cookie to this host alone, but browsers take that name over https only. */
const cookieName = (request: FastifyRequest): string =>
  request.protocol === 'https' ? '__Host-session' : 'session'

const cookieOptions = (request: FastifyRequest) =>
  ({ path: '/', sameSite: 'strict', secure: request.protocol === 'https' }) as const

interface NewSession {
  readonly user_id: number
  readonly type: UserType
  readonly remember: boolean
  readonly ip: string
  readonly user_agent: string
}

/** Creates a session, sets its cookies, and returns the bearer token. */
export async function beginSession(
  context: AppContext,
  reply: FastifyReply,
  { type, ...session }: NewSession,
): Promise<string> {
  const token = makeHalf()
  const cookie = makeHalf()
  const { remember } = session
  const lasting = type === 'ADMIN' ? REMEMBERED_ADMIN : REMEMBERED
  const now_ms = context.clock.now_ms()
  const id = await insertSession(
    context.database,
    {
      ...session,
      token_hash: sha256(token),
      cookie_hash: sha256(cookie),
      last_active_at: toInstant(now_ms),
      confirmed_at: toInstant(now_ms),
      expires_at: toInstant(now_ms + (remember ? lasting : ABSOLUTE)),
    },
    SESSIONS_PER_USER,
  )
  const kept = remember ? { maxAge: lasting / 1000 } : {}
  setSessionCookie(reply, cookie, kept)
  const options = { ...cookieOptions(reply.request), ...kept }
  setXsrfCookie(reply, context.sessionKey, id, options)
  return token
}

function setSessionCookie(reply: FastifyReply, cookie: string, kept: { maxAge?: number }): void {
  const options = { ...cookieOptions(reply.request), ...kept, httpOnly: true }
  reply.setCookie(cookieName(reply.request), cookie, options)
}

/**
 * Replaces the cookie of the current session, so that a copied session becomes useless; returns a
 * function that sets the cookie after the commit.
 */
export async function renewSession(
  tx: Tx,
  { clock }: Pick<AppContext, 'clock'>,
  session_id: number,
): Promise<(reply: FastifyReply) => void> {
  const cookie = makeHalf()
  const { remember, expires_at } = await replaceCookie(tx, session_id, sha256(cookie))
  const left_seconds = Math.floor((Date.parse(expires_at) - clock.now_ms()) / 1000)
  return (reply) => setSessionCookie(reply, cookie, remember ? { maxAge: left_seconds } : {})
}

export function clearSessionCookies(reply: FastifyReply): void {
  const options = cookieOptions(reply.request)
  reply.clearCookie(cookieName(reply.request), { ...options, httpOnly: true })
  reply.clearCookie('XSRF-TOKEN', options)
  // Neither cookies nor storage: the browser stays known to its user, with its theme and columns,
  // and the rest of the session is useless.
  reply.header('clear-site-data', '"cache"')
}

function idleLimit(session: UserSession): number {
  const { type, remember } = session
  if (type === 'ADMIN') return remember ? IDLE_REMEMBERED_ADMIN : IDLE_ADMIN
  return remember ? Number.POSITIVE_INFINITY : IDLE_OTHERS
}

/** At the domain of a brand, users of other accounts have no session. */
const domainOf = ({ headers }: FastifyRequest) => domainOfHost(headers.host)

/** The signed-in user, or undefined. A passive request does not extend the session. */
export async function findCaller(
  context: AppContext,
  request: FastifyRequest,
  isPassive: boolean,
): Promise<Caller | undefined> {
  const token = apiTokenOf(request.headers.authorization)
  return token === undefined
    ? callerOfSession(context, request, isPassive)
    : callerOfToken(context, request, token)
}

async function callerOfSession(
  { database, clock }: AppContext,
  request: FastifyRequest,
  isPassive: boolean,
): Promise<Caller | undefined> {
  const token = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  const cookie = request.cookies[cookieName(request)]
  if (!token || !cookie) return undefined
  const session = await findSession(database, sha256(token), domainOf(request))
  if (!session || !timingSafeEqual(session.cookie_hash, sha256(cookie))) return undefined
  const now_ms = clock.now_ms()
  const idle = now_ms - Date.parse(session.last_active_at)
  if (idle >= idleLimit(session) || now_ms >= Date.parse(session.expires_at)) return undefined
  const user = { ...session, expires_at: session.user_expires_at }
  if (!mayWork(user, addressOf(request), now_ms)) return undefined
  if (!isPassive && idle >= MINUTE) await touchSession(database, session.id, toInstant(now_ms))
  const { id: session_id, confirmed_at } = session
  const means = { session_id, confirmed_at, token_name: null }
  const own = callerOf(session, rightsOf(session), means)
  return session.on_behalf_of === null
    ? own
    : callerOnBehalf(database, own, session.on_behalf_of, session.writes_reason)
}

/**
 * Read with every request too: the session ends when the user may not see the portal any more. To
 * go on in the own area would apply to it what is meant for the other account.
 */
async function callerOnBehalf(
  database: Database,
  own: Caller,
  id: number,
  writes_reason: string | null,
): Promise<Caller | undefined> {
  if (!own.permissions.includes(PORTAL_SESSIONS)) return undefined
  // No other type of user has the permission.
  const own_type = own.type === 'ADMIN' ? 'ADMIN' : 'RESELLER'
  const portal = await findPortal(database, own.scope, id)
  if (!portal) return undefined
  const { name, type, reseller } = portal
  const most_permissions = permissionsIn(portal)
  const rights = rightsOnBehalf(own.rights, most_permissions, writes_reason !== null)
  return {
    ...own,
    type,
    account_id: id,
    scope: scopeOf(type, id, rights),
    rights,
    permissions: rights.permissions,
    most_permissions,
    field_rights: fieldRightsOf(type, rights),
    reseller_level: reseller?.level ?? null,
    on_behalf_of: { id, name, type, writes_reason, own_type },
  }
}

/** The limits of the user limit the token too; its own limits come on top. */
async function callerOfToken(
  { database, clock }: AppContext,
  request: FastifyRequest,
  text: string,
): Promise<Caller | undefined> {
  const token = await findApiToken(database, hashOfApiToken(text), domainOf(request))
  if (!token) return undefined
  const now_ms = clock.now_ms()
  const ip = addressOf(request)
  const ofUser = { ...token, expires_at: token.user_expires_at }
  const ofToken = { allowed_networks: token.token_networks, expires_at: token.token_expires_at }
  if (!mayWork(ofUser, ip, now_ms) || !mayWork(ofToken, ip, now_ms)) return undefined
  const { id, name, last_used_at } = token
  if (last_used_at === null || now_ms - Date.parse(last_used_at) >= MINUTE) {
    await touchApiToken(database, id, ip, toInstant(now_ms))
  }
  const rights = rightsOfToken(rightsOf(token), token.permissions)
  return callerOf(token, rights, { session_id: null, confirmed_at: null, token_name: name })
}

export function callerOf(
  user: SessionUser,
  rights: Rights,
  means: Pick<Caller, 'session_id' | 'confirmed_at' | 'token_name'>,
): Caller {
  const { user_id, username, type, account_id, timezone } = user
  const { must_have_second_factor } = user
  return {
    user_id,
    username,
    type,
    account_id,
    ...means,
    on_behalf_of: null,
    own_account_id: account_id,
    scope: scopeOf(type, account_id, rights),
    rights,
    permissions: rights.permissions,
    most_permissions: permissionsIn(user),
    field_rights: fieldRightsOf(type, rights),
    must_have_second_factor,
    lacks_second_factor: must_have_second_factor && !user.has_second_factor,
    reseller_level: user.reseller?.level ?? null,
    timezone,
  }
}

function scopeOf(type: UserType, account_id: number | null, rights: Rights): Scope {
  const { scope } = rights
  const hidden_tariffs = hiddenTariffsOf(type, rights)
  if (account_id !== null) {
    const kind = type === 'SETTLEMENT' ? 'settlement' : 'account'
    return hidden_tariffs.length === 0 ? { kind, account_id } : { kind, account_id, hidden_tariffs }
  }
  if (scope !== 'EVERYTHING') return { kind: 'accounts', account_ids: scope, hidden_tariffs }
  return hidden_tariffs.length === 0 ? EVERYTHING : { kind: 'everything', hidden_tariffs }
}

/** Read with every request, so that a change of a group counts at once. */
export function rightsOf(user: SessionUser): Rights {
  const { type, employer_id, has_all_rights, groups, own_account_ids } = user
  const most = permissionsIn(user)
  const isStaff = type === 'ADMIN' || employer_id !== null
  if (!isStaff) return { ...ALL_RIGHTS, has_all: false, permissions: most }
  if (has_all_rights) return ALL_RIGHTS
  return rightsOfGroups(
    groups.map((group) => groupRightsOf(group, own_account_ids)),
    most,
  )
}

/** A reseller of the last level, or one that may have none below it, adds no resellers. */
function permissionsIn({
  type,
  reseller,
}: Pick<SessionUser, 'type' | 'reseller'>): readonly Permission[] {
  const permissions = permissionsOf(type)
  if (type === 'ADMIN') return permissions
  if (reseller?.allow_create_subreseller && reseller.level < RESELLER_LEVELS) return permissions
  return permissions.filter((permission) => permission !== 'resellers.create')
}

/** Whether a user or a token may work from this address at this time. */
export function mayWork(
  user: { readonly expires_at: string | null; readonly allowed_networks: readonly string[] },
  ip: string,
  now: number,
): boolean {
  if (user.expires_at !== null && now >= Date.parse(user.expires_at)) return false
  return user.allowed_networks.length === 0 || inNetworks(user.allowed_networks)(ip)
}
