// The recording rules: which calls each chooses; above, the recorders.
import {
  deleteRecordingRule,
  listRecordingRules,
  type RecordingRule,
  updateRecordingRule,
} from '#contract/recordings/recording-rules.ts'
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
import { RecordingLine } from './RecordingLine.tsx'

const pages = paths.admin.recordingRules

const COLUMNS: readonly GridColumn<RecordingRule>[] = [
  ...callRuleColumns<RecordingRule>(pages.edit),
  column.created,
]

export default function RecordingRulesScreen() {
  const list = useListScreen(listRecordingRules)
  const mayAdd = useMay('recording_rules.create')
  const copy = useCopyAction(pages.add)
  const pause = usePauseAction<RecordingRule>(updateRecordingRule, {
    pause: 'It records no new calls until it is resumed. Stored recordings stay.',
    resume: 'It records calls that begin from now on.',
  })
  const rows = useRowActions<RecordingRule>({
    noun: 'recording rule',
    of: 'recording_rules',
    pages,
    always: (rule) => (mayAdd ? [copy(rule)] : []),
    more: (rule) => [pause(rule)],
    remove: {
      endpoint: deleteRecordingRule,
      effect: 'It records no new calls. Stored recordings stay as long as the settings say.',
    },
  })
  return (
    <ListPage
      title="Recording rules"
      name="recording-rules"
      list={list}
      columns={COLUMNS}
      noun={['recording rule', 'recording rules']}
      {...rows}
      empty="No recording rules: no call is recorded. A rule chooses the calls to record."
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
      <RecordingLine />
    </ListPage>
  )
}
