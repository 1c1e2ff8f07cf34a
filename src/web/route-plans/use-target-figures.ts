// The costs of the targets of a rule and the states of their gateways, while the rule is edited.
import { useDebouncedValue } from '@mantine/hooks'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type Gateway, listGateways } from '#contract/routing/gateways.ts'
import { compareRouteTargets } from '#contract/routing/route-targets.ts'
import { useList, useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import type { TargetValues } from './plan-values.ts'

const PAUSE_MS = 300
const STATE_MS = 5000
const GATEWAYS_MAX = 200

export type Prices = AnswerOf<typeof compareRouteTargets>
export type TargetPrices = Prices['targets'][number]

export interface RuleTargetFigures {
  /** Undefined until the first answer. */
  readonly prices: Prices | undefined
  /** By the ids of gateways; empty for users who do not see gateways. */
  readonly states: ReadonlyMap<number, Gateway>
}

interface Asked {
  readonly plan_id: number | undefined
  readonly prefix: string
  readonly targets: readonly TargetValues[]
}

export function useTargetFigures({ plan_id, prefix, targets }: Asked): RuleTargetFigures {
  const gateway_ids = targets.flatMap(({ gateway_id }) => gateway_id ?? []).join()
  const group_ids = targets.flatMap(({ gateway_group_id }) => gateway_group_id ?? []).join()
  const query = {
    prefix,
    ...(plan_id !== undefined && { route_plan_id: plan_id }),
    ...(gateway_ids && { gateway_ids }),
    ...(group_ids && { gateway_group_ids: group_ids }),
  }
  const [text] = useDebouncedValue(JSON.stringify(query), PAUSE_MS)
  const asked = JSON.parse(text) as typeof query
  const isWhole = /^\d{0,15}$/.test(asked.prefix) && targets.length > 0
  const prices = useOne(
    compareRouteTargets,
    { query: asked },
    { enabled: isWhole, keepsLast: true },
  )
  const ids = [...new Set(prices.data?.targets.map(({ gateway_id }) => gateway_id))].join()
  const maySee = useMay('gateways.view')
  const states = useList(
    listGateways,
    { query: { ...(ids && { ids }), limit: GATEWAYS_MAX } },
    { every_ms: STATE_MS, enabled: maySee && ids !== '' },
  )
  return {
    prices: prices.data,
    states: new Map(states.data?.rows.map((row) => [row.id, row])),
  }
}
