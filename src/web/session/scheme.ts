// Light or dark: what is stored, else what the system prefers, also when that changes.
import { recallTheme, rememberTheme, type Scheme } from '../storage/vault.ts'
import { makeStore, useStore } from '../ui/store.ts'

const system = matchMedia('(prefers-color-scheme: dark)')
// Chromium does not report a change that was read before its event: so screens do not read it while
// they render, or some of them would not update.
const prefersDark = makeStore(system.matches)
system.addEventListener('change', ({ matches }) => prefersDark.set(matches))

const stored = makeStore(recallTheme())
// Another tab of the console may change it.
addEventListener('storage', () => stored.set(recallTheme()))

export function useScheme(): Scheme {
  const preferred = useStore(prefersDark) ? 'dark' : 'light'
  return useStore(stored) ?? preferred
}

export function setScheme(scheme: Scheme): void {
  rememberTheme(scheme)
  stored.set(recallTheme())
}
