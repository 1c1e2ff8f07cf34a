import type { RateImportRow } from '#contract/rate-imports/rate-import-row.ts'
import type { RateImport } from '#contract/rate-imports/rate-imports.ts'
import type { ColumnMeaning } from '#core/rate-import/layout.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const IMPORT_STATE_CHOICES: readonly StatusChoice<RateImport['state']>[] = [
  { value: 'UPLOADING', label: 'Uploading', tone: 'info' },
  { value: 'UPLOADED', label: 'Uploaded', tone: 'primary' },
  { value: 'PREVIEWING', label: 'Previewing', tone: 'info' },
  { value: 'PREVIEWED', label: 'Preview ready', tone: 'primary' },
  { value: 'APPLYING', label: 'Applying', tone: 'info' },
  { value: 'APPLIED', label: 'Applied', tone: 'success' },
  { value: 'UNDOING', label: 'Undoing', tone: 'info' },
  { value: 'UNDONE', label: 'Undone', tone: 'neutral' },
  { value: 'FAILED', label: 'Failed', tone: 'danger' },
]

/** A bulk change has no file; it can be stopped before its preview is ready. */
export const RATE_CHANGE_STATE_CHOICES: readonly StatusChoice<RateImport['state']>[] =
  IMPORT_STATE_CHOICES.map((choice) =>
    choice.value === 'UPLOADED' ? { ...choice, label: 'Stopped' } : choice,
  )

export const isImportBusy = ({ state }: Pick<RateImport, 'state'>): boolean =>
  state === 'PREVIEWING' || state === 'APPLYING' || state === 'UNDOING'

export const IMPORT_KIND_CHOICES: readonly Choice<RateImportRow['kind'] | 'CHANGES'>[] = [
  { value: 'CHANGES', label: 'All changes' },
  { value: 'NEW', label: 'New' },
  { value: 'UP', label: 'Increase' },
  { value: 'DOWN', label: 'Decrease' },
  { value: 'CHANGED', label: 'Billing terms changed' },
  { value: 'BLOCKED', label: 'Blocked' },
  { value: 'REMOVED', label: 'Removed' },
  { value: 'UNCHANGED', label: 'Unchanged' },
  { value: 'INVALID', label: 'Invalid' },
]

export const IMPORT_MODE_CHOICES: readonly Choice<RateImport['mode']>[] = [
  { value: 'MERGE', label: 'Keep' },
  { value: 'DELETE_MISSING', label: 'Close' },
  {
    value: 'REPLACE',
    label: 'Close, also rates with time windows; other terms become those of the tariff',
  },
]

export const MEANINGS: readonly Choice<ColumnMeaning>[] = [
  { value: 'PREFIX', label: 'Prefix' },
  { value: 'COUNTRY_CODE', label: 'Country code' },
  { value: 'AREA_CODE', label: 'Area code' },
  { value: 'DESTINATION', label: 'Destination' },
  { value: 'RATE', label: 'Rate' },
  { value: 'FIRST_RATE', label: 'First rate' },
  { value: 'INCREMENTS', label: 'Increments' },
  { value: 'FIRST_INCREMENT', label: 'First increment' },
  { value: 'NEXT_INCREMENT', label: 'Next increment' },
  { value: 'CONNECT_FEE', label: 'Connect fee' },
  { value: 'EFFECTIVE_FROM', label: 'Effective from' },
  { value: 'EFFECTIVE_UNTIL', label: 'Effective until' },
  { value: 'BLOCKED', label: 'Blocked' },
  { value: 'CHANGE', label: 'Kind of change' },
  { value: 'CURRENCY', label: 'Currency' },
  { value: 'IGNORED', label: 'Ignored' },
]
