// Brands of resellers: who changes them, how a domain is proven, and which one a page shows.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkDomain, getBrand, setBrandImage, updateBrand } from '#contract/accounts/brands.ts'
import { deleteReseller } from '#contract/accounts/resellers.ts'
import { setThemeColors, updateSettings } from '#contract/console/settings.ts'
import { initialData } from '#contract/people/session.ts'
import { DEFAULT_SETTINGS } from '#db/settings.ts'
import { apiForFile, sessionOf } from '#test/support/api.ts'
import {
  addCostTariff,
  addResellers,
  brandForm,
  COLORS,
  type Dns,
  makeDns,
  SMALLEST_PNG,
  setBrand,
  setImage,
} from '#test/support/brands.ts'
import { lastActivity } from '#test/support/configuration.ts'
import { signInAdmin } from '#test/support/people.ts'

const api = apiForFile({ readTextRecords: (name) => dns.readTextRecords(name) })
let dns: Dns
let tariff_id: number
let top: number
let middle: number
let own: number
let other: number

beforeAll(async () => {
  dns = makeDns()
  tariff_id = await addCostTariff(api)
  const body = { title: 'Operator Switch', company: 'Operator Telecom' }
  await api.admin.call(updateSettings, { body })
})

let serial = 0
// Accounts of their own for each test, since domains and images stay.
beforeEach(async () => {
  dns = makeDns()
  serial += 1
  const names = ['Top', 'Middle', 'Own'].map((name) => `${name}${serial}`)
  const ids = await addResellers(api, names, tariff_id)
  ;[top, middle, own] = ids as [number, number, number]
  const [stranger] = await addResellers(api, [`Other${serial}`], tariff_id)
  other = stranger as number
})

/** An admin who may change the resellers at and below these. */
const signInLimited = (username: string, account_ids: number[]) =>
  signInAdmin(api, username, {
    ...{ permissions: ['brands.view', 'brands.edit'], scope: 'LISTED', account_ids },
  })

const domainOf = (name: string) => `${name}${serial}.example`

/** The initial data of a browser that opens the console at this host. */
const openAt = async (host: string) =>
  (await sessionOf(api.app, { host }).call(initialData, {})).data

const OPERATOR = { title: 'Operator Switch', company: 'Operator Telecom', is_branded: false }

describe('a brand', () => {
  test('is empty until it is saved, is changed and logged at its reseller', async () => {
    const { data } = await api.admin.call(getBrand, { params: { id: own } })
    expect(data).toEqual({
      ...brandForm,
      domain_token: null,
      domain_checked_at: null,
      logo: null,
      dark_logo: null,
      favicon: null,
      inherited: {
        title: null,
        colors: DEFAULT_SETTINGS.theme_colors,
        logo: null,
        dark_logo: null,
        favicon: null,
        support_email: null,
        terms_url: null,
      },
    })
    const fields = {
      domain: domainOf('voice'),
      title: 'Falcon Voice',
      colors: COLORS,
      support_email: 'help@falcon.example',
      terms_url: 'https://falcon.example/terms',
    }
    const saved = await setBrand(api, own, fields)
    expect(saved.data).toMatchObject({ ...fields, version: 1, domain_checked_at: null })
    expect(saved.data.domain_token).toMatch(/^[\w-]{32}$/)
    const logged = await lastActivity(api)
    expect(logged).toMatchObject({ entity: 'reseller', entity_id: String(own), action: 'UPDATE' })
    expect(logged.changes).toMatchObject({
      domain: [null, fields.domain],
      title: [null, 'Falcon Voice'],
      colors: [null, COLORS],
    })
  })

  test('of a reseller outside of the scope does not exist', async () => {
    const limited = await signInLimited(`limited${serial}`, [middle])
    const portal = await api.signIn(`middle${serial}`, 'RESELLER')
    for (const id of [top, other, 987_654_321]) {
      const params = { id }
      const body = { ...brandForm, title: 'Mine' }
      const image = { kind: 'LOGO', image: SMALLEST_PNG } as const
      expect((await limited.call(getBrand, { params })).status).toBe(404)
      expect((await limited.call(updateBrand, { params, body })).status).toBe(404)
      expect((await limited.call(setBrandImage, { params, body: image })).status).toBe(404)
      expect((await limited.call(checkDomain, { params })).status).toBe(404)
      expect((await portal.call(getBrand, { params })).status).toBe(404)
      expect((await portal.call(updateBrand, { params, body })).status).toBe(404)
      expect((await portal.call(setBrandImage, { params, body: image })).status).toBe(404)
      expect((await portal.call(checkDomain, { params })).status).toBe(404)
    }
    for (const id of [middle, own]) {
      const body = { ...brandForm, title: 'Mine' }
      expect((await limited.call(updateBrand, { params: { id }, body })).status).toBe(200)
    }
  })

  test('refuses what is no domain, e-mail address, address of a page or colour', async () => {
    const wrong = {
      domain: [
        'localhost',
        '192.0.2.7',
        'a b.example',
        'https://a.example',
        `${'a.'.repeat(121)}a`,
      ],
      title: ['', 'x'.repeat(41), 'two\nlines'],
      support_email: ['', 'help', 'help@falcon.example\n'],
      terms_url: ['', 'terms', 'javascript:alert(1)', 'data:text/html,x', 'https://localhost/'],
      colors: [{}, { ...COLORS, primary: 'red' }, { ...COLORS, other: '#000000' }],
    }
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const payload = { ...brandForm, [field]: value }
        const url = `/api/resellers/${own}/brand`
        const answer = await api.admin.send({ method: 'PUT', url, payload })
        expect(answer.statusCode, `${field} ${JSON.stringify(value)}`).toBe(400)
        expect(Object.keys(answer.json().fields)[0]).toMatch(new RegExp(`^${field}`))
      }
    }
  })

  test('has a domain that no other one has, until its reseller is deleted', async () => {
    const domain = domainOf('shared')
    await setBrand(api, own, { domain: domain.toUpperCase() })
    const { problem } = await setBrand(api, other, { domain })
    expect(problem).toMatchObject({
      code: 'already-exists',
      fields: { domain: 'Another reseller has this domain.' },
    })
    await setImage(api, own, 'LOGO')
    await api.admin.call(deleteReseller, { params: { id: own } })
    expect((await setBrand(api, other, { domain })).status).toBe(200)
    expect((await api.admin.call(getBrand, { params: { id: own } })).status).toBe(404)
  })

  test('that was changed meanwhile is not overwritten', async () => {
    await setBrand(api, own, { title: 'First' })
    for (const version of [0, 7]) {
      const body = { ...brandForm, title: 'Second', version }
      const answer = await api.admin.call(updateBrand, { params: { id: own }, body })
      expect(answer.problem.code).toBe('changed-meanwhile')
    }
    expect((await api.admin.call(getBrand, { params: { id: own } })).data.title).toBe('First')
  })

  test('has images by what their bytes are', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    expect((await setImage(api, own, 'LOGO', svg)).problem.fields).toEqual({
      image: 'A PNG or JPEG image.',
    })
    const { data } = await setImage(api, own, 'LOGO')
    const image = await api.app.inject({ url: String(data.logo) })
    expect(image.rawPayload.toString('base64')).toBe(SMALLEST_PNG)
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await lastActivity(api)).changes).toEqual({ logo: [null, expect.any(String)] })
    expect((await setImage(api, own, 'LOGO', null)).data.logo).toBeNull()
    const gone = await api.app.inject({ url: String(data.logo) })
    expect(gone.statusCode).toBe(404)
    expect(gone.headers['cache-control']).toBe('no-store')
  })
})

describe('a domain', () => {
  const check = async () => (await api.admin.call(checkDomain, { params: { id: own } })).data

  test('is checked when the DNS has its text, and another one is not', async () => {
    const domain = domainOf('voice')
    const { data } = await setBrand(api, own, { domain, title: 'Falcon Voice' })
    expect(await check()).toEqual({ result: 'MISSING', domain_checked_at: null })
    expect(dns.asked).toEqual([`_softswitch.${domain}`])
    dns.records.set(`_softswitch.${domain}`, ['another text', `${data.domain_token}x`])
    expect((await check()).result).toBe('MISSING')
    expect(await openAt(domain)).toMatchObject(OPERATOR)
    dns.records.set(`_softswitch.${domain}`, ['another text', String(data.domain_token)])
    const at = new Date(api.clock.now).toISOString()
    expect(await check()).toEqual({ result: 'FOUND', domain_checked_at: at })
    expect((await lastActivity(api)).changes).toEqual({ domain_checked_at: [null, at] })
    expect((await openAt(domain)).title).toBe('Falcon Voice')

    // A change of anything else keeps it.
    const same = (await setBrand(api, own, { domain, title: 'Falcon' })).data
    expect(same).toMatchObject({ domain_checked_at: at, domain_token: data.domain_token })
    const moved = (await setBrand(api, own, { domain: domainOf('new'), title: 'Falcon' })).data
    expect(moved.domain_checked_at).toBeNull()
    expect(moved.domain_token).not.toBe(data.domain_token)
    for (const host of [domain, domainOf('new')]) expect(await openAt(host)).toMatchObject(OPERATOR)
  })

  test('that is gone, or was changed while the DNS was looked at, is not checked', async () => {
    const refused = await api.admin.call(checkDomain, { params: { id: own } })
    expect(refused.problem.fields).toEqual({ domain: 'Save a domain first.' })
    const { data } = await setBrand(api, own, { domain: domainOf('voice') })
    dns.readTextRecords = async () => {
      await setBrand(api, own, { domain: domainOf('new') })
      return [String(data.domain_token)]
    }
    const late = await api.admin.call(checkDomain, { params: { id: own } })
    expect(late.problem.code).toBe('changed-meanwhile')
    const now = (await api.admin.call(getBrand, { params: { id: own } })).data
    expect(now).toMatchObject({ domain: domainOf('new'), domain_checked_at: null })
  })

  test('stays as it is while the DNS does not answer', async () => {
    await setBrand(api, own, { domain: domainOf('voice') }, dns)
    dns.readTextRecords = (async () => undefined) as never
    expect(await check()).toEqual({ result: 'NO_ANSWER', domain_checked_at: expect.any(String) })
  })
})

describe('a page before the login', () => {
  test('has each part from the nearest reseller that has it, over three levels', async () => {
    const host = domainOf('own')
    await setBrand(api, own, { domain: host, title: 'Falcon Voice' }, dns)
    await setBrand(api, middle, { domain: domainOf('middle'), support_email: 'a@b.example' }, dns)
    await setBrand(api, top, { title: 'Top', colors: COLORS, support_email: 'top@b.example' })
    const { data } = await setImage(api, top, 'LOGO')
    await setBrand(api, other, { title: 'Foreign', colors: { ...COLORS, primary: '#123456' } })
    expect(await openAt(host)).toMatchObject({
      is_branded: true,
      title: 'Falcon Voice',
      company: '',
      theme_colors: COLORS,
      logo: data.logo,
      dark_logo: null,
      support_email: 'a@b.example',
      terms_url: null,
      timezone: 'UTC',
    })
    expect(await openAt(domainOf('middle'))).toMatchObject({ title: 'Top', theme_colors: COLORS })
    const form = await api.admin.call(getBrand, { params: { id: own } })
    expect(form.data.inherited).toMatchObject({ title: 'Top', colors: COLORS, logo: data.logo })
  })

  test('shows no name and no image of the operator, only its colours', async () => {
    const colors = { ...DEFAULT_SETTINGS.theme_colors, primary: '#224466' }
    await api.admin.call(setThemeColors, { body: { colors } })
    const host = domainOf('bare')
    await setBrand(api, own, { domain: host }, dns)
    const shown = await openAt(host)
    expect(shown).toMatchObject({ title: host, logo: null, theme_colors: colors, company: '' })
    expect(JSON.stringify(shown)).not.toContain('Operator')
    const body = { colors: DEFAULT_SETTINGS.theme_colors }
    await api.admin.call(setThemeColors, { body })
  })

  test('is chosen by the domain of the Host header alone', async () => {
    const domain = domainOf('voice')
    await setBrand(api, own, { domain, title: 'Falcon Voice' }, dns)
    for (const host of [domain, domain.toUpperCase(), `${domain}:8443`, `${domain}.`]) {
      expect((await openAt(host)).title).toBe('Falcon Voice')
    }
    const hostile = [
      'unknown.example',
      `www.${domain}`,
      `${domain}.evil.example`,
      `${domain}@evil.example`,
      `${domain}' or '1'='1`,
      `${domain}%00`,
      '%',
      '127.0.0.1:8080',
      '[::1]',
      'a'.repeat(5000),
      `${'a.'.repeat(2000)}example`,
    ]
    for (const host of hostile) {
      const { statusCode, body } = await api.app.inject({
        url: '/api/initial-data',
        headers: { host },
      })
      expect([200, 400], host).toContain(statusCode)
      expect(body, host).not.toContain('Falcon')
      if (statusCode === 200) expect(JSON.parse(body).data).toMatchObject(OPERATOR)
    }
    const forwarded = { host: 'unknown.example', 'x-forwarded-host': domain, forwarded: domain }
    expect((await sessionOf(api.app, forwarded).call(initialData, {})).data).toMatchObject(OPERATOR)
  })

  test('has the icon of the brand, its logo, or none; else that of the product', async () => {
    const host = domainOf('voice')
    await setBrand(api, own, { domain: host }, dns)
    const icon = (at: string) => api.app.inject({ url: '/api/favicon', headers: { host: at } })
    expect((await icon(host)).statusCode).toBe(204)
    await setImage(api, middle, 'LOGO')
    expect((await icon(host)).headers['content-type']).toBe('image/png')
    const png = Buffer.from(SMALLEST_PNG, 'base64')
    const favicon = Buffer.concat([png, Buffer.from('another one')]).toString('base64')
    await setImage(api, top, 'FAVICON', favicon)
    expect((await icon(host)).rawPayload.toString('base64')).toBe(favicon)
    const product = await icon('unknown.example')
    expect(product).toMatchObject({ statusCode: 302, headers: { location: '/logo.svg' } })
  })
})
