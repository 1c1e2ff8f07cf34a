import * as contract from '#contract/people/api-tokens.ts'
import { TOKEN_PERMISSIONS } from '#core/permission/token-rights.ts'
import type { Tx } from '#db/database.ts'
import {
  countApiTokensToAdd,
  findApiTokenInScope,
  findOwnApiToken,
  insertApiToken,
  listApiTokens,
  listOwnApiTokens,
  revokeApiToken,
} from '#db/people/api-tokens.ts'
import { type Actor, noteChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { makeApiToken } from '../sign-in/api-token.ts'

const entity = 'api_token'
const form = contract.apiTokenForm

/** On the wire a permission that no longer exists is left out. */
const shown = <T extends { permissions: string[]; expires_at: string | null }>(
  row: T,
  now_ms: number,
) => ({
  ...row,
  permissions: TOKEN_PERMISSIONS.filter((permission) => row.permissions.includes(permission)),
  is_expired: row.expires_at !== null && Date.parse(row.expires_at) <= now_ms,
})

function checkPermissions({ permissions: own }: Caller, wanted: readonly string[]): void {
  const open = new Set<string>(TOKEN_PERMISSIONS.filter((permission) => own.includes(permission)))
  const refused = wanted.filter((permission) => !open.has(permission))
  if (refused.length === 0) return
  throw badField('permissions', `Your tokens cannot have: ${refused.slice(0, 5).join(', ')}.`)
}

async function revoke(
  tx: Tx,
  actor: Actor,
  before: { readonly id: number; readonly name: string },
  now_ms: number,
): Promise<void> {
  await revokeApiToken(tx, before.id, toInstant(now_ms))
  await noteChange(tx, actor, { entity, id: before.id, name: before.name, form, before })
}

export const apiTokens: HandlersOf<typeof contract> = {
  async listOwnApiTokens({ database, caller, clock }) {
    const rows = await listOwnApiTokens(database, caller.user_id)
    return rows.map((row) => shown(row, clock.now_ms()))
  },

  async createApiToken({ database, body, clock, ...actor }) {
    const { user_id } = actor.caller
    const now_ms = clock.now_ms()
    checkPermissions(actor.caller, body.permissions)
    if (body.expires_at !== null && Date.parse(body.expires_at) <= now_ms) {
      throw badField('expires_at', 'Must be in the future.')
    }
    const { token, ...stored } = makeApiToken()
    return database.transaction().execute(async (tx) => {
      const most = contract.API_TOKENS_PER_USER
      if ((await countApiTokensToAdd(tx, user_id)) >= most) {
        const message = `You have ${most} API tokens. Revoke one first.`
        throw new Problem('in-use', { message })
      }
      const id = await insertApiToken(tx, { ...body, ...stored, user_id })
      await noteChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return { ...shown(found(await findOwnApiToken(tx, user_id, id)), now_ms), token }
    })
  },

  revokeOwnApiToken: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findOwnApiToken(tx, actor.caller.user_id, id))
      await revoke(tx, actor, before, clock.now_ms())
    }),

  async listApiTokens({ database, caller, query, clock }) {
    const { rows, page } = await listApiTokens(database, caller.scope, query)
    return { rows: rows.map((row) => shown(row, clock.now_ms())), page }
  },

  revokeApiToken: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findApiTokenInScope(tx, actor.caller.scope, id))
      await revoke(tx, actor, before, clock.now_ms())
    }),
}
