// Passwords as the switch needs them: decrypted when they are loaded. A password whose key is lost
// counts as missing and is logged once; the others keep working.
import type { Logger } from 'pino'
import type { SecretColumn, SecretKeys } from '#db/secrets/secret-keys.ts'

export interface Passwords {
  /** `name` identifies the password in the log. */
  read(column: SecretColumn, name: string, text: string): string | undefined
}

const TOLD_MAX = 10_000

export function openPasswords(keys: SecretKeys, log: Logger): Passwords {
  const told = new Set<string>()
  return {
    read(column, name, text) {
      const clear = keys.decrypt(column, text)
      if (clear === undefined && !told.has(text) && told.size < TOLD_MAX) {
        told.add(text)
        log.error({ column, name }, 'its key is not in secret-keys: enter this password again')
      }
      return clear
    },
  }
}
