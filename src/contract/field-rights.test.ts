import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { FIELD_RIGHTS } from '#core/permission/field-rights.ts'
import { endpoint } from './endpoint.ts'
import {
  allNeeding,
  choicesNeeding,
  narrowedForm,
  needing,
  seenWith,
  seesField,
  seesFilter,
} from './field-rights.ts'
import { listQuery } from './page.ts'

const by = z.enum(['gateway', 'destination'])
const calls = endpoint({
  method: 'GET',
  path: '/api/cdr',
  summary: 'Calls',
  needs: 'call_records.view',
  list: true,
  query: listQuery(['at', 'cost'], {
    gateway_id: needing('settlement_side', z.string().optional()),
    by: choicesNeeding({ gateway: 'settlement_side' }, by).default('gateway'),
  }),
  answer: z.array(
    z.object({
      at: z.string(),
      ...allNeeding('purchase', { cost: z.number(), rate: z.number().nullable() }),
      legs: z.array(z.object({ no: z.number(), gateway: needing('settlement_side', z.string()) })),
    }),
  ),
})
const row = { at: 'now', cost: 7, rate: null, legs: [{ no: 1, gateway: 'gw' }] }

const answered = (rights: Parameters<typeof seenWith>[1], rows: unknown) =>
  z.encode(seenWith(calls, rights).answer!, rows as never)
const asked = (rights: Parameters<typeof seenWith>[1], query: object) =>
  seenWith(calls, rights).query!.safeDecode(query as never)

test('a field is absent without its right, also within other fields', () => {
  expect(answered([], [row])).toEqual([{ at: 'now', legs: [{ no: 1 }] }])
  expect(answered(['settlement_side'], [row])).toEqual([{ at: 'now', legs: row.legs }])
  expect(answered(FIELD_RIGHTS, [row])).toEqual([row])
})

test('a field that the user sees must be there', () => {
  const { cost: _, ...poorer } = row
  expect(answered([], [poorer])).toEqual([{ at: 'now', legs: [{ no: 1 }] }])
  expect(() => answered(FIELD_RIGHTS, [poorer])).toThrow()
})

test('filters, sort orders and choices without their right are refused', () => {
  expect(asked(FIELD_RIGHTS, { gateway_id: '1', sort: '-cost', by: 'gateway' }).success).toBe(true)
  for (const query of [{ gateway_id: '1' }, { sort: 'cost' }, { sort: '-cost' }, { by: 'gateway' }])
    expect(asked([], query).success, JSON.stringify(query)).toBe(false)
  expect(asked([], { sort: '-at' }).success).toBe(true)
})

test('a default that the user does not see is the first choice that it does', () => {
  expect(asked(FIELD_RIGHTS, {}).data).toMatchObject({ by: 'gateway' })
  expect(asked([], {}).data).toMatchObject({ by: 'destination' })
})

test('the console knows what to leave out', () => {
  expect(seesField([], calls, 'cost')).toBe(false)
  expect(seesField(['purchase'], calls, 'cost')).toBe(true)
  expect(seesField([], calls, 'no field of the answer')).toBe(true)
  expect(seesFilter([], calls, 'gateway_id')).toBe(false)
})

test('what no right is needed for stays as it is', () => {
  const answer = z.strictObject({ at: z.string() })
  const plain = endpoint({ ...calls, query: z.strictObject({ at: z.string() }), answer })
  expect(seenWith(plain, []).answer).toBe(answer)
  expect(seenWith(plain, []).query?.safeDecode({ of: '1' }).success).toBe(false)
})

describe('a form', () => {
  const form = z
    .strictObject({ name: z.string(), rate: needing('sale', z.number()) })
    .superRefine(({ name }, { addIssue }) => {
      if (name === 'bad') addIssue({ code: 'custom', message: 'Bad.' })
    })
  const takes = (held: Parameters<typeof narrowedForm>[1], body: object) =>
    narrowedForm(form, held).safeParse(body).success

  test('must have the field of a right that its user has', () => {
    expect(takes(['sale'], { name: 'a', rate: 1 })).toBe(true)
    expect(takes(['sale'], { name: 'a' })).toBe(false)
  })

  test('must not have that of another right', () => {
    expect(takes([], { name: 'a' })).toBe(true)
    expect(takes([], { name: 'a', rate: 1 })).toBe(false)
  })

  test('keeps the checks of the whole', () => {
    expect(takes([], { name: 'bad' })).toBe(false)
  })
})
