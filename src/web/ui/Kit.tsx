// The context of the kit: colours, scheme, the user's time zone, the server's clock, and a memory
// for how the user has set up a table.
import { MantineProvider } from '@mantine/core'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { ThemeColors } from '#core/theme-colors.ts'
import type { DateFormat } from '#core/time/date-format.ts'
import './kit.css'
import { mantineTheme, resolverOf } from './theme/mantine-theme.ts'
import { type Tokens, tokensOf } from './theme/tokens.ts'

export interface KitSettings {
  readonly colors: ThemeColors
  readonly scheme: 'light' | 'dark'
  /** The time zone of the user; without one, that of the switch. */
  readonly timeZone: string
  readonly dateFormat: DateFormat
  /** The decimals of amounts in lists. */
  readonly amountDecimals: number
  /** Milliseconds since 1970 on the server's clock. */
  readonly now: () => number
  readonly recall: (key: string) => string | undefined
  readonly remember: (key: string, value: string | undefined) => void
}

const KitContext = createContext<KitSettings | undefined>(undefined)

export function useKit(): KitSettings {
  const kit = use(KitContext)
  if (!kit) throw new Error('A part of the kit stands outside <Kit>.')
  return kit
}

export function useTokens(): Tokens {
  const { colors, scheme } = useKit()
  return useMemo(() => tokensOf(colors, scheme === 'dark'), [colors, scheme])
}

/** The scheme is kept by the session, not by the component kit. */
const noMemory = {
  get: (fallback: 'light' | 'dark' | 'auto') => fallback,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

/** By which the policy of the page lets the kit write style elements. */
const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

export function Kit({ children, ...settings }: KitSettings & { children: ReactNode }) {
  const theme = useMemo(() => mantineTheme(settings.colors), [settings.colors])
  const resolver = useMemo(() => resolverOf(settings.colors), [settings.colors])
  return (
    <KitContext value={settings}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        forceColorScheme={settings.scheme}
        colorSchemeManager={noMemory}
        deduplicateCssVariables={false}
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </KitContext>
  )
}
