// The ranges of a time window: days, hours, and the resulting week.
import { ActionIcon, Button, Chip, Input, MultiSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { MONTHS, WEEKDAYS } from '#core/time/time-window-labels.ts'
import styles from './TimeWindow.module.css'
import { WeekStrip } from './WeekStrip.tsx'
import type { RangeValues } from './week.ts'

interface RangesFieldProps {
  readonly ranges: readonly RangeValues[]
  /** By the path of the field in the form: `ranges.0.till`. */
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly onChange: (ranges: RangeValues[]) => void
}

export const WORKDAYS: RangeValues = {
  weekdays: [1, 2, 3, 4, 5],
  from: '09:00',
  till: '17:00',
  months: [],
  days: [],
}

export function RangesField({ ranges, errors, onChange }: RangesFieldProps) {
  return (
    <div className={styles.ranges}>
      <div className={styles.list}>
        {ranges.map((range, at) => (
          <Range
            // biome-ignore lint/suspicious/noArrayIndexKey: a range has nothing but its place.
            key={at}
            at={at}
            range={range}
            errors={errors}
            onChange={(part) => onChange(ranges.with(at, { ...range, ...part }))}
            onRemove={() => onChange(ranges.toSpliced(at, 1))}
          />
        ))}
        {errors.ranges && <Input.Error>{errors.ranges}</Input.Error>}
        <Button
          className={styles.add}
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => onChange([...ranges, WORKDAYS])}
        >
          Add hours
        </Button>
      </div>
      <WeekStrip ranges={ranges} />
    </div>
  )
}

interface RangeProps {
  readonly at: number
  readonly range: RangeValues
  readonly errors: RangesFieldProps['errors']
  readonly onChange: (part: Partial<RangeValues>) => void
  readonly onRemove: () => void
}

const MONTH_CHOICES = MONTHS.map((label, at) => ({ value: String(at + 1), label }))
const DAY_CHOICES = Array.from({ length: 31 }, (_, at) => String(at + 1))

const numbers = (texts: readonly string[]): number[] => texts.map(Number).sort((a, b) => a - b)

/** 9, 930 and 9:30 are times, too. */
function tidyTime(text: string): string {
  const parts = /^(\d{1,2})[:.]?(\d{2})?$/.exec(text.trim())
  return parts ? `${parts[1]?.padStart(2, '0')}:${parts[2] ?? '00'}` : text
}

function Range({ at, range, errors, onChange, onRemove }: RangeProps) {
  const id = useId()
  const title = `Hours ${at + 1}`
  const errorOf = (field: keyof RangeValues) => errors[`ranges.${at}.${field}`]
  const time = (field: 'from' | 'till', label: string) => (
    <TextInput
      label={label}
      name={`ranges.${at}.${field}`}
      inputMode="numeric"
      autoComplete="off"
      placeholder={field === 'from' ? '09:00' : '17:00'}
      value={range[field]}
      error={errorOf(field)}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      onBlur={(event) => onChange({ [field]: tidyTime(event.currentTarget.value) })}
    />
  )
  return (
    <fieldset className={styles.range}>
      <legend className="visually-hidden">{title}</legend>
      <div className={styles.week_row}>
        <Input.Label id={id} labelElement="div">
          Days
        </Input.Label>
        <Chip.Group
          multiple
          value={range.weekdays.map(String)}
          onChange={(chosen) => onChange({ weekdays: numbers(chosen) })}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: the fieldset holds more than these. */}
          <div className={styles.chips} role="group" aria-labelledby={id}>
            {WEEKDAYS.map((day, index) => (
              <Chip key={day} value={String(index + 1)} size="xs" variant="outline">
                {day}
              </Chip>
            ))}
          </div>
        </Chip.Group>
        {range.weekdays.length === 0 && <span className="muted">all days</span>}
        <ActionIcon
          className={styles.remove}
          size={24}
          aria-label={`Remove ${title.toLowerCase()}`}
          onClick={onRemove}
        >
          <IconX size={14} />
        </ActionIcon>
      </div>
      {time('from', 'From')}
      {time('till', 'To')}
      <MultiSelect
        label="Months (optional)"
        placeholder={range.months.length === 0 ? 'All' : ''}
        data={MONTH_CHOICES}
        value={range.months.map(String)}
        error={errorOf('months')}
        onChange={(chosen) => onChange({ months: numbers(chosen) })}
      />
      <MultiSelect
        label="Dates (optional)"
        placeholder={range.days.length === 0 ? 'All' : ''}
        searchable
        data={DAY_CHOICES}
        value={range.days.map(String)}
        error={errorOf('days')}
        onChange={(chosen) => onChange({ days: numbers(chosen) })}
      />
    </fieldset>
  )
}
