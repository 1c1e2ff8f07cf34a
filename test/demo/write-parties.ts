// Writes the parties of the demo: accounts with their users, addresses, phones and payments.
import { randomUUID } from 'node:crypto'
import { ha1Of } from '#api/accounts/sip-password.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { DEFAULT_CODECS } from '#core/codec.ts'
import { convertMoney, type Money, money, percent } from '#core/money.ts'
import type { AccountValues } from '#db/accounts/account-profile.ts'
import { lockBalance } from '#db/accounts/balances.ts'
import { insertClientIp } from '#db/accounts/client-ips.ts'
import { insertClient } from '#db/accounts/clients.ts'
import { insertReseller } from '#db/accounts/resellers.ts'
import { insertSettlement } from '#db/accounts/settlements.ts'
import { insertSipUser } from '#db/accounts/sip-users.ts'
import { findParty, insertPayment } from '#db/billing/payments.ts'
import type { Tx } from '#db/database.ts'
import { insertUser } from '#db/people/users.ts'
import { EVERYTHING } from '#db/scope.ts'
import { sipUserForm } from '../support/forms.ts'
import type { DemoClient, DemoSipUser } from './clients.ts'
import type { DemoReseller } from './resellers.ts'
import type { DemoSettlement } from './suppliers.ts'
import type { Ids } from './write-ways.ts'

/** Whoever is written finds there who was written before. */
export interface Written {
  readonly admin_id: number
  /** Of all users of the portals. */
  readonly password_hash: string
  readonly tariffs: Ids
  readonly referred: Ids
}

const units = (amount: number): Money => money(Math.round(amount * 1e6))

/** `baltic-voice` out of `Baltic Voice`. */
const nameOfUser = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

interface Profiled {
  readonly name: string
  readonly company: string
  readonly country_iso2: string
  readonly address?: string
}

function profile({ name, company, country_iso2, address = '' }: Profiled, tariff_id: number) {
  const domain = `${nameOfUser(name)}.example`
  return {
    parent_id: OPERATOR_ID,
    currency: 'USD',
    name,
    status: 'active',
    company,
    address,
    country_iso2,
    tax_number: '',
    noc_email: `noc@${domain}`,
    billing_email: `billing@${domain}`,
    rates_email: `rates@${domain}`,
    phone: '',
    notes: '',
    billing_type: 'POSTPAID',
    vat_percent: percent(0),
    tariff_id,
    channel_limit: null,
    cps_limit: null,
  } satisfies AccountValues
}

const billingOf = (credit_limit: number) =>
  credit_limit > 0 ? ('POSTPAID' as const) : ('PREPAID' as const)

export async function writeSupplier(
  tx: Tx,
  settlement: DemoSettlement,
  written: Written,
): Promise<number> {
  const max_debt = settlement.max_debt === null ? null : units(settlement.max_debt)
  const account = profile(settlement, written.tariffs.get(settlement.tariff)!)
  const values = { max_debt, monthly_minutes_cap: null, client_id: null }
  const id = await insertSettlement(tx, account, values)
  await addUser(tx, settlement.name, 'SETTLEMENT', id, written)
  for (const amount of settlement.payments) await pay(tx, id, amount, written)
  return id
}

export async function writeReseller(
  tx: Tx,
  reseller: DemoReseller,
  parent_id: number | undefined,
  written: Written,
): Promise<number> {
  const { name, level, currency, credit_limit, loss_policy, recharges } = reseller
  const account = {
    ...profile(reseller, written.tariffs.get(reseller.tariff)!),
    parent_id: parent_id ?? OPERATOR_ID,
    currency,
    billing_type: billingOf(credit_limit),
    vat_percent: percent(reseller.vat_percent * 10_000),
  }
  const values = {
    level,
    allow_create_subreseller: true,
    max_clients: 20,
    low_balance_threshold: units(100),
    expires_at: null,
    loss_policy,
  }
  const id = await insertReseller(tx, account, values, { credit_limit: units(credit_limit) })
  await addUser(tx, name, 'RESELLER', id, written)
  for (const amount of recharges) await pay(tx, id, amount, written)
  return id
}

export async function writeClient(
  tx: Tx,
  client: DemoClient,
  parent_id: number | undefined,
  written: Written & { readonly plans: Ids },
): Promise<number> {
  const { referred } = written
  const account = {
    ...profile(client, written.tariffs.get(client.tariff)!),
    parent_id: parent_id ?? OPERATOR_ID,
    status: client.status,
    billing_type: billingOf(client.credit_limit),
    vat_percent: percent(client.vat_percent * 10_000),
    channel_limit: client.channel_limit,
  }
  const values = {
    route_plan_id: written.plans.get(client.plan)!,
    max_call_duration_seconds: 7200,
    max_sell_rate: null,
    codecs: [...DEFAULT_CODECS],
    // Phones of the demo say nothing, so there is nothing to relay.
    media_mode: 'DIRECT' as const,
    dst_list_id: client.dst_list && referred.get(client.dst_list)!,
    translation_id: client.translation && referred.get(client.translation)!,
    cli_policy: client.cli_policy,
    cli_list_id: client.cli_list && referred.get(client.cli_list)!,
  }
  const kind = client.sip_users.length > 0 ? 'RETAIL' : 'WHOLESALE'
  const limits = { credit_limit: units(client.credit_limit) }
  const id = await insertClient(tx, kind, { account, client: values, limits })
  await addUser(tx, client.name, kind, id, written)
  if (kind === 'WHOLESALE') await addAddress(tx, id, client.source)
  for (const sipUser of client.sip_users) await addSipUser(tx, id, sipUser)
  for (const amount of client.recharges) await pay(tx, id, amount, written)
  return id
}

async function addAddress(tx: Tx, account_id: number, ip: string): Promise<void> {
  await insertClientIp(tx, {
    account_id,
    ip,
    port: null,
    transport: null,
    tech_prefix: '',
    description: 'Main switch',
    status: 'active',
  })
}

async function addSipUser(
  tx: Tx,
  account_id: number,
  { username, password, number, display_name }: DemoSipUser,
): Promise<void> {
  const ha1 = ha1Of(username, password)
  // SIPp registers once, so that must be enough for the longest demo.
  const form = { ...sipUserForm(account_id), expires_max_seconds: 86_400, allowed_callers: [] }
  await insertSipUser(tx, { ...form, username, ha1, number, display_name })
}

async function addUser(
  tx: Tx,
  name: string,
  type: 'WHOLESALE' | 'RETAIL' | 'RESELLER' | 'SETTLEMENT',
  account_id: number,
  { password_hash }: Written,
): Promise<void> {
  await insertUser(tx, { username: nameOfUser(name), password_hash, type, account_id })
}

/** Whole units that a client or reseller pays to who stands above, or that we pay to a carrier. */
async function pay(tx: Tx, account_id: number, amount: number, written: Written): Promise<void> {
  await lockBalance(tx, account_id)
  const account = (await findParty(tx, EVERYTHING, account_id))!
  const { parent_id } = account
  const parent = parent_id === null ? null : (await findParty(tx, EVERYTHING, parent_id))!
  const is_recharge = account.kind !== 'SETTLEMENT'
  const other_id = parent_id ?? OPERATOR_ID
  const parent_amount = parent && convertMoney(units(amount), account.fx, parent.fx)
  const payment = {
    kind: is_recharge ? ('RECHARGE' as const) : ('PAYMENT_MADE' as const),
    account_id,
    parent_amount,
    payer_id: is_recharge ? account_id : OPERATOR_ID,
    payee_id: is_recharge ? other_id : account_id,
    amount: units(amount),
    method: 'bank' as const,
    reference: `TX-${account_id}-${randomUUID().slice(0, 8).toUpperCase()}`,
    note: is_recharge ? 'Thank you' : 'For last week',
    private_note: '',
    reverses_id: null,
    idempotency_key: randomUUID(),
    created_by: written.admin_id,
  }
  const own = { account_id, counter_account_id: other_id, balance: account.balance }
  await insertPayment(tx, payment, [
    { ...own, amount: units(is_recharge ? amount : -amount) },
    ...(parent && parent_amount
      ? [
          {
            account_id: parent.id,
            counter_account_id: account_id,
            amount: money(-parent_amount),
            balance: parent.balance,
          },
        ]
      : []),
  ])
}
