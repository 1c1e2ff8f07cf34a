// The columns of price notifications that every user sees.
import type { PriceNotification } from '#contract/price-notifications.ts'
import * as column from '../columns/common-columns.tsx'
import type { GridColumn } from '../ui/grid/column.ts'

export const CHANGES: readonly GridColumn<PriceNotification>[] = [
  column.count('new_count', 'New', 80),
  column.count('increase_count', 'Increases', 95),
  column.count('decrease_count', 'Decreases', 100),
  column.count('changed_count', 'Other terms', 105),
  column.count('removed_count', 'Removed', 90),
  column.count('withdrawn_count', 'Withdrawn', 100),
  column.count('unchanged_count', 'Unchanged', 100),
  column.time('since', 'Changes since', 160),
]
