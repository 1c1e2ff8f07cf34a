// Why a call went where it went: one entry per step, with its inputs. Sentences are made of it when
// somebody reads it (write-step.ts), for most of what is stored is never read.
import type { Money, Rate } from '../money.ts'
import type { Ranked } from './order-words.ts'
import type { Refusal } from './refusal.ts'
import type { RoutePlanMode } from './route-plan.ts'
import type { LoadKind } from './switchboard.ts'
import type { CallNumbers } from './translation.ts'

export type Drop =
  | 'gateway not active'
  | 'tunnel not active'
  | 'gateway group not active'
  | 'target not active'
  | 'outside target dates'
  | 'target channel limit reached'
  | 'settlement account not active'
  | 'settlement debt or minutes limit reached'
  | 'OPTIONS ping down'
  | 'locked'
  | 'probing, not a probe call'
  | 'paused by Retry-After'
  | 'outside its time window'
  | 'called number not accepted'
  | 'caller not accepted'
  | 'no buy rate'
  | 'buy rate blocked'
  | 'buy rate above max'
  | 'no codec in common'
  | 'channel limit reached'
  | 'CPS limit reached'
  | 'settlement channel limit reached'
  | 'settlement CPS limit reached'
  | 'limit per called number reached'
  | 'cost above revenue'
  | 'below min margin'

export type TraceStep =
  | { step: 'caller'; account_id: number; client: string; known_by: string; source: string }
  | { step: 'translation'; name: string; field: string; before: string; after: string }
  | { step: 'number'; dialled_number: string; called_number: string; caller_number: string }
  | { step: 'list'; list: string; number: string; action: 'ACCEPT' | 'REJECT'; tag: string }
  | {
      step: 'rate'
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
      step: 'loss'
      depth: number
      party: string
      policy: 'BLOCK' | 'WARN'
      seconds: number
      cost: Money
      price: Money
    }
  | { step: 'no rate'; depth: number; party: string; tariff: string }
  /** The packages of the client that may pay for the call, the best first. */
  | { step: 'packages'; packages: readonly string[] }
  | { step: 'on-net'; username: string; is_registered: boolean }
  | {
      step: 'rule'
      plan: string
      rule_id: number
      prefix: string
      mode: RoutePlanMode
      candidates: number
    }
  /** It would fit, and is passed over. */
  | { step: 'blocked rule'; plan: string; rule_id: number; prefix: string }
  /** A plan, or a fallback of it, without a rule that fits; null without any plan. */
  | { step: 'no rule'; plan: string | null }
  | { step: 'block'; plan: string; rule_id: number; prefix: string; reason: string }
  | {
      step: 'gateway'
      gateway_id: number
      gateway: string
      dropped: Drop | null
      rate: Rate | null
      prefix: string | null
      /** Expected at the tariff's average duration, in the system currency. */
      cost: Money | null
      price: Money | null
      /** By what it was put into its place; null when it was dropped. */
      ranked: { mode: RoutePlanMode; candidate: Ranked } | null
    }
  /** A limit that leaves no room for one call more. */
  | { step: 'limit'; kind: LoadKind; name: string; limit: LimitKind; count: number; most: number }
  /** A short call over it costs more than it brings, though an average one does not. */
  | { step: 'risk'; gateway: string; seconds: number; cost: Money; price: Money }
  | { step: 'order'; gateways: readonly string[] }
  /** A candidate that could take the call and is not tried. */
  | { step: 'skipped'; gateway: string; reason: Skip }
  /** The numbers as the gateway gets them, where they are not those of the call. */
  | { step: 'sent'; gateway: string; before: CallNumbers; after: CallNumbers }
  | {
      step: 'payer'
      /** As of a rate; -1 is a settlement account. */
      depth: number
      party: string
      /** Null is not limited. */
      free: Money | null
      /** What it pays for the granted seconds. */
      held: Money
      /** Whether the call could last longer if this one had more. */
      is_limit: boolean
    }
  | { step: 'money'; granted_seconds: number; held: Money; package_seconds: number }
  /** `reason` is why every gateway was left out, where it is the same for all. */
  | { step: 'refused'; refusal: Refusal; party: string | null; reason?: string }

/** A step as it is stored, in JSON. */
export type LoggedStep =
  | Exclude<TraceStep, { step: 'gateway' }>
  | (Omit<Extract<TraceStep, { step: 'gateway' }>, 'ranked'> & {
      /** By what it was put into its place; null when it was dropped. */
      ordered_by: string | null
    })

export type LimitKind = 'channels' | 'cps'

export type Skip =
  | 'already earlier in the order'
  | 'max attempts reached'
  | 'settlement debt limit reached'

export type Fact = string | number | boolean | null

/** A step as it is read. */
export interface WrittenStep {
  readonly step: string
  readonly result: 'ok' | 'kept' | 'dropped' | 'refused' | 'info'
  readonly text: string
  readonly facts: Readonly<Record<string, Fact>>
}
