import type * as contract from '#contract/people/session.ts'
import { domainOfHost, NO_BRAND } from '#core/account/brand.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { webServiceOf } from '#core/firewall/firewall-zone.ts'
import type { UserType } from '#core/permission/permission.ts'
import { pick } from '#core/pick.ts'
import { availableOf, findBalance } from '#db/accounts/balances.ts'
import { countCalls } from '#db/calls/call-counters.ts'
import { findLogoHash } from '#db/console/logo.ts'
import type { Tx } from '#db/database.ts'
import { isBannedFromLogin } from '#db/people/bans.ts'
import { findSecondFactor } from '#db/people/second-factors.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '#db/people/sessions.ts'
import {
  findUserByName,
  getUser,
  noteLogin,
  replacePasswordHash,
  setPasswordHash,
  setUserTimezone,
} from '#db/people/users.ts'
import { isTimeZone, readSettings } from '#db/settings.ts'
import { seesOwnBalance } from '../checks/seen-balance.ts'
import { findShownBrand } from '../documents/brand.ts'
import { pathsOf } from '../documents/logo.ts'
import { type Actor, noteActivity, SECRET_CHANGED } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import {
  beginSession,
  type Caller,
  clearSessionCookies,
  mayWork,
  renewSession,
} from '../http/caller.ts'
import type { HandlersOf, RequestOf } from '../http/handle.ts'
import { badField, Problem } from '../http/problem.ts'
import { isCaptchaSolved, makeCaptcha } from '../sign-in/captcha.ts'
import { knownBrowserOf, rememberBrowser } from '../sign-in/known-browser.ts'
import { noteFailure } from '../sign-in/login-failure.ts'
import type { LoginTry } from '../sign-in/login-tries.ts'
import { checkPassword, isOutdated } from '../sign-in/password.ts'
import { redeemCode } from '../sign-in/second-factor.ts'

type Login = RequestOf<typeof contract.login>

/** The door at which a user signs in; the three client types share one. */
const loginAreaOf = (type: UserType): Login['body']['user_type'] =>
  type === 'ADMIN' || type === 'RESELLER' ? type : 'CLIENT'

async function requireCaptcha(request: Login, loginTry: LoginTry): Promise<void> {
  const { loginTries, body } = request
  if (!(await loginTries.needsCaptcha(loginTry))) return
  const isSolved = body.captcha !== null && (await isCaptchaSolved(request, body.captcha))
  if (!isSolved) throw new Problem('captcha-required')
}

type User = Awaited<ReturnType<typeof findUserByName>>

/** The user, if password, door and domain fit. The misfit stays a secret, and takes as long. */
async function authenticate({ database, passwords, body, origin, clock }: Login, user: User) {
  const isRight = await passwords.matches(body.password, user?.password_hash)
  const reason = !user
    ? 'unknown user'
    : !isRight
      ? 'wrong password'
      : loginAreaOf(user.type) !== body.user_type
        ? 'wrong area'
        : !user.may_be_here
          ? 'domain of another brand'
          : !user.is_open
            ? 'blocked'
            : !mayWork(user, origin.ip, clock.now_ms())
              ? 'expired or from another network'
              : undefined
  if (user && reason === undefined) return user
  await noteFailure(database, body.username, origin, reason ?? '')
  throw new Problem('login-failed')
}

/** After the password; a wrong code counts as a failed login. */
async function checkSecondFactor(
  request: Login,
  { id }: NonNullable<User>,
  loginTry: LoginTry,
): Promise<void> {
  const { database, body, origin, loginTries } = request
  const factor = await findSecondFactor(database, id)
  if (!factor?.confirmed_at) return
  if (!body.code) {
    await loginTries.takeBack(loginTry)
    throw new Problem('second-factor-required')
  }
  if (await redeemCode(request, id, body.code)) return
  await noteFailure(database, body.username, origin, 'wrong code')
  throw new Problem('login-failed', { message: 'The code is wrong, or was used before.' })
}

async function login(request: Login) {
  const { database, sessionKey, passwords, loginTries, clock, body, origin, reply } = request
  await request.firewall.admit(origin.ip, webServiceOf(body.user_type))
  if (await isBannedFromLogin(database, origin.ip)) {
    throw new Problem('not-allowed', { message: 'Login from this address is blocked for now.' })
  }
  const domain = domainOfHost(reply.request.headers.host)
  const found = await findUserByName(database, body.username, domain)
  const browser = found && knownBrowserOf(reply.request, sessionKey, found)
  const loginTry = { username: body.username, ip: origin.ip, browser }
  await requireCaptcha(request, loginTry)
  await loginTries.begin(loginTry)
  const user = await authenticate(request, found)
  await checkSecondFactor(request, user, loginTry)
  await loginTries.forgive(loginTry)
  const { id: user_id, type, username, password_hash } = user
  const { ip, user_agent } = origin
  const session = { user_id, type, remember: body.remember, ip, user_agent }
  const token = await beginSession(request, reply, session)
  rememberBrowser(reply, sessionKey, user)
  const rehashed = isOutdated(password_hash) ? await passwords.hash(body.password) : undefined
  await database.transaction().execute(async (tx) => {
    if (rehashed) await replacePasswordHash(tx, user_id, password_hash, rehashed)
    await noteLogin(tx, user_id, ip, toInstant(clock.now_ms()))
    const what = {
      action: 'LOGIN',
      entity: 'session',
      entity_id: '',
      entity_name: username,
    } as const
    await noteActivity(tx, { caller: { user_id, username }, origin }, { ...what, changes: {} })
  })
  return { token }
}

const ownPassword = ({ user_id, username }: Caller) => ({
  entity: 'user',
  entity_id: String(user_id),
  entity_name: username,
  changes: { password: SECRET_CHANGED },
})

async function noteEnd(tx: Tx, actor: Actor, action: 'LOGOUT' | 'DELETE', id: number) {
  await noteActivity(tx, actor, {
    action,
    entity: 'session',
    entity_id: String(id),
    entity_name: actor.caller.username,
    changes: {},
  })
}

export const session: HandlersOf<typeof contract> = {
  async initialData({ database, clock, reply }) {
    const [settings, shown] = await Promise.all([
      readSettings(database),
      findShownBrand(database, reply.request.headers.host),
    ])
    const common = { timezone: settings.timezone, current_time: toInstant(clock.now_ms()) }
    if (!shown) {
      const { favicon: _, ...paths } = pathsOf({ ...NO_BRAND, logo: await findLogoHash(database) })
      const own = pick(settings, ['title', 'company', 'theme_colors', 'support_email', 'terms_url'])
      return { ...common, ...own, ...paths, is_branded: false }
    }
    const { colors, favicon: _, ...brand } = { ...shown, ...pathsOf(shown) }
    return {
      ...common,
      ...brand,
      company: '',
      is_branded: true,
      theme_colors: colors ?? settings.theme_colors,
    }
  },

  getCaptcha: (request) => makeCaptcha(request),

  login,

  async logout({ database, caller, origin, clock, reply }) {
    await database.transaction().execute(async (tx) => {
      await revokeSession(tx, caller.user_id, caller.session_id, toInstant(clock.now_ms()))
      await noteEnd(tx, { caller, origin }, 'LOGOUT', caller.session_id)
    })
    clearSessionCookies(reply)
  },

  async me({ database, caller }) {
    const { account_id, scope, timezone, on_behalf_of: portal } = caller
    const [calls, settings, balance] = await Promise.all([
      countCalls(database, scope, timezone),
      readSettings(database),
      account_id === null ? undefined : findBalance(database, account_id),
    ])
    const funds = seesOwnBalance(caller) ? balance : undefined
    return {
      id: caller.user_id,
      username: caller.username,
      type: caller.type,
      calls,
      permissions: [...caller.permissions],
      lacks_second_factor: caller.lacks_second_factor,
      field_rights: [...caller.field_rights],
      timezone: timezone ?? settings.timezone,
      own_timezone: timezone,
      account_id,
      is_direct: balance?.parent_id === OPERATOR_ID,
      on_behalf_of: portal && pick(portal, ['id', 'name', 'own_type']),
      may_write: portal === null || portal.writes_reason !== null,
      reseller_level: caller.reseller_level,
      currency: balance?.currency ?? settings.currency,
      amount_decimals: settings.amount_decimals,
      date_format: settings.date_format,
      balance: funds?.balance ?? null,
      credit_limit: balance?.credit_limit ?? null,
      max_debt: funds?.max_debt ?? null,
      available: funds ? availableOf(funds) : null,
    }
  },

  async changePassword(request) {
    const { database, sessionKey, passwords, loginTries, clock } = request
    const { caller, body, origin, reply } = request
    const user = await getUser(database, caller.user_id)
    const browser = knownBrowserOf(reply.request, sessionKey, user)
    const loginTry = { username: caller.username, ip: origin.ip, browser }
    await loginTries.begin(loginTry)
    if (!(await passwords.matches(body.current_password, user.password_hash))) {
      await noteFailure(database, caller.username, origin, 'wrong password')
      await noteActivity(
        database,
        { caller, origin },
        { action: 'REFUSED', ...ownPassword(caller) },
      )
      throw badField('current_password', 'The current password is wrong.')
    }
    await loginTries.forgive(loginTry)
    const { account_name, company } = user
    const names = [caller.username, account_name ?? '', company ?? '']
    checkPassword('new_password', body.new_password, names)
    const next = await passwords.hash(body.new_password)
    const at = toInstant(clock.now_ms())
    const handOut = await database.transaction().execute(async (tx) => {
      await setPasswordHash(tx, caller.user_id, next, at)
      await revokeOtherSessions(tx, caller.user_id, caller.session_id, at)
      await noteActivity(tx, { caller, origin }, { action: 'UPDATE', ...ownPassword(caller) })
      return renewSession(tx, request, caller.session_id)
    })
    rememberBrowser(reply, sessionKey, { ...user, password_changed_at: at })
    handOut(reply)
  },

  setOwnTimezone: ({ database, body: { timezone }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      if (timezone !== null && !(await isTimeZone(tx, timezone))) {
        throw badField('timezone', 'Unknown time zone.')
      }
      const { user_id, username, timezone: before } = actor.caller
      await setUserTimezone(tx, user_id, timezone)
      await noteActivity(tx, actor, {
        action: 'UPDATE',
        entity: 'user',
        entity_id: String(user_id),
        entity_name: username,
        changes: { timezone: [before, timezone] },
      })
    }),

  async listSessions({ database, caller, clock }) {
    const rows = await listSessions(database, caller.user_id, toInstant(clock.now_ms()))
    return rows.map((row) => ({ ...row, is_current: row.id === caller.session_id }))
  },

  async revokeSession({ database, caller, origin, params: { id }, clock }) {
    if (id === caller.session_id) {
      throw new Problem('in-use', { message: 'This is the current session. Log out to end it.' })
    }
    await database.transaction().execute(async (tx) => {
      if (!(await revokeSession(tx, caller.user_id, id, toInstant(clock.now_ms())))) {
        throw new Problem('not-found')
      }
      await noteEnd(tx, { caller, origin }, 'DELETE', id)
    })
  },
}
