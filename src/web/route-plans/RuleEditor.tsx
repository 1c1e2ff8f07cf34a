// One rule of a route plan: its conditions, its action, and its targets.
import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { ruleName } from '#core/routing/rule-texts.ts'
import { useIsReadOnly } from '../ui/form/read-only.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import type { FieldErrors } from './field-errors.ts'
import type { NamesProps, PlanRuleValues, PlanValues } from './plan-values.ts'
import styles from './RoutePlan.module.css'
import { RuleConditions } from './RuleConditions.tsx'
import { BLOCK_ANSWERS, MATCH_MODES, RULE_ACTION_CHOICES } from './route-plan-labels.ts'
import { TargetsField } from './TargetsField.tsx'

interface RuleEditorProps extends NamesProps {
  readonly rule: PlanRuleValues
  readonly mode: PlanValues['mode']
  readonly plan_id: number | undefined
  /** By the paths within the rule. */
  readonly errors: FieldErrors
  /** Moves it before or after another equally specific rule. */
  readonly earlier: (() => void) | undefined
  readonly later: (() => void) | undefined
  readonly onChange: (part: Partial<PlanRuleValues>) => void
  readonly onRemove: () => void
}

export function RuleEditor(props: RuleEditorProps) {
  const { rule, mode, known, errors, onChange, onEntity } = props
  const title = `Rule ${ruleName(rule)}`
  return (
    <fieldset className={styles.editorFields} disabled={useIsReadOnly()}>
      <section className={styles.editor} aria-label={title}>
        <Head {...props} title={title} />
        <div className={styles.ruleFields}>
          <TextInput
            label="Prefix"
            inputMode="numeric"
            placeholder="default"
            autoComplete="off"
            classNames={{ input: 'mono' }}
            value={rule.dst_prefix}
            error={errors.dst_prefix}
            onChange={(event) => onChange({ dst_prefix: event.currentTarget.value.trim() })}
          />
          <TextInput
            label="Description (optional)"
            maxLength={200}
            value={rule.description}
            error={errors.description}
            onChange={(event) => onChange({ description: event.currentTarget.value })}
          />
          <SelectField
            label="Action"
            choices={RULE_ACTION_CHOICES}
            value={rule.action}
            onChange={(action) => onChange({ action: action === 'BLOCK' ? 'BLOCK' : 'ROUTE' })}
          />
          <Switch
            className={styles.inUse}
            label="Enabled"
            checked={rule.status === 'active'}
            onChange={(event) =>
              onChange({ status: event.currentTarget.checked ? 'active' : 'blocked' })
            }
          />
        </div>
        <RuleConditions
          rule={rule}
          known={known}
          errors={errors}
          onChange={onChange}
          onEntity={onEntity}
        />
        {rule.action === 'BLOCK' ? (
          <BlockFields {...props} />
        ) : (
          <>
            <SearchFields rule={rule} onChange={onChange} />
            <TargetsField
              targets={rule.targets}
              plan_id={props.plan_id}
              prefix={rule.dst_prefix}
              mode={mode}
              known={known}
              errors={errors}
              onChange={(targets) => onChange({ targets })}
              onEntity={onEntity}
            />
          </>
        )}
      </section>
    </fieldset>
  )
}

function Head({ title, earlier, later, onRemove }: RuleEditorProps & { title: string }) {
  const canMove = earlier !== undefined || later !== undefined
  return (
    <div className={styles.editorHead}>
      <h3>{title}</h3>
      <span className={styles.controls}>
        {canMove && (
          <>
            <ActionIcon size={26} aria-label="Move rule up" disabled={!earlier} onClick={earlier}>
              <IconArrowUp size={15} />
            </ActionIcon>
            <ActionIcon size={26} aria-label="Move rule down" disabled={!later} onClick={later}>
              <IconArrowDown size={15} />
            </ActionIcon>
          </>
        )}
        <Button
          variant="outline"
          color="danger"
          size="compact-sm"
          leftSection={<IconTrash size={14} />}
          onClick={onRemove}
        >
          Remove rule
        </Button>
      </span>
    </div>
  )
}

function BlockFields({ rule, errors, onChange }: RuleEditorProps) {
  return (
    <div className={styles.searchFields}>
      <SelectField
        label="Response"
        choices={BLOCK_ANSWERS}
        value={String(rule.block_sip_code)}
        onChange={(code) =>
          // The choices are the codes that the contract allows.
          onChange({ block_sip_code: Number(code) as PlanRuleValues['block_sip_code'] })
        }
      />
      <TextInput
        label="Reason (optional)"
        maxLength={100}
        value={rule.block_reason}
        error={errors.block_reason}
        onChange={(event) => onChange({ block_reason: event.currentTarget.value })}
      />
    </div>
  )
}

function SearchFields({ rule, onChange }: Pick<RuleEditorProps, 'rule' | 'onChange'>) {
  return (
    <div className={styles.searchFields}>
      <SelectField
        label="Then try shorter prefixes"
        choices={MATCH_MODES}
        disabled={rule.exclusive}
        value={rule.match_mode}
        onChange={(mode) =>
          onChange({
            match_mode: mode === 'LONGEST_THEN_SHORTER' ? mode : 'LONGEST_ONLY',
          })
        }
      />
      <Switch
        className={styles.inUse}
        label="Exclusive"
        description="Stop here: no further rule, no fallback plan"
        checked={rule.exclusive}
        onChange={(event) => onChange({ exclusive: event.currentTarget.checked })}
      />
    </div>
  )
}
