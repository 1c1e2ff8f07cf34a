import type * as contract from '#contract/people/second-factor.ts'
import type { Tx } from '#db/database.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  findSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from '#db/people/second-factors.ts'
import { confirmSession, revokeOtherSessions, revokeSessionsOf } from '#db/people/sessions.ts'
import { findStaffUser } from '#db/people/staff.ts'
import { findPortalUser, getUser } from '#db/people/users.ts'
import { readSettings } from '#db/settings.ts'
import { refuseStronger } from '../checks/grants.ts'
import { findShownBrand } from '../documents/brand.ts'
import { type Actor, noteActivity, SECRET_CHANGED } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf, RequestOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { knownBrowserOf } from '../sign-in/known-browser.ts'
import { noteFailure } from '../sign-in/login-failure.ts'
import { makeRecoveryCodes, makeSecret, redeemCode } from '../sign-in/second-factor.ts'

async function noteFactor(
  tx: Tx,
  actor: Actor,
  { id, username }: { readonly id: number; readonly username: string },
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
): Promise<void> {
  await noteActivity(tx, actor, {
    action: 'UPDATE',
    entity: 'user',
    entity_id: String(id),
    entity_name: username,
    changes,
  })
}

const selfOf = ({ user_id: id, username }: Actor['caller']) => ({ id, username })

/** Wrong tries count like those of the login. */
async function counted(
  request: RequestOf<
    | typeof contract.confirmSession
    | typeof contract.confirmSecondFactor
    | typeof contract.renewRecoveryCodes
    | typeof contract.removeSecondFactor
  >,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const { database, caller, origin, reply, sessionKey, loginTries } = request
  const user = await getUser(database, caller.user_id)
  const browser = knownBrowserOf(reply.request, sessionKey, user)
  const loginTry = { username: caller.username, ip: origin.ip, browser }
  await loginTries.begin(loginTry)
  if (await isRight()) {
    await loginTries.forgive(loginTry)
    return true
  }
  await noteFailure(database, caller.username, origin, 'wrong password or code')
  return false
}

/** Also right after a login: a session that was taken over has no phone. */
async function redeemOwnCode(
  request: RequestOf<typeof contract.renewRecoveryCodes | typeof contract.removeSecondFactor>,
): Promise<void> {
  const { database, caller, body } = request
  const factor = await findSecondFactor(database, caller.user_id)
  if (!factor?.confirmed_at) throw new Problem('not-found')
  const isRight = await counted(request, () => redeemCode(request, caller.user_id, body.code))
  if (!isRight) throw badField('code', 'Wrong code, or used before.')
}

/** Who loses the factor is signed out, and logs in by the password alone, or sets up another. */
async function reset(
  tx: Tx,
  actor: Actor,
  user: { readonly id: number; readonly username: string },
  now_ms: number,
): Promise<void> {
  if (!(await removeSecondFactor(tx, user.id))) {
    throw new Problem('not-found', { message: `${user.username} has no second factor.` })
  }
  await revokeSessionsOf(tx, user.id, toInstant(now_ms))
  await noteFactor(tx, actor, user, { second_factor: [true, false] })
}

export const secondFactor: HandlersOf<typeof contract> = {
  async getSecondFactor({ database, caller }) {
    const factor = await findSecondFactor(database, caller.user_id)
    return {
      since: factor?.confirmed_at ?? null,
      is_required: caller.must_have_second_factor,
      recovery_codes_left: await countRecoveryCodes(database, caller.user_id),
    }
  },

  async beginSecondFactor({ database, caller, secretKeys, reply }) {
    const factor = await findSecondFactor(database, caller.user_id)
    if (factor?.confirmed_at) {
      throw new Problem('in-use', { message: 'There is a second factor. Turn it off first.' })
    }
    const shown = await findShownBrand(database, reply.request.headers.host)
    const { title } = shown ?? (await readSettings(database))
    const made = makeSecret(caller.username, title)
    const sealed = secretKeys.encrypt('second_factor.secret', made.secret)
    await database.transaction().execute((tx) => beginSecondFactor(tx, caller.user_id, sealed))
    return made
  },

  async confirmSecondFactor(request) {
    const { database, caller, body, clock } = request
    const factor = await findSecondFactor(database, caller.user_id)
    if (!factor || factor.confirmed_at) throw new Problem('not-found')
    const isRight = await counted(request, () => redeemCode(request, caller.user_id, body.code))
    if (!isRight) throw badField('code', 'Wrong code. Is the clock of the phone right?')
    const { codes, hashes } = makeRecoveryCodes()
    await database.transaction().execute(async (tx) => {
      const at = toInstant(clock.now_ms())
      if (!(await confirmSecondFactor(tx, caller.user_id, factor.secret, at))) {
        throw new Problem('in-use', { message: 'Another secret was made since. Start again.' })
      }
      // They were opened by the password alone.
      await revokeOtherSessions(tx, caller.user_id, caller.session_id, at)
      await replaceRecoveryCodes(tx, caller.user_id, hashes)
      await noteFactor(tx, request, selfOf(caller), { second_factor: [false, true] })
    })
    return { recovery_codes: codes }
  },

  async renewRecoveryCodes(request) {
    const { database, caller } = request
    await redeemOwnCode(request)
    const { codes, hashes } = makeRecoveryCodes()
    await database.transaction().execute(async (tx) => {
      await replaceRecoveryCodes(tx, caller.user_id, hashes)
      await noteFactor(tx, request, selfOf(caller), { recovery_codes: SECRET_CHANGED })
    })
    return { recovery_codes: codes }
  },

  async removeSecondFactor(request) {
    const { database, caller } = request
    if (caller.must_have_second_factor) {
      throw new Problem('in-use', { message: 'You must have a second factor.' })
    }
    await redeemOwnCode(request)
    await database.transaction().execute(async (tx) => {
      if (!(await removeSecondFactor(tx, caller.user_id))) throw new Problem('not-found')
      await noteFactor(tx, request, selfOf(caller), { second_factor: [true, false] })
    })
  },

  resetUserSecondFactor: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      if (id === actor.caller.user_id) {
        throw new Problem('in-use', { message: 'Turn your own off in the settings.' })
      }
      const admin = found(await findStaffUser(tx, actor.caller.scope, id))
      await refuseStronger(tx, actor.caller, admin)
      await reset(tx, actor, admin, clock.now_ms())
    }),

  resetPortalSecondFactor: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const user = found(await findPortalUser(tx, actor.caller.scope, id))
      await reset(tx, actor, user, clock.now_ms())
    }),

  async confirmSession(request) {
    const { database, caller, passwords, body, clock } = request
    const { password_hash } = await getUser(database, caller.user_id)
    const factor = await findSecondFactor(database, caller.user_id)
    // A secret that never counted proves nothing: this session may have made it.
    const hasFactor = factor?.confirmed_at != null
    const isRight = await counted(request, async () =>
      hasFactor
        ? redeemCode(request, caller.user_id, body.proof)
        : passwords.matches(body.proof, password_hash),
    )
    if (!isRight) {
      const wrong = 'Wrong code, or used before. The password is not enough with a second factor.'
      throw badField('proof', hasFactor ? wrong : 'Wrong password.')
    }
    await confirmSession(database, caller.session_id, toInstant(clock.now_ms()))
  },
}
