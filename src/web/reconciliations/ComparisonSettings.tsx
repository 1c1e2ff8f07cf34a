// How a carrier's file is read, and how its calls are compared with ours.
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  compareReconciliation,
  deleteReconciliation,
  type OneReconciliation,
  readCallFileAgain,
} from '#contract/reconciliations/reconciliations.ts'
import { formatMoney, parseMoney } from '#core/money.ts'
import { type CallContext, parseCallRow, zoneOfCalls } from '#core/reconciliation/parse-call-row.ts'
import { CALL_DATE_COLUMNS, CALL_DECIMAL_COLUMNS } from '#core/reconciliation/reconciliation.ts'
import { undecidedDate, undecidedNumber } from '#core/table-file/detect-notation.ts'
import type { TableRow } from '#core/table-file/table-file.ts'
import { ColumnTable } from '../files/ColumnTable.tsx'
import { DateOrderField } from '../files/DateOrderField.tsx'
import styles from '../files/Files.module.css'
import { keepColumns, ReadingFields } from '../files/ReadingFields.tsx'
import { useDelete } from '../forms/use-delete.tsx'
import { useChange } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { formatDuration } from '../ui/values/format.ts'
import { type EditedOptions, OptionFields } from './OptionFields.tsx'
import { CALL_FILE_COLUMNS, CONTENTS, UNITS } from './reconciliation-labels.ts'

type Layout = NonNullable<OneReconciliation['layout']>

interface ComparisonSettingsProps {
  readonly reconciliation: OneReconciliation
  readonly layout: Layout
  readonly options: NonNullable<OneReconciliation['options']>
  readonly breadcrumb: ReactNode
  readonly onDone: () => void
}

export function ComparisonSettings(props: ComparisonSettingsProps) {
  const { reconciliation, breadcrumb, onDone } = props
  const { id, file_name, settlement_name, currency, head } = reconciliation
  const [layout, setLayout] = useState(props.layout)
  const [period, setPeriod] = useState({
    from_at: reconciliation.from_at,
    until_at: reconciliation.until_at,
  })
  const [options, setOptions] = useState<EditedOptions>(() => ({
    ...props.options,
    amount_tolerance: formatMoney(props.options.amount_tolerance),
  }))
  const navigate = useNavigate()
  const compare = useChange(compareReconciliation, { onDone })
  const reading = useChange(readCallFileAgain, {
    onDone: (answer) => answer.layout && setLayout(keepColumns(answer.layout, layout)),
  })
  const remove = useDelete(deleteReconciliation, 'reconciliation', {
    done: () => void navigate({ to: paths.admin.reconciliations.list }),
  })
  const context = { time_zone: options.time_zone, currency }
  const hasQuestions =
    undecidedDate(layout, head, CALL_DATE_COLUMNS) !== undefined ||
    undecidedNumber(layout, head, CALL_DECIMAL_COLUMNS) !== undefined
  const change = (part: Partial<Layout>) => setLayout({ ...layout, ...part })
  const start = () =>
    compare.mutate({
      params: { id },
      body: {
        ...period,
        layout,
        options: {
          ...options,
          amount_tolerance: parseMoney(options.amount_tolerance) ?? props.options.amount_tolerance,
        },
      },
    })
  return (
    <div className={styles.page}>
      {breadcrumb}
      <div className="page-title">
        <h1>{file_name}</h1>
        <span className="muted">{settlement_name}</span>
      </div>
      {reconciliation.state === 'FAILED' && (
        <p role="alert" className="danger">
          The comparison failed: {reconciliation.error}
        </p>
      )}
      <Section title="File" help="Detected; each choice reads the first rows again.">
        <ReadingFields
          layout={layout}
          head={head}
          worksheets={reconciliation.worksheets}
          hidden={reconciliation.hidden}
          numbers={CALL_DECIMAL_COLUMNS}
          isReading={reading.isPending}
          onRead={(body) => reading.mutate({ params: { id }, body })}
        />
      </Section>
      <Section title="Columns" help="Detected from the first rows of the file." wide>
        <ColumnTable
          head={head}
          layout={layout}
          meanings={CALL_FILE_COLUMNS}
          reading={(row) => <CallOfRow row={row} layout={layout} context={context} />}
          onChange={(columns) => change({ columns })}
        />
      </Section>
      <Section title="Notation">
        <SelectField
          label="Each row is of"
          choices={CONTENTS}
          value={layout.content}
          onChange={(content) => change({ content: content as Layout['content'] })}
        />
        <SelectField
          label="Durations are in"
          choices={UNITS}
          value={layout.duration_unit}
          onChange={(unit) => change({ duration_unit: unit as Layout['duration_unit'] })}
        />
        <DateOrderField
          layout={layout}
          head={head}
          meanings={CALL_DATE_COLUMNS}
          onChange={(date_order) => change({ date_order })}
        />
      </Section>
      <Section
        title="Comparison"
        help="Remembered: the next file of the carrier begins with these choices."
      >
        <OptionFields
          options={options}
          currency={currency}
          zone={zoneOfCalls(layout)}
          onChange={(part) => setOptions({ ...options, ...part })}
        />
      </Section>
      <Section title="Period" help="Empty: the days of the file.">
        <DateTimeField
          label="From"
          value={period.from_at}
          onChange={(from_at) => setPeriod({ ...period, from_at })}
        />
        <DateTimeField
          label="Until"
          value={period.until_at}
          onChange={(until_at) => setPeriod({ ...period, until_at })}
        />
      </Section>
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<IconTrash size={15} />}
          onClick={() =>
            void remove({ id, name: file_name }, { effect: 'Its file is deleted too.' })
          }
        >
          Delete
        </Button>
        <Button
          loading={compare.isPending}
          disabled={hasQuestions}
          onClick={start}
          data-primary-action
        >
          Compare
        </Button>
      </div>
    </div>
  )
}

interface CallOfRowProps {
  readonly row: TableRow
  readonly layout: Layout
  readonly context: CallContext
}

/** The call that is read from a row, before the whole file is read. */
function CallOfRow({ row, layout, context }: CallOfRowProps) {
  const read = parseCallRow(row, layout, context)
  if ('reason' in read) return <span className="danger">{read.reason}</span>
  const amount = read.amount === null ? '' : `, ${formatMoney(read.amount)}`
  return (
    <>
      <span className="mono">{read.key}</span>: {formatDuration(read.seconds)}
      {amount}
    </>
  )
}
