// Two users have changed one plan: shows the other user's changes and the conflicts.
import { Button } from '@mantine/core'
import {
  countChanges,
  type PlanChanges,
  type PlanConflict,
  type PlanField,
} from './plan-changes.ts'
import {
  type LookupNames,
  type PlanRuleValues,
  type PlanValues,
  targetName,
} from './plan-values.ts'
import styles from './RoutePlan.module.css'

export interface MergeState {
  /** The changes of the other user since the plan was loaded. */
  readonly theirs: PlanChanges
  readonly conflicts: readonly PlanConflict[]
}

interface MergeConflictsProps extends MergeState {
  readonly known: LookupNames
  readonly onTakeTheirs: (conflict: PlanConflict) => void
}

const FIELD_LABELS: Readonly<Record<PlanField, string>> = {
  name: 'name',
  name_for_resellers: 'name for resellers',
  description: 'description',
  status: 'status',
  mode: 'mode',
  max_attempts: 'max attempts',
  max_setup_seconds: 'max setup time',
  rate_delta: 'cost tolerance',
  profit_mode: 'margin check',
  min_profit_percent: 'min margin in percent',
  min_profit_abs: 'min margin',
  dst_list_id: 'called number list',
  src_list_id: 'caller list',
  parent_plan_id: 'fallback plan',
}

/** A plan may have thousands of rules. */
const NAMED = 20

function rulesText(names: readonly string[], verb: string): string[] {
  if (names.length === 0) return []
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const rules = `rule${names.length === 1 ? '' : 's'}`
  return [`${verb} ${rules} ${names.slice(0, NAMED).join(', ')}${more}`]
}

export function MergeConflicts({ theirs, conflicts, known, onTakeTheirs }: MergeConflictsProps) {
  const did = [
    ...theirs.fields.map((field) => `changed ${FIELD_LABELS[field]}`),
    ...rulesText(theirs.changed, 'changed'),
    ...rulesText(theirs.added, 'added'),
    ...rulesText(theirs.removed, 'removed'),
  ]
  return (
    <div className={styles.meeting} role="status">
      <p>
        Both sets of changes are merged below. Check them and save again.
        {countChanges(theirs) > 0 && ` The other user ${did.join('; ')}.`}
      </p>
      {conflicts.length > 0 && (
        <ul>
          {conflicts.map((conflict) => (
            <li key={keyOf(conflict)}>
              Both changed {nameOf(conflict)}; yours is shown, theirs is “
              {theirText(conflict, known)}”.{' '}
              <Button size="compact-xs" variant="default" onClick={() => onTakeTheirs(conflict)}>
                Take theirs
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const keyOf = ({ what }: PlanConflict): string =>
  'field' in what ? what.field : `rule ${what.rule_id}`

const nameOf = ({ what }: PlanConflict): string =>
  'field' in what ? FIELD_LABELS[what.field] : `rule ${what.name}`

function theirText({ what, theirs }: PlanConflict, known: LookupNames): string {
  if ('field' in what) return fieldText(theirs[what.field])
  const rule = theirs.rules.find((one) => one.id === what.rule_id)
  return rule ? ruleText(rule, known) : 'removed'
}

const fieldText = (value: PlanValues[PlanField]): string =>
  value === null ? 'none' : typeof value === 'number' ? `number ${value}` : value

function ruleText({ action, description, targets }: PlanRuleValues, known: LookupNames): string {
  const names = targets.map((target) => targetName(known, target)).join(' ▸ ')
  return [description, action === 'BLOCK' ? 'block' : names].filter(Boolean).join(': ')
}
