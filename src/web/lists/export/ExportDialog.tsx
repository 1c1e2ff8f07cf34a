// Chooses the rows and columns of a list that go into a file, and the format.
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ExportOptions } from '#contract/page.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useKit } from '../../ui/Kit.tsx'
import { formatDecimal } from '../../ui/values/format.ts'
import type { Total } from '../use-total.ts'
import styles from './ExportDialog.module.css'
import { fileNameOf } from './file-name.ts'

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
  ],
} as const

export function ExportDialog(props: ExportDialogProps) {
  const { title, of, search, count, total, onClose, onExport } = props
  const { timeZone, now } = useKit()
  const [rows, setRows] = useState<'all' | 'page'>('all')
  const [columns, setColumns] = useState<'shown' | 'all'>('shown')
  const [headings, setHeadings] = useState<'words' | 'names'>('words')
  const [zone, setZone] = useState(timeZone)
  const [format, setFormat] = useState<'csv' | 'xlsx' | 'json'>('csv')
  const name = `${fileNameOf({ title, of, search, zone, at_ms: now() })}.${format}`
  const all = total ? `${total.is_exact ? '' : 'at least '}${formatDecimal(total.value)}` : ''
  const options: ExportOptions = {
    rows,
    headings,
    format,
    zone,
    ...(columns === 'shown' ? { fields: props.fields.join() } : {}),
  }
  return (
    <Dialog
      title={`Export ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onClose()
              void onExport(options, name)
            }}
          >
            Export
          </Button>
        </>
      }
    >
      <Choose
        label="Rows"
        value={rows}
        onChange={setRows}
        choices={[
          { value: 'all', label: `All${all && ` (${all})`}` },
          { value: 'page', label: `This page (${formatDecimal(count)})` },
        ]}
      />
      <Choose label="Columns" value={columns} onChange={setColumns} choices={CHOICES.columns} />
      {format !== 'json' && (
        <Choose
          label="Headings"
          value={headings}
          onChange={setHeadings}
          choices={CHOICES.headings}
        />
      )}
      <Choose
        label="Times"
        value={zone}
        onChange={setZone}
        choices={[...new Set([timeZone, 'UTC'])].map((value) => ({ value, label: value }))}
      />
      <Choose label="File" value={format} onChange={setFormat} choices={CHOICES.format} />
      <p className={styles.name}>
        {name}
        {format === 'xlsx' && <span className="muted"> · up to 1,048,575 rows</span>}
      </p>
    </Dialog>
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
