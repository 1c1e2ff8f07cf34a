import type { ReRating, ReRatingChange } from '#contract/re-ratings/re-ratings.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import { formatDecimal } from '../ui/values/format.ts'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const RE_RATING_STATE_CHOICES: readonly StatusChoice<ReRating['state']>[] = [
  { value: 'PREVIEWING', label: 'Previewing', tone: 'info' },
  { value: 'PREVIEWED', label: 'Preview ready', tone: 'primary' },
  { value: 'APPLYING', label: 'Applying', tone: 'info' },
  { value: 'APPLIED', label: 'Applied', tone: 'success' },
  { value: 'FAILED', label: 'Failed', tone: 'danger' },
]

export const CHARGE_CHANGE_STATE_CHOICES: readonly Choice<
  'open' | 'applied' | NonNullable<ReRatingChange['problem']>
>[] = [
  { value: 'open', label: 'Pending' },
  { value: 'applied', label: 'Applied' },
  { value: 'NO_RATE', label: 'No rate' },
  { value: 'BALANCE_LOW', label: 'Balance too low' },
  { value: 'CHANGED', label: 'Changed since' },
]

export const isReRatingBusy = ({ state }: Pick<ReRating, 'state'>): boolean =>
  state === 'PREVIEWING' || state === 'APPLYING'

/** Thousandths as percent, without a 100 before the end. */
export const progressLabel = ({ progress }: Pick<ReRating, 'progress'>): string =>
  `${formatDecimal(Math.floor(progress / 10))} %`

/** True if changes are left to apply, also those skipped before (low balance, changed since). */
export const canApply = ({ state, changes_count, applied_count }: ReRating): boolean =>
  (state === 'PREVIEWED' || state === 'APPLIED' || state === 'FAILED') &&
  changes_count > applied_count
