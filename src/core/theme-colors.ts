// The eight colours of a theme, and how well its texts can be read.
import { contrast, readable } from './color.ts'

export interface ThemeColors {
  readonly primary: string
  readonly primaryText: string
  readonly secondary: string
  readonly secondaryText: string
  readonly tertiary: string
  readonly tertiaryText: string
  readonly background: string
  readonly foreground: string
}

/** The text on each ground. */
export const COLOR_PAIRS = [
  ['primary', 'primaryText'],
  ['secondary', 'secondaryText'],
  ['tertiary', 'tertiaryText'],
  ['background', 'foreground'],
] as const satisfies readonly (readonly [keyof ThemeColors, keyof ThemeColors])[]

/** WCAG 2, level AA, for text of any size. */
const CONTRAST_MIN = 4.5

/** How well a text can be read, and the nearest colour that can; null if it can itself. */
export function contrastOf(
  ground: string,
  text: string,
): { readonly ratio: number; readonly nearest: string | null } {
  const ratio = contrast(ground, text)
  const nearest = ratio >= CONTRAST_MIN ? null : readable(text, ground, CONTRAST_MIN).toUpperCase()
  return { ratio, nearest }
}
