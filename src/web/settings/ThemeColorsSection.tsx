// The eight theme colours in their four pairs, each with its contrast and what will be shown.
import { Button, ColorInput } from '@mantine/core'
import { useState } from 'react'
import { setThemeColors } from '#contract/console/settings.ts'
import type { ThemeColors } from '#contract/people/session.ts'
import { contrast, onSolid } from '#core/color.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { DEFAULT_COLORS } from '../ui/theme/tokens.ts'
import styles from './Settings.module.css'

type ColorName = keyof ThemeColors

const PAIRS: readonly { label: string; ground: ColorName; text: ColorName }[] = [
  { label: 'Primary', ground: 'primary', text: 'primaryText' },
  { label: 'Secondary', ground: 'secondary', text: 'secondaryText' },
  { label: 'Tertiary', ground: 'tertiary', text: 'tertiaryText' },
  { label: 'Background', ground: 'background', text: 'foreground' },
]

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export function ThemeColorsSection({ colors }: { colors: ThemeColors }) {
  const mayEdit = useMay('settings.edit')
  const [draft, setDraft] = useState(colors)
  const change = useChange(setThemeColors, {
    also: ['initial-data'],
    done: 'Theme colours changed.',
  })
  const field = (name: ColorName, label: string) => (
    <ColorInput
      label={label}
      value={draft[name]}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
      disabled={!mayEdit}
      error={isColor(draft[name]) ? undefined : 'A colour, for example #00007F'}
      format="hex"
    />
  )
  const valid = Object.values(draft).every(isColor)
  return (
    <div>
      <div className={styles.colors}>
        {PAIRS.map(({ label, ground, text }) => (
          <div key={label} className={styles.pair}>
            {field(ground, label)}
            {field(text, ground === 'background' ? 'Foreground' : `Text on ${ground}`)}
            {isColor(draft[ground]) && isColor(draft[text]) && (
              <Sample ground={draft[ground]} text={draft[text]} />
            )}
          </div>
        ))}
      </div>
      <div className={styles.buttons}>
        <Button
          variant="default"
          disabled={!mayEdit || !valid}
          loading={change.isPending}
          onClick={() => change.mutate({ body: { colors: draft } })}
        >
          Save colours
        </Button>
        <Button
          variant="subtle"
          disabled={!mayEdit}
          onClick={() => setDraft({ ...DEFAULT_COLORS })}
        >
          Restore defaults
        </Button>
      </div>
    </div>
  )
}

function Sample({ ground, text }: { ground: string; text: string }) {
  const ratio = contrast(ground, text)
  const shown = onSolid(ground, text)
  return (
    <div className={styles.sample}>
      <span style={{ background: ground, color: shown }}>Sample</span>
      <span className={ratio < 4.5 ? 'danger' : 'muted'}>
        {ratio.toFixed(2)} : 1{shown !== text && `, contrast too low: ${shown} is used instead`}
      </span>
    </div>
  )
}
