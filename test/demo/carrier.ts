// The carrier that the demo invents: who its clients and suppliers are, and what they are like.

/** Where the switch of the demo listens, and an address that nobody has told it of. */
export const SWITCH = '127.0.60.1'
export const STRANGER = '127.0.61.99'

export interface DemoClient {
  readonly name: string
  readonly company: string
  readonly country_iso2: string
  readonly address: string
  readonly source: string
  readonly tariff: SellTariff
  readonly plan: PlanName
  /** Whole units of the currency. */
  readonly recharges: readonly number[]
  readonly credit_limit: number
  readonly vat_percent: number
  readonly channel_limit: number | null
  /** How many of a hundred calls are its. */
  readonly share: number
  /** The country that its own numbers begin with. */
  readonly home: string
  /** Where most of its calls go. */
  readonly favourites: readonly string[]
}

export type SellTariff = 'Sell standard' | 'Sell premium' | 'Sell Europe'
export type PlanName = 'World, least cost' | 'World, premium' | 'Europe, least cost'

const client = (
  name: string,
  country_iso2: string,
  address: string,
  nth: number,
  more: Partial<DemoClient> & Pick<DemoClient, 'share' | 'home' | 'favourites'>,
): DemoClient => ({
  name,
  company: `${name} Ltd`,
  country_iso2,
  address,
  source: `127.0.61.${nth}`,
  tariff: 'Sell standard',
  plan: 'World, least cost',
  recharges: [1500, 800],
  credit_limit: 0,
  vat_percent: 0,
  channel_limit: null,
  ...more,
})

export const CLIENTS: readonly DemoClient[] = [
  client('Northwind Telecom', 'GB', '14 Harbour Lane, Bristol', 1, {
    share: 18,
    home: '44',
    favourites: ['447', '91', '92', '880', '234'],
    recharges: [4000, 2500, 2500],
    credit_limit: 500,
  }),
  client('Alpenruf', 'CH', 'Seestrasse 8, Zug', 2, {
    share: 9,
    home: '41',
    favourites: ['49', '39', '33', '381', '383'],
    tariff: 'Sell premium',
    plan: 'World, premium',
    vat_percent: 8.1,
  }),
  client('Baltic Voice', 'EE', 'Pikk 21, Tallinn', 3, {
    share: 8,
    home: '372',
    favourites: ['371', '370', '358', '7', '380'],
    channel_limit: 120,
  }),
  client('Caribe Connect', 'JM', '3 Ocean Road, Kingston', 4, {
    share: 8,
    home: '1876',
    favourites: ['1', '1868', '1246', '52', '53'],
  }),
  client('Delta Minutes', 'EG', '5 Corniche, Alexandria', 5, {
    share: 10,
    home: '20',
    favourites: ['966', '971', '965', '249', '39'],
    credit_limit: 250,
  }),
  client('Fjordtel', 'NO', 'Strandgata 2, Bergen', 6, {
    share: 6,
    home: '47',
    favourites: ['46', '45', '48', '44', '1'],
    tariff: 'Sell premium',
    plan: 'World, premium',
    vat_percent: 25,
  }),
  client('Gulf Link', 'AE', 'Al Wasl 40, Dubai', 7, {
    share: 13,
    home: '971',
    favourites: ['91', '92', '63', '977', '94'],
    recharges: [5000, 3000],
    channel_limit: 300,
  }),
  client('Himalaya Comms', 'NP', 'Lazimpat 9, Kathmandu', 8, {
    share: 7,
    home: '977',
    favourites: ['974', '971', '60', '91', '81'],
  }),
  client('Iberocall', 'ES', 'Calle Mayor 31, Zaragoza', 9, {
    share: 8,
    home: '34',
    favourites: ['212', '593', '57', '40', '51'],
    vat_percent: 21,
  }),
  client('Kilimanjaro Talk', 'TZ', '7 Sokoine Drive, Dar es Salaam', 10, {
    share: 5,
    home: '255',
    favourites: ['254', '256', '27', '44', '86'],
  }),
  client('Lowland Carrier', 'NL', 'Havenkade 12, Rotterdam', 11, {
    share: 5,
    home: '31',
    favourites: ['32', '49', '33', '597', '212'],
    tariff: 'Sell Europe',
    plan: 'Europe, least cost',
  }),
  client('Meridian Prepaid', 'FR', '2 Quai Sud, Marseille', 12, {
    share: 3,
    home: '33',
    favourites: ['213', '216', '221', '225', '237'],
    recharges: [4],
  }),
]

export interface DemoGateway {
  readonly name: string
  readonly host: string
  readonly channel_limit: number | null
  readonly description: string
  readonly manners: Manners
}

/** Of a hundred calls: how many end which way; the rest are answered. */
export interface Manners {
  readonly unavailable: number
  readonly busy: number
  readonly unknown_number: number
  readonly nobody_comes: number
}

export interface DemoCarrier {
  readonly name: string
  readonly company: string
  readonly country_iso2: string
  readonly tariff: string
  /** Times the price of a destination, and the share of destinations that it serves. */
  readonly price: number
  readonly coverage: number
  readonly max_debt: number | null
  readonly payments: readonly number[]
  readonly gateways: readonly DemoGateway[]
}

const gateway = (
  nth: number,
  name: string,
  channel_limit: number | null,
  manners: Manners,
  description = '',
): DemoGateway => ({ name, host: `127.0.62.${nth}`, channel_limit, manners, description })

export const CARRIERS: readonly DemoCarrier[] = [
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
    gateways: [
      gateway(3, 'borealis-stockholm', null, {
        unavailable: 14,
        busy: 16,
        unknown_number: 5,
        nobody_comes: 17,
      }),
      gateway(4, 'borealis-warsaw', 150, {
        unavailable: 20,
        busy: 14,
        unknown_number: 6,
        nobody_comes: 15,
      }),
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
      gateway(6, 'cumulus-dallas', 60, {
        unavailable: 32,
        busy: 15,
        unknown_number: 8,
        nobody_comes: 18,
      }),
    ],
  },
]
