import type {
  Reconciliation,
  ReconciliationRow,
} from '#contract/reconciliations/reconciliations.ts'
import type { CallColumn, FileContent } from '#core/reconciliation/reconciliation.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const RECONCILIATION_STATE_CHOICES: readonly StatusChoice<Reconciliation['state']>[] = [
  { value: 'UPLOADING', label: 'Uploading', tone: 'info' },
  { value: 'UPLOADED', label: 'Uploaded', tone: 'primary' },
  { value: 'COMPARING', label: 'Comparing', tone: 'info' },
  { value: 'COMPARED', label: 'Compared', tone: 'success' },
  { value: 'FAILED', label: 'Failed', tone: 'danger' },
]

export const DISPUTES: readonly StatusChoice<NonNullable<Reconciliation['dispute_state']>>[] = [
  { value: 'OPEN', label: 'Open', tone: 'warning' },
  { value: 'ACCEPTED', label: 'Accepted', tone: 'info' },
  { value: 'REJECTED', label: 'Rejected', tone: 'danger' },
  { value: 'SETTLED', label: 'Settled', tone: 'success' },
]

export const CLASSES: readonly StatusChoice<ReconciliationRow['class']>[] = [
  { value: 'MATCHED', label: 'Matched', tone: 'success' },
  { value: 'OTHER_DURATION', label: 'Other duration', tone: 'warning' },
  { value: 'OTHER_RATE', label: 'Other rate', tone: 'warning' },
  { value: 'ONLY_OURS', label: 'Only ours', tone: 'info' },
  { value: 'ONLY_THEIRS', label: 'Only theirs', tone: 'danger' },
  { value: 'OUTSIDE', label: 'Outside of the period', tone: 'neutral' },
  { value: 'INVALID', label: 'Invalid', tone: 'danger' },
]

export const CLASS_FILTERS: readonly Choice[] = [
  { value: 'DIFFERENCES', label: 'All differences' },
  ...CLASSES,
]

export const CALL_FILE_COLUMNS: readonly Choice<CallColumn>[] = [
  { value: 'CALLED_NUMBER', label: 'Called number' },
  { value: 'STARTED_AT', label: 'Time, or day' },
  { value: 'TIME', label: 'Time of day' },
  { value: 'DURATION', label: 'Duration' },
  { value: 'AMOUNT', label: 'Amount' },
  { value: 'CURRENCY', label: 'Currency' },
  { value: 'DESTINATION', label: 'Destination' },
  { value: 'PREFIX', label: 'Prefix' },
  { value: 'CALLS', label: 'Number of calls' },
]

export const CONTENTS: readonly Choice<FileContent>[] = [
  { value: 'CALLS', label: 'Calls' },
  { value: 'DESTINATIONS', label: 'Totals by destination' },
  { value: 'PREFIXES', label: 'Totals by prefix' },
  { value: 'DAYS', label: 'Totals by day' },
]

export const UNITS = [
  { value: 'SECONDS', label: 'Seconds' },
  { value: 'MINUTES', label: 'Minutes' },
  { value: 'MILLISECONDS', label: 'Milliseconds' },
]
export const CLOCKS = [
  { value: 'ANSWER', label: 'Answer' },
  { value: 'START', label: 'Start of the call' },
]
export const NUMBERS = [
  { value: 'SENT', label: 'As sent to the gateway' },
  { value: 'CALLED', label: 'As routed' },
]
export const ROUNDINGS = [
  { value: 'UP', label: 'Up' },
  { value: 'HALF_UP', label: 'To the nearest' },
  { value: 'DOWN', label: 'Down' },
]
