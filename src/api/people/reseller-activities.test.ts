// The activities of a reseller: what it and its staff did, what was done on behalf of it and of the
// accounts right below it, and what others did to those. It reads nothing of the operator.
import { beforeAll, describe, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { updateOwnProfile } from '#contract/accounts/own-profile.ts'
import {
  createWholesaleClient,
  deleteWholesaleClient,
  updateWholesaleClient,
} from '#contract/accounts/wholesale-clients.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { getInvoiceProfile, updateInvoiceProfile } from '#contract/invoices/invoice-profiles.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { listActivities, listActivityEntities } from '#contract/people/activities.ts'
import { allowWrites, leavePortal, openPortal } from '#contract/people/on-behalf.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { asSqlConnection } from '#db/database.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addFamily, type Family } from '#test/support/family.ts'
import {
  clientForm,
  clientIpForm,
  rateForm,
  rechargeForm,
  routePlanForm,
  tariffForm,
} from '#test/support/forms.ts'
import { signInAdmin, signInStaff } from '#test/support/people.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
let family: Family
let ruby: Session
let plan_id: number

const REASON = 'Ticket 812: add an office'
/** All that is the operator's, by its names and numbers. */
const OF_OPERATOR =
  /Wanda|wanda|"admin"|London|Paris|Secret plan|vip-tag|Private words|203\.0\.113\.77|Wanda-Browser/
const OF_OTHERS = /Topaz|Dora|Acme|Rita|Silver/

const list = async (session: Session, query: CallOf<typeof listActivities>['query'] = {}) =>
  (await session.call(listActivities, { query: { limit: 1000, ...query } })).data

/** A form as a reseller sends it. */
const own = (type: typeof createWholesaleClient, body: object) =>
  withoutUnseen('RESELLER', type, body) as never

beforeAll(async () => {
  viewers = await addViewers(api)
  family = await addFamily(api, viewers.tariffs.sell)
  const wanda = await signInAdmin(api, 'wanda', { permissions: [...PERMISSIONS] })
  const plan = { ...routePlanForm([viewers.gateways.london]), name: 'Secret plan' }
  plan_id = (await wanda.call(createRoutePlan, { body: plan })).data.id
  const { Bella, Ruby } = family.ids
  const bella = { ...clientForm(viewers.tariffs.sell, 'Bella'), parent_id: Ruby }
  const { password: _, ...form } = bella
  const { data } = await wanda.call(updateWholesaleClient, {
    params: { id: Bella },
    body: { ...form, route_plan_id: plan_id, tags: ['vip-tag'], channel_limit: 7, version: 1 },
  })
  // A change of hidden fields alone.
  await wanda.call(updateWholesaleClient, {
    params: { id: Bella },
    body: { ...form, channel_limit: 7, tags: [], version: data.version },
  })
  const paid = { ...rechargeForm(Bella, 2), private_note: 'Private words' }
  await wanda.call(createPayment, { body: paid })
  const ip = { ...clientIpForm(Bella, '198.51.100.9'), route_plan_id: plan_id }
  await wanda.call(createClientIp, { body: ip })
  await wanda.call(openPortal, { params: { id: Ruby } })
  await wanda.call(allowWrites, { body: { reason: REASON } })
  const office = own(createWholesaleClient, clientForm(viewers.tariffs.sell, 'Office'))
  await wanda.call(createTariff, {
    body: withoutUnseen('RESELLER', createTariff, { ...tariffForm, name: 'By hand' }) as never,
  })
  await wanda.call(createWholesaleClient, { body: office })
  await wanda.call(leavePortal, {})
  ruby = await api.signIn('ruby', 'RESELLER')
})

describe('a reseller', () => {
  test('reads what was done on behalf of it, step by step, by no name', async () => {
    const seen = (await list(ruby)).filter(({ username }) => username === 'Support')
    const steps = seen.filter(({ entity }) => entity === 'reseller')
    expect(steps.map(({ action, entity_name }) => [action, entity_name])).toEqual(
      expect.arrayContaining([
        ['LOGOUT', 'Ruby'],
        ['EXECUTE', 'Ruby'],
        ['LOGIN', 'Ruby'],
      ]),
    )
    expect(steps.find(({ action }) => action === 'EXECUTE')?.changes).toEqual({
      writes_reason: [null, REASON],
    })
    const tariff = seen.find(({ entity_name }) => entity_name === 'By hand')
    expect(tariff).toMatchObject({ on_behalf_of: 'Ruby', ip: null, user_agent: '', hash: null })
  })

  test('reads what the operator changed in its client, as far as it sees it', async () => {
    const { Bella } = family.ids
    const query = { entity: 'wholesale_client', entity_id: String(Bella) }
    const changed = (await list(ruby, query)).filter(({ action }) => action === 'UPDATE')
    expect(changed).toMatchObject([{ username: 'Support', changes: { channel_limit: [null, 7] } }])
    expect(await list(ruby, { ...query, field: 'tags' })).toEqual([])
    expect(await list(api.admin, { ...query, field: 'tags' })).not.toEqual([])
    expect(await list(ruby, { ...query, q: 'vip-tag' })).toEqual([])
    const [address] = await list(ruby, { entity: 'client_ip' })
    expect(address?.changes).toHaveProperty('ip', [null, '198.51.100.9'])
    expect(address?.changes).not.toHaveProperty('route_plan_id')
    const paid = await list(ruby, { entity: 'payment' })
    expect(paid.some(({ changes }) => 'amount' in changes)).toBe(true)
  })

  test('reads how it issues invoices, and not how the reseller below it does', async () => {
    const sapphire = await api.signIn('sapphire', 'RESELLER')
    const params = { id: family.ids.Sapphire }
    const { account: _, ...profile } = (await sapphire.call(getInvoiceProfile, { params })).data
    const body = { ...profile, bank_details: 'Sapphire bank' }
    expect((await sapphire.call(updateInvoiceProfile, { params, body })).status).toBe(200)
    const query = { field: 'bank_details' }
    expect((await list(sapphire, query)).map(({ username }) => username)).toEqual(['sapphire'])
    expect(await list(ruby, query)).toEqual([])
    expect(await list(ruby, { q: 'Sapphire bank' })).toEqual([])
  })

  test('reads what its staff did with name and address, and what it deleted', async () => {
    const desk = await signInStaff(api, 'ruby', 'RESELLER')
    const tariff = { ...tariffForm, name: 'Own prices' }
    const made = await ruby.call(createTariff, {
      body: withoutUnseen('RESELLER', createTariff, tariff) as never,
    })
    const tid = made.data.id
    const body = withoutUnseen('RESELLER', createTariffRate, rateForm) as never
    await ruby.call(createTariffRate, { params: { tid }, body })
    const client = own(createWholesaleClient, clientForm(tid, 'Ida'))
    const {
      password: _,
      username: __,
      ...ofDesk
    } = client as { password: string; username: string }
    const added = await desk.call(createWholesaleClient, {
      body: { ...ofDesk, username: 'ida' } as never,
    })
    expect(added.status).toBe(200)
    await desk.call(deleteWholesaleClient, { params: { id: added.data.id } })
    const [deleted, created] = await list(ruby, { username: 'ruby-desk', q: 'Ida' })
    expect(deleted).toMatchObject({ action: 'DELETE', ip: '127.0.0.1' })
    expect(created).toMatchObject({
      action: 'CREATE',
      names: { tariff_id: { [tid]: 'Own prices' } },
    })
    for (const entry of [deleted, created]) {
      expect(entry?.changes).not.toHaveProperty('route_plan_id')
      expect(entry?.changes).not.toHaveProperty('tags')
    }
    const [rate] = await list(ruby, { entity: 'tariff_rate' })
    expect(rate?.changes).toHaveProperty('rate')
    expect(rate?.changes).not.toHaveProperty('notes')
    expect((await list(desk)).length).toBeGreaterThan(0)
  })

  test('reads what its client changed itself, under the name of the client', async () => {
    const bella = await api.signIn('bella', 'CLIENT')
    const profile = (await bella.send({ url: '/api/me/profile' })).json()
    const body = { ...profile.data, phone: '+4912345' }
    delete body.name
    expect((await bella.call(updateOwnProfile, { body })).status).toBe(200)
    const [entry] = await list(ruby, { entity_id: String(family.ids.Bella), field: 'phone' })
    expect(entry).toMatchObject({
      username: 'Bella',
      ip: null,
      changes: { phone: ['', '+4912345'] },
    })
  })

  test('has in its whole log nothing of the operator and of other resellers', async () => {
    const wide = '?range=today&limit=1000'
    for (const format of ['', '&format=csv']) {
      const { payload, statusCode } = await ruby.send({
        url: `/api/logs/activities${wide}${format}`,
      })
      expect(statusCode).toBe(200)
      expect(payload.length).toBeGreaterThan(1000)
      expect(payload.match(OF_OPERATOR)).toBeNull()
      expect(payload.match(OF_OTHERS)).toBeNull()
    }
    const all = await list(ruby)
    for (const { changes } of all) {
      for (const field of [
        'route_plan_id',
        'client_plan_ids',
        'tags',
        'private_note',
        'parent_id',
      ]) {
        expect(changes).not.toHaveProperty(field)
      }
    }
    // The crawl would find it.
    const whole = (await api.admin.send({ url: `/api/logs/activities${wide}` })).payload
    expect(whole).toMatch(OF_OPERATOR)
    expect(whole).toMatch(OF_OTHERS)
  })

  test('finds no entry by the name and the address of who is hidden', async () => {
    expect(await list(ruby, { username: 'wanda' })).toEqual([])
    expect(await list(ruby, { q: 'wanda' })).toEqual([])
    const ofOthers = (await list(ruby, { ip: '127.0.0.0/8' })).map(({ username }) => username)
    expect(ofOthers.filter((name) => !name.startsWith('ruby'))).toEqual([])
  })

  test('chooses among the kinds of things that it may have', async () => {
    const { data } = await ruby.call(listActivityEntities, {})
    expect(data).toEqual(expect.arrayContaining(['tariff', 'wholesale_client']))
    expect(data).not.toContain('gateway')
  })

  test('does not read what was before its client came from another reseller', async () => {
    const { Dora, Ruby } = family.ids
    const body = { ...clientForm(viewers.tariffs.sell, 'Dora'), parent_id: Ruby, version: 1 }
    const { password: _, ...form } = body
    const params = { id: Dora }
    const moved = await api.admin.call(updateWholesaleClient, { params, body: form })
    expect(moved.status).toBe(200)
    expect(await list(ruby, { entity_id: String(Dora) })).toEqual([])
    const next = { ...form, channel_limit: 3, version: moved.data.version }
    await api.admin.call(updateWholesaleClient, { params, body: next })
    expect(await list(ruby, { entity_id: String(Dora) })).toMatchObject([
      { changes: { channel_limit: [null, 3] } },
    ])
  })
})

test('the business of a reseller further down is its own', async () => {
  const sapphire = await api.signIn('sapphire', 'RESELLER')
  await sapphire.call(createTariff, {
    body: withoutUnseen('RESELLER', createTariff, { ...tariffForm, name: 'Blue' }) as never,
  })
  expect(await list(sapphire, { q: 'Blue' })).toHaveLength(1)
  expect(await list(ruby, { q: 'Blue' })).toEqual([])
  const cleo = { entity: 'wholesale_client', entity_id: String(family.ids.Cleo) }
  expect(await list(ruby, cleo)).toEqual([])
  // Its own record belongs to the reseller above.
  const itself = await list(sapphire, { entity: 'reseller' })
  expect(itself.filter(({ username }) => username !== 'sapphire')).toEqual([])
})

test('the chain holds with accounts of portals in it', async () => {
  const breaches = await findBreaches(asSqlConnection(api.database))
  expect(breaches.filter(({ id }) => id.startsWith('A'))).toEqual([])
})
