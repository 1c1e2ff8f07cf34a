// One thing of each kind, so that each list has a row and each form something to edit.

import { createReseller } from '#contract/accounts/resellers.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createInvoice } from '#contract/invoices/invoices.ts'
import { createFirewallZone } from '#contract/machine/firewall-zones.ts'
import { createTunnel } from '#contract/machine/tunnels.ts'
import { createNotificationRule } from '#contract/notifications/notification-rules.ts'
import { createNotificationWebhook } from '#contract/notifications/notification-webhooks.ts'
import { createPackage } from '#contract/packages/packages.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { createReRating } from '#contract/re-ratings/re-ratings.ts'
import { createRecordConsumer } from '#contract/record-feed/record-consumers.ts'
import { createRecordingRule } from '#contract/recordings/recording-rules.ts'
import { createGatewayGroup } from '#contract/routing/gateway-groups.ts'
import { createNumberListItem } from '#contract/routing/number-list-items.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { createTraceRule } from '#contract/sip-traces/trace-rules.ts'
import { copyTariff } from '#contract/tariffs/markups.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import type { Session, TestApi } from '../../support/api.ts'
import {
  addGateway,
  addNumberList,
  addRetailClient,
  addTariff,
  addTimeWindow,
} from '../../support/configuration.ts'
import {
  packageForm,
  rateForm,
  resellerForm,
  routePlanForm,
  settlementForm,
  tunnelForm,
} from '../../support/forms.ts'
import { COPY } from '../../support/markups.ts'
import { ruleForm, webhookForm } from '../../support/notifications.ts'
import { permissionGroupForm } from '../../support/people.ts'
import { uploadRates } from '../../support/rate-imports.ts'
import { uploadCalls } from '../../support/reconciliations.ts'
import { recordConsumerForm } from '../../support/record-receiver.ts'
import { recordingRuleForm } from '../../support/recordings.ts'
import { addTranslation, itemForm } from '../../support/route-lists.ts'
import { traceRuleForm } from '../../support/sip-traces.ts'

/** The resellers are `reseller1` to `reseller5`, one below the other. */
export async function addOneOfEach(api: TestApi): Promise<void> {
  const { admin } = api
  const sell = await addTariff(api, 'SELL')
  const cost = await addTariff(api, 'RESELLER_COST')
  await addRetailClient(api, { tariff_id: sell })
  const addReseller = async (level: number, parent_id: number | null) => {
    const body = { ...resellerForm(cost, `Reseller${level}`), level, parent_id }
    return (await admin.call(createReseller, { body })).data.id
  }
  let parent_id: number | null = null
  for (let level = 1; level <= RESELLER_LEVELS; level += 1) {
    parent_id = await addReseller(level, parent_id)
  }
  const form = settlementForm(await addTariff(api, 'BUY'), 'Carrier')
  const { data: settlement } = await admin.call(createSettlement, { body: form })
  await uploadCalls(admin, settlement.id, 'Number,Start,Seconds\n4420,2026-01-01 10:00:00,60\n')
  const gateway_id = await addGateway(api, settlement.id)
  const members = [{ gateway_id, priority: 1, weight: 1 }]
  const group = { name: 'Group', description: '', status: 'active', members } as const
  await admin.call(createGatewayGroup, { body: group })
  await admin.call(createRoutePlan, { body: routePlanForm([gateway_id]) })
  await admin.call(createTunnel, { body: tunnelForm() })
  await admin.call(createPackage, { body: packageForm })
  const id = await addNumberList(api)
  await admin.call(createNumberListItem, { params: { number_list_id: id }, body: itemForm })
  await addTimeWindow(api)
  await addTranslation(api, {})
  await admin.call(createFirewallZone, {
    body: {
      name: 'Elsewhere',
      description: '',
      policy: 'DENY',
      requests_per_second: null,
      services: ['SIP_INVITE'],
      status: 'active',
    },
  })
  await admin.call(createTraceRule, { body: traceRuleForm({ gateway_ids: [gateway_id] }) })
  await admin.call(createRecordingRule, { body: recordingRuleForm() })
  await admin.call(createRecordConsumer, { body: recordConsumerForm() })
  const { data: webhook } = await admin.call(createNotificationWebhook, { body: webhookForm() })
  await admin.call(createNotificationRule, { body: ruleForm({ webhook_ids: [webhook.id] }) })
  await admin.call(createPermissionGroup, { body: permissionGroupForm })
  const { data: tariffs } = await admin.call(listTariffs, {})
  for (const { id: tid } of tariffs) {
    await admin.call(createTariffRate, { params: { tid }, body: { ...rateForm, prefix: '999' } })
    await uploadRates(admin, tid, 'prefix,rate\n44,0.02\n')
  }
  await admin.call(copyTariff, { params: { id: sell }, body: { ...COPY, name: 'ZFollower' } })
  const period = { from_at: '2026-01-02T00:00:00Z', until_at: '2099-01-01T00:00:00Z' }
  const nothing = { account_id: null, tariff_id: null, new_tariff_id: null, prefix: '' }
  const reRating = { reason: 'Wrong price list', ...nothing, ...period }
  await admin.call(createReRating, { body: reRating })
  const month = { from_on: '2026-01-01', to_on: '2026-01-31' }
  await admin.call(createInvoice, { body: { account_id: settlement.id, ...month } })
}

/** Lists that are not called as their address is. */
const API_OF: Readonly<Record<string, string>> = {
  '/account/invoices': '/invoices',
  '/own-invoices': '/invoices',
  '/monitor/alarm-rules': '/alarm-rules',
  '/logs/sip-traces': '/trace-rules',
  '/logs/recording-rules': '/recording-rules',
  '/settings/users': '/users',
  '/settings/acl': '/permission-groups',
  '/settings/firewall-zones': '/firewall-zones',
  '/settings/record-feed': '/record-consumers',
  '/notifications/rules': '/notification-rules',
  '/notifications/webhooks': '/notification-webhooks',
}

/** A path with the ids of the first rows that the user sees in place of its parameters: `…/$id`. */
export async function addressOf(session: Session, path: string): Promise<string> {
  const [, prefix = '', inner = path] = /^(\/vs[ar])(.*)$/.exec(path) ?? []
  // The only tariff that has one is the last.
  const order = inner.endsWith('/markup') ? '&sort=-name' : ''
  let address = ''
  for (const part of inner.split('/').filter(Boolean)) {
    if (!part.startsWith('$')) address += `/${part}`
    else {
      const resellers = /^\/resellers\/(\d)$/.exec(address)
      const list = resellers ? `/resellers?level=${resellers[1]}` : `${API_OF[address] ?? address}?`
      const answer = await session.send({ method: 'GET', url: `/api${list}&limit=1${order}` })
      const row = answer.json().data?.[0]
      if (!row) throw new Error(`${path}: /api${list} has no row; make one above.`)
      address += `/${row.id}`
    }
  }
  return `${prefix}${address}` || '/'
}
