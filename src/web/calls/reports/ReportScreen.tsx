// Traffic by the hour, day or month, or by what it is grouped by: one screen for all four reports,
// from the side of its user (docs/domain/reports.md).
import { useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useMemo } from 'react'
import {
  getTrafficReportTotals,
  listTrafficReport,
  type ReportGroup,
  type TrafficReportRow,
} from '#contract/traffic/traffic-reports.ts'
import { useOne } from '../../http/use-endpoint.ts'
import { ListLink } from '../../lists/ListLink.tsx'
import { ListPage } from '../../lists/ListPage.tsx'
import { useListScreen } from '../../lists/use-list-screen.ts'
import { type ReportKind, withSearch } from '../../navigation/paths.ts'
import { ViewsMenu } from '../../saved-views/ViewsMenu.tsx'
import { useMay, useUser } from '../../session/session.ts'
import { useRecordsPath } from '../../session/use-records-path.ts'
import type { Stretch } from '../../ui/charts/buckets.ts'
import { useKit } from '../../ui/Kit.tsx'
import { PresetTabs } from '../../ui/PresetTabs.tsx'
import { formatDecimal, NONE } from '../../ui/values/format.ts'
import { toWallClock } from '../../ui/wall-clock.ts'
import { callsBehind, type Figure, filterOfFigure, type Shown } from './calls-behind.ts'
import styles from './Report.module.css'
import { ReportBars } from './ReportBars.tsx'
import { ReportChart } from './ReportChart.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { type LinkOf, reportColumns, totalsOf } from './report-columns.tsx'
import { REPORTS, tabsOf } from './report-kinds.ts'

const MINUTES = 16
const EMPTY = 'No calls in this time range.'

/** A row is known by its keys. */
const keyOf = (row: TrafficReportRow): string =>
  JSON.stringify([
    row.time,
    row.client_id,
    row.reseller_id,
    row.settlement_id,
    row.gateway_id,
    row.destination,
    row.country,
    row.prefix,
    row.sip_code,
    row.refusal,
    row.codec,
  ])

export default function ReportScreen({ kind }: { kind: ReportKind }) {
  const { title, unit, range } = REPORTS[kind]
  const { type, field_rights: held } = useUser()
  const { timeZone, dateFormat } = useKit()
  const navigate = useNavigate()
  const tabs = tabsOf(held)
  const group = unit ?? tabs[0]?.group ?? 'country'
  const list = useListScreen(listTrafficReport, { defaults: { range, group } })
  const groups: readonly ReportGroup[] = list.query.group ?? [group]
  const totals = useOne(getTrafficReportTotals, { query: list.filters }, list.live)
  const seesRecords = useMay('call_records.view')
  const recordsPath = useRecordsPath()
  const bounds = totals.data && {
    from: toWallClock(totals.data.from_at, timeZone).slice(0, MINUTES),
    to: toWallClock(totals.data.to_at, timeZone).slice(0, MINUTES),
  }
  // A settlement account has a list of the attempts that were sent to it.
  const listed = type === 'SETTLEMENT' ? 'attempts' : 'calls'
  const shown: Shown | undefined =
    bounds && seesRecords ? { unit, groups, search: list.search, listed, ...bounds } : undefined
  /** As a link to the calls that the figure counts, where there is such a list. */
  const linked = (row: TrafficReportRow, figure: Figure, text: ReactNode): ReactNode => {
    const behind = shown && callsBehind(row, shown, timeZone)
    const filter = shown && filterOfFigure(figure, shown)
    if (!behind || !filter || row[figure] === 0) return text
    return (
      <ListLink to={recordsPath(behind.kind)} filters={{ ...behind.filters, ...filter }}>
        {text}
      </ListLink>
    )
  }
  // The columns depend on texts alone, so that their widths are measured once.
  // Old traffic may have its own days: the answer says whose.
  const zone = totals.data?.zone ?? timeZone
  const about = JSON.stringify([groups, held, shown, zone])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` represents all four.
  const columns = useMemo(() => {
    const linkOf: LinkOf = (row, figure) => {
      const count = row[figure]
      if (count === null) return NONE
      return linked(row, figure, formatDecimal(count))
    }
    return reportColumns({ groups, held, look: { timeZone: zone, dateFormat }, linkOf })
  }, [about, timeZone, dateFormat, recordsPath])

  const openStretch = ({ from, to }: Stretch) => {
    if (!shown) return
    const wall = (at: string) => toWallClock(at, timeZone).slice(0, MINUTES)
    const part = { ...shown, groups: [], from: wall(from), to: wall(to) }
    const behind = callsBehind({ time: null } as TrafficReportRow, part, timeZone)
    if (behind) void navigate({ to: withSearch(recordsPath(behind.kind), behind.filters) })
  }

  const nameOf = (row: TrafficReportRow): ReactNode =>
    linked(
      row,
      'calls',
      columns.slice(0, groups.length).map(({ id, cell, name }, at) => (
        <Fragment key={id}>
          {at > 0 && ' · '}
          {cell(row, name?.(row))}
        </Fragment>
      )),
    )

  return (
    <ListPage
      title={title}
      // Each set of keys is a table of its own.
      key={groups.join()}
      name={`report-${[kind, ...groups].join('-')}`}
      list={list}
      columns={columns}
      noun={['row', 'rows']}
      rowId={keyOf}
      empty={EMPTY}
      tools={<ViewsMenu screen={`reports/${kind}`} />}
      {...(totals.data && { totals: totalsOf(totals.data, held, columns[0]?.id ?? 'time') })}
      filters={
        <>
          {!unit && (
            <PresetTabs
              label="Group by"
              choices={tabs.map(({ group, many }) => ({ value: group, label: many }))}
              value={groups[0]}
              onChange={list.bind('group').onChange}
            />
          )}
          <ReportFilters kind={kind} list={list} lead={groups[0] ?? group} />
        </>
      }
    >
      {totals.data && totals.data.kept_by !== 'quarter' && (
        <p className="muted">
          Calls this old are summed by the {totals.data.kept_by}
          {zone !== timeZone && ` in the time zone ${zone}`}: the report begins at{' '}
          {bounds?.from.replace('T', ' ')}.
        </p>
      )}
      <div className={styles.picture}>
        {unit ? (
          <ReportChart
            list={list}
            unit={unit}
            zone={zone}
            onOpen={shown ? openStretch : undefined}
          />
        ) : (
          <ReportBars
            list={list}
            header={columns
              .slice(0, groups.length)
              .map(({ header }) => header)
              .join(' · ')}
            empty={EMPTY}
            keyOf={keyOf}
            nameOf={nameOf}
          />
        )}
      </div>
    </ListPage>
  )
}
