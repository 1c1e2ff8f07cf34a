// A secret that an endpoint answers or takes is known as one, so that it is refused in the portal
// of another account.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isNeverOnBehalf, isSecretField } from '#core/permission/on-behalf.ts'
import { ENDPOINTS } from './all.ts'
import type { Endpoint } from './endpoint.ts'

const namesIn = (schema: z.core.$ZodType | undefined): string[] => {
  if (!schema) return []
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  return [...JSON.stringify(json).matchAll(/"(\w+)":\{/g)].map(([, name = '']) => name)
}
const isShown = (name: string) => isSecretField(name) && !name.startsWith('has_')

const unmarked = (endpoints: Iterable<Endpoint>) =>
  [...endpoints]
    .filter(({ answer, secret }) => !secret && namesIn(answer).some(isShown))
    .map(({ path }) => path)

test('an answer with a secret is marked, and what makes one is refused on behalf', () => {
  expect(unmarked(ENDPOINTS.values())).toEqual([])
  const planted: Endpoint = {
    method: 'POST',
    path: '/api/tariffs/planted',
    summary: 'Planted',
    needs: 'tariffs.edit',
    answer: z.object({ of: z.array(z.object({ webhook_secret: z.string() })) }),
  }
  expect(unmarked([planted])).toEqual(['/api/tariffs/planted'])
  const makers = [...ENDPOINTS].filter(([, { method, secret }]) => secret && method !== 'GET')
  expect(makers.length).toBeGreaterThan(8)
  for (const [name, { needs }] of makers) {
    const use = { needs, is_change: true, secret: true } as const
    expect([name, isNeverOnBehalf(use)]).toEqual([name, true])
  }
})

test('a field that sets a secret is known by its name', () => {
  const named = [...ENDPOINTS.values()]
    .flatMap(({ body }) => namesIn(body))
    .filter((name) => /pass|secret|token|credential/.test(name))
  expect(named.length).toBeGreaterThan(5)
  expect([...new Set(named.filter((name) => !isSecretField(name)))]).toEqual([])
})
