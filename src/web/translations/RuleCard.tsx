// One rule of a translation, and what it did to the numbers that are being tried.
import { ActionIcon, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { NumberListPicker } from '../pickers/pickers.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { MoveButtons } from '../ui/MoveButtons.tsx'
import styles from './Translation.module.css'
import { FIELDS, MATCHES, type TranslationRuleValues } from './translation-labels.ts'
import type { Trial } from './use-trial.ts'

interface RuleCardProps {
  readonly rule: TranslationRuleValues
  readonly place: { readonly at: number; readonly isLast: boolean }
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly tried: Tried | undefined
  readonly onChange: (part: Partial<TranslationRuleValues>) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

interface Tried {
  readonly step: Trial['steps'][number] | undefined
  /** False behind a rule that said stop. */
  readonly isReached: boolean
}

export function RuleCard(props: RuleCardProps) {
  const { rule, place, tried, onChange, onMove } = props
  const title = `Rule ${place.at + 1}`
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (!event.altKey || !by) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <li className={styles.rule} onKeyDown={keys}>
      <div className={styles.head}>
        <strong>{title}</strong>
        <output className={styles.tried} aria-label={`${title}, tried`}>
          {tried && <TriedText {...tried} />}
        </output>
        <Checkbox
          size="xs"
          label="Stop after this rule"
          data-part="stop"
          checked={rule.stop}
          onChange={(event) => onChange({ stop: event.currentTarget.checked })}
        />
        <MoveButtons name={`rule ${place.at + 1}`} place={place} onMove={onMove} />
        <ActionIcon size={24} aria-label={`Remove rule ${place.at + 1}`} onClick={props.onRemove}>
          <IconX size={14} />
        </ActionIcon>
      </div>
      <RuleFields {...props} />
    </li>
  )
}

function TriedText({ step, isReached }: Tried) {
  if (!isReached) return <span className="muted">not reached</span>
  if (!step) return <span className="muted">no match</span>
  return (
    <span className="mono">
      {step.before || '(empty)'} → <b>{step.after || '(empty)'}</b>
    </span>
  )
}

function RuleFields({ rule, place, errors, onChange }: RuleCardProps) {
  const isRegex = rule.match === 'regex'
  const isPool = rule.pool_list_id !== null
  const path = (field: keyof TranslationRuleValues) => `rules.${place.at}.${field}`
  const bound = (field: keyof TranslationRuleValues) => ({
    name: path(field),
    'data-part': field,
    error: errors[path(field)],
  })
  return (
    <div className={styles.fields}>
      <SelectField
        label="Field"
        choices={FIELDS}
        value={rule.field}
        onChange={(field) => onChange({ field: field as TranslationRuleValues['field'] })}
        {...bound('field')}
      />
      <SelectField
        label="Match"
        choices={MATCHES}
        value={rule.match}
        onChange={(match) => onChange({ match: match as TranslationRuleValues['match'], strip: 0 })}
        {...bound('match')}
      />
      <PlainTextField
        label={isRegex ? 'Pattern (RE2)' : 'Digits'}
        placeholder={isRegex ? '^00(\\d+)$' : 'any'}
        maxLength={200}
        classNames={{ input: 'mono' }}
        value={rule.pattern}
        onChange={(event) => onChange({ pattern: event.currentTarget.value })}
        {...bound('pattern')}
      />
      {!isPool && !isRegex && (
        <NumberField
          label="Strip"
          unit="digits"
          value={rule.strip}
          onChange={(strip) => onChange({ strip: strip ?? 0 })}
          {...bound('strip')}
        />
      )}
      {!isPool && (
        <PlainTextField
          label={isRegex ? 'Replacement' : 'Prepend'}
          placeholder={isRegex ? '+$1' : 'empty'}
          maxLength={64}
          classNames={{ input: 'mono' }}
          value={rule.replacement}
          onChange={(event) => onChange({ replacement: event.currentTarget.value })}
          {...bound('replacement')}
        />
      )}
      {rule.field !== 'caller_name' && (
        <NumberListPicker
          label="Or from pool"
          placeholder="No pool"
          pool="true"
          clearable
          value={rule.pool_list_id}
          onChange={(pool_list_id) =>
            onChange(pool_list_id === null ? { pool_list_id } : { pool_list_id, ...NO_CHANGE })
          }
          {...bound('pool_list_id')}
        />
      )}
    </div>
  )
}

/** The number of a pool takes the place of the whole. */
const NO_CHANGE = { strip: 0, replacement: '' }
