// The eight colours of a theme in their four pairs, each with its contrast.
import { Button, ColorInput } from '@mantine/core'
import { onSolid } from '#core/color.ts'
import { COLOR_PAIRS, contrastOf, type ThemeColors } from '#core/theme-colors.ts'
import styles from './ColorPairs.module.css'

type ColorName = keyof ThemeColors

const LABELS: Readonly<Record<ColorName, string>> = {
  primary: 'Primary',
  primaryText: 'Text on primary',
  secondary: 'Secondary',
  secondaryText: 'Text on secondary',
  tertiary: 'Tertiary',
  tertiaryText: 'Text on tertiary',
  background: 'Background',
  foreground: 'Foreground',
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export const areColors = (colors: ThemeColors): boolean => Object.values(colors).every(isColor)

interface ColorPairsProps {
  readonly colors: ThemeColors
  readonly onChange: (colors: ThemeColors) => void
  readonly disabled: boolean
}

export function ColorPairs({ colors, onChange, disabled }: ColorPairsProps) {
  const set = (name: ColorName, value: string) => onChange({ ...colors, [name]: value })
  const field = (name: ColorName) => (
    <ColorInput
      label={LABELS[name]}
      value={colors[name]}
      onChange={(value) => set(name, value)}
      disabled={disabled}
      error={isColor(colors[name]) ? undefined : 'A colour, for example #00007F'}
      format="hex"
    />
  )
  return (
    <div className={styles.colors}>
      {COLOR_PAIRS.map(([ground, text]) => (
        <div key={ground} className={styles.pair}>
          {field(ground)}
          {field(text)}
          {isColor(colors[ground]) && isColor(colors[text]) && (
            <Sample
              ground={colors[ground]}
              text={colors[text]}
              label={LABELS[text]}
              onUse={disabled ? undefined : (color) => set(text, color)}
            />
          )}
        </div>
      ))}
    </div>
  )
}

interface SampleProps {
  readonly ground: string
  readonly text: string
  /** The name of the text in the form. */
  readonly label: string
  readonly onUse: ((color: string) => void) | undefined
}

function Sample({ ground, text, label, onUse }: SampleProps) {
  const { ratio, nearest } = contrastOf(ground, text)
  const shown = onSolid(ground, text)
  return (
    <div className={styles.sample}>
      <span style={{ background: ground, color: shown }}>Sample</span>
      <span className={nearest === null ? 'muted' : 'danger'}>
        {ratio.toFixed(2)} : 1{nearest !== null && ', contrast too low'}
        {shown !== text && `: ${shown} is used instead`}
      </span>
      {nearest !== null && onUse && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Use ${nearest} for ${label}`}
          onClick={() => onUse(nearest)}
        >
          Use {nearest}
        </Button>
      )}
    </div>
  )
}
