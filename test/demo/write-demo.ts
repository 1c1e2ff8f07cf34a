// Writes the carrier of the demo into an empty database: its configuration, and the logins and
// payments of its accounts with the statements of the console.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ha1Of } from '#api/accounts/sip-password.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { convertMoney, type Money, money, parseFx, percent, rate } from '#core/money.ts'
import { lockBalance } from '#db/accounts/balances.ts'
import { asSqlConnection, type Database, type Tx } from '#db/database.ts'
import { findPaymentParty, insertPayment } from '#db/payments/payments.ts'
import { insertUser } from '#db/people/users.ts'
import { EVERYTHING } from '#db/scope.ts'
import { writeSetting } from '#db/settings.ts'
import { sendSignal } from '#db/signals.ts'
import { insertCurrency } from '#db/tariffs/currencies.ts'
import { insertMarkup } from '#db/tariffs/markups.ts'
import { type WorldDescription, writeWorld } from '../support/write-world.ts'
import {
  CLIENTS,
  type DemoClient,
  type DemoReseller,
  type DemoSettlement,
  PRICES,
  RESELLERS,
  ROUTING,
  SETTLEMENTS,
  usernameOf,
} from './demo-data.ts'
import { makePriceLists } from './price-lists.ts'
import { writeAdmins } from './write-admins.ts'
import { writeResellers } from './write-resellers.ts'
import { writeZones } from './write-zones.ts'

const DAY_MS = 86_400_000

/** The issuer of all invoices, which get their numbers together. */
export const ISSUER = {
  company: 'Meridian Carrier Services',
  company_address: 'Keizersgracht 412\n1016 GC Amsterdam\nNetherlands',
  company_tax_number: 'NL861234567B01',
  bank_details: 'IBAN NL00 DEMO 0417 1643 00\nBIC DEMONL2A',
  document_footer: 'Meridian Carrier Services B.V., an invented company',
}

/** `password_hash` is that of all portal logins. */
export async function writeDemo(
  database: Database,
  now_ms: number,
  password_hash: string,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    for (const [code, { name, rate }] of Object.entries(PRICES.currencies)) {
      await insertCurrency(tx, { code, name, rate: parseFx(rate)! })
    }
    const ids = await writeWorld(asSqlConnection(tx), describeDemo(now_ms))
    await addFollower(tx)
    await writeResellers(tx)
    const open = (name: string, type: PortalType) =>
      insertUser(tx, {
        username: usernameOf({ name }),
        password_hash,
        type,
        account_id: ids.get(name)!,
      })
    for (const { name } of RESELLERS) await open(name, 'RESELLER')
    for (const client of CLIENTS) await open(client.name, kindOf(client))
    for (const { name } of SETTLEMENTS) await open(name, 'SETTLEMENT')
    await writeAdmins(tx, password_hash)
    await writeSetting(tx, 'general', ISSUER)
    await writeZones(tx)
    await sendSignal(tx, { changed: 'routing' })
    await sendSignal(tx, { changed: 'firewall' })
  })
}

/** Offered to new clients: 5 % above the standard tariff, more to India. The API computes it. */
async function addFollower(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number; parent_id: number }>`
    insert into tariff (owner_id, name, kind, first_increment, next_increment)
    select owner_id, 'Sell new clients', kind, first_increment, next_increment from tariff
    where name = 'Sell standard'
    returning id, (select id from tariff where name = 'Sell standard') as parent_id`.execute(tx)
  const [added] = rows
  if (!added) return
  await insertMarkup(tx, {
    tariff_id: added.id,
    parent_id: added.parent_id,
    follows: true,
    has_past: false,
    rules: [
      { prefix: '', percent: percent(50_000), fixed: rate(0) },
      { prefix: '91', percent: percent(80_000), fixed: rate(100_000) },
    ],
    decimals: 6,
    rounding_mode: 'HALF_UP',
    typed_fx: null,
  })
}

/**
 * The payments for the calls of a week, `growth` times those of a usual one: of the resellers
 * first, from whom clients recharge.
 */
export async function payWeek(database: Database, growth = 1): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const accounts = await tx.selectFrom('account').select(['id', 'name']).execute()
    const ids = new Map(accounts.map(({ id, name }) => [name, id]))
    const { id: admin_id } = await tx
      .selectFrom('console_user')
      .where('type', '=', 'ADMIN')
      .orderBy('id')
      .select('id')
      .executeTakeFirstOrThrow()
    const parties = [...RESELLERS, ...CLIENTS, ...SETTLEMENTS]
    for (const { name, weekly_payments } of parties) {
      for (const usual of weekly_payments) {
        await pay(tx, ids.get(name)!, Math.round(usual * growth), admin_id)
      }
    }
  })
}

type PortalType = 'WHOLESALE' | 'RETAIL' | 'RESELLER' | 'SETTLEMENT'

const describeDemo = (now_ms: number): WorldDescription => ({
  ...ROUTING,
  tariffs: makePriceLists(now_ms),
  resellers: byName(RESELLERS, describeReseller),
  clients: byName(CLIENTS, (client) => describeClient(client, now_ms)),
  settlements: byName(SETTLEMENTS, describeSettlement),
})

const byName = <T extends { readonly name: string }, D>(
  list: readonly T[],
  describe: (one: T) => D,
): Record<string, D> => Object.fromEntries(list.map((one) => [one.name, describe(one)]))

const units = (amount: number): Money => money(Math.round(amount * 1e6))

const kindOf = ({ sip_users }: DemoClient): 'RETAIL' | 'WHOLESALE' =>
  sip_users.length > 0 ? 'RETAIL' : 'WHOLESALE'

function describeAccount(party: DemoClient | DemoReseller | DemoSettlement) {
  const { name, company, country_iso2, address, tariff, reseller, vat_percent } = party
  const domain = `${usernameOf({ name })}.example`
  return {
    company,
    address,
    country_iso2,
    tariff,
    reseller,
    noc_email: `noc@${domain}`,
    billing_email: `billing@${domain}`,
    rates_email: `rates@${domain}`,
    vat_percent: Math.round(vat_percent * 10_000),
    billing_type: party.credit_limit > 0 ? ('POSTPAID' as const) : ('PREPAID' as const),
    money: { credit_limit: units(party.credit_limit) },
  }
}

const describeReseller = (reseller: DemoReseller) => ({
  ...describeAccount(reseller),
  currency: reseller.currency,
  terms: {
    max_clients: 20,
    low_balance_threshold: units(100),
    loss_policy: reseller.loss_policy,
  },
})

const describeClient = (client: DemoClient, now_ms: number) => ({
  ...describeAccount(client),
  ...(client.fees.length > 0 && {
    billing_cycle: 'WEEK' as const,
    billing_since: new Date(now_ms - 150 * DAY_MS).toISOString(),
    payment_terms_days: 14,
  }),
  kind: kindOf(client),
  status: client.status,
  channel_limit: client.channel_limit,
  terms: {
    route_plan: client.route_plan,
    // Phones of the demo send no media, so there is nothing to relay.
    media_mode: 'DIRECT' as const,
    dst_list: client.dst_list,
    translation: client.translation,
    cli_policy: client.cli_policy,
    cli_list: client.cli_list,
  },
  ips: client.ip ? [{ ip: client.ip, description: 'Main switch' }] : [],
  sip_users: client.sip_users.map(({ username, password, number, display_name }) => ({
    username,
    ha1: ha1Of(username, password),
    number,
    display_name,
    // SIPp registers once, for the whole demo.
    expires_max_seconds: 86_400,
  })),
})

const describeSettlement = (settlement: DemoSettlement) => ({
  ...describeAccount(settlement),
  billing_type: 'POSTPAID' as const,
  money: { max_debt: settlement.max_debt && units(settlement.max_debt) },
  terms: { partner: settlement.partner },
  gateways: byName(
    settlement.gateways,
    ({ host, channel_limit, description, failover_policy, tunnel }) => ({
      host,
      channel_limit,
      description,
      failover_policy,
      tunnel,
      media_mode: 'DIRECT' as const,
      options_ping: true,
      // One that fails is out of use within a minute.
      ping_interval_seconds: 15,
    }),
  ),
})

/** Whole units: a recharge to the parent, or a payment of the operator to a carrier. */
async function pay(tx: Tx, account_id: number, amount: number, created_by: number): Promise<void> {
  await lockBalance(tx, account_id)
  const account = (await findPaymentParty(tx, EVERYTHING, account_id))!
  const { parent_id } = account
  const parent = parent_id === null ? null : (await findPaymentParty(tx, EVERYTHING, parent_id))!
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
    note: is_recharge ? 'Bank transfer' : 'Invoice of last week',
    private_note: '',
    reverses_id: null,
    idempotency_key: randomUUID(),
    created_by,
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
