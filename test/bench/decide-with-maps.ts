// The comparison for (b): the same decision as one would write it first, with a Map of prefixes per
// tariff that is asked for the longest prefix, then for one digit less, and so on. It keeps no
// trace and makes no routes to answer with, which is in its favour.
import { type Money, SYSTEM_FX } from '#core/money.ts'
import type { Invite } from '#core/routing/decision.ts'
import type { RouteRule, RuleIndex } from '#core/routing/route-plan.ts'
import type { Client, Party, RoutingSnapshot } from '#core/routing/snapshot.ts'
import { chargeSeconds } from '#core/tariff/charge-call.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import type { Terms } from '#core/tariff/terms.ts'
import { termsOf } from '#core/tariff/terms.ts'
import type { ListedRate } from './decision-world.ts'

/** Versions of each prefix, the newest first. */
export type PriceMap = ReadonlyMap<string, readonly ListedRate[]>

export interface MapBoard {
  readonly snapshot: RoutingSnapshot
  readonly clients_by_address: ReadonlyMap<string, Client>
  readonly prices: ReadonlyMap<number, PriceMap>
}

export function makePriceMap(rates: readonly ListedRate[]): PriceMap {
  const prices = new Map<string, ListedRate[]>()
  for (const rate of rates) {
    const versions = prices.get(rate.prefix)
    if (versions) versions.unshift(rate)
    else prices.set(rate.prefix, [rate])
  }
  return prices
}

/** The gateways in the order in which they would be tried, by what each is expected to cost. */
export function decideWithMaps(maps: MapBoard, invite: Invite, now_ms: number): number[] {
  const { snapshot } = maps
  const client = maps.clients_by_address.get(invite.source_ip)
  const number = invite.dialled_number.replace(/^(\+|00)/, '')
  if (client?.status !== 'active' || !/^[1-9]\d{2,14}$/.test(number)) return []
  const at_seconds = Math.floor(now_ms / 1000)
  const sell_tariff = snapshot.tariffs.get(client.tariff_id)
  const sell = sell_tariff && findTerms(maps, sell_tariff, number, at_seconds, client)
  const plan = snapshot.route_plans.get(client.route_plan_id ?? 0)
  if (!sell_tariff || !sell || !plan) return []
  const rule = longestPrefix(plan.rules, number)
  const expected = chargeSeconds(sell, sell_tariff.average_duration_seconds).net
  const candidates: { gateway_id: number; cost: Money }[] = []
  for (const { gateway_id } of rule?.targets ?? []) {
    const gateway = snapshot.gateways.get(gateway_id ?? 0)
    const settlement = gateway && snapshot.settlements.get(gateway.settlement_id)
    const tariff = settlement && snapshot.tariffs.get(settlement.tariff_id)
    if (gateway?.status !== 'active' || settlement?.status !== 'active' || !tariff) continue
    const buy = findTerms(maps, tariff, number, at_seconds, settlement)
    if (!buy || !client.codecs.some((codec) => gateway.codecs.includes(codec))) continue
    const cost = chargeSeconds(buy, sell_tariff.average_duration_seconds).net
    if (cost <= expected) candidates.push({ gateway_id: gateway.id, cost })
  }
  // Equals stay as they come, which is what the product does where nothing is drawn.
  candidates.sort((a, b) => a.cost - b.cost)
  return candidates.map(({ gateway_id }) => gateway_id)
}

function longestPrefix({ by_prefix }: RuleIndex, number: string): RouteRule | undefined {
  for (let length = number.length; length >= 0; length--) {
    const found = by_prefix.get(number.slice(0, length))
    if (found !== undefined) return found.shared[0]
  }
  return undefined
}

function findTerms(
  maps: MapBoard,
  tariff: Tariff,
  number: string,
  at_seconds: number,
  { vat_percent, currency }: Party,
): Terms | undefined {
  const prices = maps.prices.get(tariff.id)
  for (let length = number.length; prices && length >= 0; length--) {
    const versions = prices.get(number.slice(0, length))
    for (const { starts, ends, rate, details } of versions ?? []) {
      if (at_seconds >= starts && at_seconds < (ends ?? Number.POSITIVE_INFINITY)) {
        return termsOf(tariff, rate, details, { vat_percent, currency, fx: SYSTEM_FX })
      }
    }
  }
  return undefined
}
