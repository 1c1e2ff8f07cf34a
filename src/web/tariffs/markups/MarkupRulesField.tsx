// The rules of a markup: what is added to which prefixes. The first is for all other prefixes.
import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MarkupRuleForm } from '#contract/tariffs/markups.ts'
import { MARKUP_RULES_MAX } from '#core/tariff/mark-up-rate.ts'
import { PercentField, RateField } from '../../ui/form/DecimalField.tsx'
import styles from './MarkupRules.module.css'

interface MarkupRulesFieldProps {
  readonly rules: readonly MarkupRuleForm[]
  /** By the path of the field in the form: `rules.1.percent`. */
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly onChange: (rules: MarkupRuleForm[]) => void
}

export const NEW_MARKUP_RULE: MarkupRuleForm = { prefix: '', percent: '0', fixed: '0' }

export function MarkupRulesField({ rules, errors, onChange }: MarkupRulesFieldProps) {
  return (
    <div className={styles.rules}>
      <ol className={styles.list} aria-label="Rules">
        {rules.map((rule, at) => (
          <Rule
            // A rule has no name of its own: its place is all that it is known by.
            // biome-ignore lint/suspicious/noArrayIndexKey: every field is controlled.
            key={at}
            at={at}
            rule={rule}
            errors={errors}
            onChange={(part) => onChange(rules.with(at, { ...rule, ...part }))}
            onRemove={() => onChange(rules.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {errors.rules && <Input.Error>{errors.rules}</Input.Error>}
      {rules.length < MARKUP_RULES_MAX && (
        <Button
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => onChange([...rules, NEW_MARKUP_RULE])}
        >
          Add rule
        </Button>
      )}
    </div>
  )
}

interface RuleProps {
  readonly at: number
  readonly rule: MarkupRuleForm
  readonly errors: MarkupRulesFieldProps['errors']
  readonly onChange: (part: Partial<MarkupRuleForm>) => void
  readonly onRemove: () => void
}

function Rule({ at, rule, errors, onChange, onRemove }: RuleProps) {
  const field = (name: keyof MarkupRuleForm) => ({
    name: `rules.${at}.${name}`,
    error: errors[`rules.${at}.${name}`],
  })
  return (
    <li className={styles.rule}>
      <TextInput
        label="Prefix"
        inputMode="numeric"
        autoComplete="off"
        classNames={{ input: 'mono' }}
        placeholder="all others"
        disabled={at === 0}
        value={rule.prefix}
        onChange={(event) => onChange({ prefix: event.currentTarget.value })}
        {...field('prefix')}
      />
      <PercentField
        label="Percent"
        value={rule.percent}
        onChange={(value) => onChange({ percent: value ?? '' })}
        {...field('percent')}
      />
      <RateField
        label="Fixed amount"
        value={rule.fixed}
        onChange={(value) => onChange({ fixed: value ?? '' })}
        {...field('fixed')}
      />
      {at > 0 && (
        <ActionIcon
          className={styles.remove}
          aria-label={`Remove rule ${at + 1}`}
          onClick={onRemove}
          size={30}
        >
          <IconTrash size={15} />
        </ActionIcon>
      )}
    </li>
  )
}
