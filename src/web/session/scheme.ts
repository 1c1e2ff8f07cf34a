// Light or dark: what is stored, else what the system prefers, also when that changes.
import { useSyncExternalStore } from 'react'
import { recallTheme, rememberTheme, type Scheme } from '../storage/vault.ts'

const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

// Chromium does not report a change that was read before its event: so screens do not read it while
// they render, or some of them would not update.
let prefers_dark = system.matches
system.addEventListener('change', ({ matches }) => {
  prefers_dark = matches
  tellAll()
})
// Another tab of the console may change it.
addEventListener('storage', tellAll)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const current = (): Scheme => recallTheme() ?? (prefers_dark ? 'dark' : 'light')

export const useScheme = (): Scheme => useSyncExternalStore(subscribe, current)

export function setScheme(scheme: Scheme): void {
  rememberTheme(scheme)
  tellAll()
}
