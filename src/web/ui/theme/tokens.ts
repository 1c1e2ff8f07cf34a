// From the eight configured colours to every colour of the console, always readable:
// a configured pair without contrast is repaired, never shown as it is.
import { contrast, isDark, mix, onSolid, readable, tinted } from '#core/color.ts'
import type { ThemeColors } from '#core/theme-colors.ts'

export const DEFAULT_COLORS: ThemeColors = {
  primary: '#00007F',
  primaryText: '#FFFFFF',
  secondary: '#C83296',
  secondaryText: '#FFFFFF',
  tertiary: '#96C832',
  tertiaryText: '#FFFFFF',
  background: '#FFFFFF',
  foreground: '#000000',
}

export interface Accent {
  /** For filled areas, and the text on them. */
  readonly solid: string
  readonly on: string
  readonly hover: string
  /** For text and lines on the page. */
  readonly text: string
  /** For a quiet filling, on which `text` can be read. */
  readonly soft: string
}

export type AccentName =
  | 'primary'
  | 'secondary'
  | 'tertiary'
  | 'danger'
  | 'success'
  | 'warning'
  | 'info'

export interface Tokens {
  readonly background: string
  readonly foreground: string
  readonly surface: string
  readonly hover: string
  readonly border: string
  readonly control_border: string
  readonly muted: string
  readonly accents: Readonly<Record<AccentName, Accent>>
  /** Ten greys, lightest first. */
  readonly greys: readonly string[]
}

/** How much text is mixed into the page under the pointer. */
const HOVER = { light: 0.05, dark: 0.1 }
/** In the dark the kit puts fields and menus on the seventh: text must stay readable there. */
const GREYS = {
  light: [0.02, 0.05, 0.09, 0.14, 0.2, 0.32, 0.48, 0.64, 0.8, 0.92],
  dark: [0.92, 0.8, 0.64, 0.48, 0.28, 0.11, 0.05, 0.03, 0.02, 0.01],
}

/** Status colours are not for theming: red must stay red. */
const STATUS = { danger: '#c62828', success: '#2e7d32', warning: '#b26a00', info: '#1565c0' }

function accent(
  color: string,
  textOn: string,
  background: string,
  hover: string,
  dark: boolean,
): Accent {
  // Light mode never alters a configured solid; in the dark one that drowns is lifted.
  const solid = dark && contrast(color, background) < 3 ? readable(color, background, 4.6) : color
  const soft = mix(solid, background, dark ? 0.22 : 0.1)
  const on = onSolid(solid, textOn)
  return {
    solid,
    on,
    hover: mix(isDark(on) ? '#ffffff' : '#000000', solid, 0.12),
    text: [soft, hover, background].reduce((text, ground) => readable(text, ground, 4.6), color),
    soft,
  }
}

export function tokensOf(colors: ThemeColors, dark: boolean): Tokens {
  const fits = isDark(colors.background) === dark
  const background = fits ? colors.background : tinted(colors.primary, dark ? 0.2 : 0.99)
  const wanted = fits ? colors.foreground : tinted(colors.primary, dark ? 0.94 : 0.15)
  const foreground = readable(wanted, background, 7)
  const grey = (share: number) => mix(foreground, background, share)
  const mode = dark ? 'dark' : 'light'
  const of = (color: string, on = '#ffffff') =>
    accent(color, on, background, grey(HOVER[mode]), dark)
  return {
    background,
    foreground,
    surface: grey(dark ? 0.06 : 0.03),
    hover: grey(HOVER[mode]),
    border: grey(dark ? 0.2 : 0.13),
    control_border: readable(grey(0.3), background, 3.05),
    muted: readable(grey(0.55), grey(HOVER[mode]), 4.6),
    accents: {
      primary: of(colors.primary, colors.primaryText),
      secondary: of(colors.secondary, colors.secondaryText),
      tertiary: of(colors.tertiary, colors.tertiaryText),
      danger: of(STATUS.danger),
      success: of(STATUS.success),
      warning: of(STATUS.warning),
      info: of(STATUS.info),
    },
    greys: GREYS[mode].map(grey),
  }
}
