import type * as contract from '#contract/session.ts'
import type { UserType } from '#core/permission/permission.ts'
import { insertAuthFailure } from '#db/auth-failures.ts'
import { availableOf, findBalance } from '#db/balances.ts'
import { countCalls } from '#db/call-counters.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '#db/sessions.ts'
import { readSettings } from '#db/settings.ts'
import { findUserByName, getPasswordHash, noteLogin, setPasswordHash } from '#db/users.ts'
import { noteActivity } from './plumbing/activity.ts'
import { beginSession, clearSessionCookies } from './plumbing/caller.ts'
import { isCaptchaSolved, makeCaptcha } from './plumbing/captcha.ts'
import type { HandlersOf, RequestOf } from './plumbing/handle.ts'
import { checkPassword } from './plumbing/password.ts'
import { badField, Problem } from './plumbing/problem.ts'
import { toInstant } from './plumbing/surroundings.ts'

type Login = RequestOf<typeof contract.login>

/** The door at which a user signs in; the three client types share one. */
const doorOf = (type: UserType): Login['body']['user_type'] =>
  type === 'ADMIN' || type === 'RESELLER' ? type : 'CLIENT'

async function requireCaptcha(request: Login): Promise<void> {
  const { loginTries, body, origin } = request
  if (!(await loginTries.needsCaptcha({ username: body.username, ip: origin.ip }))) return
  const isSolved = body.captcha !== null && (await isCaptchaSolved(request, body.captcha))
  if (!isSolved) throw new Problem('captcha-required')
}

/**
 * The user whose name, password and door fit. What does not fit stays a secret, and takes as long.
 */
async function authenticate({ database, passwords, body, origin }: Login) {
  const user = await findUserByName(database, body.username)
  const isRight = await passwords.matches(body.password, user?.password_hash)
  const reason = !user
    ? 'unknown user'
    : !isRight
      ? 'wrong password'
      : doorOf(user.type) !== body.user_type
        ? 'wrong area'
        : user.status !== 'active'
          ? 'blocked'
          : undefined
  if (user && reason === undefined) return user
  await insertAuthFailure(database, {
    kind: 'WEB',
    username: body.username,
    source_ip: origin.ip,
    user_agent: origin.user_agent,
    reason: reason ?? '',
  })
  throw new Problem('login-failed')
}

async function login(request: Login) {
  const { database, loginTries, now, body, origin, reply } = request
  const loginTry = { username: body.username, ip: origin.ip }
  await requireCaptcha(request)
  await loginTries.begin(loginTry)
  const user = await authenticate(request)
  await loginTries.forgive(loginTry)
  const { id: user_id, type, username } = user
  const { ip, user_agent } = origin
  const session = { user_id, type, remember: body.remember, ip, user_agent }
  const token = await beginSession(request, reply, session)
  await database.transaction().execute(async (tx) => {
    await noteLogin(tx, user_id, ip, toInstant(now()))
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

export const session: HandlersOf<typeof contract> = {
  async initialData({ database, now }) {
    const { theme_colors, timezone } = await readSettings(database)
    return { theme_colors, timezone, current_time: toInstant(now()) }
  },

  getCaptcha: (request) => makeCaptcha(request),

  login,

  async logout({ database, caller, origin, now, reply }) {
    await database.transaction().execute(async (tx) => {
      await revokeSession(tx, caller.session_id, toInstant(now()))
      await noteActivity(
        tx,
        { caller, origin },
        {
          action: 'LOGOUT',
          entity: 'session',
          entity_id: String(caller.session_id),
          entity_name: caller.username,
          changes: {},
        },
      )
    })
    clearSessionCookies(reply)
  },

  async me({ database, caller }) {
    const { account_id, scope } = caller
    const [calls, settings, balance] = await Promise.all([
      countCalls(database, scope),
      readSettings(database),
      account_id === null ? undefined : findBalance(database, account_id),
    ])
    return {
      id: caller.user_id,
      username: caller.username,
      type: caller.type,
      calls,
      permissions: [...caller.permissions],
      timezone: settings.timezone,
      balance: balance?.balance ?? null,
      credit_limit: balance?.credit_limit ?? null,
      available: balance ? availableOf(balance) : null,
    }
  },

  async changePassword({ database, passwords, loginTries, caller, body, origin, now }) {
    const loginTry = { username: caller.username, ip: origin.ip }
    await loginTries.begin(loginTry)
    const password_hash = await getPasswordHash(database, caller.user_id)
    if (!(await passwords.matches(body.current_password, password_hash))) {
      throw badField('current_password', 'This is not your password.')
    }
    await loginTries.forgive(loginTry)
    checkPassword('new_password', body.new_password, caller.username)
    const next = await passwords.hash(body.new_password)
    const at = toInstant(now())
    await database.transaction().execute(async (tx) => {
      await setPasswordHash(tx, caller.user_id, next, at)
      await revokeOtherSessions(tx, caller.user_id, caller.session_id, at)
      await noteActivity(
        tx,
        { caller, origin },
        {
          action: 'UPDATE',
          entity: 'user',
          entity_id: String(caller.user_id),
          entity_name: caller.username,
          changes: { password: ['•••', '•••'] },
        },
      )
    })
  },

  async listSessions({ database, caller, now }) {
    const rows = await listSessions(database, caller.user_id, toInstant(now()))
    return rows.map((row) => ({ ...row, is_current: row.id === caller.session_id }))
  },
}
