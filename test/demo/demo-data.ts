// The invented carrier of the demo, read from the files in data/.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { themeColors } from '#contract/people/session.ts'
import type { WorldDescription } from '../support/write-world.ts'

const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'data', `${name}.json`), 'utf8'))

/** Whole units of the currency. */
const amounts = z.array(z.number())

const company = z.strictObject({
  name: z.string(),
  company: z.string(),
  country_iso2: z.string(),
  address: z.string().default(''),
  tariff: z.string(),
  /** The reseller above; without it, the operator. */
  reseller: z.string().optional(),
  credit_limit: z.number().default(0),
  vat_percent: z.number().default(0),
})

const sipUser = z.strictObject({
  username: z.string(),
  password: z.string(),
  number: z.string(),
  display_name: z.string(),
  /** Address of the phone. */
  ip: z.string(),
  /** A phone that is off does not register. */
  is_on: z.boolean().default(true),
})

const booking = z.strictObject({ days_ago: z.number(), amount: z.number() })

const client = company.extend({
  status: z.enum(['active', 'blocked']).default('active'),
  route_plan: z.string(),
  weekly_payments: amounts,
  /** Charged each month, in those of calls as a week of them begins; invoiced by week. */
  fees: z.array(booking).default([]),
  late_payments: z.array(booking).default([]),
  channel_limit: z.number().nullable().default(null),
  dst_list: z.string().optional(),
  translation: z.string().optional(),
  cli_policy: z.enum(['PASS', 'FORCE']).default('PASS'),
  cli_list: z.string().optional(),
  /** Address of its switch; a retail client has SIP users instead. */
  ip: z.string().default(''),
  sip_users: z.array(sipUser).default([]),
  calls: z.strictObject({
    /** Its part of all calls, in relation to the other clients; 0 makes no calls. */
    share: z.number(),
    /** The country code of its own numbers. */
    home: z.string(),
    /** Prefixes of most numbers that it calls. */
    favourites: z.array(z.string()),
  }),
})

const brand = z.strictObject({
  domain: z.string(),
  title: z.string(),
  support_email: z.string(),
  colors: themeColors,
})

const reseller = company.extend({
  currency: z.enum(['USD', 'EUR']),
  /** The factor between the market price of a destination and what the reseller pays. */
  price: z.number(),
  weekly_payments: amounts,
  loss_policy: z.enum(['BLOCK', 'WARN']),
  /** The route plan of the clients that it adds; without it, that of the reseller above. */
  client_plans: z.array(z.string()).default([]),
  brand: brand.optional(),
})

/** How the calls of a gateway end, in percent; the others are answered. */
const outcomes = z.strictObject({
  unavailable: z.number(),
  busy: z.number(),
  unknown_number: z.number(),
  no_answer: z.number(),
})

const gateway = z.strictObject({
  name: z.string(),
  host: z.string(),
  channel_limit: z.number().nullable().default(null),
  description: z.string().default(''),
  failover_policy: z.string().optional(),
  tunnel: z.string().optional(),
  user_agent: z.string(),
  outcomes,
})

const settlement = company.extend({
  /** The factor between the market price of a destination and the buy rate. */
  price: z.number(),
  /** The share of destinations that the carrier serves. */
  coverage: z.number(),
  max_debt: z.number().nullable(),
  weekly_payments: amounts,
  /** The wholesale client of the same company, for netting. */
  partner: z.string().optional(),
  gateways: z.array(gateway),
})

const prefixes = z.array(z.string())

const prices = z.strictObject({
  currencies: z.record(z.string(), z.strictObject({ name: z.string(), rate: z.string() })),
  sell: z.record(
    z.string(),
    z.strictObject({
      factor: z.number(),
      /** Whose tariff it is; without it, the operator's. */
      reseller: z.string().optional(),
      /** Only destinations that begin so. */
      prefixes: prefixes.default(['']),
      first_increment: z.number().default(1),
      next_increment: z.number().default(1),
    }),
  ),
  peak: z.strictObject({ tariff: z.string(), window: z.string(), factor: z.number(), prefixes }),
  next_week: z.strictObject({ tariff: z.string(), factor: z.number(), prefixes }),
  blocked: z.strictObject({ tariff: z.string(), prefixes, notes: z.string() }),
  /** Destinations that are billed by whole minutes. */
  by_minute: prefixes,
})

export type DemoGateway = z.infer<typeof gateway>
export type DemoSipUser = z.infer<typeof sipUser>
export type DemoClient = z.infer<typeof client>
export type DemoReseller = z.infer<typeof reseller>
export type DemoSettlement = z.infer<typeof settlement>
export type Outcomes = z.infer<typeof outcomes>

export const CLIENTS = z.array(client).parse(read('clients'))
/** From the top of a chain down. */
export const RESELLERS = z.array(reseller).parse(read('resellers'))
export const SETTLEMENTS = z.array(settlement).parse(read('settlements'))
export const PRICES = prices.parse(read('prices'))
/** PostgreSQL checks these columns when they are written. */
export const ROUTING = read('routing') as Pick<
  WorldDescription,
  | 'time_windows'
  | 'number_lists'
  | 'translations'
  | 'tunnels'
  | 'failover_policies'
  | 'gateway_groups'
  | 'route_plans'
>

export const GATEWAYS = SETTLEMENTS.flatMap(({ gateways }) => gateways)
/** All SIP users that can be called. */
export const SIP_USERS = CLIENTS.flatMap(({ sip_users }) => sip_users)

/** `baltic-voice` for `Baltic Voice`. */
export const usernameOf = ({ name }: { readonly name: string }): string =>
  name.toLowerCase().replaceAll(' ', '-')
