// The texts of the client forms.

import type { z } from 'zod'
import type { client, clientForm } from '#contract/accounts/client-profile.ts'
import { NEW_PROFILE } from '#contract/blank-forms.ts'
import { DEFAULT_CODECS } from '#core/codec.ts'
import { SPEND_LIMITS } from '../fields/account-labels.ts'
import type { Blank } from '../forms/use-checked-form.ts'
import type { Fold } from '../ui/form/fold.ts'
import type { Choice } from '../ui/form/SelectField.tsx'

export type Client = z.output<typeof client>
export type ClientValues = z.input<typeof clientForm>

/** Before anything is typed; most clients leave most of it as it is. */
export const NEW_CLIENT = {
  ...NEW_PROFILE,
  parent_id: null,
  billing_type: 'PREPAID',
  credit_limit: '0',
  vat_percent: '0',
  tariff_id: null,
  route_plan_id: null,
  max_call_duration_seconds: 7200,
  max_sell_rate: null,
  codecs: [...DEFAULT_CODECS],
  media_mode: 'PROXY',
  expires_at: null,
  tags: [],
  dst_from: 'RURI',
  src_from: 'FROM',
  translation_id: null,
  dst_list_id: null,
  src_list_id: null,
  cli_policy: 'PASS',
  cli_list_id: null,
  allow_high_risk: false,
  min_profit_percent: null,
  per_call_cost_limit: null,
  daily_spend_limit: null,
  monthly_spend_limit: null,
  on_net_rate: '0',
} satisfies Blank<Partial<ClientValues>>

export const DST_SOURCES: readonly Choice<ClientValues['dst_from']>[] = [
  { value: 'RURI', label: 'Request URI' },
  { value: 'TO', label: 'To' },
  { value: 'DIVERSION', label: 'Diversion' },
]

export const SRC_SOURCES: readonly Choice<ClientValues['src_from']>[] = [
  { value: 'FROM', label: 'From' },
  { value: 'FROM_NAME', label: 'From display name' },
  { value: 'PAI', label: 'P-Asserted-Identity' },
  { value: 'RPID', label: 'Remote-Party-ID' },
]

export const CLI_POLICIES: readonly Choice<ClientValues['cli_policy']>[] = [
  { value: 'PASS', label: 'Pass through' },
  { value: 'FORCE', label: 'Replace from list' },
  { value: 'REQUIRE_E164', label: 'Require a valid number' },
  { value: 'REJECT_ANONYMOUS', label: 'Refuse anonymous callers' },
]

/** The sections that are folded while they are as in a new client. */
export const FOLDS = {
  limits: {
    ...SPEND_LIMITS,
    summary: 'Limited by the balance only.',
    fields: ['per_call_cost_limit', 'daily_spend_limit', 'monthly_spend_limit'],
  },
  price: {
    title: 'Price limits',
    help: 'Limits on cost and margin, in addition to the tariff.',
    summary: 'As in the tariff; calls to registered SIP users are free.',
    fields: ['min_profit_percent', 'on_net_rate', 'max_sell_rate'],
  },
  numbers: {
    title: 'Numbers',
    help: 'Source headers, translation and number lists.',
    summary: 'From Request-URI and From, unchanged; no number lists.',
    fields: ['dst_from', 'src_from', 'translation_id', 'dst_list_id', 'src_list_id'],
  },
  caller: {
    title: 'Caller number',
    help: 'Caller ID policy.',
    summary: 'Passed through.',
    fields: ['cli_policy', 'cli_list_id'],
  },
} as const satisfies Readonly<Record<string, Fold<ClientValues>>>
