// Hands our tokens to the component kit. It knows light and dark apart by itself, so a change of
// scheme costs nothing, and new colours rewrite one style element.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core'
import { mix } from '#core/color.ts'
import type { ThemeColors } from '#core/theme-colors.ts'
import { type Accent, type AccentName, type Tokens, tokensOf } from './tokens.ts'

const ACCENTS: readonly AccentName[] = [
  'primary',
  'secondary',
  'tertiary',
  'danger',
  'success',
  'warning',
  'info',
]

function accentVariables(name: AccentName, accent: Accent): Record<string, string> {
  const key = `--mantine-color-${name}`
  return {
    [`${key}-filled`]: accent.solid,
    [`${key}-filled-hover`]: accent.hover,
    [`${key}-light`]: accent.soft,
    [`${key}-light-hover`]: mix(accent.text, accent.soft, 0.1),
    [`${key}-light-color`]: accent.text,
    [`${key}-outline`]: accent.text,
    [`${key}-outline-hover`]: accent.soft,
    [`${key}-text`]: accent.text,
    [`--kit-on-${name}`]: accent.on,
  }
}

function variablesOf(tokens: Tokens): Record<string, string> {
  return {
    '--mantine-color-body': tokens.background,
    '--mantine-color-text': tokens.foreground,
    '--mantine-color-bright': tokens.foreground,
    '--mantine-color-dimmed': tokens.muted,
    '--mantine-color-placeholder': tokens.muted,
    '--mantine-color-anchor': tokens.accents.primary.text,
    '--mantine-color-error': tokens.accents.danger.text,
    '--mantine-color-default': tokens.background,
    '--mantine-color-default-hover': tokens.hover,
    '--mantine-color-default-color': tokens.foreground,
    '--mantine-color-default-border': tokens.control_border,
    '--mantine-color-disabled': tokens.surface,
    '--mantine-color-disabled-color': tokens.muted,
    '--mantine-color-gray-light': tokens.hover,
    '--mantine-color-gray-light-hover': tokens.border,
    '--mantine-color-gray-light-color': tokens.foreground,
    '--mantine-primary-color-contrast': tokens.accents.primary.on,
    '--kit-surface': tokens.surface,
    '--kit-hover': tokens.hover,
    '--kit-border': tokens.border,
    ...Object.assign({}, ...ACCENTS.map((name) => accentVariables(name, tokens.accents[name]))),
  }
}

export function resolverOf(colors: ThemeColors): CSSVariablesResolver {
  const light = variablesOf(tokensOf(colors, false))
  const dark = variablesOf(tokensOf(colors, true))
  return () => ({ variables: {}, light, dark })
}

/** The text on a filled button is the computed one: Mantine would take white. */
const variantColors: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  const name = input.color ?? input.theme.primaryColor
  if (input.variant !== 'filled' || !ACCENTS.some((accent) => accent === name)) return resolved
  return { ...resolved, color: `var(--kit-on-${name})`, hoverColor: `var(--kit-on-${name})` }
}

const tuple = (shades: readonly string[]) => shades as unknown as MantineColorsTuple

const small = { defaultProps: { size: 'xs' } }

export function mantineTheme(colors: ThemeColors): MantineThemeOverride {
  const light = tokensOf(colors, false)
  const dark = tokensOf(colors, true)
  const shades = (name: AccentName) =>
    [0.08, 0.16, 0.3, 0.45, 0.6, 0.8].map((share) =>
      mix(light.accents[name].solid, light.background, share),
    )
  return createTheme({
    primaryColor: 'primary',
    variantColorResolver: variantColors,
    fontFamily:
      'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
    fontFamilyMonospace:
      'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
    fontSizes: { xs: '0.8125rem', sm: '0.8125rem', md: '0.8125rem', lg: '1rem', xl: '1.125rem' },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    colors: {
      gray: tuple(light.greys),
      dark: tuple(dark.greys),
      ...Object.fromEntries(
        ACCENTS.map((name) => [
          name,
          tuple([...shades(name), ...Array<string>(4).fill(light.accents[name].solid)]),
        ]),
      ),
    },
    components: {
      ...Object.fromEntries(
        [
          'Button',
          'TextInput',
          'PasswordInput',
          'Textarea',
          'NumberInput',
          'Checkbox',
          'Switch',
          'SegmentedControl',
          'NativeSelect',
          'Radio',
          'ColorInput',
        ].map((name) => [name, small]),
      ),
      // The description of a field is under it, so that the fields of a row are aligned.
      InputWrapper: {
        defaultProps: {
          size: 'xs',
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
        },
      },
      // Enter takes the first hit of what was typed.
      Select: { defaultProps: { size: 'xs', selectFirstOptionOnChange: true } },
      MultiSelect: { defaultProps: { size: 'xs', selectFirstOptionOnChange: true } },
      // A child of a menu may only be an item (ARIA).
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 26 } },
      Tooltip: { defaultProps: { openDelay: 400, withArrow: true, fz: 12 } },
      ColorInput: {
        defaultProps: {
          size: 'xs',
          eyeDropperButtonProps: { 'aria-label': 'Pick from the screen' },
        },
      },
    },
  })
}
