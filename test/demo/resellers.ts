// The resellers of the demo: a chain of three, and one that stands right above its clients. Who
// stands above comes before who stands below.

export interface DemoReseller {
  readonly name: string
  readonly company: string
  readonly country_iso2: string
  readonly address: string
  readonly level: number
  /** The reseller above; null is the operator. */
  readonly above: string | null
  readonly currency: 'USD' | 'EUR'
  readonly tariff: string
  /** Times the price of a destination on the market, for what it pays itself. */
  readonly price: number
  readonly vat_percent: number
  /** Whole units of its currency. */
  readonly recharges: readonly number[]
  readonly credit_limit: number
  readonly loss_policy: 'BLOCK' | 'WARN' | 'ALLOW'
}

/** What a euro is worth in the demo, in the currency of the operator. */
export const EURO = 1.08

export const RESELLERS: readonly DemoReseller[] = [
  {
    name: 'Crescent Group',
    company: 'Crescent Group Holding',
    country_iso2: 'CY',
    address: 'Makarios 110, Limassol',
    level: 1,
    above: null,
    currency: 'USD',
    tariff: 'Cost of Crescent',
    price: 1.04,
    vat_percent: 0,
    recharges: [6000, 4000],
    credit_limit: 1000,
    loss_policy: 'WARN',
  },
  {
    name: 'Crescent Levant',
    company: 'Crescent Levant SAL',
    country_iso2: 'JO',
    address: 'Rainbow Street 30, Amman',
    level: 2,
    above: 'Crescent Group',
    currency: 'USD',
    tariff: 'Cost of Levant',
    price: 1.1,
    vat_percent: 16,
    recharges: [4500],
    credit_limit: 0,
    loss_policy: 'WARN',
  },
  {
    name: 'Beirut Talk',
    company: 'Beirut Talk SARL',
    country_iso2: 'LB',
    address: 'Gemmayzeh 12, Beirut',
    level: 3,
    above: 'Crescent Levant',
    currency: 'USD',
    tariff: 'Cost of Beirut',
    price: 1.16,
    vat_percent: 11,
    recharges: [2500],
    credit_limit: 0,
    loss_policy: 'BLOCK',
  },
  {
    name: 'Tasman Wholesale',
    company: 'Tasman Wholesale Pty',
    country_iso2: 'AU',
    address: '200 Collins Street, Melbourne',
    level: 1,
    above: null,
    currency: 'EUR',
    tariff: 'Cost of Tasman',
    price: 1.08,
    vat_percent: 0,
    recharges: [3000, 2000],
    credit_limit: 0,
    loss_policy: 'WARN',
  },
]
