import { expect, test } from 'vitest'
import type { TargetsKind } from './bulk-operation.ts'
import { changeTargets, newTarget } from './change-targets.ts'

const targetsTo = (...gateways: number[]) =>
  gateways.map((gateway_id) => ({
    ...newTarget({ gateway_id, gateway_group_id: null }, 50),
    priority: gateway_id,
  }))
const RULES = [targetsTo(1, 2), targetsTo(2), targetsTo(1), targetsTo()]

const changed = (kind: TargetsKind, value: string, by?: string) =>
  RULES.map((targets) => changeTargets(targets, { field: 'targets', kind, value, by }))
const gatewaysOf = (rules: ReturnType<typeof changed>) =>
  rules.map((targets) => targets.map(({ gateway_id }) => gateway_id))

test('a gateway is added where it is missing, replaced and removed', () => {
  expect(gatewaysOf(changed('add_target', 'gateway/1'))).toEqual([[1, 2], [2, 1], [1], [1]])
  const replaced = changed('replace_target', 'gateway/1', 'gateway/7')
  expect(gatewaysOf(replaced)).toEqual([[7, 2], [2], [7], []])
  expect(replaced[0]?.[0]).toMatchObject({ priority: 1, percent: 50 })
  const both = changed('replace_target', 'gateway/1', 'gateway/2')
  expect(gatewaysOf(both)).toEqual([[2], [2], [2], []])
  expect(changed('replace_target', 'gateway/1', 'gateway/1')).toEqual(RULES)
  expect(gatewaysOf(changed('remove_target', 'gateway/2'))).toEqual([[1], [], [1], []])
})

test('a group and a gateway with the same number are two targets', () => {
  const [first] = changed('replace_target', 'gateway/2', 'gateway_group/2')
  expect(first?.[1]).toMatchObject({ gateway_id: null, gateway_group_id: 2, priority: 2 })
  expect(gatewaysOf(changed('remove_target', 'gateway_group/2'))).toEqual(gatewaysOf(RULES))
})
