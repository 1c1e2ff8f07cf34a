// The conditions of a rule besides the prefix. Folded until one is set.
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import {
  lookupNumberLists,
  lookupResellers,
  lookupTimeWindows,
  lookupUsers,
} from '#contract/console/lookups.ts'
import { LookupPicker } from '../pickers/LookupPicker.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { TagsField } from '../ui/form/TagsField.tsx'
import type { FieldErrors } from './field-errors.ts'
import type { KnownKind, NamesProps, PlanRuleValues } from './plan-values.ts'
import styles from './RoutePlan.module.css'
import { filtersOf } from './rule-labels.ts'

interface RuleConditionsProps extends NamesProps {
  readonly rule: PlanRuleValues
  readonly errors: FieldErrors
  readonly onChange: (part: Partial<PlanRuleValues>) => void
}

const FIELDS = ['src_prefix', 'src_list_id', 'client_id', 'reseller_id', 'tags', 'window_id']
const LENGTHS = ['min_length', 'max_length']

export function RuleConditions(props: RuleConditionsProps) {
  const { rule, known, errors } = props
  const filters = filtersOf(rule, known)
  const [isOpen, setOpen] = useState(filters.length > 0)
  const isWrong = [...FIELDS, ...LENGTHS].some((field) => errors[field] !== undefined)
  if (isWrong && !isOpen) setOpen(true)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div className={styles.asking}>
      <UnstyledButton
        className={styles.fold}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={15} aria-hidden />
        Conditions
      </UnstyledButton>
      {!isOpen && (
        <span className="muted">{filters.length > 0 ? filters.join(', ') : 'all calls'}</span>
      )}
      {isOpen && <Fields {...props} />}
    </div>
  )
}

function Fields({ rule, errors, onChange, onEntity }: RuleConditionsProps) {
  const named = (kind: KnownKind) => ({
    placeholder: 'Any',
    clearable: true,
    onPick: ({ id, name }: { id: number; name: string }) => onEntity({ kind, id, name }),
  })
  return (
    <div className={styles.conditions}>
      <TextInput
        label="Caller prefix"
        placeholder="Any"
        inputMode="numeric"
        autoComplete="off"
        classNames={{ input: 'mono' }}
        value={rule.src_prefix}
        error={errors.src_prefix}
        onChange={(event) => onChange({ src_prefix: event.currentTarget.value.trim() })}
      />
      <LookupPicker
        endpoint={lookupNumberLists}
        narrow={{ pool: 'false' }}
        label="Caller list"
        value={rule.src_list_id}
        error={errors.src_list_id}
        onChange={(src_list_id) => onChange({ src_list_id })}
        {...named('number_list')}
      />
      <LookupPicker
        endpoint={lookupUsers}
        label="Client"
        value={rule.client_id}
        error={errors.client_id}
        onChange={(client_id) => onChange({ client_id })}
        {...named('client')}
      />
      <LookupPicker
        endpoint={lookupResellers}
        label="Reseller"
        value={rule.reseller_id}
        error={errors.reseller_id}
        onChange={(reseller_id) => onChange({ reseller_id })}
        {...named('reseller')}
      />
      <TagsField
        label="Client tags (all)"
        placeholder={rule.tags.length === 0 ? 'Any' : ''}
        value={rule.tags}
        error={errors.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <LookupPicker
        endpoint={lookupTimeWindows}
        label="During"
        value={rule.window_id}
        error={errors.window_id}
        onChange={(window_id) => onChange({ window_id })}
        {...named('time_window')}
        placeholder="Always"
      />
      <NumberField
        label="Min length"
        unit="digits"
        value={rule.min_length}
        error={errors.min_length}
        onChange={(length) => onChange({ min_length: length ?? 0 })}
      />
      <NumberField
        label="Max length"
        unit="digits"
        value={rule.max_length}
        error={errors.max_length}
        onChange={(length) => onChange({ max_length: length ?? 100 })}
      />
    </div>
  )
}
