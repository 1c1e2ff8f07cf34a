// The ways of the demo: hours, lists of numbers, changes of numbers, a tunnel, a failover policy,
// groups of gateways, and the route plans that use them.

import type { RoutePlanMode } from '#core/routing/route-plan.ts'
import type { TimeRange } from '#core/time/time-window.ts'
import { SECOND_ADDRESS } from './addresses.ts'
import { SETTLEMENTS } from './suppliers.ts'

export type WindowName = 'Peak hours' | 'Nights'
export type ListName = 'Never call' | 'Numbers of the clinic'
export type TranslationName = 'British dialling'
export type GroupName = 'Atlas both' | 'Borealis both'
export type PlanName =
  | 'World, least cost'
  | 'World, premium'
  | 'World, shared'
  | 'World, best quality'
  | 'Europe, least cost'
  | 'Retail'

const range = (weekdays: number[], from: string, till: string): TimeRange => ({
  weekdays,
  from,
  till,
  months: [],
  days: [],
})

export const WINDOWS: Readonly<
  Record<WindowName, { timezone: string; description: string; ranges: TimeRange[] }>
> = {
  'Peak hours': {
    timezone: 'Europe/London',
    description: 'When offices call',
    ranges: [range([1, 2, 3, 4, 5, 6], '07:30', '20:30')],
  },
  Nights: {
    timezone: 'UTC',
    description: 'When gateways have room',
    ranges: [range([], '22:00', '06:00')],
  },
}

interface DemoList {
  readonly mode: 'PREFIX' | 'RANDOM'
  readonly description: string
  readonly items: readonly (readonly [key: string, action: 'ACCEPT' | 'REJECT', tag: string])[]
}

export const LISTS: Readonly<Record<ListName, DemoList>> = {
  'Never call': {
    mode: 'PREFIX',
    description: 'Satellites and premium numbers; the numbers of one network are marked',
    items: [
      ['4470', 'REJECT', ''],
      ['4471', 'REJECT', ''],
      ['4477', 'ACCEPT', 'harbour'],
      ['88', 'REJECT', ''],
      ['979', 'REJECT', ''],
      ['23470', 'REJECT', ''],
    ],
  },
  'Numbers of the clinic': {
    mode: 'RANDOM',
    description: 'What the phones of the clinic show',
    items: [
      ['61362340100', 'ACCEPT', ''],
      ['61362340190', 'ACCEPT', ''],
    ],
  },
}

export const TRANSLATIONS: Readonly<
  Record<TranslationName, { pattern: string; replacement: string; description: string }>
> = {
  'British dialling': {
    pattern: '^0([1-9][0-9]+)$',
    replacement: '44$1',
    description: 'National format without country code',
  },
}

export const TUNNEL = { name: 'Second address', local_ip: SECOND_ADDRESS }

export const FAILOVER_POLICY = {
  name: 'Never trust a 404',
  description: '404 fails over, busy stops',
  rules: [
    { codes: [486, 600, 603], causes: null, action: 'stop' as const, reply_code: 486 },
    { codes: [404], causes: [1], action: 'continue' as const, reply_code: null },
    { codes: [480], causes: [18, 19], action: 'stop_if_rang' as const, reply_code: null },
  ],
}

/** Gateways with their weights. */
export const GROUPS: Readonly<Record<GroupName, Readonly<Record<string, number>>>> = {
  'Atlas both': { 'atlas-london': 70, 'atlas-frankfurt': 30 },
  'Borealis both': { 'borealis-stockholm': 60, 'borealis-warsaw': 40 },
}

export interface DemoRule {
  readonly dst_prefix: string
  /** Gateways or groups; a number is the percentage of one. None is a rule that blocks. */
  readonly targets: Readonly<Record<string, number | null>>
  readonly tags?: readonly string[]
  readonly window?: WindowName
  readonly is_exclusive?: boolean
  readonly description?: string
}

interface DemoPlan {
  readonly mode: RoutePlanMode
  readonly description: string
  readonly fallback?: PlanName
  readonly rules: readonly DemoRule[]
}

const ALL = SETTLEMENTS.flatMap(({ gateways }) => gateways.map(({ name }) => name))
const rule = (dst_prefix: string, ...names: string[]): DemoRule => ({
  dst_prefix,
  targets: Object.fromEntries(names.map((name) => [name, null])),
})

/** Who is fallen back to comes first. */
export const PLANS: Readonly<Record<PlanName, DemoPlan>> = {
  'World, least cost': {
    mode: 'LCR',
    description: 'Lowest buy rate first',
    rules: [rule('', ...ALL)],
  },
  'World, premium': {
    mode: 'ORDERED',
    description: 'Fixed order of premium routes',
    rules: [
      rule('', 'atlas-london', 'atlas-frankfurt', 'borealis-stockholm'),
      rule('46', 'borealis-stockholm', 'atlas-london'),
      rule('48', 'borealis-warsaw', 'atlas-frankfurt', 'borealis-stockholm'),
      rule('1', 'cumulus-newark', 'atlas-london'),
    ],
  },
  'World, shared': {
    mode: 'PERCENT',
    description: 'Shares as agreed with the carriers',
    rules: [
      {
        dst_prefix: '',
        targets: { 'Atlas both': 50, 'Borealis both': 30, 'cumulus-newark': 20 },
      },
      {
        dst_prefix: '4477',
        targets: { 'atlas-london': 100 },
        tags: ['harbour'],
        description: 'Marked by the list of the client',
      },
    ],
  },
  'World, best quality': {
    mode: 'QUALITY',
    description: 'Highest ASR first',
    rules: [rule('', ...ALL)],
  },
  'Europe, least cost': {
    mode: 'LCR',
    description: 'Only Europe is sold',
    rules: [rule('3', ...ALL.slice(0, 4)), rule('4', ...ALL.slice(0, 4))],
  },
  Retail: {
    mode: 'LCR_QUALITY',
    description: 'For offices; whatever no rule is for goes the cheapest way',
    fallback: 'World, least cost',
    rules: [
      { dst_prefix: '88', targets: {}, description: 'Nobody in an office calls a satellite' },
      { dst_prefix: '979', targets: {}, description: 'Premium numbers' },
      {
        ...rule('', 'cumulus-newark', 'cumulus-dallas'),
        window: 'Nights',
        is_exclusive: true,
        description: 'At night they have room',
      },
      rule('44', 'Atlas both', 'Borealis both'),
    ],
  },
}
