// Who calls over the switch of the demo: clients of the operator and of resellers, wholesale ones
// with the address of their switch, retail ones with phones.
import type { CliPolicy } from '#core/number/caller-id.ts'
import type { ListName, PlanName, TranslationName } from './ways.ts'

export interface DemoSipUser {
  readonly username: string
  readonly password: string
  readonly number: string
  readonly display_name: string
  readonly address: string
  /** One that is off registers never. */
  readonly is_on: boolean
}

export interface DemoClient {
  readonly name: string
  readonly company: string
  readonly country_iso2: string
  readonly address: string
  /** The reseller that it belongs to; null is the operator. */
  readonly reseller: string | null
  readonly status: 'active' | 'blocked'
  /** Of its switch; a retail client has phones instead. */
  readonly source: string
  readonly sip_users: readonly DemoSipUser[]
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
  readonly dst_list: ListName | null
  readonly translation: TranslationName | null
  readonly cli_policy: CliPolicy
  readonly cli_list: ListName | null
}

export type SellTariff = 'Sell standard' | 'Sell premium' | 'Sell Europe' | 'Sell retail'

type Wanted = Partial<DemoClient> & Pick<DemoClient, 'share' | 'home' | 'favourites'>

const client = (
  name: string,
  country_iso2: string,
  address: string,
  nth: number,
  more: Wanted,
): DemoClient => ({
  name,
  company: `${name} Ltd`,
  country_iso2,
  address,
  reseller: null,
  status: 'active',
  source: `127.0.61.${nth}`,
  sip_users: [],
  tariff: 'Sell standard',
  plan: 'World, least cost',
  recharges: [1500, 800],
  credit_limit: 0,
  vat_percent: 0,
  channel_limit: null,
  dst_list: null,
  translation: null,
  cli_policy: 'PASS',
  cli_list: null,
  ...more,
})

const retail = (
  name: string,
  country_iso2: string,
  address: string,
  sip_users: readonly DemoSipUser[],
  more: Wanted,
): DemoClient =>
  client(name, country_iso2, address, 0, {
    source: '',
    sip_users,
    tariff: 'Sell retail',
    plan: 'Retail',
    recharges: [700, 300],
    ...more,
  })

const sipUser = (
  nth: number,
  username: string,
  number: string,
  display_name: string,
  is_on = true,
): DemoSipUser => ({
  username,
  password: `demo-phone-${nth}`,
  number,
  display_name,
  address: `127.0.63.${nth}`,
  is_on,
})

export const CLIENTS: readonly DemoClient[] = [
  client('Northwind Telecom', 'GB', '14 Harbour Lane, Bristol', 1, {
    share: 18,
    home: '44',
    favourites: ['447', '91', '92', '880', '234'],
    recharges: [4000, 2500, 2500],
    credit_limit: 500,
    plan: 'World, shared',
    dst_list: 'Never call',
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
    // Less than it wants to use.
    channel_limit: 4,
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
  client('Borealis Incoming', 'SE', 'Kungsgatan 5, Stockholm', 13, {
    share: 5,
    home: '46',
    favourites: ['44', '49', '48', '90', '91'],
    credit_limit: 300,
    plan: 'World, best quality',
  }),
  client('Oldwire', 'US', '900 Canal Street, New Orleans', 14, {
    share: 1,
    home: '1',
    favourites: ['52', '53', '1'],
    status: 'blocked',
  }),
  client('Cedar Call', 'LB', 'Hamra 77, Beirut', 21, {
    share: 6,
    home: '961',
    favourites: ['966', '971', '234', '225', '33'],
    reseller: 'Beirut Talk',
    plan: 'World, best quality',
    recharges: [900, 400],
    vat_percent: 11,
  }),
  client('Kiwi Minutes', 'NZ', '4 Queens Wharf, Wellington', 22, {
    share: 6,
    home: '64',
    favourites: ['61', '685', '676', '679', '44'],
    reseller: 'Tasman Wholesale',
    plan: 'World, shared',
    recharges: [1200],
    vat_percent: 15,
  }),
  retail(
    'Byblos Hotels',
    'LB',
    'Old Harbour 2, Byblos',
    [
      sipUser(1, 'byblos-desk', '9619540101', 'Byblos front desk'),
      sipUser(2, 'byblos-kitchen', '9619540102', 'Byblos kitchen'),
      sipUser(3, 'byblos-suite', '9619540103', 'Byblos suite', false),
    ],
    { share: 2, home: '961', favourites: ['961', '33', '971'], reseller: 'Beirut Talk' },
  ),
  retail(
    'Harbour Clinic',
    'AU',
    '18 Pier Street, Hobart',
    [
      sipUser(4, 'clinic-reception', '61362340101', 'Clinic reception'),
      sipUser(5, 'clinic-doctor', '61362340102', 'Clinic doctor'),
    ],
    {
      share: 2,
      home: '61',
      favourites: ['61', '64', '44'],
      reseller: 'Tasman Wholesale',
      cli_policy: 'FORCE',
      cli_list: 'Numbers of the clinic',
      vat_percent: 10,
    },
  ),
  retail(
    'Quayside Studio',
    'GB',
    '1 Wapping Road, Bristol',
    [
      sipUser(6, 'quayside-anna', '441179460101', 'Anna Quayside'),
      sipUser(7, 'quayside-ben', '441179460102', 'Ben Quayside'),
    ],
    {
      share: 3,
      home: '44',
      favourites: ['44', '353', '1'],
      translation: 'British dialling',
      vat_percent: 20,
    },
  ),
]

/** All phones that can be called. */
export const SIP_USERS: readonly DemoSipUser[] = CLIENTS.flatMap(({ sip_users }) => sip_users)
