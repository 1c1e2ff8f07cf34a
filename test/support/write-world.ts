// The world of a test as it describes it: a carrier with its clients, and its rows in PostgreSQL.
// Things have names and refer to each other by name; a column that is not described has the default
// of its table.
import type { Selectable } from 'kysely'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { assert } from '#core/assert.ts'
import type { SqlConnection } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'

/** The references of a description, and the column that holds the id. */
const REFERENCES = {
  tariff: 'tariff_id',
  route_plan: 'route_plan_id',
  fallback_plan: 'parent_plan_id',
  reseller: 'parent_id',
  partner: 'client_id',
  gateway: 'gateway_id',
  gateway_group: 'gateway_group_id',
  failover_policy: 'failover_policy_id',
  tunnel: 'tunnel_id',
  window: 'window_id',
  translation: 'translation_id',
  dst_list: 'dst_list_id',
  cli_list: 'cli_list_id',
} as const
type References = { readonly [R in keyof typeof REFERENCES]?: string | null | undefined }

/** Money, rates and percentages are whole numbers in the unit of their column. */
type Plain<V> = V extends number ? number : V
type Columns<T extends keyof Tables> = {
  readonly [C in keyof Selectable<Tables[T]>]?: Plain<Selectable<Tables[T]>[C]> | undefined
}
type Row<T extends keyof Tables> = Columns<T> & References
type Named<T> = Readonly<Record<string, T>>

/** `balance` is paid to the operator before anything else happens. */
type Party = Row<'account'> & { readonly money?: Row<'account_balance'> }

export interface WorldDescription {
  readonly time_windows?: Named<Row<'time_window'>>
  readonly number_lists?: Named<
    Row<'number_list'> & { readonly items: readonly Row<'number_list_item'>[] }
  >
  readonly translations?: Named<Row<'translation'>>
  readonly tunnels?: Named<Row<'tunnel'>>
  readonly failover_policies?: Named<Row<'failover_policy'>>
  readonly tariffs?: Named<Row<'tariff'> & { readonly rates: readonly Row<'tariff_rate'>[] }>
  readonly route_plans?: Named<Row<'route_plan'> & { readonly rules: readonly Rule[] }>
  /** A reseller comes after the one above it. */
  readonly resellers?: Named<Party & { readonly terms?: Row<'reseller'> }>
  readonly clients?: Named<Client>
  readonly settlements?: Named<
    Party & { readonly terms?: Row<'settlement'>; readonly gateways: Named<Row<'gateway'>> }
  >
  readonly gateway_groups?: Named<
    Row<'gateway_group'> & { readonly members: readonly Row<'gateway_group_member'>[] }
  >
}

interface Client extends Party {
  readonly terms?: Row<'client'>
  readonly ips?: readonly Row<'client_ip'>[]
  readonly sip_users?: readonly Row<'sip_user'>[]
}

/** The name of a gateway is enough for a target. */
type Rule = Row<'route_rule'> & { readonly targets: readonly (string | Row<'route_target'>)[] }

/** Ids by name; no two things of a world have the same name. */
export type Ids = ReadonlyMap<string, number>

/** Writes the world; an engine that is running loads it. */
export async function writeWorld(connection: SqlConnection, world: WorldDescription): Promise<Ids> {
  const writer = new WorldWriter(connection)
  await writer.writeWhatOthersName(world)
  await writer.writeParties(world)
  await writer.writeRules(world)
  await connection.query('update change_number set number = number + 1')
  return writer.ids
}

class WorldWriter {
  readonly ids = new Map<string, number>()
  readonly #levels = new Map<string, number>()
  readonly #connection: SqlConnection

  constructor(connection: SqlConnection) {
    this.#connection = connection
  }

  async writeWhatOthersName(world: WorldDescription): Promise<void> {
    await this.#addAll('time_window', world.time_windows)
    for (const [name, { items, ...list }] of entries(world.number_lists)) {
      const number_list_id = await this.#addOwned('number_list', name, list)
      for (const item of items) await this.#insert('number_list_item', { number_list_id, ...item })
    }
    await this.#addAll('translation', world.translations)
    await this.#addAll('tunnel', world.tunnels)
    await this.#addAll('failover_policy', world.failover_policies)
    for (const [name, { rates, ...tariff }] of entries(world.tariffs)) {
      const tariff_id = await this.#addOwned('tariff', name, tariff)
      await this.#insertRates(rates.map((rate) => ({ tariff_id, ...rate })))
    }
    for (const [name, { rules: _, ...plan }] of entries(world.route_plans)) {
      await this.#addOwned('route_plan', name, plan)
    }
  }

  async writeParties({ resellers, clients, settlements }: WorldDescription): Promise<void> {
    for (const [name, { terms, ...party }] of entries(resellers)) {
      const level = (this.#levels.get(party.reseller ?? '') ?? 0) + 1
      this.#levels.set(name, level)
      const account_id = await this.#addParty('RESELLER', name, party)
      await this.#insert('reseller', { account_id, level, ...terms })
    }
    for (const [name, { terms, ips = [], sip_users = [], ...party }] of entries(clients)) {
      const account_id = await this.#addParty('WHOLESALE', name, party)
      await this.#insert('client', { account_id, ...terms })
      for (const ip of ips) await this.#insert('client_ip', { account_id, ...ip })
      for (const sip_user of sip_users) await this.#insert('sip_user', { account_id, ...sip_user })
    }
    for (const [name, { terms, gateways, ...party }] of entries(settlements)) {
      const money = { has_floor: false, ...party.money }
      const account_id = await this.#addParty('SETTLEMENT', name, { ...party, money })
      await this.#insert('settlement', { account_id, ...terms })
      for (const [gateway, row] of entries(gateways)) {
        await this.#add('gateway', gateway, { settlement_id: account_id, ...row })
      }
    }
  }

  async writeRules({ gateway_groups, route_plans }: WorldDescription): Promise<void> {
    for (const [name, { members, ...group }] of entries(gateway_groups)) {
      const group_id = await this.#addOwned('gateway_group', name, group)
      for (const member of members) {
        await this.#insert('gateway_group_member', { group_id, ...member })
      }
    }
    for (const [name, { rules }] of entries(route_plans)) {
      for (const [at, { targets, ...rule }] of rules.entries()) {
        const place = { route_plan_id: this.#idOf(name), position: at + 1 }
        const route_rule_id = await this.#insert('route_rule', { ...place, ...rule })
        for (const [nth, target] of targets.entries()) {
          const row = typeof target === 'string' ? { gateway: target } : target
          await this.#insert('route_target', { route_rule_id, position: nth + 1, ...row })
        }
      }
    }
  }

  async #addAll<T extends Owned>(table: T, things: Named<Row<T>> | undefined): Promise<void> {
    for (const [name, row] of entries(things)) await this.#addOwned(table, name, row)
  }

  #addOwned<T extends Owned>(table: T, name: string, row: Row<T>): Promise<number> {
    return this.#add(table, name, { owner_id: OPERATOR_ID, ...row })
  }

  async #add<T extends keyof Tables>(table: T, name: string, row: Row<T>): Promise<number> {
    assert(!this.ids.has(name), `one thing is called ${name}`)
    const id = await this.#insert(table, { name, ...row })
    this.ids.set(name, id)
    return id
  }

  async #addParty(
    kind: 'RESELLER' | 'WHOLESALE' | 'SETTLEMENT',
    name: string,
    { money = {}, ...account }: Party,
  ): Promise<number> {
    const id = await this.#add('account', name, { kind, parent_id: OPERATOR_ID, ...account })
    await this.#insert('account_balance', { account_id: id, ...money })
    if (money.balance) await this.#payOpeningBalance(id, Number(money.balance))
    return id
  }

  /** The payment and its ledger entry, so that the balance is the sum of its entries. */
  async #payOpeningBalance(account_id: number, amount: number): Promise<void> {
    await this.#connection.query(
      `with u as (insert into console_user (username, password_hash, type)
         values ('seed', '-', 'ADMIN')
         on conflict (lower(username)) where deleted_at is null
           do update set username = excluded.username returning id),
       p as (insert into payment
           (account_id, payer_id, payee_id, kind, amount, method, idempotency_key, created_by)
         select $1, $1, ${OPERATOR_ID}, 'RECHARGE', $2, 'cash', gen_random_uuid(), id from u
         returning id)
       insert into ledger_entry
         (account_id, counter_account_id, kind, amount, balance_after, payment_id)
       select $1, ${OPERATOR_ID}, 'PAYMENT', $2, $2, id from p`,
      [account_id, amount],
    )
  }

  /** Rates with the same columns in one statement: a price list has thousands. */
  async #insertRates(rates: readonly Row<'tariff_rate'>[]): Promise<void> {
    const alike = Map.groupBy(rates, (rate) => Object.keys(this.#columnsOf(rate)).join())
    for (const rows of alike.values()) await this.#insertRows('tariff_rate', rows)
  }

  async #insert<T extends keyof Tables>(table: T, row: Row<T>): Promise<number> {
    return (await this.#insertRows(table, [row]))[0]?.id ?? 0
  }

  /** PostgreSQL reads the values by the types of the columns: lists, JSON, times and networks. */
  async #insertRows<T extends keyof Tables>(table: T, rows: readonly Row<T>[]) {
    const values = rows.map((row) => this.#columnsOf(row))
    const columns = Object.keys(values[0] ?? {}).join(', ')
    const { rows: inserted } = await this.#connection.query<{ readonly id?: number }>(
      `insert into ${table} (${columns})
       select ${columns} from json_populate_recordset(null::${table}, $1) returning *`,
      [JSON.stringify(values)],
    )
    return inserted
  }

  #columnsOf(row: object): Readonly<Record<string, unknown>> {
    const described = Object.entries(row).filter(([, value]) => value !== undefined)
    return Object.fromEntries(
      described.map(([key, value]) => {
        const column = REFERENCES[key as keyof typeof REFERENCES]
        return column && typeof value === 'string'
          ? [column, this.#idOf(value)]
          : [column ?? key, value]
      }),
    )
  }

  #idOf(name: string): number {
    const id = this.ids.get(name)
    assert(id !== undefined, `${name} is described before it is named`)
    return id
  }
}

type Owned = {
  [T in keyof Tables]: 'name' | 'owner_id' extends keyof Tables[T] ? T : never
}[keyof Tables]

const entries = <T>(named: Named<T> | undefined): [string, T][] => Object.entries(named ?? {})
