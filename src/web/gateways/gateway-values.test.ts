import { expect, test } from 'vitest'
import { NEW_GATEWAY } from '#contract/blank-forms.ts'
import { gatewayForm } from '#contract/routing/gateways.ts'
import { FOLDED, foldingOf } from './gateway-values.ts'

test('a new gateway is whole but for what must be typed', () => {
  const { success, error } = gatewayForm.safeParse(NEW_GATEWAY)
  expect(success).toBe(false)
  const missing = error?.issues.map(({ path }) => path[0])
  expect(missing).toEqual(['name', 'settlement_id', 'host'])
})

test('a section stays folded while it is as usual and right', () => {
  for (const section of Object.keys(FOLDED) as (keyof typeof FOLDED)[]) {
    const folding = foldingOf(section, NEW_GATEWAY, { name: 'Required.' })
    expect(folding, section).toMatchObject({ isChanged: false, isWrong: false })
  }
  expect(foldingOf('timers', { ...NEW_GATEWAY, ring_timeout_seconds: 45 }, {}).isChanged).toBe(true)
  expect(foldingOf('accepted', NEW_GATEWAY, { 'dst_prefixes.2': 'Digits.' }).isWrong).toBe(true)
})
