// The columns that lists of trace rules and of recording rules begin with.
import * as column from '../columns/common-columns.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { CALL_RULE_STATUS_CHOICES, type ChosenCalls, chosenInWords } from './call-rule-words.ts'

interface ListedRule extends ChosenCalls {
  readonly id: number
  readonly name: string
  readonly status: (typeof CALL_RULE_STATUS_CHOICES)[number]['value']
}

/** `edit` is the address of its form. */
export const callRuleColumns = <Rule extends ListedRule>(
  edit: (id: number) => string,
): readonly GridColumn<Rule>[] => [
  column.name(220, edit),
  {
    id: 'status',
    header: 'Status',
    width: 90,
    sort: 'status',
    cell: ({ status }) => <StatusLabel choices={CALL_RULE_STATUS_CHOICES} value={status} />,
  },
  {
    id: 'calls',
    header: 'Calls',
    width: 380,
    fields: ['account_ids', 'gateway_ids', 'called_prefixes', 'caller_prefixes'],
    cell: chosenInWords,
  },
]
