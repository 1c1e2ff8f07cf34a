// The fields in the activities of those who do not see everything: of each kind of thing, those
// that its answers and forms show them. A kind that is not named here has none.
import { createAddressRequest, listAddressRequests } from '#contract/accounts/address-requests.ts'
import { getBrand, updateBrand } from '#contract/accounts/brands.ts'
import { createClientIp, getClientIp } from '#contract/accounts/ip-list.ts'
import { setLowBalance } from '#contract/accounts/low-balance.ts'
import { updateOwnProfile } from '#contract/accounts/own-profile.ts'
import { createReseller, getReseller } from '#contract/accounts/resellers.ts'
import { createRetailClient, getRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSipUser, getSipUser } from '#contract/accounts/sip-users.ts'
import { createWholesaleClient, getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createSavedView } from '#contract/console/saved-views.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fieldsSeenWith } from '#contract/field-rights.ts'
import { updateInvoiceProfile } from '#contract/invoices/invoice-profiles.ts'
import { getInvoice } from '#contract/invoices/invoices.ts'
import { createPackageSubscription } from '#contract/packages/package-subscriptions.ts'
import { createPackage, getPackage } from '#contract/packages/packages.ts'
import { reversePayment } from '#contract/payments/payments.ts'
import { createApiToken } from '#contract/people/api-tokens.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { createUser, getUser } from '#contract/people/users.ts'
import { createPriceNotification } from '#contract/price-notifications/price-notifications.ts'
import { getRateImport } from '#contract/rate-imports/rate-imports.ts'
import { copyTariff, followTariff, updateMarkup } from '#contract/tariffs/markups.ts'
import { createTariffRate, getTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff, getTariff } from '#contract/tariffs/tariffs.ts'
import type { FieldRight } from '#core/permission/field-rights.ts'
import type { SeenFields } from '#db/people/activity-view.ts'

interface Kind {
  readonly endpoints: readonly Endpoint[]
  /** Those that only the log has, of what is done with one click. */
  readonly more?: readonly string[]
  /** Those that show it to its own account alone, not to the one above. */
  readonly own?: readonly Endpoint[]
}

const ACCOUNT = [updateOwnProfile, setLowBalance]
/** The reason for changes in its portal. */
const IN_PORTAL = ['writes_reason']

/** Their values can be route plans that a reseller does not see. */
const PLANS: readonly string[] = ['route_plan_id', 'client_plan_ids']

const KINDS: Readonly<Record<string, Kind>> = {
  active_call: { endpoints: [], more: ['hang_up_asked'] },
  address_request: { endpoints: [listAddressRequests, createAddressRequest] },
  api_token: { endpoints: [createApiToken] },
  bulk_change: { endpoints: [getTariffRate], more: ['resource', 'undone_count'] },
  client_ip: { endpoints: [getClientIp, createClientIp] },
  invoice: {
    endpoints: [getInvoice],
    more: ['account', 'document_number', 'credit_note_number', 'payment_id', 'void_reason'],
  },
  package: { endpoints: [getPackage, createPackage] },
  package_subscription: { endpoints: [createPackageSubscription] },
  payment: { endpoints: [reversePayment] },
  permission_group: { endpoints: [createPermissionGroup] },
  price_notification: { endpoints: [createPriceNotification] },
  rate_import: { endpoints: [getRateImport], more: ['rates'] },
  reseller: {
    endpoints: [...[getReseller, createReseller, ...ACCOUNT], ...[getBrand, updateBrand]],
    more: IN_PORTAL,
    own: [updateInvoiceProfile],
  },
  retail_client: { endpoints: [getRetailClient, createRetailClient, ...ACCOUNT], more: IN_PORTAL },
  saved_view: { endpoints: [createSavedView] },
  session: { endpoints: [] },
  sip_user: { endpoints: [getSipUser, createSipUser] },
  tariff: {
    endpoints: [getTariff, createTariff, copyTariff, followTariff],
    more: ['copied_from'],
  },
  tariff_markup: { endpoints: [updateMarkup] },
  tariff_rate: { endpoints: [getTariffRate, createTariffRate] },
  user: { endpoints: [getUser, createUser], more: ['second_factor', 'recovery_codes'] },
  wholesale_client: {
    endpoints: [getWholesaleClient, createWholesaleClient, ...ACCOUNT],
    more: IN_PORTAL,
  },
}

/** The kinds of things of a reseller. */
export const OWN_KINDS = Object.keys(KINDS)

export const seenFieldsOf = (held: readonly FieldRight[]): SeenFields =>
  Object.fromEntries(
    Object.entries(KINDS).map(([kind, { endpoints, more = [], own = [] }]) => {
      const fieldsOf = (from: readonly Endpoint[]) =>
        [...fieldsSeenWith(from, held), ...more].filter((name) => !PLANS.includes(name))
      return [kind, { of_others: fieldsOf(endpoints), own: fieldsOf([...endpoints, ...own]) }]
    }),
  )
