// The bulk change of the rules that the search finds in the saved plan.
import { useMemo } from 'react'
import { targetText } from '#contract/bulk-changes/change-targets.ts'
import { BulkChangeDialog } from '../bulk-changes/BulkChangeDialog.tsx'
import {
  choiceInput,
  flagInput,
  numberInput,
  targetsInput,
  textInput,
  thingInput,
} from '../bulk-changes/bulk-inputs.tsx'
import { STATUSES } from '../fields/statuses.ts'
import type { PickerProps } from '../pickers/LookupPicker.tsx'
import { NumberListPicker, TimeWindowPicker } from '../pickers/pickers.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'
import { count } from '../ui/values/format.ts'
import { type LookupNames, type PlanRuleValues, targetName } from './plan-values.ts'
import { MATCH_MODES, RULE_ACTION_CHOICES } from './route-plan-labels.ts'

interface RulesChangeProps {
  readonly plan_id: number
  readonly search: string
  /** Those that the search finds. */
  readonly rules: readonly PlanRuleValues[]
  readonly known: LookupNames
  readonly onClose: () => void
  readonly onChanged: () => void
}

const CallerListPicker = (props: PickerProps) => <NumberListPicker {...props} pool="false" />

const OTHER_INPUTS = [
  choiceInput('status', 'Status', STATUSES),
  choiceInput('action', 'Action', RULE_ACTION_CHOICES),
  thingInput('window_id', 'During', TimeWindowPicker, 'Always'),
  flagInput('exclusive', 'Exclusive'),
  choiceInput('match_mode', 'Then try shorter prefixes', MATCH_MODES),
  thingInput('src_list_id', 'Caller list', CallerListPicker, 'Any'),
  numberInput('min_length', 'Min length', undefined, 'digits'),
  numberInput('max_length', 'Max length', undefined, 'digits'),
  textInput('description', 'Description'),
]

function targetsOf(rules: readonly PlanRuleValues[], known: LookupNames): readonly Choice[] {
  const names = new Map(
    rules.flatMap(({ targets }) =>
      targets.map((target) => [targetText(target), targetName(known, target)] as const),
    ),
  )
  return [...names].map(([value, label]) => ({ value, label }))
}

export function RulesChange(props: RulesChangeProps) {
  const { plan_id, search, rules, known, onClose, onChanged } = props
  const inputs = useMemo(
    () => [targetsInput('targets', 'Targets', targetsOf(rules, known)), ...OTHER_INPUTS],
    [rules, known],
  )
  const filter = { route_plan_id: String(plan_id), ...(search && { q: search }) }
  return (
    <BulkChangeDialog
      selection={{ resource: 'route_rules', ids: null, filter }}
      words={count(rules.length, 'rule', 'rules')}
      inputs={inputs}
      onClose={onClose}
      onDone={() => {
        onClose()
        onChanged()
      }}
      onUndone={onChanged}
    />
  )
}
