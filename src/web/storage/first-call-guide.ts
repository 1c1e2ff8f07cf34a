// Whether this browser shows the steps to a first call over every page. Only that is remembered:
// what is done already is read from the configuration.
import { makeStore, useStore } from '../ui/store.ts'
import { recall, remember } from './vault.ts'

type Guide = 'shown' | 'dismissed'

const KEY = 'FIRST_CALL'

function read(): Guide | undefined {
  const known = recall(KEY)
  return known === 'shown' || known === 'dismissed' ? known : undefined
}

const stored = makeStore(read())
addEventListener('storage', () => stored.set(read()))

/** Undefined until it was begun or dismissed. */
export const useFirstCallGuide = (): Guide | undefined => useStore(stored)

export function setFirstCallGuide(guide: Guide): void {
  remember(KEY, guide)
  stored.set(guide)
}
