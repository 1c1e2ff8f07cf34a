import { Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { formatDecimal } from '../format.ts'
import styles from './DataGrid.module.css'

const LIMITS = ['50', '100', '200', '500', '1000']

export interface PagerProps {
  /** Undefined until they are there. */
  readonly rows: number | undefined
  readonly limit: number
  readonly total: number | null
  readonly total_is_exact: boolean
  /** Pages before this one; undefined when the page was opened by its address. */
  readonly pages_before: number | undefined
  readonly onLimit: (limit: number) => void
  readonly onFirst?: (() => void) | undefined
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}

function position(props: PagerProps): string {
  const { rows, limit, total, total_is_exact, pages_before } = props
  const of = total === null ? '' : ` of ${formatDecimal(total)}${total_is_exact ? '' : '+'}`
  if (rows === undefined) return ''
  if (pages_before === undefined) return `${formatDecimal(rows)} rows${of}`
  if (rows === 0) return 'No rows'
  const first = pages_before * limit + 1
  return `${formatDecimal(first)}–${formatDecimal(first + rows - 1)}${of}`
}

export function Pager(props: PagerProps) {
  const limits = [...new Set([...LIMITS, String(props.limit)])].sort((a, b) => +a - +b)
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span role="status">{position(props)}</span>
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
