// The fields of gateways that can be changed for many of them.
import {
  choiceInput,
  decimalInput,
  flagInput,
  numberInput,
  thingInput,
} from '../bulk-changes/bulk-inputs.tsx'
import { MEDIA_MODES } from '../pickers/MediaFields.tsx'
import { FailoverPolicyPicker, TimeWindowPicker, TranslationPicker } from '../pickers/pickers.tsx'
import { PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { GATEWAY_STATUSES, QUALITY_ACTIONS } from './gateway-labels.ts'

export const GATEWAY_INPUTS = [
  choiceInput('status', 'Status', GATEWAY_STATUSES),
  numberInput('channel_limit', 'Channel limit', 'No limit'),
  numberInput('cps_limit', 'CPS limit', 'No limit'),
  numberInput('per_number_channel_limit', 'Calls per called number', 'No limit'),
  numberInput('priority', 'Priority'),
  numberInput('weight', 'Weight'),
  flagInput('last_resort', 'Last resort'),
  decimalInput('max_buy_rate', 'Max buy rate', RateField, 'Any'),
  decimalInput('min_profit_percent', 'Min margin', PercentField, 'From the tariff'),
  thingInput('window_id', 'Time window', TimeWindowPicker, 'Always'),
  thingInput('translation_id', 'Translation', TranslationPicker, 'None'),
  thingInput('failover_policy_id', 'Failover policy', FailoverPolicyPicker, 'Default policy'),
  numberInput('invite_timeout_seconds', 'No reply', undefined, 'seconds'),
  numberInput('pdd_timeout_seconds', 'No ringing (PDD)', undefined, 'seconds'),
  numberInput('ring_timeout_seconds', 'Ringing', undefined, 'seconds'),
  flagInput('options_ping', 'OPTIONS ping'),
  numberInput('ping_interval_seconds', 'Ping interval', undefined, 'seconds'),
  decimalInput('min_asr', 'Min ASR', PercentField, 'No limit'),
  numberInput('min_acd_seconds', 'Min ACD', 'No limit', 'seconds'),
  numberInput('max_pdd_seconds', 'Max PDD', 'No limit', 'seconds'),
  choiceInput('quality_action', 'Action on poor quality', QUALITY_ACTIONS),
  choiceInput('media_mode', 'Media', MEDIA_MODES),
]
