// How a rate file is read, and when its rates take effect; the preview follows.
import { Button, Checkbox } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  deleteRateImport,
  type OneRateImport,
  previewRateImport,
} from '#contract/rate-imports/rate-imports.ts'
import { parsePercent } from '#core/money.ts'
import { undecidedCodes, undecidedCodesText } from '#core/rate-import/bare-codes.ts'
import { isTitleOpen, proposedStart, titleText } from '#core/rate-import/dated-title.ts'
import { DATE_COLUMNS, PRICE_COLUMNS } from '#core/rate-import/layout.ts'
import { undecidedColumns, undecidedText } from '#core/rate-import/undecided-columns.ts'
import {
  undecidedDate,
  undecidedDateText,
  undecidedNumber,
  undecidedNumberText,
} from '#core/table-file/detect-notation.ts'
import { EffectFields } from '../bulk-changes/EffectFields.tsx'
import { effectOf } from '../bulk-changes/effect.ts'
import { DateOrderField } from '../files/DateOrderField.tsx'
import styles from '../files/Files.module.css'
import { useDelete } from '../forms/use-delete.tsx'
import { useChange } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { browserNow } from '../ui/browser-clock.ts'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { BareCodesField } from './BareCodesField.tsx'
import { IMPORT_MODE_CHOICES } from './import-labels.ts'
import { RateColumns } from './RateColumns.tsx'
import { RateReading } from './RateReading.tsx'

type Layout = NonNullable<OneRateImport['layout']>

interface ImportSettingsProps {
  readonly rateImport: OneRateImport
  readonly layout: Layout
  readonly breadcrumb: ReactNode
  readonly onDone: () => void
}

export function ImportSettings(props: ImportSettingsProps) {
  const { rateImport, breadcrumb, onDone } = props
  const { id, tariff_id, currency, file_name } = rateImport
  const [layout, setLayout] = useState(props.layout)
  const [options, setOptions] = useState(() => optionsOf(rateImport))
  const [ignores, setIgnores] = useState(false)
  const undecided = undecidedColumns(layout, rateImport.head)
  const codes = undecidedCodes(layout, rateImport.head)
  const number = undecidedNumber(layout, rateImport.head, PRICE_COLUMNS)
  const date = undecidedDate(layout, rateImport.head, DATE_COLUMNS)
  const { dated_title } = layout
  const isOpen = isTitleOpen(layout, rateImport.title_dates, options, browserNow())
  const questions = [
    ...(undecided.length > 0 ? [undecidedText(layout.headers, undecided)] : []),
    ...(codes ? [undecidedCodesText(codes)] : []),
    ...(number ? [undecidedNumberText(number)] : []),
    ...(date ? [undecidedDateText(date)] : []),
    ...(isOpen && !ignores ? [titleText(dated_title ?? '')] : []),
  ]
  const navigate = useNavigate()
  const preview = useChange(previewRateImport, { also: ['tariffs'], onDone })
  const remove = useDelete(deleteRateImport, 'import', {
    done: () => void navigate({ to: paths.admin.rateImports(tariff_id).list }),
  })
  const change = (part: Partial<Layout>) => setLayout({ ...layout, ...part })
  const set = (part: Partial<typeof options>) => setOptions({ ...options, ...part })
  const units = [
    { value: 'PER_MINUTE', label: `${currency} per minute` },
    { value: 'PER_SECOND', label: `${currency} per second` },
  ]
  return (
    <div className={styles.page}>
      {breadcrumb}
      <div className="page-title">
        <h1>{file_name}</h1>
      </div>
      {rateImport.state === 'FAILED' && (
        <p role="alert" className="danger">
          The preview failed: {rateImport.error}
        </p>
      )}
      <Section title="File" help="Detected; each choice reads the first rows again.">
        <RateReading rateImport={rateImport} layout={layout} onRead={setLayout} />
      </Section>
      <Section
        title="Columns"
        help="Detected from the first rows of the file. Of several columns of the rate the highest
          counts."
        wide
      >
        <RateColumns
          rateImport={rateImport}
          layout={layout}
          undecided={undecided}
          onChange={(columns) => change({ columns })}
        />
      </Section>
      <Section title="Notation">
        <SelectField
          label="Rates are in"
          choices={units}
          value={layout.rate_unit}
          onChange={(unit) => change({ rate_unit: unit as Layout['rate_unit'] })}
        />
        {layout.columns.includes('PREFIX') && (
          <BareCodesField
            layout={layout}
            head={rateImport.head}
            onChange={(bare_code_country) => change({ bare_code_country })}
          />
        )}
        <DateOrderField
          layout={layout}
          head={rateImport.head}
          meanings={DATE_COLUMNS}
          onChange={(date_order) => change({ date_order })}
        />
      </Section>
      <Section
        title="Options"
        help="A date in the file overrides this. Removals and other changes also wait
          for the notice period."
      >
        <SelectField
          label="Prefixes not in the file"
          choices={IMPORT_MODE_CHOICES}
          value={options.mode}
          onChange={(mode) => set({ mode: mode as typeof options.mode })}
        />
        <EffectFields options={options} onChange={set} />
        {dated_title !== null && <p>The title says “{dated_title}”.</p>}
        {isOpen && (
          <Checkbox
            label="Ignore the date in the title"
            checked={ignores}
            onChange={(event) => setIgnores(event.currentTarget.checked)}
          />
        )}
      </Section>
      <div className={styles.buttons}>
        {questions.map((question) => (
          <p key={question} role="alert" className="danger">
            {question}
          </p>
        ))}
        <Button
          variant="default"
          leftSection={<IconTrash size={15} />}
          onClick={() => void remove({ id, name: file_name }, { effect: 'No rate changes.' })}
        >
          Delete
        </Button>
        <Button
          loading={preview.isPending}
          disabled={questions.length > 0}
          onClick={() =>
            preview.mutate({
              params: { id },
              body: {
                ...options,
                layout,
                ignores_title_date: ignores,
                large_percent: parsePercent(options.large_percent) ?? rateImport.large_percent,
              },
            })
          }
          data-primary-action
        >
          Preview
        </Button>
      </div>
    </div>
  )
}

/** A start that the title says is proposed until the user has chosen. */
function optionsOf(rateImport: OneRateImport) {
  const { mode, layout, title_dates, state } = rateImport
  const isNew = state === 'UPLOADED' && layout !== null
  const start = isNew ? proposedStart(layout, title_dates, browserNow()) : null
  return {
    mode,
    ...effectOf(rateImport),
    ...(start === null ? {} : { effective: 'AT_TIME' as const, starts_at: start }),
  }
}
