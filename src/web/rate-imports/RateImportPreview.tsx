// The changes of an import, row by row, with its application and its undo.
import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconMail, IconPlayerStop } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import {
  applyRateImport,
  listRateImportRows,
  type OneRateImport,
  stopRateImport,
  undoRateImport,
} from '#contract/rate-imports/rate-imports.ts'
import {
  changesOf,
  conflictsText,
  needsConflictsReason,
  removalOf,
} from '#core/rate-import/import-options.ts'
import { alert } from '../alerts/alerts.ts'
import { HistoryButton } from '../forms/history/History.tsx'
import { useChange, useRefresh } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { count } from '../ui/values/format.ts'
import { ImportSummary } from './ImportSummary.tsx'
import { IMPORT_KIND_CHOICES, isImportBusy } from './import-labels.ts'
import { rowColumns } from './import-row-columns.tsx'

const LARGE = { value: 'large', label: 'Large changes' }
const COUNTRY = { value: 'country', label: 'Name of another country' }
const BUY_WARNINGS = [LARGE, COUNTRY, { value: 'above_sell', label: 'Sold below the new cost' }]
const SELL_WARNINGS = [LARGE, COUNTRY, { value: 'below_cost', label: 'Below cost' }]

/** Views of the rows: a filter with an order. */
const VIEWS = [
  { value: '', label: 'All rows' },
  { value: 'up', label: 'Greatest increases', search: { kind: 'UP', sort: '-change_percent' } },
  { value: 'down', label: 'Greatest decreases', search: { kind: 'DOWN', sort: 'change_percent' } },
  { value: 'cost', label: 'By cost', search: { kind: 'CHANGES', sort: '-difference_size' } },
]

interface ImportPreviewProps {
  readonly rateImport: OneRateImport
  readonly breadcrumb: ReactNode
  readonly onEdit: () => void
}

export function RateImportPreview({ rateImport, breadcrumb, onEdit }: ImportPreviewProps) {
  const { id } = rateImport
  const list = useListScreen(listRateImportRows, { params: { id } })
  const buys = rateImport.tariff_kind === 'BUY'
  const isFile = rateImport.rate_change === null
  const columns = useMemo(() => rowColumns(isFile, buys), [isFile, buys])
  useFreshAtTheEnd(rateImport)
  return (
    <ListPage
      title={rateImport.file_name}
      of={rateImport.tariff_name}
      name="rate-import-rows"
      breadcrumb={breadcrumb}
      list={list}
      columns={columns}
      noun={['row', 'rows']}
      rowId={(row) => String(row.number)}
      tools={
        <>
          <HistoryButton of={{ entity: 'rate_import', id }} name={rateImport.file_name} />
          <Tools rateImport={rateImport} onEdit={onEdit} />
        </>
      }
      empty={emptyText(rateImport)}
      filters={
        <>
          <PresetTabs
            label="View"
            choices={VIEWS}
            value={VIEWS.find(({ search }) => isShown(search, list.search))?.value}
            onChange={(value) => list.set(searchOf(value))}
          />
          <TextFilter label="Search by prefix or destination" search {...list.bind('q')} />
          <SelectFilter label="Change" choices={IMPORT_KIND_CHOICES} {...list.bind('kind')} />
          <SelectFilter
            label="Warning"
            choices={buys ? BUY_WARNINGS : SELL_WARNINGS}
            {...list.bind('warning')}
          />
        </>
      }
    >
      <ImportSummary rateImport={rateImport} />
    </ListPage>
  )
}

const emptyText = ({ state, rate_change }: OneRateImport): string => {
  if (state !== 'PREVIEWING') return 'The preview has no rows.'
  return rate_change ? 'The new rates are being computed.' : 'The file is being compared.'
}

type View = (typeof VIEWS)[number]

const isShown = (view: View['search'], search: Readonly<Record<string, string | undefined>>) =>
  view !== undefined && view.kind === search.kind && view.sort === search.sort

const searchOf = (value: string | undefined) =>
  VIEWS.find((view) => view.value === value)?.search ?? { kind: undefined, sort: undefined }

/** Rows fetched during the work are older than its result. */
function useFreshAtTheEnd(rateImport: OneRateImport): void {
  const refresh = useRefresh(listRateImportRows)
  const was_busy = useRef(false)
  const is_busy = isImportBusy(rateImport)
  useEffect(() => {
    if (was_busy.current && !is_busy) refresh()
    was_busy.current = is_busy
  }, [is_busy, refresh])
}

function Tools({ rateImport, onEdit }: { rateImport: OneRateImport; onEdit: () => void }) {
  const { id, state, can_be_undone, tariff_name, rate_change } = rateImport
  const stop = useChange(stopRateImport, { also: ['tariffs'] })
  const undo = useChange(undoRateImport, { also: ['tariffs'] })
  const askToUndo = async () => {
    const effect = `The rates of ${tariff_name} become what they were before; charged calls stay.`
    const question = {
      title: rate_change ? 'Undo this change?' : 'Undo this import?',
      yes: 'Undo',
      no: 'Cancel',
      dangerous: true,
    }
    if (await alert.confirm(effect, question)) undo.mutate({ params: { id } })
  }
  if (isImportBusy(rateImport)) {
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={15} />}
        loading={stop.isPending}
        onClick={() => stop.mutate({ params: { id } })}
      >
        Stop
      </Button>
    )
  }
  if (rate_change && (state === 'UPLOADED' || state === 'FAILED')) {
    return (
      <Button variant="default" onClick={onEdit}>
        Change options
      </Button>
    )
  }
  if (state === 'PREVIEWED') return <ApplyTools rateImport={rateImport} onEdit={onEdit} />
  return (
    <>
      <NotifyButton rateImport={rateImport} />
      {can_be_undone && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={15} />}
          loading={undo.isPending}
          onClick={() => void askToUndo()}
        >
          Undo
        </Button>
      )}
    </>
  )
}

/** To the list of what has changed since just before the import. */
function NotifyButton({ rateImport }: { rateImport: OneRateImport }) {
  const { state, tariff_id, tariff_kind, applied_at } = rateImport
  const mayMake = useMay('tariffs.edit')
  if (!mayMake || state !== 'APPLIED' || tariff_kind === 'BUY' || !applied_at) return null
  const since = new Date(Date.parse(applied_at) - 1).toISOString()
  return (
    <Button
      component={Link}
      to={withSearch(paths.admin.priceNotifications, { tariff_id, since })}
      variant="default"
      leftSection={<IconMail size={15} />}
    >
      Notify clients…
    </Button>
  )
}

function ApplyTools({ rateImport, onEdit }: { rateImport: OneRateImport; onEdit: () => void }) {
  const { id, invalid_count, large_count, removed_count, tariff_name, rate_change } = rateImport
  const removes = removed_count > 0 && rate_change === null
  const [skips_invalid, setSkips] = useState(false)
  const [confirms_large, setLarge] = useState(false)
  const [confirms_removed, setRemoved] = useState(false)
  const [country_conflicts_reason, setReason] = useState('')
  const needsReason = needsConflictsReason(rateImport)
  const apply = useChange(applyRateImport, { also: ['tariffs'] })
  const changes = changesOf(rateImport)
  const isConfirmed =
    (invalid_count === 0 || skips_invalid) &&
    (large_count === 0 || confirms_large) &&
    (!removes || confirms_removed) &&
    (!needsReason || country_conflicts_reason.trim() !== '')
  const ask = async () => {
    const effect = `${count(changes, 'change', 'changes')} to the rates of ${tariff_name}.`
    const question = {
      title: rate_change ? 'Apply this change?' : 'Apply this import?',
      yes: 'Apply',
      no: 'Cancel',
    }
    if (!(await alert.confirm(effect, question))) return
    const confirmed = { skips_invalid, confirms_large, confirms_removed }
    apply.mutate({ params: { id }, body: { ...confirmed, country_conflicts_reason } })
  }
  return (
    <>
      {invalid_count > 0 && (
        <Checkbox
          label={`Skip ${count(invalid_count, 'invalid row', 'invalid rows')}`}
          checked={skips_invalid}
          onChange={(event) => setSkips(event.currentTarget.checked)}
        />
      )}
      {large_count > 0 && (
        <Checkbox
          label={`Confirm ${count(large_count, 'large change', 'large changes')}`}
          checked={confirms_large}
          onChange={(event) => setLarge(event.currentTarget.checked)}
        />
      )}
      {removes && (
        <Checkbox
          label={`Confirm: ${removalOf(rateImport)}`}
          checked={confirms_removed}
          onChange={(event) => setRemoved(event.currentTarget.checked)}
        />
      )}
      {needsReason && (
        <TextInput
          label={conflictsText(rateImport.country_conflicts_count)}
          maxLength={500}
          value={country_conflicts_reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Button variant="default" onClick={onEdit}>
        Change options
      </Button>
      <Button
        leftSection={<IconCheck size={15} />}
        loading={apply.isPending}
        disabled={changes === 0 || !isConfirmed}
        onClick={() => void ask()}
        data-primary-action
      >
        Apply {count(changes, 'change', 'changes')}
      </Button>
    </>
  )
}
