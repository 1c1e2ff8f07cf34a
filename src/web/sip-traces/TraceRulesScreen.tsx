// The trace rules: which calls each chooses, and which of them are kept; above, the tracers.
import {
  deleteTraceRule,
  listTraceRules,
  type TraceRule,
  updateTraceRule,
} from '#contract/sip-traces/trace-rules.ts'
import { useCopyAction } from '../actions/use-copy-action.tsx'
import { usePauseAction } from '../actions/use-pause-action.tsx'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { callRuleColumns } from '../call-rules/call-rule-columns.tsx'
import { CALL_RULE_STATUS_CHOICES } from '../call-rules/call-rule-words.ts'
import * as column from '../columns/common-columns.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { TracingLine } from './TracingLine.tsx'
import { RULE_NOW_CHOICES, ruleNow } from './trace-rule-words.ts'

const COLUMNS: readonly GridColumn<TraceRule>[] = [
  ...callRuleColumns<TraceRule>(paths.admin.traceRules.edit),
  {
    id: 'failed_only',
    header: 'Kept',
    width: 110,
    cell: ({ failed_only }) => (failed_only ? 'Failed calls' : 'All calls'),
  },
  {
    id: 'percent',
    header: 'Share',
    width: 80,
    align: 'end',
    sort: 'percent',
    cell: ({ percent }) => `${percent} %`,
  },
  column.time('until_at', 'Until', 160, { sort: true }),
  {
    id: 'has_ended',
    header: 'Now',
    width: 100,
    minWidth: 90,
    cell: (rule) => <StatusLabel choices={RULE_NOW_CHOICES} value={ruleNow(rule)} />,
  },
  column.created,
]

export default function TraceRulesScreen() {
  const list = useListScreen(listTraceRules, { every_ms: 30_000 })
  const mayAdd = useMay('trace_rules.create')
  const copy = useCopyAction(paths.admin.traceRules.add)
  const pause = usePauseAction<TraceRule>(updateTraceRule, {
    pause: 'It traces no new calls until it is resumed. Stored messages stay.',
    resume: ({ has_ended }) =>
      has_ended
        ? 'Its end is in the past: it traces nothing before that is changed.'
        : 'It traces calls that begin from now on.',
  })
  const rows = useRowActions<TraceRule>({
    noun: 'trace rule',
    of: 'trace_rules',
    pages: paths.admin.traceRules,
    always: (rule) => (mayAdd ? [copy(rule)] : []),
    more: (rule) => [pause(rule)],
    remove: {
      endpoint: deleteTraceRule,
      effect: 'It traces no new calls. Stored messages stay as long as the settings say.',
    },
  })
  return (
    <ListPage
      title="SIP traces"
      name="trace-rules"
      list={list}
      columns={COLUMNS}
      noun={['trace rule', 'trace rules']}
      {...rows}
      empty="No trace rules. A trace rule chooses the calls whose SIP messages are stored."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter
            label="Status"
            choices={CALL_RULE_STATUS_CHOICES}
            {...list.bind('status')}
          />
        </>
      }
    >
      <TracingLine />
    </ListPage>
  )
}
