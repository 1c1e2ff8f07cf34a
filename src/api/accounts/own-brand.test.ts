// The brand that a reseller changes itself, in its own console.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDomain, getBrand, setBrandImage, updateBrand } from '#contract/accounts/brands.ts'
import { initialData } from '#contract/people/session.ts'
import { sessionOf, startApi, type TestApi } from '#test/support/api.ts'
import {
  addCostTariff,
  addResellers,
  brandForm,
  makeDns,
  SMALLEST_PNG,
  setBrand,
} from '#test/support/brands.ts'
import { lastActivity } from '#test/support/configuration.ts'

const dns = makeDns()
let api: TestApi
let middle: number
let own: number
let other: number

beforeAll(async () => {
  api = await startApi(undefined, { readTextRecords: dns.readTextRecords })
  const tariff_id = await addCostTariff(api)
  const ids = await addResellers(api, ['Top', 'Middle', 'Own'], tariff_id)
  ;[, middle, own] = ids as [number, number, number]
  const [stranger] = await addResellers(api, ['Other'], tariff_id)
  other = stranger as number
})
afterAll(() => api.close())

test('a brand is changed by its reseller, and by the one right above', async () => {
  const above = await api.signIn('top', 'RESELLER')
  const portal = await api.signIn('middle', 'RESELLER')
  const domain = 'voice.example'
  const params = { id: middle }
  const body = { ...brandForm, title: 'Falcon Voice', domain }
  const { data } = await portal.call(updateBrand, { params, body })
  expect(data).toMatchObject({ title: 'Falcon Voice', domain, domain_checked_at: null })
  dns.records.set(`_softswitch.${domain}`, [String(data.domain_token)])
  expect((await portal.call(checkDomain, { params })).data.result).toBe('FOUND')
  const image = { kind: 'LOGO', image: SMALLEST_PNG } as const
  expect((await portal.call(setBrandImage, { params, body: image })).status).toBe(200)
  const none = { ...image, image: null }
  expect((await portal.call(setBrandImage, { params, body: none })).status).toBe(200)
  const renamed = { ...body, title: 'Falcon', version: 1 }
  expect((await above.call(updateBrand, { params, body: renamed })).status).toBe(200)
  expect((await sessionOf(api.app, { host: domain }).call(initialData, {})).data).toMatchObject({
    title: 'Falcon',
    is_branded: true,
  })
  // The one two levels below is the business of the reseller between.
  expect((await above.call(getBrand, { params: { id: own } })).status).toBe(404)
  expect((await lastActivity(api)).entity_id).toBe(String(middle))
})

test('a refusal does not say whose a domain is', async () => {
  const domain = 'taken.example'
  await setBrand(api, other, { domain, title: 'Foreign' })
  const portal = await api.signIn('own', 'RESELLER')
  const body = { ...brandForm, domain }
  const { problem } = await portal.call(updateBrand, { params: { id: own }, body })
  expect(problem.fields).toEqual({ domain: 'Another reseller has this domain.' })
  expect(JSON.stringify(problem)).not.toMatch(/Foreign|Other/)
})
