// The fields of clients that can be changed for many of them.
import type { ComponentType } from 'react'
import {
  choiceInput,
  decimalInput,
  flagInput,
  numberInput,
  thingInput,
  timeInput,
} from '../bulk-changes/bulk-inputs.tsx'
import { ACCOUNT_STATUSES, BILLING_CYCLES, BILLING_TYPES } from '../fields/account-labels.ts'
import type { PickerProps } from '../pickers/LookupPicker.tsx'
import { MEDIA_MODES } from '../pickers/MediaFields.tsx'
import {
  NumberListPicker,
  RoutePlanPicker,
  TariffPicker,
  TranslationPicker,
} from '../pickers/pickers.tsx'
import { MoneyField, PercentField, RateField } from '../ui/form/DecimalField.tsx'

export const SellTariffPicker: ComponentType<PickerProps> = (props) => (
  <TariffPicker {...props} kind="SELL" />
)
const ListPicker: ComponentType<PickerProps> = (props) => (
  <NumberListPicker {...props} pool="false" />
)

export const CLIENT_INPUTS = [
  choiceInput('status', 'Status', ACCOUNT_STATUSES),
  thingInput('tariff_id', 'Tariff', SellTariffPicker),
  thingInput('route_plan_id', 'Route plan', RoutePlanPicker, 'None: all calls refused'),
  numberInput('channel_limit', 'Channel limit', 'No limit'),
  numberInput('cps_limit', 'CPS limit', 'No limit'),
  choiceInput('billing_type', 'Billing type', BILLING_TYPES),
  decimalInput('credit_limit', 'Credit limit', MoneyField),
  decimalInput('daily_spend_limit', 'Spending limit per day', MoneyField, 'No limit'),
  decimalInput('monthly_spend_limit', 'Spending limit per month', MoneyField, 'No limit'),
  decimalInput('per_call_cost_limit', 'Spending limit per call', MoneyField, 'No limit'),
  numberInput('max_call_duration_seconds', 'Max call duration', undefined, 'seconds'),
  decimalInput('max_sell_rate', 'Max rate', RateField, 'Any'),
  decimalInput('min_profit_percent', 'Min margin', PercentField, 'From the tariff'),
  decimalInput('on_net_rate', 'On-net rate', RateField),
  decimalInput('vat_percent', 'VAT', PercentField),
  choiceInput('billing_cycle', 'Invoices', BILLING_CYCLES),
  numberInput('payment_terms_days', 'Payment terms', 'Those of the issuer', 'days'),
  choiceInput('media_mode', 'Media', MEDIA_MODES),
  flagInput('allow_high_risk', 'Allow high-risk numbers'),
  thingInput('translation_id', 'Translation', TranslationPicker, 'None'),
  thingInput('dst_list_id', 'Called numbers', ListPicker, 'All numbers'),
  thingInput('src_list_id', 'Caller numbers', ListPicker, 'All numbers'),
  timeInput('expires_at', 'Expires'),
]
