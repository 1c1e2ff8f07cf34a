// The fields of addresses that can be changed for many of them.
import { choiceInput, numberInput, textInput, thingInput } from '../../bulk-changes/bulk-inputs.tsx'
import { STATUSES } from '../../fields/statuses.ts'
import { RoutePlanPicker } from '../../pickers/pickers.tsx'
import { SellTariffPicker } from '../bulk-client-inputs.tsx'

export const IP_INPUTS = [
  choiceInput('status', 'Status', STATUSES),
  numberInput('channel_limit', 'Channel limit', 'No limit'),
  numberInput('cps_limit', 'CPS limit', 'No limit'),
  thingInput('route_plan_id', 'Route plan', RoutePlanPicker, 'That of the client'),
  thingInput('tariff_id', 'Tariff', SellTariffPicker, 'That of the client'),
  textInput('tech_prefix', 'Tech prefix'),
  textInput('description', 'Description'),
]
