// One thing of each kind that a reseller and a client see in their own areas, beside those of
// `addOneOfEach`.
import { listResellers } from '#contract/accounts/resellers.ts'
import { createRetailClient } from '#contract/accounts/retail-clients.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createInvoice, issueInvoice } from '#contract/invoices/invoices.ts'
import { createNotificationRule } from '#contract/notifications/notification-rules.ts'
import { createNotificationWebhook } from '#contract/notifications/notification-webhooks.ts'
import { createPackage } from '#contract/packages/packages.ts'
import { copyTariff } from '#contract/tariffs/markups.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import type { TestApi } from '../../support/api.ts'
import { clientForm, packageForm, rateForm, tariffForm } from '../../support/forms.ts'
import { COPY } from '../../support/markups.ts'
import { ruleForm, webhookForm } from '../../support/notifications.ts'
import { signInStaff } from '../../support/people.ts'
import { uploadRates } from '../../support/rate-imports.ts'
import { withoutUnseen } from '../../support/seen-body.ts'

/** They belong to `reseller1` and to the wholesale client `acme`, whose id is given. */
export async function addThingsOfPortals(api: TestApi, acme: number): Promise<void> {
  const { admin } = api
  const reseller = await api.signIn('reseller1', 'RESELLER')
  const [{ id: reseller_id } = { id: 0 }] = (
    await admin.call(listResellers, { query: { level: 1 } })
  ).data
  const own = <Form extends object>(endpoint: Endpoint, form: Form) =>
    withoutUnseen('RESELLER', endpoint, form) as Form
  const tariff = own(createTariff, { ...tariffForm, name: 'Own prices' })
  const tid = (await reseller.call(createTariff, { body: tariff })).data.id
  await reseller.call(createTariffRate, { params: { tid }, body: own(createTariffRate, rateForm) })
  await uploadRates(reseller, tid, 'prefix,rate\n44,0.02\n')
  await reseller.call(copyTariff, { params: { id: tid }, body: { ...COPY, name: 'ZOwn' } })
  await reseller.call(createPackage, { body: packageForm })
  const { data: webhook } = await reseller.call(createNotificationWebhook, { body: webhookForm() })
  await reseller.call(createNotificationRule, { body: ruleForm({ webhook_ids: [webhook.id] }) })
  const clients = [
    [createWholesaleClient, 'Wally'],
    [createRetailClient, 'Rosa'],
  ] as const
  const month = { from_on: '2026-01-01', to_on: '2026-01-31' }
  for (const [endpoint, name] of clients) {
    const body = { ...clientForm(tid, name), parent_id: reseller_id }
    const { data } = await admin.call(endpoint, { body })
    await reseller.call(createInvoice, { body: { account_id: data.id, ...month } })
  }
  for (const account_id of [reseller_id, acme]) {
    const { data } = await admin.call(createInvoice, { body: { account_id, ...month } })
    await admin.call(issueInvoice, { params: { id: data.id } })
  }
  await signInStaff(api, 'reseller1', 'RESELLER')
  await signInStaff(api, 'acme', 'WHOLESALE')
}
