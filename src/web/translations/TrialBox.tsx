// Numbers of a call before and after the rules, while both are being written.
import { IconArrowRight } from '@tabler/icons-react'
import { useId } from 'react'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Section } from '../ui/form/Section.tsx'
import styles from './Translation.module.css'
import { FIELDS } from './translation-labels.ts'
import type { useTrial } from './use-trial.ts'

type TrialBoxProps = Pick<ReturnType<typeof useTrial>, 'numbers' | 'setNumber' | 'trial'>

export function TrialBox({ numbers, setNumber, trial }: TrialBoxProps) {
  return (
    <Section
      title="Test"
      help="Enter the numbers of a call. The result of each rule is shown beside it. Nothing is
        saved and no call is placed."
      wide
    >
      <div className={styles.trial}>
        {FIELDS.map(({ value, label }) => (
          <Line
            key={value}
            label={label}
            before={numbers[value]}
            after={trial?.numbers[value]}
            onChange={(text) => setNumber(value, text)}
          />
        ))}
      </div>
    </Section>
  )
}

interface LineProps {
  readonly label: string
  readonly before: string
  /** Unknown while the rules cannot be tried. */
  readonly after: string | undefined
  readonly onChange: (text: string) => void
}

function Line({ label, before, after, onChange }: LineProps) {
  const id = useId()
  const isChanged = after !== undefined && after !== before
  return (
    <div className={styles.line}>
      <PlainTextField
        label={label}
        labelProps={{ id }}
        maxLength={128}
        classNames={{ input: 'mono' }}
        value={before}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <IconArrowRight size={16} aria-hidden className="muted" />
      <output aria-label={`${label} after the rules`} className="mono">
        {after === '' && before !== '' && <span className="danger">empty</span>}
        {after && <span className={isChanged ? styles.changed : 'muted'}>{after}</span>}
      </output>
    </div>
  )
}
