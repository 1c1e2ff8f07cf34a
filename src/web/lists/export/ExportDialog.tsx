// Chooses the rows and columns of a list that go into a file, the format, and whether it is
// fetched at once or made in the background.
import { Button, SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ExportOptions } from '#contract/page.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useKit } from '../../ui/Kit.tsx'
import { formatDecimal } from '../../ui/values/format.ts'
import type { Total } from '../use-total.ts'
import { type ChosenFile, isBackgroundOnly, ROWS_AT_ONCE_MAX } from './chosen-file.ts'
import styles from './ExportDialog.module.css'
import { fileNameOf } from './file-name.ts'
import { useBackgroundExport } from './use-background-export.ts'
import type { WholeList } from './use-export.ts'

interface ExportDialogProps {
  readonly title: string
  /** The thing that the list belongs to, such as a tariff. */
  readonly of: string | undefined
  /** The filters, of which the range goes into the name. */
  readonly search: Readonly<Record<string, string>>
  /** The fields of the columns that are shown. */
  readonly fields: readonly string[]
  readonly count: number
  readonly total: Total | undefined
  readonly onClose: () => void
  readonly onExport: (options: ExportOptions, name: string) => Promise<void>
  readonly wholeList: (options: ExportOptions) => WholeList
}

const CHOICES = {
  columns: [
    { value: 'shown', label: 'Shown here' },
    { value: 'all', label: 'All' },
  ],
  headings: [
    { value: 'words', label: 'Words' },
    { value: 'names', label: 'API names' },
  ],
  format: [
    { value: 'csv', label: 'CSV' },
    { value: 'xlsx', label: 'Excel' },
    { value: 'json', label: 'JSON' },
    { value: 'parquet', label: 'Parquet' },
  ],
} as const

const FIRST: ChosenFile = { rows: 'all', columns: 'shown', headings: 'words', format: 'csv' }

export function ExportDialog(props: ExportDialogProps) {
  const { title, of, search, count, total, onClose } = props
  const { timeZone, now } = useKit()
  const [file, setFile] = useState(FIRST)
  const [zone, setZone] = useState(timeZone)
  const { format, rows } = file
  const choose = (part: Partial<ChosenFile>) => setFile({ ...file, ...part })
  const isParquet = format === 'parquet'
  const all = total ? `${total.is_exact ? '' : 'at least '}${formatDecimal(total.value)}` : ''
  const name = fileNameOf({ title, of, search, zone, at_ms: now() })
  return (
    <Dialog
      title={`Export ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
      onClose={onClose}
      width={500}
      footer={<Buttons {...props} file={file} zone={zone} name={name} />}
    >
      <Choose
        label="File"
        value={format}
        onChange={(next) => choose({ format: next })}
        choices={CHOICES.format}
      />
      {!isParquet && (
        <Choose
          label="Rows"
          value={rows}
          onChange={(next) => choose({ rows: next })}
          choices={[
            { value: 'all', label: `All${all && ` (${all})`}` },
            { value: 'page', label: `This page (${formatDecimal(count)})` },
          ]}
        />
      )}
      <Choose
        label="Columns"
        value={file.columns}
        onChange={(columns) => choose({ columns })}
        choices={CHOICES.columns}
      />
      {(format === 'csv' || format === 'xlsx') && (
        <Choose
          label="Headings"
          value={file.headings}
          onChange={(headings) => choose({ headings })}
          choices={CHOICES.headings}
        />
      )}
      {!isParquet && (
        <Choose
          label="Times"
          value={zone}
          onChange={setZone}
          choices={[...new Set([timeZone, 'UTC'])].map((value) => ({ value, label: value }))}
        />
      )}
      <p className={styles.name}>
        {name}.{format}
        {format === 'xlsx' && (
          <span className="muted"> · up to {formatDecimal(ROWS_AT_ONCE_MAX)} rows</span>
        )}
      </p>
      <Background file={file} total={total} />
    </Dialog>
  )
}

interface BackgroundProps {
  readonly file: ChosenFile
  readonly total: Total | undefined
}

/** Why a file is made in the background only, or how that differs. */
function Background({ file, total }: BackgroundProps): ReactNode {
  if (file.format === 'parquet') {
    const text = 'Parquet is made in the background, with API names, exact amounts and UTC times.'
    return <p className={styles.note}>{text}</p>
  }
  if (!isBackgroundOnly(file, total)) return null
  return (
    <p className={styles.note} role="status">
      With more than {formatDecimal(ROWS_AT_ONCE_MAX)} rows, a file is made in the background only.
      {file.format === 'xlsx' && ' An Excel sheet has no room for the rest: choose another file.'}
    </p>
  )
}

interface ButtonsProps extends ExportDialogProps {
  readonly file: ChosenFile
  readonly zone: string
  readonly name: string
}

function Buttons(props: ButtonsProps) {
  const { file, zone, name, total, onClose, onExport } = props
  const { rows, headings, format } = file
  const fields = file.columns === 'shown' ? { fields: props.fields.join() } : {}
  const background = useBackgroundExport(onClose)
  const isOnly = isBackgroundOnly(file, total)
  const request = () =>
    background.request(format, name, props.wholeList({ ...fields, headings, zone }))
  const exportNow = () => {
    if (format === 'parquet') return
    onClose()
    void onExport({ ...fields, rows, headings, format, zone }, `${name}.${format}`)
  }
  return (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      {background.isOffered && (isOnly || rows === 'all') && (
        <Button
          variant={isOnly ? 'filled' : 'default'}
          loading={background.isPending}
          onClick={request}
        >
          Export in the background
        </Button>
      )}
      {!isOnly && (
        <Button data-autofocus onClick={exportNow}>
          Export
        </Button>
      )}
    </>
  )
}

interface ChooseProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

function Choose<Value extends string>({ label, value, choices, onChange }: ChooseProps<Value>) {
  return (
    <div className={styles.choice}>
      <span aria-hidden>{label}</span>
      <SegmentedControl
        aria-label={label}
        data={[...choices]}
        value={value}
        onChange={(next) => onChange(next as Value)}
      />
    </div>
  )
}
