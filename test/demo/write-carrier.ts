// Writes the invented carrier into an empty database, with the statements that the console uses.
import { randomUUID } from 'node:crypto'
import { DEFAULT_CODECS } from '#core/codec.ts'
import { type Money, money, percent } from '#core/money.ts'
import type { AccountValues } from '#db/account-profile.ts'
import { OPERATOR_ID } from '#db/accounts.ts'
import { lockBalance } from '#db/balances.ts'
import { insertClientIp } from '#db/client-ips.ts'
import { insertClient } from '#db/clients.ts'
import type { Database, Tx } from '#db/database.ts'
import { insertGateway } from '#db/gateways.ts'
import { insertPayment } from '#db/payments.ts'
import { insertRoutePlan } from '#db/route-plans.ts'
import { writeRouteRules } from '#db/route-rules.ts'
import { insertSettlement } from '#db/settlements.ts'
import { sendSignal } from '#db/signals.ts'
import { insertUser } from '#db/users.ts'
import { routePlanForm, routeRuleForm } from '../support/forms.ts'
import {
  CARRIERS,
  CLIENTS,
  type DemoCarrier,
  type DemoClient,
  type DemoGateway,
  type PlanName,
} from './carrier.ts'
import { writeTariffs } from './write-tariffs.ts'

interface Written {
  readonly admin_id: number
  readonly tariffs: ReadonlyMap<string, number>
  readonly gateways: ReadonlyMap<string, number>
  readonly plans: ReadonlyMap<string, number>
}

export async function writeCarrier(database: Database, now_ms: number): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const { id: admin_id } = await tx
      .selectFrom('console_user')
      .where('type', '=', 'ADMIN')
      .select('id')
      .executeTakeFirstOrThrow()
    const tariffs = await writeTariffs(tx, now_ms)
    const gateways = new Map<string, number>()
    for (const carrier of CARRIERS) {
      const settlement_id = await writeSupplier(tx, carrier, tariffs.get(carrier.tariff)!, admin_id)
      for (const gateway of carrier.gateways) {
        gateways.set(gateway.name, await writeGateway(tx, settlement_id, gateway))
      }
    }
    const plans = await writePlans(tx, gateways)
    for (const client of CLIENTS) {
      await writeClient(tx, client, { admin_id, tariffs, gateways, plans })
    }
    await sendSignal(tx, { changed: 'switchboard' })
  })
}

async function writeSupplier(
  tx: Tx,
  carrier: DemoCarrier,
  tariff_id: number,
  admin_id: number,
): Promise<number> {
  const max_debt = carrier.max_debt === null ? null : units(carrier.max_debt)
  const id = await insertSettlement(tx, profile(carrier, tariff_id), {
    max_debt,
    monthly_minutes_cap: null,
    client_id: null,
  })
  await writeUser(tx, carrier.name, 'SETTLEMENT', id)
  for (const amount of carrier.payments) await pay(tx, 'PAYMENT_MADE', id, amount, admin_id)
  return id
}

async function writeClient(tx: Tx, client: DemoClient, written: Written): Promise<void> {
  const account = {
    ...profile(client, written.tariffs.get(client.tariff)!),
    address: client.address,
    billing_type: client.credit_limit > 0 ? ('POSTPAID' as const) : ('PREPAID' as const),
    vat_percent: percent(client.vat_percent * 10_000),
    channel_limit: client.channel_limit,
  }
  const values = {
    route_plan_id: written.plans.get(client.plan)!,
    max_call_duration: 7200,
    max_sell_rate: null,
    codecs: [...DEFAULT_CODECS],
    // Telephones of the demo say nothing, so there is nothing to relay.
    media_mode: 'DIRECT' as const,
  }
  const limits = { credit_limit: units(client.credit_limit) }
  const id = await insertClient(tx, 'WHOLESALE', { account, client: values, limits })
  await writeUser(tx, client.name, 'WHOLESALE', id)
  await insertClientIp(tx, {
    account_id: id,
    ip: client.source,
    port: null,
    transport: null,
    tech_prefix: '',
    description: 'Main switch',
    status: 'active',
  })
  for (const amount of client.recharges) await pay(tx, 'RECHARGE', id, amount, written.admin_id)
}

const units = (amount: number): Money => money(Math.round(amount * 1e6))

/** `baltic-voice` out of `Baltic Voice`. */
const nameOfUser = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

function profile(
  party: { readonly name: string; readonly company: string; readonly country_iso2: string },
  tariff_id: number,
): AccountValues {
  const domain = `${nameOfUser(party.name)}.example`
  return {
    parent_id: OPERATOR_ID,
    currency: 'USD',
    name: party.name,
    status: 'active',
    company: party.company,
    address: '',
    country_iso2: party.country_iso2,
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
  }
}

/** Parties have a user each; these have no password, so that nobody can sign in as them. */
async function writeUser(
  tx: Tx,
  name: string,
  type: 'WHOLESALE' | 'SETTLEMENT',
  account_id: number,
): Promise<void> {
  await insertUser(tx, { username: nameOfUser(name), password_hash: '-', type, account_id })
}

async function pay(
  tx: Tx,
  kind: 'RECHARGE' | 'PAYMENT_MADE',
  account_id: number,
  amount: number,
  created_by: number,
): Promise<void> {
  const is_recharge = kind === 'RECHARGE'
  const before = await lockBalance(tx, account_id)
  await insertPayment(
    tx,
    {
      kind,
      account_id,
      parent_amount: null,
      payer_id: is_recharge ? account_id : OPERATOR_ID,
      payee_id: is_recharge ? OPERATOR_ID : account_id,
      amount: units(amount),
      method: 'bank',
      reference: `TX-${account_id}-${randomUUID().slice(0, 8).toUpperCase()}`,
      note: is_recharge ? 'Thank you' : 'For last week',
      private_note: '',
      reverses_id: null,
      idempotency_key: randomUUID(),
      created_by,
    },
    [
      {
        account_id,
        counter_account_id: OPERATOR_ID,
        amount: units(is_recharge ? amount : -amount),
        balance: before!.balance,
      },
    ],
  )
}

async function writeGateway(
  tx: Tx,
  settlement_id: number,
  { name, host, channel_limit, description }: DemoGateway,
): Promise<number> {
  return insertGateway(tx, {
    settlement_id,
    name,
    status: 'active',
    host,
    port: 5060,
    transport: 'UDP',
    channel_limit,
    cps_limit: null,
    strip_digits: 0,
    prepend: '',
    codecs: [...DEFAULT_CODECS],
    media_mode: 'DIRECT',
    invite_timeout: 4,
    ring_timeout: 60,
    description,
  })
}

const ALL = CARRIERS.flatMap(({ gateways }) => gateways.map(({ name }) => name))
const PREMIUM = ['atlas-london', 'atlas-frankfurt', 'borealis-stockholm']

const PLANS: Readonly<Record<PlanName, { mode: 'LCR' | 'ORDERED'; rules: [string, string[]][] }>> =
  {
    'World, least cost': { mode: 'LCR', rules: [['', ALL]] },
    'World, premium': {
      mode: 'ORDERED',
      rules: [
        ['', PREMIUM],
        ['46', ['borealis-stockholm', 'atlas-london']],
        ['48', ['borealis-warsaw', 'atlas-frankfurt', 'borealis-stockholm']],
        ['1', ['cumulus-newark', 'atlas-london']],
      ],
    },
    'Europe, least cost': {
      mode: 'LCR',
      rules: [
        ['3', ALL.slice(0, 4)],
        ['4', ALL.slice(0, 4)],
      ],
    },
  }

async function writePlans(
  tx: Tx,
  gateways: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const [name, { mode, rules }] of Object.entries(PLANS)) {
    const gatewaysOf = (names: string[]) => names.map((one) => gateways.get(one)!)
    const { rules: _, ...form } = routePlanForm([], name)
    const id = await insertRoutePlan(tx, { ...form, mode, max_attempts: 4 })
    await writeRouteRules(
      tx,
      id,
      rules.map(([dst_prefix, names]) => routeRuleForm(dst_prefix, gatewaysOf(names))),
    )
    ids.set(name, id)
  }
  return ids
}
