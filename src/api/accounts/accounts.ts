// The parts that the forms of clients, resellers and settlement accounts share: parent, profile,
// tariff and portal login.

import { type AccountLimits, widerLimits } from '#core/account/narrower-limits.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import {
  addSums,
  convertDown,
  convertMoney,
  formatMoney,
  type Money,
  NO_SUM,
  subtractSums,
} from '#core/money.ts'
import type { UserType } from '#core/permission/permission.ts'
import { PORTAL_PASSWORDS } from '#core/permission/rights.ts'
import { pick } from '#core/pick.ts'
import { BILLING_COLUMNS, PROFILE_COLUMNS } from '#db/accounts/account-columns.ts'
import {
  type AccountValues,
  countClientsOf,
  lockReseller,
  type MoneyLimits,
} from '#db/accounts/account-profile.ts'
import { availableOf, type Balance, lockBalance, lockBalances } from '#db/accounts/balances.ts'
import { findResellerLimits } from '#db/accounts/resellers.ts'
import type { Tx } from '#db/database.ts'
import { findPaymentParty } from '#db/payments/payments.ts'
import { insertUser, updatePortalLogin } from '#db/people/users.ts'
import { EVERYTHING, isOfAdmin, type Scope } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import type { TariffTable } from '#db/tables/tariffs.ts'
import { findCurrency } from '#db/tariffs/currencies.ts'
import { type Asking, confirmCreditLimit } from '../checks/large-money.ts'
import { lockReferred } from '../checks/references.ts'
import { seesBalanceOf } from '../checks/seen-balance.ts'
import type { Actor } from '../http/activity.ts'
import type { AppContext } from '../http/app-context.ts'
import type { Caller } from '../http/caller.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { randomText } from '../http/random.ts'
import { requireConfirmation } from '../sign-in/confirmation.ts'
import { checkPassword } from '../sign-in/password.ts'

/**
 * Clients buy by SELL tariffs, resellers by their cost, settlement accounts sell to us by BUY. An
 * account below a reseller may have a tariff that is not the reseller's own, and keep it.
 */
export async function checkTariff(
  tx: Tx,
  scope: Scope,
  tariff_id: number,
  kind: TariffTable['kind'],
  before?: { readonly tariff_id: number },
): Promise<void> {
  if (!isOfAdmin(scope) && tariff_id === before?.tariff_id) return
  const tariff = await lockReferred(tx, scope, 'tariff', 'tariff_id', tariff_id)
  if (tariff && tariff.kind !== kind) {
    throw badField('tariff_id', `This tariff is for ${tariff.kind}, not for ${kind}.`)
  }
}

/** Where an account shall hang; `level` is that of a reseller. */
interface Child {
  readonly level?: number
  readonly parent_id: number | null
}

/**
 * A client may be a child of any reseller, a reseller that of one of the level above its own.
 * Existing children stay, even if the reseller may not take new ones.
 */
export async function checkParent(
  tx: Tx,
  scope: Scope,
  { level, parent_id }: Child,
  before?: { readonly parent_id: number | null },
): Promise<void> {
  if (parent_id === null) {
    // An admin who sees some accounts only must not move one out of them.
    if (scope.kind === 'accounts' && before?.parent_id !== null) {
      throw badField('parent_id', 'Select a reseller: you may see some accounts only.')
    }
    if (level === undefined || level === 1) return
    throw badField('parent_id', `Select its level ${level - 1} reseller.`)
  }
  const parent = await lockReseller(tx, scope, parent_id)
  if (!parent) throw badField('parent_id', 'This reseller does not exist.')
  const refuse = (why: string) => badField('parent_id', `${parent.name} ${why}`)
  if (level !== undefined && parent.level !== level - 1) {
    throw refuse(`is a level ${parent.level} reseller, not level ${level - 1}.`)
  }
  if (before?.parent_id === parent_id) return
  if (parent.status === 'closed') throw refuse('is closed.')
  if (level !== undefined) {
    if (!parent.allow_create_subreseller) throw refuse('must not have resellers under it.')
  } else if (parent.max_clients !== null) {
    const { max_clients } = parent
    const clients = await countClientsOf(tx, parent_id)
    if (clients >= max_clients) throw refuse(`has reached its max clients: ${clients}.`)
  }
}

/**
 * A reseller gives the accounts right below it no wider limits than its own. Those that the
 * operator has set stay as they are.
 */
export async function checkNarrower(
  tx: Tx,
  scope: Scope,
  limits: AccountLimits & { readonly currency?: string | undefined },
  before?: AccountLimits,
): Promise<void> {
  if (isOfAdmin(scope)) return
  const own = await findResellerLimits(tx, scope.account_id)
  const { currency } = limits
  const { rate } = found(await findCurrency(tx, currency ?? (await readSettings(tx)).currency))
  const worth = (amount: Money) => convertMoney(amount, own.fx, rate)
  const fields = widerLimits(
    limits,
    {
      ...own,
      daily_spend_limit: own.daily_spend_limit && worth(own.daily_spend_limit),
      monthly_spend_limit: own.monthly_spend_limit && worth(own.monthly_spend_limit),
    },
    before,
  )
  if (Object.keys(fields).length > 0) throw new Problem('bad-input', { fields })
}

type AccountForm = Omit<AccountValues, 'parent_id' | 'currency'> & {
  readonly parent_id?: number | null
  readonly currency?: string | undefined
}

export const accountValuesOf = (body: AccountForm): AccountValues => ({
  ...pick(body, PROFILE_COLUMNS),
  ...pick(body, BILLING_COLUMNS),
  parent_id: body.parent_id ?? OPERATOR_ID,
  tariff_id: body.tariff_id,
  ...(body.currency && { currency: body.currency }),
})

export const moneyLimitsOf = (body: MoneyLimits): MoneyLimits => ({
  credit_limit: body.credit_limit,
  daily_spend_limit: body.daily_spend_limit,
  monthly_spend_limit: body.monthly_spend_limit,
})

interface LoginForm {
  readonly username: string
  readonly name: string
  readonly company: string
  readonly password?: string | undefined
  readonly status: 'active' | 'blocked' | 'closed'
}

type PasswordSetter = Pick<AppContext, 'passwords' | 'clock'> & Pick<Actor, 'caller'>

/** Who knows a password sees the portal, so that it needs a right and a confirmation of its own. */
function requirePasswordRight({ caller, clock }: PasswordSetter): void {
  // A program does not take over the login of a person.
  if (caller.token_name !== null) throw badField('password', 'Not with an API token.')
  if (!caller.permissions.includes(PORTAL_PASSWORDS)) {
    throw new Problem('not-allowed', {
      message: 'You do not have permission to set passwords of portal logins.',
    })
  }
  requireConfirmation(caller, clock.now_ms())
}

/** The hash of a new password; made before the transaction, because it takes its time. */
export async function hashOf(
  setter: PasswordSetter,
  { username, name, company, password }: LoginForm,
): Promise<string | undefined> {
  if (password === undefined) return undefined
  requirePasswordRight(setter)
  checkPassword('password', password, [username, name, company])
  return setter.passwords.hash(password)
}

/** A new account without a password gets one that no person knows, until one is set. */
export const firstHashOf = async (setter: PasswordSetter, body: LoginForm): Promise<string> =>
  (await hashOf(setter, body)) ?? setter.passwords.hash(randomText(32))

/** Only those whose account is active may sign in. */
const loginStatus = ({ status }: LoginForm) => (status === 'active' ? 'active' : 'blocked')

export async function addPortalLogin(
  tx: Tx,
  account_id: number,
  type: Exclude<UserType, 'ADMIN'>,
  body: LoginForm,
  password_hash: string | undefined,
): Promise<void> {
  if (!password_hash) throw badField('password', 'Required.')
  const status = loginStatus(body)
  await insertUser(tx, { username: body.username, password_hash, type, account_id, status })
}

export async function changePortalLogin(
  tx: Tx,
  account_id: number,
  body: LoginForm,
  password_hash: string | undefined,
  at: string,
): Promise<void> {
  const login = { username: body.username, status: loginStatus(body), password_hash } as const
  await updatePortalLogin(tx, account_id, login, at)
}

/** Prepaid accounts have no credit; postpaid ones may go below zero by the credit limit. */
export function checkBillingType(body: {
  readonly billing_type: 'PREPAID' | 'POSTPAID'
  readonly credit_limit: Money
}): void {
  if (body.billing_type === 'POSTPAID' || body.credit_limit === 0) return
  throw badField('credit_limit', 'Prepaid accounts have no credit: 0, or choose postpaid.')
}

/** An account's debt, what it has lent and its holds for active calls must stay covered. */
function checkCreditLimit(
  { balance, held, lent }: Balance,
  credit_limit: Money,
  seesBalance: boolean,
): void {
  const used = subtractSums(addSums(held, lent), balance)
  if (credit_limit >= used) return
  const limit = seesBalance ? `At least ${formatMoney(used)}:` : 'Too low for what is'
  const message = `${limit} used, lent or reserved for active calls.`
  throw new Problem('not-enough-money', { message, fields: { credit_limit: message } })
}

type Credit = Pick<Borrower, 'parent_id' | 'credit_limit'>

/**
 * Before an account is changed: for another limit or another reseller above its balance and theirs
 * are locked, its debt stays covered, and a large limit is confirmed.
 */
export async function prepareCredit(
  tx: Tx,
  asking: Asking,
  id: number,
  before: Credit & { readonly currency: string },
  after: Credit,
): Promise<void> {
  const { parent_id, credit_limit } = after
  if (credit_limit === before.credit_limit && parent_id === before.parent_id) return
  await lockBalances(tx, [id, before.parent_id, parent_id])
  const seesBalance = asking.caller.field_rights.includes('sale')
  checkCreditLimit(found(await lockBalance(tx, id)), credit_limit, seesBalance)
  const limits = { before: before.credit_limit, after: credit_limit }
  await confirmCreditLimit(tx, asking, before.currency, limits)
}

/** When it is changed: for more credit or another reseller above, that one has to have it. */
export async function checkCredit(
  tx: Tx,
  caller: Caller,
  before: Credit & { readonly currency: string },
  { parent_id, credit_limit }: Credit,
): Promise<void> {
  if (credit_limit <= before.credit_limit && parent_id === before.parent_id) return
  await checkLending(tx, caller, { parent_id, credit_limit, currency: before.currency })
}

interface Borrower {
  /** The reseller above; null is the operator. */
  readonly parent_id: number | null
  readonly credit_limit: Money
  /** That of the settings unless given. */
  readonly currency?: string | undefined
}

/**
 * When an account is written: the reseller above lends no more than it has available, its own limit
 * included (ADR-0053).
 */
export async function checkLending(
  tx: Tx,
  caller: Caller,
  { parent_id, credit_limit, currency }: Borrower,
): Promise<void> {
  if (parent_id === null || credit_limit === 0) return
  const lender = found(await findPaymentParty(tx, EVERYTHING, parent_id))
  const left = availableOf(lender)
  if (left >= 0n) return
  const { rate } = found(await findCurrency(tx, currency ?? (await readSettings(tx)).currency))
  const most = addSums(credit_limit, convertDown(left, lender.fx, rate))
  const who = caller.account_id === parent_id ? 'you have' : `${lender.name} has`
  const limit = seesBalanceOf(caller, { id: parent_id, kind: 'RESELLER' })
    ? `At most ${formatMoney(most > 0n ? most : NO_SUM)}`
    : 'Too high'
  const message = `${limit}: ${who} no more to lend.`
  throw new Problem('not-enough-money', { message, fields: { credit_limit: message } })
}

/** An account is deleted only with a zero balance. */
export function refuseWithMoney(
  caller: Caller,
  account: { readonly id: number; readonly kind: UserType },
  { balance, held }: Balance,
): void {
  if (held > 0) {
    throw new Problem('in-use', { message: 'This account has active calls. Block it first.' })
  }
  if (balance !== 0n) {
    const amount = seesBalanceOf(caller, account) ? `${formatMoney(balance)}, ` : ''
    const message = `The balance is ${amount}not 0. You can block it instead.`
    throw new Problem('in-use', { message })
  }
}
