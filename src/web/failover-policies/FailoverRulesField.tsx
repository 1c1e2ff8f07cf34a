// The rules of a failover policy as a table in which each cell can be typed.
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FailoverAction } from '#core/gateway/failover-policy.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { NumbersField } from '../ui/form/TagsField.tsx'
import { MoveButtons } from '../ui/MoveButtons.tsx'
import styles from './FailoverPolicy.module.css'
import { FAILOVER_ACTIONS, type PolicyRuleValues } from './failover-policy-labels.ts'

interface FailoverRulesFieldProps {
  readonly rules: readonly PolicyRuleValues[]
  /** By the path of the field in the form: `rules.3.codes`. */
  readonly errors: Readonly<Record<string, ReactNode>>
  /** The rule that the test has matched. */
  readonly matched: number
  readonly onChange: (rules: PolicyRuleValues[]) => void
}

const NEW: PolicyRuleValues = { codes: [], causes: null, action: 'stop', reply_code: null }

export function FailoverRulesField({ rules, errors, matched, onChange }: FailoverRulesFieldProps) {
  const move = (from: number, to: number) => {
    const rule = rules[from]
    if (rule) onChange(rules.toSpliced(from, 1).toSpliced(to, 0, rule))
  }
  return (
    <div className={styles.rules}>
      <div className={styles.head} aria-hidden>
        <span />
        <span>SIP codes</span>
        <span>Q.850 causes</span>
        <span>Action</span>
        <span>Reply to caller</span>
        <span />
      </div>
      <ol className={styles.list} aria-label="Rules, first match applies">
        {rules.map((rule, at) => (
          <Rule
            // A rule has no name of its own: its place is all that it is known by.
            // biome-ignore lint/suspicious/noArrayIndexKey: every field is controlled.
            key={at}
            rule={rule}
            at={at}
            isMatched={at === matched}
            isLast={at === rules.length - 1}
            error={(field) => errorOf(errors, `rules.${at}.${field}`)}
            onChange={(part) => onChange(rules.with(at, { ...rule, ...part }))}
            onMove={(by) => move(at, at + by)}
            onRemove={() => onChange(rules.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {rules.length === 0 && (
        <p className="muted">Without rules the next gateway is tried after any response.</p>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={15} />}
        onClick={() => onChange([...rules, { ...NEW }])}
      >
        Add rule
      </Button>
    </div>
  )
}

/** An error in one of several numbers is shown at their field. */
function errorOf(errors: FailoverRulesFieldProps['errors'], path: string): ReactNode {
  const found = Object.keys(errors).find((one) => one === path || one.startsWith(`${path}.`))
  return found && errors[found]
}

interface RuleProps {
  readonly rule: PolicyRuleValues
  readonly at: number
  readonly isMatched: boolean
  readonly isLast: boolean
  readonly error: (field: keyof PolicyRuleValues) => ReactNode
  readonly onChange: (part: Partial<PolicyRuleValues>) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function Rule({ rule, at, isMatched, isLast, error, onChange, onMove, onRemove }: RuleProps) {
  const name = `rule ${at + 1}`
  return (
    <li className={styles.rule} data-matched={isMatched || undefined}>
      <span className={styles.number}>{at + 1}</span>
      <div data-label="SIP codes">
        <NumbersField
          aria-label={`SIP codes of ${name}`}
          placeholder={rule.codes.length === 0 ? '486, 600' : ''}
          value={rule.codes}
          error={error('codes')}
          onChange={(codes) => onChange({ codes })}
        />
      </div>
      <div data-label="Q.850 causes">
        <NumbersField
          aria-label={`Q.850 causes of ${name}`}
          placeholder={rule.causes === null ? 'any or none' : ''}
          value={rule.causes ?? []}
          error={error('causes')}
          onChange={(causes) =>
            onChange(causes.length === 0 ? { causes: null } : { causes, reply_code: null })
          }
        />
      </div>
      <div data-label="Action">
        <SelectField
          aria-label={`Action of ${name}`}
          choices={FAILOVER_ACTIONS}
          value={rule.action}
          onChange={(action) => onChange({ action: action as FailoverAction })}
        />
      </div>
      <div data-label="Reply to caller">
        <NumberField
          aria-label={`Reply to caller, ${name}`}
          placeholder={rule.causes === null ? 'unchanged' : '–'}
          disabled={rule.causes !== null}
          value={rule.reply_code}
          error={error('reply_code')}
          onChange={(reply_code) => onChange({ reply_code })}
        />
      </div>
      <span className={styles.buttons}>
        <MoveButtons name={name} place={{ at, isLast }} onMove={onMove} />
        <ActionIcon aria-label={`Remove ${name}`} size={24} onClick={onRemove}>
          <IconTrash size={14} />
        </ActionIcon>
      </span>
    </li>
  )
}
