// One thing of each kind that belongs to an account or a user: other users must not change it.
import { randomUUID } from 'node:crypto'
import { createAddressRequest } from '#contract/accounts/address-requests.ts'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import { createSavedView } from '#contract/console/saved-views.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createInvoice } from '#contract/invoices/invoices.ts'
import { createPackageSubscription } from '#contract/packages/package-subscriptions.ts'
import { createPackage } from '#contract/packages/packages.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { listUserSessions } from '#contract/people/user-sessions.ts'
import { createUser } from '#contract/people/users.ts'
import { createReRating } from '#contract/re-ratings/re-ratings.ts'
import { writeAlarm } from './alarms.ts'
import type { TestApi } from './api.ts'
import { brandForm, SMALLEST_PNG } from './brands.ts'
import type { Family } from './family.ts'
import { clientIpForm, packageForm, rechargeForm, sipUserForm } from './forms.ts'
import { PASSWORD } from './password.ts'
import { addSecondFactors, permissionGroupForm, userForm } from './people.ts'
import type { Viewers } from './viewers.ts'

const VIEW = { name: 'Mine', screen: 'reports/daily', query: '', is_shared: false } as const

/** By the path of its endpoints, up to its id. */
export async function addForeignThings(
  { admin, database, signIn }: TestApi,
  { acme, rita, london, ids }: Viewers,
  family: Family,
): Promise<Readonly<Record<string, readonly (string | number)[]>>> {
  const ip = await admin.call(createClientIp, { body: clientIpForm(acme, '192.0.2.77') })
  const client = await signIn('acme', 'CLIENT')
  const request = await client.call(createAddressRequest, {
    body: { kind: 'ADD', network: '192.0.2.78', note: '' },
  })
  const sip = await admin.call(createSipUser, { body: sipUserForm(rita) })
  const pack = await admin.call(createPackage, { body: { ...packageForm, name: 'Minutes' } })
  const body = { account_id: acme, package_id: pack.data.id }
  const subscription = await admin.call(createPackageSubscription, { body })
  const payment = await admin.call(createPayment, { body: rechargeForm(acme, 1) })
  const view = await admin.call(createSavedView, { body: VIEW })
  const group = await admin.call(createPermissionGroup, {
    body: { ...permissionGroupForm, name: 'Colleagues' },
  })
  const user = await admin.call(createUser, { body: { ...userForm, username: 'colleague' } })
  await signIn('colleague', 'ADMIN')
  const sessions = await admin.call(listUserSessions, { query: { q: 'colleague' } })
  const reRating = await admin.call(createReRating, {
    body: {
      reason: 'Wrong price list',
      account_id: acme,
      tariff_id: null,
      new_tariff_id: null,
      prefix: '',
      from_at: '2026-01-02T00:00:00Z',
      until_at: '2099-01-01T00:00:00Z',
    },
  })
  const invoice = await admin.call(createInvoice, {
    body: { account_id: acme, from_on: '2026-01-01', to_on: '2026-01-31' },
  })
  const { Bella, Dora, Ruby, Topaz } = family.ids
  await addSecondFactors(database, ['acme', 'colleague'])
  return {
    '/api/accounts/:id/portal-session': [london],
    '/api/accounts/:id': [acme],
    '/api/wholesale-clients/:id': [acme, Bella, Dora],
    '/api/retail-clients/:id': [rita],
    '/api/resellers/:id': [Ruby, Topaz],
    '/api/alarms/:id': [await writeAlarm(database, acme)],
    '/api/account-stops/:id': [acme, Bella, Ruby],
    '/api/ip-list/:id': [ip.data.id],
    '/api/address-requests/:id': [request.data.id],
    '/api/sip-users/:id': [sip.data.id],
    '/api/package-subscriptions/:id': [subscription.data.id],
    '/api/payments/:id': [payment.data.id],
    '/api/active-calls/:call_id': [ids.active],
    '/api/re-ratings/:id': [reRating.data.id],
    '/api/invoices/:id': [invoice.data.id],
    '/api/saved-views/:id': [view.data.id],
    '/api/permission-groups/:id': [group.data.id],
    '/api/users/:id': [user.data.id],
    '/api/sessions/:id': [sessions.data[0]!.id],
  }
}

/** Bodies of changes that are not what was read, with some of it changed. */
const EXAMPLE_PROFILE = {
  ...{ company: '', company_address: '', company_tax_number: '', bank_details: '' },
  ...{ document_footer: '', invoice_number: 'R{seq}', credit_note_number: 'C{seq}' },
  ...{ invoice_terms_days: 14, issues_drafts: false, timezone: null },
}

export const BODIES: Readonly<Record<string, () => object>> = {
  'PUT /api/resellers/:id/brand': () => ({ ...brandForm, domain: `${randomUUID()}.example` }),
  'PUT /api/resellers/:id/brand/image': () => ({ kind: 'LOGO', image: SMALLEST_PNG }),
  'POST /api/resellers/:id/invoice-profile/example': () => EXAMPLE_PROFILE,
  'POST /api/alarms/:id/acknowledgement': () => ({ note: 'Seen' }),
  'POST /api/alarms/:id/snooze': () => ({
    until_at: new Date(Date.now() + 3_600_000).toISOString(),
  }),
  'PUT /api/saved-views/:id': () => VIEW,
  'POST /api/payments/:id/reversal': () => ({ note: '', idempotency_key: randomUUID() }),
  'POST /api/address-requests/:id/refusal': () => ({ reason: 'Unknown network' }),
  'POST /api/invoices/:id/void': () => ({ reason: 'Wrong address' }),
  'POST /api/invoices/:id/payments': () => ({ payment_id: 1, amount: '1' }),
  'POST /api/record-consumers/:id/restart': () => ({ from_at: '2026-01-01T00:00:00Z' }),
  'POST /api/users/:id/password': () => ({ password: `${PASSWORD}-2` }),
}

/**
 * The things that the operator owns for all accounts, which every admin with the permission may
 * change, and those without a row in these tests.
 */
export const NOT_OF_AN_ACCOUNT: readonly string[] = [
  '/api/alarm-rules/',
  '/api/bans/',
  '/api/bounced-addresses/',
  '/api/code-deck/',
  '/api/currencies/',
  '/api/export-jobs/',
  '/api/failover-policies/',
  '/api/firewall-zones/',
  '/api/gateway-groups/',
  '/api/gateways/',
  '/api/misc/acknowledged-warnings/',
  '/api/nodes/',
  '/api/number-lists/',
  '/api/packages/',
  '/api/price-notifications/',
  '/api/rate-imports/',
  '/api/reconciliations/',
  '/api/record-consumers/',
  '/api/route-plans/',
  '/api/settlements/',
  '/api/tariffs/',
  '/api/time-windows/',
  '/api/trace-rules/',
  '/api/recording-rules/',
  '/api/translations/',
  '/api/tunnels/',
  // The client's own; connection.test.ts has the SIP user of another one.
  '/api/connection/',
  // The user's own; session.test.ts has the sessions of another one.
  '/api/me/',
  // Those of an owner; notifications.test.ts has those of another one.
  '/api/notification-deliveries/',
  '/api/notification-rules/',
  '/api/notification-webhooks/',
  // These belong to users, not to accounts: their own tests have those of others.
  '/api/api-tokens/',
  '/api/bulk-changes/',
  '/api/login-locks/',
  // These belong to a phone that registers; registrations are in test/calls.
  '/api/registrations/',
]

/** Parts are deleted before what they are part of, and both after they were changed. */
export function turnOf({ method, path }: Endpoint): number {
  // It ends the sessions.
  if (path === '/api/users/:id/password') return 2
  // The session is one of another account from then on.
  if (path === '/api/accounts/:id/portal-session') return 4
  if (method !== 'DELETE') return 0
  return /-clients\/:id$|\/users\/:id$/.test(path) ? 3 : 1
}
