// The steps of a rate: from which second on it has another price, and other increments.
import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RateStep } from '#contract/tariffs/tariff-rates.ts'
import { STEPS_MAX } from '#core/tariff/terms.ts'
import { RateField } from '../ui/form/DecimalField.tsx'
import { DurationField } from '../ui/form/NumberField.tsx'
import styles from './TariffRate.module.css'

interface StepsFieldProps {
  readonly steps: readonly RateStep[]
  /** By the path of the field in the form: `steps.1.rate`. */
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly onChange: (steps: RateStep[]) => void
}

/** Begins a minute after the step before it, at a price that is still to be typed. */
function stepAfter(steps: readonly RateStep[]): RateStep {
  const last = steps.at(-1)
  return {
    after_seconds: (last?.after_seconds ?? 0) + 60,
    rate: '',
    increment: last?.increment ?? 60,
  }
}

export function StepsField({ steps, errors, onChange }: StepsFieldProps) {
  return (
    <div className={styles.steps}>
      <ol className={styles.list} aria-label="Tiers">
        {steps.map((step, at) => (
          <Step
            // A step has no name of its own: its place is all that it is known by.
            // biome-ignore lint/suspicious/noArrayIndexKey: every field is controlled.
            key={at}
            at={at}
            step={step}
            errors={errors}
            onChange={(part) => onChange(steps.with(at, { ...step, ...part }))}
            onRemove={() => onChange(steps.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {errors.steps && <Input.Error>{errors.steps}</Input.Error>}
      {steps.length < STEPS_MAX && (
        <Button
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => onChange([...steps, stepAfter(steps)])}
        >
          Add tier
        </Button>
      )}
    </div>
  )
}

interface StepProps {
  readonly at: number
  readonly step: RateStep
  readonly errors: StepsFieldProps['errors']
  readonly onChange: (part: Partial<RateStep>) => void
  readonly onRemove: () => void
}

/** An emptied number is undefined until another one is typed, which the schema requires. */
const asTyped = (value: number | null): number => value as number

function Step({ at, step, errors, onChange, onRemove }: StepProps) {
  const field = (name: keyof RateStep) => ({
    name: `steps.${at}.${name}`,
    error: errors[`steps.${at}.${name}`],
  })
  return (
    <li className={styles.step}>
      <DurationField
        label="After"
        value={step.after_seconds}
        onChange={(value) => onChange({ after_seconds: asTyped(value) })}
        {...field('after_seconds')}
      />
      <RateField
        label="Tier rate"
        value={step.rate}
        onChange={(value) => onChange({ rate: value ?? '' })}
        {...field('rate')}
      />
      <DurationField
        label="Increment"
        value={step.increment}
        onChange={(value) => onChange({ increment: asTyped(value) })}
        {...field('increment')}
      />
      <ActionIcon
        className={styles.remove}
        aria-label={`Remove tier ${at + 1}`}
        onClick={onRemove}
        size={30}
      >
        <IconTrash size={15} />
      </ActionIcon>
    </li>
  )
}
