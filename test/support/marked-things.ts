// The things of marked accounts: brands, staff, packages, payments, invoices, rate files and calls.
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import { createSavedView } from '#contract/console/saved-views.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getInvoiceProfile, updateInvoiceProfile } from '#contract/invoices/invoice-profiles.ts'
import { createInvoice, issueInvoice } from '#contract/invoices/invoices.ts'
import { createPackageSubscription } from '#contract/packages/package-subscriptions.ts'
import { createPackage } from '#contract/packages/packages.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createApiToken } from '#contract/people/api-tokens.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { createUser } from '#contract/people/users.ts'
import { createPriceNotification } from '#contract/price-notifications/price-notifications.ts'
import { money } from '#core/money.ts'
import type { Session, TestApi } from './api.ts'
import { type Dns, setBrand } from './brands.ts'
import { clientIpForm, packageForm, rechargeForm, sipUserForm } from './forms.ts'
import {
  above,
  figureOf,
  idOf,
  isReseller,
  isSettlement,
  MARKED,
  type Marked,
  type MarkedAccounts,
  mark,
  type Owner,
  resellersAbove,
} from './marked-accounts.ts'
import { permissionGroupForm, staffPermissionsOf, userForm } from './people.ts'
import { withoutUnseen } from './seen-body.ts'

/** As an owner sends a form: without the fields that resellers do not have. */
function formOf<B extends object>(owner: Owner, endpoint: Endpoint, body: B): B {
  return (owner === 'op' ? body : withoutUnseen('RESELLER', endpoint, body)) as B
}

/** Enough for what the account pays those below it. */
const UNITS = { r1: 5000, r2: 900, r3: 500, r4: 250, r5: 120, s1: 700 } as const
const unitsOf = (one: Marked) => (one in UNITS ? UNITS[one as keyof typeof UNITS] : 5)
/** In whole units. */
export const paidTo = (one: Marked) =>
  Number((unitsOf(one) + figureOf(one, 3) / 1_000_000).toFixed(6))

async function pay({ ids, sessions }: MarkedAccounts, one: Marked) {
  const payer = above(one) ?? 'op'
  const body = {
    ...rechargeForm(ids[one], paidTo(one)),
    reference: mark(one, 'payref'),
    note: mark(one, 'paynote'),
    private_note: mark(one, 'payprivate'),
  }
  const kind = isSettlement(one) ? ('PAYMENT_MADE' as const) : ('RECHARGE' as const)
  const form = formOf(payer, createPayment, { ...body, kind })
  idOf(await sessions[payer].call(createPayment, { body: form }))
}

/** From the month before, so that none is in the future; issued, unless it is empty. */
async function bill({ clock }: TestApi, { ids, sessions }: MarkedAccounts, one: Marked) {
  const seller = sessions[above(one) ?? 'op']
  const day = new Date(clock.now - 86_400_000).toISOString().slice(0, 10)
  const body = { account_id: ids[one], from_on: day, to_on: day }
  const id = idOf(await seller.call(createInvoice, { body }))
  const issued = await seller.call(issueInvoice, { params: { id } } as never)
  if (issued.status >= 300) throw new Error(JSON.stringify(issued.problem))
}

async function addStaff(owner: Owner, session: Session) {
  const group = {
    ...permissionGroupForm,
    name: mark(owner, 'group'),
    description: mark(owner, 'groupnotes'),
    permissions: [...staffPermissionsOf('RESELLER')],
  }
  const group_body = formOf(owner, createPermissionGroup, group)
  const group_id = idOf(await session.call(createPermissionGroup, { body: group_body }))
  const user = {
    ...userForm,
    username: mark(owner, 'desk'),
    full_name: mark(owner, 'fullname'),
    email: `${mark(owner, 'staffmail')}@mail.example`,
    group_ids: [group_id],
  }
  idOf(await session.call(createUser, { body: formOf(owner, createUser, user) }))
  const token = {
    name: mark(owner, 'token'),
    permissions: ['tariffs.view' as const],
    allowed_networks: [],
    expires_at: null,
  }
  idOf(await session.call(createApiToken, { body: token }))
  const view = { name: mark(owner, 'view'), screen: 'reports/daily', query: '' } as const
  idOf(await session.call(createSavedView, { body: { ...view, is_shared: owner === 'op' } }))
}

/** A file of rates that waits for its preview. */
async function uploadFile(session: Session, owner: Owner, tariff_id: number) {
  const answer = await session.send({
    method: 'POST',
    url: `/api/tariffs/${tariff_id}/imports?file_name=${mark(owner, 'import')}.csv`,
    headers: { 'content-type': 'text/csv' },
    payload: `prefix,destination,rate\n44,${mark(owner, 'importdest')},0.02\n`,
  })
  idOf(answer.json())
}

async function sell(api: TestApi, { ids, tariffs, sessions }: MarkedAccounts, owner: Owner) {
  const session = sessions[owner]
  const pack = {
    ...packageForm,
    name: mark(owner, 'package'),
    notes: mark(owner, 'packagenotes'),
    price: money(figureOf(owner, 4)),
  }
  const package_id = idOf(
    await session.call(createPackage, { body: formOf(owner, createPackage, pack) }),
  )
  const clients = MARKED.filter((one) => above(one) === owner && /^[wt]/.test(one))
  for (const one of clients) {
    const body = { account_id: ids[one], package_id }
    idOf(await session.call(createPackageSubscription, { body }))
  }
  const tariff_id = tariffs[mark(owner, 'sell')] ?? 0
  await uploadFile(session, owner, tariff_id)
  const since = new Date(api.clock.now - 1000).toISOString()
  for (const kind of ['sell', 'cost']) {
    const params = { tid: tariffs[mark(owner, kind)] ?? 0 }
    const body = { account_id: null, basis: 'KNOWN', since, is_full: true } as const
    const made = await session.call(createPriceNotification, { params, body })
    // A tariff without an account has no recipient.
    if (made.status >= 500) throw new Error(JSON.stringify(made.problem))
  }
}

async function brandOf(api: TestApi, { ids, sessions }: MarkedAccounts, one: Marked, dns: Dns) {
  const domain = `${mark(one, 'domain')}.example`
  const links = {
    support_email: `${mark(one, 'support')}@mail.example`,
    terms_url: `https://${mark(one, 'terms')}.example/`,
  }
  const set = await setBrand(api, ids[one], { domain, title: mark(one, 'brand'), ...links }, dns)
  if (set.status !== 200) throw new Error(JSON.stringify(set.problem))
  const params = { id: ids[one] }
  const found = await sessions[one].call(getInvoiceProfile, { params })
  const { account: _, ...profile } = found.data
  const body = { ...profile, bank_details: mark(one, 'bank'), document_footer: mark(one, 'footer') }
  const saved = await sessions[one].call(updateInvoiceProfile, { params, body } as never)
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.problem))
}

/** Adds to each account what it has. */
export async function addMarkedThings(api: TestApi, world: MarkedAccounts, dns: Dns) {
  const { ids, sessions } = world
  for (const one of MARKED) await pay(world, one)
  for (const owner of ['op', ...MARKED.filter(isReseller)] as const) {
    await sell(api, world, owner)
    await addStaff(owner, sessions[owner])
    if (owner !== 'op') await brandOf(api, world, owner, dns)
  }
  const clients = MARKED.filter((one) => /^[wt]/.test(one))
  for (const [at, one] of clients.entries()) {
    const text = { description: mark(one, 'iptext') }
    const body = one.startsWith('w')
      ? { ...clientIpForm(ids[one], `192.0.2.${at + 1}`), ...text }
      : { ...sipUserForm(ids[one]), ...text, display_name: mark(one, 'display') }
    if ('ip' in body) idOf(await api.admin.call(createClientIp, { body }))
    else idOf(await api.admin.call(createSipUser, { body }))
  }
  for (const one of MARKED) await bill(api, world, one)
}

export const payersOf = (one: Marked): readonly Marked[] => [one, ...resellersAbove(one)]
