// When a rule sends: events at other times wait for a digest, and so do those above the bound.
import { Chip, Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { z } from 'zod'
import type { notificationRuleForm } from '#contract/notifications/notification-rules.ts'
import { WEEKDAYS } from '#core/time/time-window-labels.ts'
import { TimeZonePicker } from '../pickers/TimeZonePicker.tsx'
import type { Bind } from '../ui/form/bind.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { useFieldValue } from '../ui/form/use-field-value.ts'

const HELP = 'Events at other times, and those above the bound, wait for one digest.'

export function HoursSection({ bind }: { bind: Bind<z.input<typeof notificationRuleForm>> }) {
  return (
    <Section title="Hours" help={HELP}>
      <Wide>
        <DaysField {...bind('weekdays')} />
      </Wide>
      <PlainTextField label="From" placeholder="08:00" {...bind('from_time')} />
      <PlainTextField label="To" placeholder="18:00" {...bind('till_time')} />
      <TimeZonePicker
        label="Time zone (optional)"
        placeholder="As the switch"
        clearable
        {...bind('timezone')}
      />
      <NumberField
        label="Messages per hour"
        description="To one recipient, at most 1,000"
        {...bind('max_per_hour')}
      />
    </Section>
  )
}

interface DaysFieldProps {
  readonly error?: ReactNode
  readonly value?: number[]
  readonly defaultValue?: number[]
  readonly onChange?: (days: number[]) => void
}

function DaysField({ error, ...field }: DaysFieldProps) {
  const [days, change] = useFieldValue<number[]>(field, [])
  const id = useId()
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        Days
      </Input.Label>
      <Chip.Group
        multiple
        value={days.map(String)}
        onChange={(chosen) => change(chosen.map(Number).sort((a, b) => a - b))}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: the section is the fieldset. */}
        <div
          role="group"
          aria-labelledby={id}
          style={{ display: 'flex', flexWrap: 'wrap', gap: 5, alignItems: 'center' }}
        >
          {WEEKDAYS.map((day, index) => (
            <Chip key={day} value={String(index + 1)} size="xs" variant="outline">
              {day}
            </Chip>
          ))}
          {days.length === 0 && <span className="muted">all days</span>}
        </div>
      </Chip.Group>
      {error && <Input.Error>{error}</Input.Error>}
    </div>
  )
}
