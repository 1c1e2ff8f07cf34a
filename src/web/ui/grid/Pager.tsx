import { Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDecimal } from '../values/format.ts'
import styles from './DataGrid.module.css'

const LIMITS = ['50', '100', '200', '500', '1000']

export interface PagerProps {
  /** Undefined until they are there. */
  readonly rows: number | undefined
  readonly limit: number
  /** The word for the rows, such as `calls`. */
  readonly many: string
  /** How many there are, such as `312 clients`. */
  readonly total: ReactNode
  /** Pages before this one; undefined when the page was opened by its address. */
  readonly pages_before: number | undefined
  readonly onLimit: (limit: number) => void
  readonly onFirst?: (() => void) | undefined
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}

function Position({ rows, limit, many, total, pages_before, onNext }: PagerProps) {
  if (rows === undefined) return null
  if (rows === 0 && pages_before === 0) return `No ${many}`
  if (total && pages_before === 0 && !onNext) return total
  const first = (pages_before ?? 0) * limit + 1
  const shown =
    pages_before === undefined
      ? formatDecimal(rows)
      : `${formatDecimal(first)}–${formatDecimal(first + rows - 1)}`
  return (
    <>
      {shown} {total ? <>of {total}</> : many}
    </>
  )
}

export function Pager(props: PagerProps) {
  const limits = [...new Set([...LIMITS, String(props.limit)])].sort((a, b) => +a - +b)
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span role="status">
        <Position {...props} />
      </span>
      <span style={{ flex: 1 }} />
      <NativeSelect
        aria-label="Rows per page"
        data={limits.map((value) => ({ value, label: `${value} per page` }))}
        value={String(props.limit)}
        onChange={(event) => props.onLimit(Number(event.currentTarget.value))}
      />
      <Button.Group>
        <Button
          variant="default"
          aria-label="First page"
          disabled={!props.onFirst}
          onClick={props.onFirst}
        >
          <IconChevronsLeft size={15} />
        </Button>
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={15} />}
          disabled={!props.onPrevious}
          onClick={props.onPrevious}
        >
          Previous
        </Button>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={15} />}
          disabled={!props.onNext}
          onClick={props.onNext}
        >
          Next
        </Button>
      </Button.Group>
    </nav>
  )
}
