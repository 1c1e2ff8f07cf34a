import { UnstyledButton } from '@mantine/core'
import { count, formatDecimal } from '../ui/values/format.ts'
import styles from './ListPage.module.css'
import type { Total } from './use-total.ts'

/** The word for the rows of a list: one of them, and many. */
export type Noun = readonly [one: string, many: string]

interface TotalCountProps {
  readonly list: {
    readonly total: Total | undefined
    readonly counting: boolean
    readonly countAll: (() => Promise<void>) | undefined
  }
  readonly noun: Noun
}

/** `312 clients`, or `at least 10,000 rates` with a click for the exact number. */
export function TotalCount({ list: { total, counting, countAll }, noun }: TotalCountProps) {
  if (!total) return null
  if (counting) return <>counting {noun[1]}…</>
  const words = total.is_exact
    ? count(total.value, ...noun)
    : `at least ${formatDecimal(total.value)} ${noun[1]}`
  if (!countAll) return words
  return (
    <UnstyledButton
      className={styles.countAll}
      title={total.is_exact ? 'Count again' : 'Count all'}
      onClick={() => void countAll()}
    >
      {words}
    </UnstyledButton>
  )
}
