// The values that the browser keeps. Keys and values are obfuscated, which hides them from a
// glance and protects nothing; the token's key AUTH_TOKEN is as named. The theme, key and value,
// is plain: the spec names its values.

const MASK = new TextEncoder().encode('soft-switch-server')

function masked(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, i) => byte ^ (MASK[i % MASK.length] ?? 0) ^ (i & 0xff))
}

export function obfuscate(text: string): string {
  const bytes = masked(new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...bytes))
}

/** Undefined for a value that this console has not written. */
export function reveal(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(masked(bytes))
  } catch {
    return undefined
  }
}

const storedKey = (key: string) => (key === 'AUTH_TOKEN' ? key : obfuscate(key))

export function recall(key: string): string | undefined {
  const stored = localStorage.getItem(storedKey(key))
  return stored === null ? undefined : reveal(stored)
}

export function remember(key: string, value: string | undefined): void {
  if (value === undefined) localStorage.removeItem(storedKey(key))
  else localStorage.setItem(storedKey(key), obfuscate(value))
}

export type Scheme = 'light' | 'dark'

export function recallTheme(): Scheme | undefined {
  const stored = localStorage.getItem('theme')
  return stored === 'dark' || stored === 'light' ? stored : undefined
}

export function rememberTheme(scheme: Scheme): void {
  localStorage.setItem('theme', scheme)
}
