// Why a call went where it went: one entry per step, with its inputs. Sentences are made of it when
// it is displayed (core/trace), because most traces are never read.
import type { Money, Rate } from '../money.ts'
import type { CallNumbers } from '../number/translation.ts'
import type { TranslationField } from '../number/translation-fields.ts'
import type { GatewayExclusion, SkipReason } from './exclusions.ts'
import type { Candidate } from './order-routes.ts'
import type { Refusal } from './refusal.ts'
import type { RoutePlanMode, RouteTarget } from './route-plan.ts'
import type { LimitKind, LoadKind } from './snapshot.ts'

export type TraceStep =
  | {
      step: 'CALLER'
      account_id: number
      client: string
      known_by: 'ADDRESS' | 'PASSWORD'
      source: string
      username: string | null
    }
  | { step: 'TRANSLATION'; name: string; field: TranslationField; before: string; after: string }
  | { step: 'NUMBER'; dialled_number: string; called_number: string; caller_number: string }
  | { step: 'NUMBER_LIST'; list: string; number: string; action: 'ACCEPT' | 'REJECT'; tag: string }
  | {
      step: 'RATE'
      /** 0 is the client, 1 to 5 the resellers above it. */
      depth: number
      party: string
      prefix: string
      destination: string
      rate: Rate
      currency: string
      tariff: string
    }
  /** A reseller is expected to be paid less than it pays, in the system currency. */
  | {
      step: 'LOSS'
      depth: number
      party: string
      policy: 'BLOCK' | 'WARN'
      seconds: number
      cost: Money
      price: Money
    }
  | { step: 'NO_RATE'; depth: number; party: string; tariff: string; tariff_id: number }
  /** The packages of the client that may pay for the call, the best first. */
  | { step: 'PACKAGES'; packages: readonly string[] }
  | { step: 'ON_NET'; username: string; is_registered: boolean }
  | {
      step: 'RULE'
      plan: string
      rule_id: number
      prefix: string
      mode: RoutePlanMode
      candidates: number
    }
  /** It would fit, and is passed over. */
  | { step: 'DISABLED_RULE'; plan: string; rule_id: number; prefix: string }
  /** A plan, or a fallback of it, without a rule that fits; null without any plan. */
  | { step: 'NO_RULE'; plan: string | null }
  | { step: 'BLOCKED'; plan: string; rule_id: number; prefix: string; reason: string }
  | {
      step: 'GATEWAY'
      gateway_id: number
      gateway: string
      /** Null for one that can take the call. */
      exclusion: GatewayExclusion | null
      rate: Rate | null
      rate_currency: string | null
      prefix: string | null
      /** Expected at the tariff's average duration, in the system currency. */
      cost: Money | null
      price: Money | null
      /** By what it was put into its place; null when it was excluded. */
      ranked: { mode: RoutePlanMode; candidate: Ranked } | null
    }
  /** A limit that leaves no room for one call more. */
  | {
      step: 'LIMIT'
      kind: LoadKind
      /** With the number for one of a gateway. */
      id: number | string
      name: string
      limit: LimitKind
      count: number
      most: number
    }
  /** A short call over it loses money, although an average one does not. */
  | { step: 'SHORT_CALL_LOSS'; gateway: string; seconds: number; cost: Money; price: Money }
  | { step: 'ORDER'; gateways: readonly string[] }
  /** The first is the cheapest by the rate of a shorter prefix than those of `others`. */
  | { step: 'SHORTER_PREFIX'; gateway: string; prefix: string; others: readonly string[] }
  /** A candidate that could take the call and is not tried. */
  | { step: 'SKIPPED'; gateway: string; reason: SkipReason }
  /** The numbers as the gateway gets them, where they are not those of the call. */
  | { step: 'SENT'; gateway: string; before: CallNumbers; after: CallNumbers }
  | {
      step: 'PAYER'
      /** As of a rate; -1 is a settlement account. */
      depth: number
      party: string
      currency: string
      /** Null is not limited. */
      free: Money | null
      /** The amount reserved for the granted seconds. */
      held: Money
      /** Whether the call could last longer if this one had more. */
      is_limit: boolean
    }
  | {
      step: 'RESERVATION'
      granted_seconds: number
      held: Money
      currency: string
      package_seconds: number
    }
  /** `exclusion` is why every gateway was left out, where it is the same for all. */
  | { step: 'REFUSED'; refusal: Refusal; party: string | null; exclusion?: GatewayExclusion }

/** The facts that put a gateway into its place. */
export type Ranked = Candidate & { readonly target: Pick<RouteTarget, 'cost_multiplier'> }

/** A step as it is stored, in JSON. */
export type LoggedStep =
  | Exclude<TraceStep, { step: 'GATEWAY' }>
  | (Omit<Extract<TraceStep, { step: 'GATEWAY' }>, 'ranked'> & {
      /** By what it was put into its place; null when it was excluded. */
      ordered_by: readonly OrderFact[] | null
    })

export type OrderCode =
  | ('LAST_RESORT' | 'LOW_QUALITY' | 'POSITION' | 'STATIC' | 'SHARE' | 'SCORE')
  | ('COST' | 'COST_MULTIPLIER' | 'ASR' | 'ACD' | 'PDD' | 'NO_QUALITY_DATA')
  | ('PRIORITY' | 'MEMBER_PRIORITY' | 'WEIGHT')

/** Something that the mode of a plan compares. Costs are in the system currency. */
export interface OrderFact {
  readonly code: OrderCode
  readonly value: number | null
}

export type Fact = string | number | boolean | null

/** A step as it is read. */
export interface DescribedStep {
  readonly step: string
  readonly result: 'OK' | 'ELIGIBLE' | 'EXCLUDED' | 'REFUSED' | 'INFO'
  readonly text: string
  readonly facts: Readonly<Record<string, Fact>>
}
