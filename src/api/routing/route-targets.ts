import type * as contract from '#contract/routing/route-targets.ts'
import type { Rate } from '#core/money.ts'
import {
  findLowestMargin,
  findRateRange,
  findShorterPrefixes,
  type PrefixRates,
} from '#core/tariff/prefix-prices.ts'
import { readSettings } from '#db/settings.ts'
import {
  LONGER_MAX,
  listPayingTariffs,
  listTargetGateways,
  type PayingTariff,
  readPrefixRates,
} from '#db/tariffs/target-prices.ts'
import type { HandlersOf } from '../http/handle.ts'

const idsOf = (text: string | undefined): number[] => text?.split(',').map(Number) ?? []

type Rates = ReadonlyMap<number, PrefixRates>

/** The tariff with the lowest rate, by which the operator earns least. */
function cheapestOf(tariffs: readonly PayingTariff[], rates: Rates, prefix: string) {
  const sold = tariffs.flatMap(({ id: tariff_id, name: tariff_name }) => {
    const range = findRateRange(rates.get(tariff_id) ?? new Map(), prefix)
    return range ? [{ tariff_id, tariff_name, ...range }] : []
  })
  return sold.toSorted((a, b) => a.lowest - b.lowest)[0] ?? null
}

function lowestMargin(
  tariffs: readonly PayingTariff[],
  rates: Rates,
  bought: PrefixRates,
  prefix: string,
): Rate | null {
  const margins = tariffs.flatMap(
    ({ id }) => findLowestMargin(rates.get(id) ?? new Map(), bought, prefix) ?? [],
  )
  return margins.toSorted((a, b) => a - b)[0] ?? null
}

export const routeTargets: HandlersOf<typeof contract> = {
  async compareRouteTargets({ database, caller: { scope }, query }) {
    const { prefix, route_plan_id } = query
    const gateways = await listTargetGateways(database, scope, {
      gateway_ids: idsOf(query.gateway_ids),
      group_ids: idsOf(query.gateway_group_ids),
    })
    const paying = route_plan_id ? await listPayingTariffs(database, scope, route_plan_id) : []
    const tariff_ids = new Set(
      [...gateways, ...paying.map(({ id }) => ({ tariff_id: id }))].map(
        ({ tariff_id }) => tariff_id,
      ),
    )
    const rates = await readPrefixRates(database, [...tariff_ids], prefix)
    const names = new Map(gateways.map((one) => [one.gateway_id, one.gateway_name]))
    const nameOf = (id: number) => names.get(id) ?? ''
    const priced = [...names.keys()].flatMap((gateway_id) => {
      const of = gateways.find((one) => one.gateway_id === gateway_id)
      return of ? [{ gateway_id, rates: rates.get(of.tariff_id) ?? new Map() }] : []
    })
    const { currency } = await readSettings(database)
    return {
      currency,
      sell: cheapestOf(paying, rates, prefix),
      targets: gateways.map(({ tariff_id, ...gateway }) => {
        const bought = rates.get(tariff_id) ?? new Map()
        return {
          ...gateway,
          buy: findRateRange(bought, prefix),
          margin: lowestMargin(paying, rates, bought, prefix),
        }
      }),
      shorter_prefixes: findShorterPrefixes(priced, prefix).map(
        ({ gateway_id, other, ...shorter }) => ({
          ...shorter,
          gateway_name: nameOf(gateway_id),
          other: { ...other, gateway_name: nameOf(other.gateway_id) },
        }),
      ),
      is_partial: [...rates.values()].some(({ size }) => size > LONGER_MAX),
    }
  },
}
