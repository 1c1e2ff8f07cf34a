// The frame of every list: title, count, primary action and export; filters; table; pages.
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useIsNaming } from '../pickers/destination.ts'
import { useMayExport, useUser } from '../session/session.ts'
import { capital } from '../ui/form/labels.ts'
import { ColumnChooser } from '../ui/grid/ColumnChooser.tsx'
import type { GridColumn, GridSelection, RowAction } from '../ui/grid/column.ts'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Pager } from '../ui/grid/Pager.tsx'
import { type GridTable, useColumns } from '../ui/grid/use-columns.ts'
import { useKit } from '../ui/Kit.tsx'
import { formatDate, formatTime } from '../ui/values/format.ts'
import { exportedFields } from './export/exported-fields.ts'
import styles from './ListPage.module.css'
import { narrowestWords } from './narrowest.ts'
import { RefreshMenu } from './RefreshMenu.tsx'
import { seenColumns } from './seen-columns.ts'
import { type Noun, TotalCount } from './TotalCount.tsx'
import type { ListEndpoint, ListScreen, RowOf } from './use-list-screen.ts'

interface ListPageProps<E extends ListEndpoint> {
  /** Where it is not the plural of the noun. */
  readonly title?: string
  /** The thing that the list belongs to, such as a tariff: it becomes part of the file name. */
  readonly of?: string
  /** The columns are remembered under it. */
  readonly name: string
  readonly list: ListScreen<E>
  /** Made once, outside the component or in a memo. */
  readonly columns: readonly GridColumn<RowOf<E>>[]
  /** The word for the rows: `client`, `clients`. */
  readonly noun: Noun
  /** Where rows have no `id`. */
  readonly rowId?: (row: RowOf<E>) => string
  readonly filters?: ReactNode
  /** Leads to a page, or opens a dialog. */
  readonly add?: { readonly label: string; readonly to: string | (() => void) } | undefined
  /** Further buttons beside the title. */
  readonly tools?: ReactNode
  /** Above the title, where the list belongs to something. */
  readonly breadcrumb?: ReactNode
  readonly onOpen?: (row: RowOf<E>) => void
  readonly actions?: (row: RowOf<E>) => readonly RowAction[]
  /** Said when there is nothing at all. */
  readonly empty: string
  readonly totals?: Readonly<Record<string, ReactNode>>
  readonly rowClass?: (row: RowOf<E>) => string | undefined
  readonly selection?: GridSelection | undefined
  /** The actions on the chosen rows; they take the place of the filters. */
  readonly selectionBar?: ReactNode
  /** Between the filters and the table. */
  readonly children?: ReactNode
}

const ExportDialog = lazy(async () => ({
  default: (await import('./export/ExportDialog.tsx')).ExportDialog,
}))

const idOf = (row: { readonly id?: unknown }): string => String(row.id)

/** In their order. */
function shownOf<Row extends object>({ order, shown, byId }: GridTable<Row>) {
  return order.flatMap((id) => (shown[id] ? (byId.get(id) ?? []) : []))
}

export function ListPage<E extends ListEndpoint>(props: ListPageProps<E>) {
  const { list, filters, add, noun } = props
  const title = props.title ?? capital(noun[1])
  const { field_rights } = useUser()
  const columns = useMemo(
    () => seenColumns(props.columns, list.endpoint, field_rights),
    [props.columns, list.endpoint, field_rights],
  )
  const model = useColumns<RowOf<E>>(props.name, columns, list.rows, props.rowId ?? idOf)
  const navigate = useNavigate()
  const isNaming = useIsNaming()
  const mayExport = useMayExport(list.endpoint)
  const [isExportOpen, setExport] = useDisclosure(false)
  const addButton = add && (
    <Button
      leftSection={<IconPlus size={15} />}
      onClick={() => (typeof add.to === 'string' ? void navigate({ to: add.to }) : add.to())}
      data-primary-action
    >
      {add.label}
    </Button>
  )
  return (
    <div className="page">
      {props.breadcrumb}
      <div className="page-title">
        <h1>{title}</h1>
        <span className="muted">
          <TotalCount list={list} noun={noun} />
          {list.as_of && <DataAsOf at={list.as_of} />}
          <span role="status">{archiveNote(list)}</span>
          {list.masked_until && <MaskedUntil at={list.masked_until} />}
        </span>
        <span className={styles.space} />
        {props.tools}
        <span className={styles.refresh}>
          <Tooltip label="Refresh">
            <ActionIcon variant="default" size={30} aria-label="Refresh" onClick={list.retry}>
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
          {list.setRefresh && <RefreshMenu value={list.refresh} onChange={list.setRefresh} />}
        </span>
        <ColumnChooser model={model} />
        {mayExport && <ExportButton list={list} onOpen={setExport.open} />}
        {addButton}
      </div>
      {props.selectionBar}
      {filters && !props.selectionBar && (
        <search className={styles.filters} data-filters>
          {filters}
          {list.filtered && (
            <Button variant="subtle" onClick={list.clearFilters}>
              Clear
            </Button>
          )}
        </search>
      )}
      {props.children}
      <DataGrid
        label={title}
        model={model}
        data={{
          rows: list.rows,
          error: list.error,
          isFetching: list.isFetching,
          // Names that come later need room, too.
          isOutdated: list.isOutdated || isNaming,
          retry: list.retry,
        }}
        view={JSON.stringify(list.search)}
        filters={list.cellFilters}
        sort={{ chosen: list.sort, fallback: list.page?.sort }}
        onSort={list.setSort}
        onOpen={props.onOpen}
        actions={props.actions}
        totals={props.totals}
        rowClass={props.rowClass}
        selection={props.selection}
        empty={{
          text: props.empty,
          many: noun[1],
          action: addButton,
          onClearFilters: list.filtered ? list.clearFilters : undefined,
          narrowest: list.narrowest && {
            text: narrowestWords(list.narrowest, noun),
            onRemove: list.narrowest.remove,
          },
        }}
      />
      {isExportOpen && (
        <Suspense>
          <ExportDialog
            title={title}
            of={props.of}
            search={list.search}
            fields={exportedFields(list.seen, shownOf(model))}
            count={list.count}
            total={list.total}
            onClose={setExport.close}
            onExport={list.exportAs}
            wholeList={list.wholeList}
          />
        </Suspense>
      )}
      <Pager
        rows={list.rows && list.count}
        limit={list.limit}
        many={noun[1]}
        total={list.total && <TotalCount list={list} noun={noun} />}
        pages_before={list.pages_before}
        onLimit={list.setLimit}
        onFirst={list.first}
        onPrevious={list.previous}
        onNext={list.next}
      />
    </div>
  )
}

/** Empty for lists of what is in the database alone. */
function archiveNote({ reading, archived_days: days, page }: ArchiveState): string {
  if (reading) return page ? ` · ${reading}` : reading
  return days > 0 ? ` · ${days} ${days === 1 ? 'day' : 'days'} from the archive` : ''
}
interface ArchiveState {
  readonly reading: string | undefined
  readonly archived_days: number
  readonly page: unknown
}

function DataAsOf({ at }: { at: string }) {
  const { timeZone } = useKit()
  return <> · Data as of {formatTime(at, timeZone)}</>
}

function MaskedUntil({ at }: { at: string }) {
  const kit = useKit()
  return (
    <Tooltip label="Their last four digits are gone: find them by the first ones">
      <span> · Numbers before {formatDate(at, 'minute', kit)} are masked</span>
    </Tooltip>
  )
}

function ExportButton({ list, onOpen }: { list: { exporting: boolean }; onOpen: () => void }) {
  return (
    <Tooltip label="Export">
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Export"
        loading={list.exporting}
        onClick={onOpen}
      >
        <IconDownload size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
