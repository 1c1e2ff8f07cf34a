// Two people have changed one plan: says what came from the other, and where both changed the same.
import { Button } from '@mantine/core'
import { type Conflict, countChanges, type PlanChanges, type PlanField } from './plan-changes.ts'
import { type Known, type PlanValues, type RuleValues, targetName } from './plan-values.ts'
import styles from './RoutePlan.module.css'

export interface MeetingState {
  /** What the other one has done since the plan was loaded. */
  readonly theirs: PlanChanges
  readonly conflicts: readonly Conflict[]
}

interface MeetingProps extends MeetingState {
  readonly known: Known
  readonly onTakeTheirs: (conflict: Conflict) => void
}

const FIELD_WORDS: Readonly<Record<PlanField, string>> = {
  name: 'the name',
  description: 'the description',
  status: 'the status',
  mode: 'the mode',
  max_attempts: 'the attempts',
  max_setup_seconds: 'the time until answered',
  rate_delta: 'what is equally cheap',
  profit_mode: 'how profit is compared',
  min_profit_percent: 'the least profit in percent',
  min_profit_abs: 'the least profit',
  dst_list_id: 'the list of called numbers',
  src_list_id: 'the list of callers',
  parent_plan_id: 'the fallback plan',
}

/** A plan may have thousands of rules. */
const NAMED = 20

function rulesText(names: readonly string[], verb: string): string[] {
  if (names.length === 0) return []
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const rules = `rule${names.length === 1 ? '' : 's'}`
  return [`${verb} the ${rules} ${names.slice(0, NAMED).join(', ')}${more}`]
}

export function Meeting({ theirs, conflicts, known, onTakeTheirs }: MeetingProps) {
  const did = [
    ...theirs.fields.map((field) => `changed ${FIELD_WORDS[field]}`),
    ...rulesText(theirs.changed, 'changed'),
    ...rulesText(theirs.added, 'added'),
    ...rulesText(theirs.removed, 'removed'),
  ]
  return (
    <div className={styles.meeting} role="status">
      <p>
        Nothing is lost: both changes are put together below. Look at them and save again.
        {countChanges(theirs) > 0 && ` The other one has ${did.join('; ')}.`}
      </p>
      {conflicts.length > 0 && (
        <ul>
          {conflicts.map((conflict) => (
            <li key={keyOf(conflict)}>
              Both of you changed {nameOf(conflict)}, yours is shown; theirs is “
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

const keyOf = ({ what }: Conflict): string =>
  'field' in what ? what.field : `rule ${what.rule_id}`

const nameOf = ({ what }: Conflict): string =>
  'field' in what ? FIELD_WORDS[what.field] : `the rule ${what.name}`

function theirText({ what, theirs }: Conflict, known: Known): string {
  if ('field' in what) return fieldText(theirs[what.field])
  const rule = theirs.rules.find((one) => one.id === what.rule_id)
  return rule ? ruleText(rule, known) : 'removed'
}

const fieldText = (value: PlanValues[PlanField]): string =>
  value === null ? 'none' : typeof value === 'number' ? `number ${value}` : value

function ruleText({ action, description, targets }: RuleValues, known: Known): string {
  const names = targets.map((target) => targetName(known, target)).join(' ▸ ')
  return [description, action === 'BLOCK' ? 'block' : names].filter(Boolean).join(': ')
}
