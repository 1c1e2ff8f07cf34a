import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as lookups from '#contract/console/lookups.ts'
import * as settings from '#contract/console/settings.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { systemInfo } from '#contract/machine/machine.ts'
import { initialData, me } from '#contract/people/session.ts'
import { createReRating } from '#contract/re-ratings/re-ratings.ts'
import { createRecordConsumer } from '#contract/record-feed/record-consumers.ts'
import { CODECS } from '#core/codec.ts'
import { noteUnclosedCall } from '#db/calls/open-calls.ts'
import { asSqlConnection, openDatabase } from '#db/database.ts'
import { watchWork } from '#db/machine/failing-work.ts'
import { finishDays } from '#db/partitions/number-masking.ts'
import { DEFAULT_SETTINGS } from '#db/settings.ts'
import { sessionOf, startApi, type TestApi } from '#test/support/api.ts'
import { openCall, recordAt, writeCalls } from '#test/support/calls.ts'
import { addClient, addGateway, addSettlement, lastActivity } from '#test/support/configuration.ts'
import { pdfPages } from '#test/support/pdf-text.ts'
import { recordConsumerForm } from '#test/support/record-receiver.ts'
import { changeRows } from '#test/support/rows.ts'

/** The smallest PNG: one pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9' +
    'awAAAABJRU5ErkJggg==',
  'base64',
)

let api: TestApi
// One for each test: what one sets, the others would find.
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

describe('the settings', () => {
  test('have defaults, and change one by one', async () => {
    expect((await api.admin.call(settings.getSettings, {})).data).toEqual(DEFAULT_SETTINGS)
    const body = { currency: 'EUR', max_call_duration_seconds: 3600 }
    expect((await api.admin.call(settings.updateSettings, { body })).status).toBe(204)
    expect((await lastActivity(api)).changes).toEqual({
      currency: ['USD', 'EUR'],
      max_call_duration_seconds: [7200, 3600],
    })
    await api.admin.call(settings.updateSettings, { body: { reservation_step_seconds: 20 } })
    expect((await api.admin.call(settings.getSettings, {})).data).toEqual({
      ...DEFAULT_SETTINGS,
      ...body,
      reservation_step_seconds: 20,
    })
  })

  test('mask numbers only after all that has whole ones is removed', async () => {
    const change = (body: object) => api.admin.call(settings.updateSettings, { body })
    const refused = async (body: object) => (await change(body)).problem.fields?.mask_numbers_days
    expect(await refused({ mask_numbers_days: 0 })).toContain('At least 1')
    expect(await refused({ mask_numbers_days: 60 })).toEqual(
      'Recordings have whole numbers: keep them 60 days at most.',
    )
    expect((await change({ mask_numbers_days: 60, recording_days: 30 })).status).toBe(204)
    expect((await lastActivity(api)).changes).toEqual({
      mask_numbers_days: [null, 60],
      recording_days: [90, 30],
    })
    expect(await refused({ recording_days: 61 })).toContain('Recordings have whole numbers')
    expect(await refused({ call_days: 60 })).toContain('Calls are removed by then')
    expect((await change({ mask_numbers_days: null })).status).toBe(204)
  })

  test('show up to when numbers are masked, and refuse to rate those calls again', async () => {
    const began = Date.now() - 2 * 86_400_000
    await writeCalls(api.url, { records: [recordAt(began)] })
    const state = async () => (await api.admin.call(settings.getNumberMasking, {})).data
    expect(await state()).toMatchObject({ masked_until: null, error: '' })
    expect(Date.parse((await state()).whole_from ?? '')).toBe(began)
    const masked = '2026-11-01T00:00:00Z'
    await finishDays(asSqlConnection(api.database), masked)
    expect((await state()).masked_until).toBe(masked)
    const until_at = new Date(began + 1000).toISOString()
    const parts = { account_id: null, tariff_id: null, new_tariff_id: null, prefix: '' }
    const rate = (from_at: string) =>
      api.admin.call(createReRating, { body: { ...parts, reason: 'r', from_at, until_at } })
    expect((await rate('2026-10-31T23:59:59Z')).problem.fields?.from_at).toBe(
      'Numbers of calls before 2026-11-01 UTC are masked: begin after them.',
    )
    expect((await rate(masked)).status).toBe(200)
  })

  test('let silence end calls never or not at once, and know two answers at limits', async () => {
    const change = (body: object) => api.admin.call(settings.updateSettings, { body })
    for (const rtp_timeout_seconds of [5, -1, 3001]) {
      const answer = await change({ rtp_timeout_seconds })
      expect(answer.problem.fields).toHaveProperty('rtp_timeout_seconds')
    }
    for (const gateway_check_minutes of [0, 61]) {
      const answer = await change({ gateway_check_minutes })
      expect(answer.problem.fields).toHaveProperty('gateway_check_minutes')
    }
    expect((await change({ limit_sip_code: '404' })).problem.fields).toHaveProperty(
      'limit_sip_code',
    )
    expect((await change({ rtp_timeout_seconds: 0, limit_sip_code: '480' })).status).toBe(204)
  })

  test('name the issuer of documents, which have its address, tax number and footer', async () => {
    const body = {
      company: 'Example Telecom',
      company_address: 'Harbour Road 1\n\nLondon',
      company_tax_number: 'GB 123',
      bank_details: 'IBAN GB00\nBIC GBXX',
      document_footer: 'Registered in London\nNo. 7',
      paper_size: 'LETTER' as const,
    }
    await api.admin.call(settings.updateSettings, { body })
    const { response } = await api.admin.call(settings.getSampleDocument, {})
    expect(response.headers['content-type']).toBe('application/pdf')
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="example-invoice.pdf"',
    )
    const [page = []] = pdfPages(response.rawPayload)
    const issuer = ['Example Telecom', 'Harbour Road 1', 'London', 'Tax number: GB 123']
    expect(page.slice(5, 9)).toEqual(issuer)
    expect(page).toEqual(expect.arrayContaining(['How to pay', 'IBAN GB00', 'BIC GBXX']))
    expect(page.slice(-3)).toEqual([
      expect.stringMatching(/ · Page 1 of 2$/),
      'Registered in London',
      'No. 7',
    ])
    expect(response.rawPayload.toString('latin1')).toContain('/MediaBox [0 0 612 792]')
  })

  test('show their names, colours and zone to everybody', async () => {
    const colors = { ...DEFAULT_SETTINGS.theme_colors, primary: '#123456' }
    await api.admin.call(settings.setThemeColors, { body: { colors } })
    await api.admin.call(settings.setTimezone, { body: { timezone: 'Asia/Dhaka' } })
    const names = { title: 'Example Switch', company: 'Example Telecom' }
    await api.admin.call(settings.updateSettings, { body: names })
    expect((await lastActivity(api)).changes).toEqual({
      title: ['Soft Switch Server', names.title],
      company: ['', names.company],
    })
    const { data } = await sessionOf(api.app, {}).call(initialData, {})
    expect(data).toEqual({
      ...names,
      is_branded: false,
      logo: null,
      dark_logo: null,
      support_email: null,
      terms_url: null,
      theme_colors: colors,
      timezone: 'Asia/Dhaka',
      current_time: new Date(api.clock.now).toISOString(),
    })
  })

  test('show a logo to everybody, as the kind of image that it is, and take it away', async () => {
    const set = (bytes: Buffer) =>
      api.admin.call(settings.setLogo, { body: { image: bytes.toString('base64') } })
    const everybody = sessionOf(api.app, {})
    const address = async () => (await everybody.call(initialData, {})).data.logo
    const svg = await set(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    expect(svg.problem.fields).toEqual({ image: 'A PNG or JPEG image.' })
    expect((await set(Buffer.concat([LOGO, Buffer.alloc(200_000)]))).status).toBe(400)
    expect(await address()).toBeNull()
    expect((await set(LOGO)).status).toBe(204)
    const url = String(await address())
    const { headers, rawPayload } = await api.app.inject({ url })
    expect(rawPayload).toEqual(LOGO)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await api.admin.call(settings.removeLogo, {})).status).toBe(204)
    expect(await address()).toBeNull()
    expect((await api.app.inject({ url })).statusCode).toBe(404)
    expect((await api.admin.call(settings.removeLogo, {})).status).toBe(404)
    expect((await lastActivity(api)).changes).toEqual({ logo: [expect.any(String), null] })
  })

  test('take no title that is empty or too long for the top bar', async () => {
    for (const title of ['', '  ', 'x'.repeat(41)]) {
      const answer = await api.admin.call(settings.updateSettings, { body: { title } })
      expect(answer.problem.fields).toHaveProperty('title')
    }
  })

  test('say with how many decimals amounts are listed, at most four', async () => {
    const change = (amount_decimals: number) =>
      api.admin.call(settings.updateSettings, { body: { amount_decimals } })
    for (const decimals of [-1, 5, 1.5]) {
      expect((await change(decimals)).problem.fields).toHaveProperty('amount_decimals')
    }
    expect((await change(0)).status).toBe(204)
    expect((await api.admin.call(me, {})).data.amount_decimals).toBe(0)
  })

  test('say in which of four orders dates are written', async () => {
    const change = (date_format: string) =>
      api.admin.call(settings.updateSettings, { body: { date_format: date_format as never } })
    expect((await change('YY/MM/DD')).problem.fields).toHaveProperty('date_format')
    expect((await api.admin.call(me, {})).data.date_format).toBe('YYYY-MM-DD')
    await change('DD.MM.YYYY')
    expect((await api.admin.call(me, {})).data.date_format).toBe('DD.MM.YYYY')
  })

  test('take no zone and no colour that does not exist', async () => {
    for (const timezone of ['Nowhere/City', "UTC'; drop table setting", '']) {
      const answer = await api.admin.call(settings.setTimezone, { body: { timezone } })
      expect(answer.problem.fields).toHaveProperty('timezone')
    }
    const colors = { ...DEFAULT_SETTINGS.theme_colors, primary: 'red;}*{display:none' }
    const answer = await api.admin.call(settings.setThemeColors, { body: { colors } })
    expect(answer.problem.fields).toHaveProperty('colors.primary')
  })
})

test('the state of the processes is shown to the admin in full, and to all in short', async () => {
  await api.database
    .insertInto('process_state')
    .values({ name: 'kamailio', state: 'missing', detail: 'Install kamailio.' })
    .execute()
  const { data } = await api.admin.call(systemInfo, {})
  expect(data.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(data.processes).toMatchObject([
    { name: 'kamailio', state: 'missing', detail: 'Install kamailio.' },
  ])
  const short = await sessionOf(api.app, {}).call(settings.health, {})
  expect(short.data.parts).toMatchObject({ kamailio: 'missing', database: 'ok' })
  expect(short.response.body).not.toContain('Install')
})

test('calls that cannot be closed are counted for all, and told to the admin', async () => {
  const { id } = await addClient(api)
  const call = openCall(id)
  await writeCalls(api.url, { opened: [call] })
  await noteUnclosedCall(asSqlConnection(api.database), call.call_id, 'odd')
  const short = await sessionOf(api.app, {}).call(settings.health, {})
  expect(short.data).toMatchObject({ status: 'degraded', unclosed_calls: 1 })
  expect(short.response.body).not.toContain('odd')
  const { data } = await api.admin.call(systemInfo, {})
  const { call_id } = call
  expect(data.unclosed_calls).toMatchObject({ count: 1, calls: [{ call_id, error: 'odd' }] })
})

test('work that fails again and again is counted for all, and told to the admin', async () => {
  const engine = openDatabase(api.engine_url, 'test', 1)
  const { run } = await watchWork(asSqlConnection(engine), 'engine-a')
  const fail = () => run('renewing packages', () => Promise.reject(new Error('odd')))
  const health = async () => {
    const { data, response } = await sessionOf(api.app, {}).call(settings.health, {})
    expect(response.body).not.toContain('odd')
    return data.failing_work
  }
  for (const [times, shown] of [
    [2, 0],
    [1, 1],
  ] as const) {
    for (let time = 0; time < times; time += 1) await expect(fail()).rejects.toThrow('odd')
    expect(await health()).toBe(shown)
  }
  const { data } = await api.admin.call(systemInfo, {})
  expect(data.failing_work).toMatchObject([
    { process: 'engine-a', work: 'renewing packages', failures: 3, message: 'odd' },
  ])
  expect(await run('renewing packages', async () => 1)).toBe(1)
  expect(await health()).toBe(0)
  await engine.destroy()
})

test('a consumer of the record feed that fails again and again is failing work', async () => {
  const { id } = (await api.admin.call(createRecordConsumer, { body: recordConsumerForm() })).data
  const failing = async () => {
    const { failing_work } = (await api.admin.call(systemInfo, {})).data
    const { data } = await sessionOf(api.app, {}).call(settings.health, {})
    expect(data.failing_work).toBe(failing_work.length)
    return failing_work
  }
  const failed = { failing_since: new Date().toISOString(), error: 'odd' }
  await changeRows(api, 'record_delivery', { consumer_id: id }, { ...failed, failures_in_a_row: 2 })
  expect(await failing()).toEqual([])
  await changeRows(api, 'record_delivery', { consumer_id: id }, { failures_in_a_row: 3 })
  const work = `record feed: ${recordConsumerForm().name}`
  expect(await failing()).toMatchObject([{ process: 'jobs', work, failures: 3, message: 'odd' }])
  await changeRows(api, 'record_consumer', { id }, { status: 'paused' })
  expect(await failing()).toEqual([])
})

describe('lookups', () => {
  test('find by what is typed, and what is chosen already', async () => {
    const { id, form, data } = await addClient(api)
    const settlement_id = await addSettlement(api)
    const gateway_id = await addGateway(api, settlement_id)
    const users = await api.admin.call(lookups.lookupUsers, { query: { q: form.username } })
    const option = { id, name: form.name, hint: form.username, status: 'active' }
    expect(users.data).toEqual([{ ...option, type: 'WHOLESALE' }])
    const query = { type: 'SETTLEMENT', q: 'no such name', id: settlement_id } as const
    const chosen = await api.admin.call(lookups.lookupUsers, { query })
    expect(chosen.data.map((user) => user.id)).toEqual([settlement_id])
    const sells = await api.admin.call(lookups.lookupTariffs, { query: { kind: 'SELL' } })
    expect(sells.data.map((tariff) => tariff.id)).toEqual([data.tariff_id])
    const gateways = await api.admin.call(lookups.lookupGateways, {})
    expect(gateways.data.map((gateway) => gateway.id)).toEqual([gateway_id])
    expect((await api.admin.call(lookups.lookupRoutePlans, {})).data).toEqual([])
  })

  test('find admins, by user, when they are asked for', async () => {
    const find = (query: NonNullable<CallOf<typeof lookups.lookupUsers>['query']>) =>
      api.admin.call(lookups.lookupUsers, { query })
    const { id } = (await api.admin.call(me, {})).data
    const admin = { id, name: 'admin', hint: '', type: 'ADMIN', status: 'active' }
    expect((await find({ type: 'ADMIN', q: 'adm' })).data).toEqual([admin])
    expect((await find({ q: 'admin' })).data).toEqual([])
    expect((await find({ type: 'ADMIN', payment: 'RECHARGE' })).data).toEqual([])
  })

  test('know the codecs and the time zones', async () => {
    const codecs = await api.admin.call(lookups.lookupCodecs, {})
    expect(codecs.data.map(({ id }) => id)).toEqual(CODECS)
    expect(codecs.data.filter((codec) => codec.is_default)).toHaveLength(5)
    const zones = await api.admin.call(lookups.lookupTimeZones, { query: { q: 'kathmandu' } })
    expect(zones.data).toEqual([{ id: 'Asia/Kathmandu', offset: '+05:45' }])
    const all = await api.admin.call(lookups.lookupTimeZones, {})
    expect(all.data.length).toBeGreaterThan(300)
    expect(all.data).toContainEqual({ id: 'UTC', offset: '+00:00' })
  })
})
