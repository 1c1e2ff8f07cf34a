// The carriers that take the calls of the demo, with their gateways and what those are like.

export interface DemoGateway {
  readonly name: string
  readonly host: string
  readonly channel_limit: number | null
  readonly description: string
  readonly manners: Manners
  readonly failover_policy?: string
  readonly tunnel?: string
}

/** Of a hundred calls: how many end which way; the rest are answered. */
export interface Manners {
  readonly unavailable: number
  readonly busy: number
  readonly unknown_number: number
  readonly nobody_comes: number
}

export interface DemoSettlement {
  readonly name: string
  readonly company: string
  readonly country_iso2: string
  readonly tariff: string
  /** Times the price of a destination, and the share of destinations that it serves. */
  readonly price: number
  readonly coverage: number
  readonly max_debt: number | null
  readonly payments: readonly number[]
  /** The wholesale client from which its calls come, if it sends us some too. */
  readonly partner?: string
  readonly gateways: readonly DemoGateway[]
}

const gateway = (
  nth: number,
  name: string,
  channel_limit: number | null,
  manners: Manners,
  description = '',
): DemoGateway => ({ name, host: `127.0.62.${nth}`, channel_limit, manners, description })

export const SETTLEMENTS: readonly DemoSettlement[] = [
  {
    name: 'Atlas Carrier',
    company: 'Atlas Carrier plc',
    country_iso2: 'GB',
    tariff: 'Atlas buy',
    price: 0.92,
    coverage: 1,
    max_debt: null,
    payments: [400, 250],
    gateways: [
      gateway(
        1,
        'atlas-london',
        400,
        { unavailable: 5, busy: 15, unknown_number: 4, nobody_comes: 16 },
        'First choice of the premium plan',
      ),
      gateway(2, 'atlas-frankfurt', 200, {
        unavailable: 8,
        busy: 14,
        unknown_number: 4,
        nobody_comes: 15,
      }),
    ],
  },
  {
    name: 'Borealis Networks',
    company: 'Borealis Networks AB',
    country_iso2: 'SE',
    tariff: 'Borealis buy',
    price: 0.86,
    coverage: 0.94,
    max_debt: 5000,
    payments: [300],
    partner: 'Borealis Incoming',
    gateways: [
      gateway(3, 'borealis-stockholm', null, {
        unavailable: 14,
        busy: 16,
        unknown_number: 5,
        nobody_comes: 17,
      }),
      {
        ...gateway(4, 'borealis-warsaw', 150, {
          unavailable: 20,
          busy: 14,
          unknown_number: 6,
          nobody_comes: 15,
        }),
        failover_policy: 'Never trust a 404',
      },
    ],
  },
  {
    name: 'Cumulus Voice',
    company: 'Cumulus Voice Inc',
    country_iso2: 'US',
    tariff: 'Cumulus buy',
    price: 0.8,
    coverage: 0.82,
    max_debt: 3000,
    payments: [150, 150],
    gateways: [
      gateway(
        5,
        'cumulus-newark',
        null,
        { unavailable: 28, busy: 16, unknown_number: 8, nobody_comes: 18 },
        'Cheap, and often full',
      ),
      {
        ...gateway(6, 'cumulus-dallas', 60, {
          unavailable: 32,
          busy: 15,
          unknown_number: 8,
          nobody_comes: 18,
        }),
        tunnel: 'Second address',
      },
    ],
  },
]
