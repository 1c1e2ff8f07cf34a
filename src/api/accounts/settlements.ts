import * as contract from '#contract/accounts/settlements.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { deleteAccount, lockAccount } from '#db/accounts/account-profile.ts'
import { lockBalance } from '#db/accounts/balances.ts'
import {
  findSettlement,
  insertSettlement,
  listSettlements,
  type SettlementValues,
  updateSettlement,
} from '#db/accounts/settlements.ts'
import { lockRow } from '#db/crud.ts'
import type { Tx } from '#db/database.ts'
import { deletePortalLogin } from '#db/people/users.ts'
import { lockedUsersOf } from '#db/references.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'
import * as accounts from './accounts.ts'

const entity = 'settlement'
const form = contract.settlementForm

/** The partner's own calls come from a wholesale client; a prepaid partner lends us something. */
async function checkValues(
  tx: Tx,
  scope: Scope,
  body: SettlementValues & { readonly billing_type: 'PREPAID' | 'POSTPAID' },
  seesMaxDebt: boolean,
): Promise<void> {
  const { client_id, billing_type, max_debt = null } = body
  if (
    client_id !== null &&
    (await lockRow(tx, scope, 'account', client_id))?.kind !== 'WHOLESALE'
  ) {
    throw badField('client_id', 'Select a wholesale client.')
  }
  if (billing_type === 'PREPAID' && max_debt === null) {
    if (!seesMaxDebt) throw badField('billing_type', 'A prepaid account needs a max debt.')
    throw badField('max_debt', 'A prepaid account needs a limit. Use 0 for no debt.')
  }
}

type Form = BodyOf<typeof contract.createSettlement>

/** A carrier may have a portal login or none; a password requires a username. */
function checkLogin({ username, password }: Form): void {
  if (username === '' && password !== undefined) {
    throw badField('username', 'The password needs a username.')
  }
}

/** Adds a login, or removes it together with the username. */
async function writeLogin(
  tx: Tx,
  id: number,
  username_before: string,
  body: Form,
  password_hash: string | undefined,
  at: string,
): Promise<void> {
  if (!body.username) await deletePortalLogin(tx, id, at)
  else if (username_before) await accounts.changePortalLogin(tx, id, body, password_hash, at)
  else await accounts.addPortalLogin(tx, id, 'SETTLEMENT', body, password_hash)
}

/** The limit stays as it is where the user does not see it. */
const withMaxDebt = <F extends Form>(body: F, before: Pick<Form, 'max_debt'>): F =>
  'max_debt' in body ? body : { ...(body as F), max_debt: before.max_debt }

const valuesOf = ({ max_debt, client_id, monthly_minutes_cap }: SettlementValues) => ({
  max_debt,
  client_id,
  monthly_minutes_cap,
})

export const settlements: HandlersOf<typeof contract> = {
  listSettlements: ({ database, caller, query }) => listSettlements(database, caller.scope, query),

  async getSettlement({ database, caller, params }) {
    return found(await findSettlement(database, caller.scope, params.id))
  },

  async createSettlement({ database, passwords, body, clock, ...actor }) {
    checkLogin(body)
    const password_hash = await accounts.firstHashOf({ passwords, clock, ...actor }, body)
    return database.transaction().execute(async (tx) => {
      const { scope, field_rights } = actor.caller
      await accounts.checkTariff(tx, scope, body.tariff_id, 'BUY')
      await checkValues(tx, scope, body, field_rights.includes('purchase'))
      const id = await insertSettlement(tx, accounts.accountValuesOf(body), valuesOf(body))
      if (body.username) await accounts.addPortalLogin(tx, id, 'SETTLEMENT', body, password_hash)
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return found(await findSettlement(tx, scope, id))
    })
  },

  async updateSettlement({ database, passwords, params: { id }, body: asked, clock, ...actor }) {
    checkLogin(asked)
    const password_hash = await accounts.hashOf({ passwords, clock, ...actor }, asked)
    return database.transaction().execute(async (tx) => {
      const { scope, field_rights } = actor.caller
      const before = found(await findSettlement(tx, scope, id))
      const body = withMaxDebt(asked, before)
      await accounts.checkTariff(tx, scope, body.tariff_id, 'BUY')
      await checkValues(tx, scope, body, field_rights.includes('purchase'))
      const { version, name } = body
      if (
        !(await updateSettlement(tx, id, version, accounts.accountValuesOf(body), valuesOf(body)))
      ) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await writeLogin(tx, id, before.username, body, password_hash, toInstant(clock.now_ms()))
      await publishChange(tx, actor, { entity, id, name, form, before, after: body })
      await sendSignal(tx, { changed: 'money', account_id: id })
      return found(await findSettlement(tx, scope, id))
    })
  },

  deleteSettlement: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findSettlement(tx, actor.caller.scope, id))
      await lockAccount(tx, id)
      refuseInUse('The settlement account', await lockedUsersOf(tx, 'settlement', id))
      accounts.refuseWithMoney(
        actor.caller,
        { id, kind: 'SETTLEMENT' },
        found(await lockBalance(tx, id)),
      )
      const at = toInstant(clock.now_ms())
      await deleteAccount(tx, id, at)
      await deletePortalLogin(tx, id, at)
      await publishChange(tx, actor, { entity, id, name: before.name, form, before })
    }),
}
