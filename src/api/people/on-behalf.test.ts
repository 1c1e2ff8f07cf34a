// The portal of an account below the own one, opened in the own session: what the account sees, as
// far as the user may see it, and read-only until there is a reason.
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { updateOwnProfile } from '#contract/accounts/own-profile.ts'
import { createSipUser, renewSipPassword } from '#contract/accounts/sip-users.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { listCallRecords } from '#contract/calls/call-records.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createPayment, listPayments } from '#contract/payments/payments.ts'
import { listActivities } from '#contract/people/activities.ts'
import { listOwnApiTokens } from '#contract/people/api-tokens.ts'
import { allowWrites, leavePortal, openPortal } from '#contract/people/on-behalf.ts'
import { beginSecondFactor } from '#contract/people/second-factor.ts'
import { changePassword, listSessions, me } from '#contract/people/session.ts'
import { createUser } from '#contract/people/users.ts'
import { PERMISSIONS, permissionsOf } from '#core/permission/permission.ts'
import { asSqlConnection } from '#db/database.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { until } from '#test/sip/until.ts'
import { apiForFile, PASSWORD, type Session } from '#test/support/api.ts'
import { addRetailClient } from '#test/support/configuration.ts'
import { addFamily, type Family } from '#test/support/family.ts'
import { clientForm, clientIpForm, rechargeForm, sipUserForm } from '#test/support/forms.ts'
import { signInAdmin, signInStaff } from '#test/support/people.ts'
import { changeRows, countLockWaits } from '#test/support/rows.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'
import type { Caller } from '../http/caller.ts'
import { refuseSecretsOnBehalf } from '../sign-in/on-behalf.ts'

const api = apiForFile()
let viewers: Viewers
let family: Family
let ruby: Session

const REASON = 'Ticket 812: add an office'
const open = (session: Session, id: number) => session.call(openPortal, { params: { id } })
const leave = (session: Session) => session.call(leavePortal, {})
const allow = (session: Session, reason = REASON) => session.call(allowWrites, { body: { reason } })
const user = async (session: Session) => (await session.call(me, {})).data
const send = async (session: Session, { method, path }: Endpoint) =>
  (await session.send({ method, url: path, ...(method !== 'GET' && { payload: {} }) })).statusCode

beforeAll(async () => {
  viewers = await addViewers(api)
  family = await addFamily(api, viewers.tariffs.sell)
  ruby = await api.signIn('ruby', 'RESELLER')
})
beforeEach(() => api.database.deleteFrom('login_limit').execute())
afterEach(async () => {
  await api.database
    .updateTable('session')
    .set({ on_behalf_of: null, writes_reason: null })
    .execute()
})

/** The portal is read-only at first. */
const isReading = (permission: string): boolean => /\.(view|export)$/.test(permission)

describe('an admin', () => {
  test('sees the portal of a client as the client does', async () => {
    expect((await open(api.admin, viewers.acme)).status).toBe(204)
    const acme = await api.signIn('acme', 'CLIENT')
    const [own, seen] = [await user(acme), await user(api.admin)]
    expect(seen).toMatchObject({
      username: 'admin',
      type: 'WHOLESALE',
      account_id: viewers.acme,
      on_behalf_of: { id: viewers.acme, name: 'Acme', own_type: 'ADMIN' },
      may_write: false,
    })
    expect(own).toMatchObject({ on_behalf_of: null, may_write: true })
    expect(seen.permissions.toSorted()).toEqual(own.permissions.filter(isReading).toSorted())
    expect(seen.field_rights).toEqual(own.field_rights)
    for (const list of [listCallRecords, listPayments]) {
      const [ofClient, ofAdmin] = [await acme.call(list, {}), await api.admin.call(list, {})]
      expect(ofClient.data.length).toBeGreaterThan(0)
      expect(ofAdmin.data).toEqual(ofClient.data)
    }
    await leave(api.admin)
    expect(await user(api.admin)).toMatchObject({ type: 'ADMIN', account_id: null })
  })

  test('sees that of a reseller and of a settlement account too', async () => {
    for (const [id, type] of [
      [family.ids.Ruby, 'RESELLER'],
      [viewers.rita, 'RETAIL'],
      [viewers.london, 'SETTLEMENT'],
    ] as const) {
      await open(api.admin, id)
      expect(await user(api.admin)).toMatchObject({ type, account_id: id })
      await leave(api.admin)
    }
  })

  test('changes nothing there without a reason, and then what the reseller may', async () => {
    const body = clientForm(viewers.tariffs.sell, 'Office')
    await open(api.admin, family.ids.Ruby)
    const refused = await api.admin.call(createWholesaleClient, { body })
    expect([refused.status, refused.problem.message]).toEqual([
      403,
      'The portal of Ruby is read-only: allow changes first.',
    ])
    expect((await allow(api.admin, ' no ')).status).toBe(400)
    expect((await allow(api.admin)).status).toBe(204)
    const { may_write, permissions } = await user(api.admin)
    expect(may_write).toBe(true)
    expect(permissions).toContain('wholesale_clients.create')
    const paid = await api.admin.call(createPayment, { body: rechargeForm(family.ids.Bella, 1) })
    expect(paid.status).toBe(200)
    const foreign = await api.admin.call(createPayment, { body: rechargeForm(viewers.acme, 1) })
    expect(foreign.status).toBe(400)
    const { data } = await ruby.call(listPayments, {})
    expect(data[0]).toMatchObject({ account_name: 'Bella', amount: expect.anything() })
    await leave(api.admin)
    await open(api.admin, family.ids.Ruby)
    expect((await user(api.admin)).may_write).toBe(false)
  })

  test('never touches its own login or that of the account there', async () => {
    await open(api.admin, family.ids.Ruby)
    await allow(api.admin)
    for (const endpoint of [
      changePassword,
      beginSecondFactor,
      listSessions,
      listOwnApiTokens,
      updateOwnProfile,
      createUser,
    ]) {
      expect([endpoint.path, await send(api.admin, endpoint)]).toEqual([endpoint.path, 403])
    }
  })

  test('gets no password of a phone there, and sets none for the address of a caller', async () => {
    const { id } = await addRetailClient(api, { parent_id: family.ids.Ruby })
    const phone = (await api.admin.call(createSipUser, { body: sipUserForm(id) })).data
    await open(api.admin, family.ids.Ruby)
    await allow(api.admin)
    const renewed = await api.admin.call(renewSipPassword, { params: { id: phone.id } })
    expect([renewed.status, renewed.problem.message]).toEqual([
      403,
      'Not in the portal of Ruby: leave it first.',
    ])
    expect((await api.admin.call(createSipUser, { body: sipUserForm(id) })).status).toBe(403)
    const digest = { auth_username: 'bella', auth_password: PASSWORD }
    const ip = { ...clientIpForm(family.ids.Bella, '10.99.0.1'), ...digest }
    const body = withoutUnseen('RESELLER', createClientIp, ip) as typeof ip
    const set = await api.admin.call(createClientIp, { body })
    expect([set.status, set.problem.fields]).toEqual([
      403,
      { auth_password: 'Not in the portal of Ruby: the account itself sets it.' },
    ])
  })

  test('sets no password inside of a row either', () => {
    const caller = { on_behalf_of: { name: 'Ruby' } } as Caller
    const inner = { rows: [{ name: 'a' }, { digest: { auth_password: 'x' } }], secret: '' }
    expect(() => refuseSecretsOnBehalf(caller, inner)).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          fields: { 'rows.1.digest.auth_password': expect.anything() },
        }),
      }),
    )
    refuseSecretsOnBehalf(caller, { ...inner, rows: [] })
  })

  test('comes back to no portal by a request that was under way when it was left', async () => {
    await open(api.admin, family.ids.Ruby)
    const asked: Promise<{ status: number }>[] = []
    await api.database.transaction().execute(async (tx) => {
      // Both have read that the portal is open, and wait for the session.
      await tx.selectFrom('session').select('id').forUpdate().execute()
      for (const ask of [leave, allow]) {
        asked.push(ask(api.admin))
        await until('it waits', async () => (await countLockWaits(api)) === asked.length)
      }
    })
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([204, 409])
    expect(await user(api.admin)).toMatchObject({ type: 'ADMIN', on_behalf_of: null })
  })

  test('opens no second portal from within one', async () => {
    await open(api.admin, family.ids.Ruby)
    await allow(api.admin)
    expect((await open(api.admin, family.ids.Sapphire)).status).toBe(403)
    expect((await user(api.admin)).account_id).toBe(family.ids.Ruby)
  })

  test('is noted by each step and change', async () => {
    await open(api.admin, viewers.acme)
    await allow(api.admin)
    await leave(api.admin)
    const query = { entity: 'wholesale_client', entity_id: String(viewers.acme) }
    const { data } = await api.admin.call(listActivities, { query })
    expect(data.slice(0, 3)).toMatchObject([
      { action: 'LOGOUT', username: 'admin', entity_name: 'Acme', on_behalf_of: 'Acme' },
      { action: 'EXECUTE', changes: { writes_reason: [null, REASON] }, on_behalf_of: 'Acme' },
      { action: 'LOGIN', username: 'admin', entity_name: 'Acme', on_behalf_of: null },
    ])
    const breaches = await findBreaches(asSqlConnection(api.database))
    expect(breaches.filter(({ id: rule }) => rule.startsWith('A'))).toEqual([])
  })

  test('leaves nothing when no portal is open', async () => {
    expect((await leave(api.admin)).status).toBe(404)
    expect((await allow(api.admin)).status).toBe(404)
  })
})

describe('an admin with limited groups', () => {
  test('has no more there than before', async () => {
    const permissions = ['portal_sessions.execute', 'call_records.view', 'payments.view'] as const
    const some = await signInAdmin(api, 'some', { permissions: [...permissions] })
    expect((await open(some, viewers.acme)).status).toBe(204)
    expect((await user(some)).permissions).toEqual(['call_records.view', 'payments.view'])
    expect((await some.call(listCallRecords, { query: { format: 'csv' } })).status).toBe(403)
  })

  test('sees no price and no digit that its groups hide', async () => {
    const hiding = { permissions: [...PERMISSIONS], hides_prices: true, masked_digits: 4 }
    const shy = await signInAdmin(api, 'shy', hiding)
    expect((await open(shy, viewers.acme)).status).toBe(204)
    expect((await user(shy)).field_rights).toEqual(['caller_side'])
    const { data } = await shy.call(listCallRecords, {})
    expect(data.length).toBeGreaterThan(0)
    for (const call of data) expect(JSON.stringify(call)).not.toContain('442071838750')
  })

  test('opens nothing outside of its scope, and nothing without the permission', async () => {
    const permissions = [...PERMISSIONS]
    const local = await signInAdmin(api, 'local', {
      permissions,
      scope: 'LISTED',
      account_ids: [family.ids.Sapphire],
    })
    expect((await open(local, viewers.acme)).status).toBe(404)
    expect((await open(local, viewers.london)).status).toBe(404)
    expect((await open(local, family.ids.Cleo)).status).toBe(204)
    const thrifty = await signInAdmin(api, 'thrifty', { permissions, hides_costs: true })
    expect((await open(thrifty, viewers.london)).status).toBe(404)
    const clerk = await signInAdmin(api, 'clerk', {
      permissions: permissions.filter((one) => one !== 'portal_sessions.execute'),
    })
    expect((await open(clerk, viewers.acme)).status).toBe(403)
  })

  test('is signed out of a portal that it may not see any more', async () => {
    const permissions = ['portal_sessions.execute', 'call_records.view'] as const
    const late = await signInAdmin(api, 'late', { permissions: [...permissions] })
    await open(late, family.ids.Bella)
    const close = (status: 'closed' | 'active') =>
      changeRows(api, 'account', { id: family.ids.Bella }, { status })
    await close('closed')
    expect((await late.call(me, {})).status).toBe(401)
    await close('active')
    expect((await late.call(me, {})).status).toBe(200)
    await changeRows(
      api,
      'permission_group',
      { name: 'late' },
      { permissions: ['call_records.view'] },
    )
    expect((await late.call(me, {})).status).toBe(401)
  })
})

describe('a reseller', () => {
  test('opens the portals right below it, and no other', async () => {
    const { Ruby, Sapphire, Cleo, Bella, Topaz, Dora } = family.ids
    for (const id of [Cleo, Topaz, Dora, Ruby, viewers.acme, viewers.london, 1, 999_999]) {
      expect([id, (await open(ruby, id)).status]).toEqual([id, 404])
    }
    expect((await open(ruby, Sapphire)).status).toBe(204)
    await leave(ruby)
    expect((await open(ruby, Bella)).status).toBe(204)
  })

  test('sees the calls of its client as the client does', async () => {
    const bella = await api.signIn('bella', 'CLIENT')
    const own = await user(bella)
    await open(ruby, family.ids.Bella)
    const seen = await user(ruby)
    expect(seen.permissions.toSorted()).toEqual(own.permissions.filter(isReading).toSorted())
    expect(seen.field_rights).toEqual(own.field_rights)
    const { data } = await ruby.call(listCallRecords, {})
    expect(data.length).toBeGreaterThan(0)
    expect(data).toEqual((await bella.call(listCallRecords, {})).data)
  })

  test('has staff that opens portals only by a permission', async () => {
    const desk = await signInStaff(api, 'ruby', 'RESELLER')
    expect((await open(desk, family.ids.Bella)).status).toBe(403)
  })
})

test('no client has the permission', () => {
  for (const type of ['WHOLESALE', 'RETAIL', 'SETTLEMENT'] as const) {
    expect(permissionsOf(type)).not.toContain('portal_sessions.execute')
  }
})
