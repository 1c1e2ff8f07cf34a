// Two people have changed one plan: says what came from the other, and where both changed the same.
import { Button } from '@mantine/core'
import {
  type Conflict,
  countChanges,
  type PlanChanges,
  type PlanValues,
  type RuleValues,
} from './plan-changes.ts'
import styles from './RoutePlan.module.css'
import { prefixName } from './route-plan-words.ts'
import { gatewayName, type KnownGateways } from './TargetList.tsx'

export interface MeetingState {
  /** What the other one has done since the plan was loaded. */
  readonly theirs: PlanChanges
  readonly conflicts: readonly Conflict[]
}

interface MeetingProps extends MeetingState {
  readonly gateways: KnownGateways
  readonly onTakeTheirs: (conflict: Conflict) => void
}

const FIELD_WORDS = {
  name: 'the name',
  description: 'the description',
  status: 'the status',
  mode: 'the mode',
  max_attempts: 'the attempts',
} as const

const rulesText = (prefixes: readonly string[], verb: string): string[] =>
  prefixes.length === 0
    ? []
    : [`${verb} the rule${prefixes.length === 1 ? '' : 's'} ${prefixes.map(prefixName).join(', ')}`]

export function Meeting({ theirs, conflicts, gateways, onTakeTheirs }: MeetingProps) {
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
            <li key={JSON.stringify(conflict.what)}>
              Both of you changed {nameOf(conflict)}, yours is shown; theirs is “
              {theirText(conflict, gateways)}”.{' '}
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

const nameOf = ({ what }: Conflict): string =>
  'field' in what ? FIELD_WORDS[what.field] : `the rule ${prefixName(what.prefix)}`

function theirText({ what, theirs }: Conflict, gateways: KnownGateways): string {
  if ('field' in what) return String(theirs[what.field as keyof PlanValues])
  const rule = theirs.rules.find((one) => one.dst_prefix === what.prefix)
  return rule ? ruleText(rule, gateways) : 'removed'
}

function ruleText({ action, description, targets }: RuleValues, gateways: KnownGateways): string {
  const names = targets.map((target) => gatewayName(gateways, target.gateway_id)).join(' ▸ ')
  return [description, action === 'BLOCK' ? 'block' : names].filter(Boolean).join(': ')
}
