// The columns of price notifications that every user sees.
import type { PriceNotification } from '#contract/price-notifications/price-notifications.ts'
import type { NotificationState, PriceChange } from '#core/tariff/price-notification.ts'
import * as column from '../columns/common-columns.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { formatDecimal } from '../ui/values/format.ts'
import type { StatusChoice } from '../ui/values/StatusLabel.tsx'

export const NOTIFICATION_KIND_CHOICES: readonly Choice<PriceChange>[] = [
  { value: 'NEW', label: 'New' },
  { value: 'INCREASE', label: 'Increase' },
  { value: 'DECREASE', label: 'Decrease' },
  { value: 'CHANGED', label: 'Billing terms changed' },
  { value: 'REMOVED', label: 'Removed' },
  { value: 'WITHDRAWN', label: 'Withdrawn' },
  { value: 'UNCHANGED', label: 'Unchanged' },
]

export const NOTIFICATION_STATE_CHOICES: readonly StatusChoice<NotificationState>[] = [
  { value: 'PREPARING', label: 'Preparing', tone: 'info' },
  { value: 'FAILED', label: 'Failed', tone: 'danger' },
  { value: 'READY', label: 'Ready', tone: 'success' },
]

type Counts = Pick<
  PriceNotification,
  | ('new_count' | 'increase_count' | 'decrease_count' | 'changed_count')
  | ('removed_count' | 'withdrawn_count' | 'unchanged_count')
>

export const changeFigures = (one: Counts) => [
  { label: 'New', value: formatDecimal(one.new_count) },
  { label: 'Increases', value: formatDecimal(one.increase_count) },
  { label: 'Decreases', value: formatDecimal(one.decrease_count) },
  { label: 'Billing terms changed', value: formatDecimal(one.changed_count) },
  { label: 'Removed', value: formatDecimal(one.removed_count) },
  { label: 'Withdrawn', value: formatDecimal(one.withdrawn_count) },
  { label: 'Unchanged', value: formatDecimal(one.unchanged_count) },
]

export const CHANGES: readonly GridColumn<PriceNotification>[] = [
  column.integer('new_count', 'New', 80),
  column.integer('increase_count', 'Increases', 95),
  column.integer('decrease_count', 'Decreases', 100),
  column.integer('changed_count', 'Billing terms changed', 170),
  column.integer('removed_count', 'Removed', 90),
  column.integer('withdrawn_count', 'Withdrawn', 100),
  column.integer('unchanged_count', 'Unchanged', 100),
  column.time('since', 'Changes since', 160),
]
