// Light or dark: what is stored, else what the system prefers, also when that changes.
import { useSyncExternalStore } from 'react'
import { recallTheme, rememberTheme, type Scheme } from './vault.ts'

const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  system.addEventListener('change', listener)
  // Another tab of the console may change it.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
    removeEventListener('storage', listener)
  }
}

const current = (): Scheme => recallTheme() ?? (system.matches ? 'dark' : 'light')

export const useScheme = (): Scheme => useSyncExternalStore(subscribe, current)

export function setScheme(scheme: Scheme): void {
  rememberTheme(scheme)
  for (const listener of listeners) listener()
}
