// Passwords: Argon2id hashes, made by at most four threads at a time, so that a storm of logins
// cannot take the machine away from the calls.
import { hash, verify } from '@node-rs/argon2'
import { isGuessable } from '#core/guessable.ts'
import { badField } from '../http/problem.ts'

const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_A_TIME = 4

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time without a hash, so that the time does not reveal which usernames exist. */
  matches(password: string, password_hash: string | undefined): Promise<boolean>
}

function makeSemaphore(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resume) => waiting.push(resume))
    try {
      return await work()
    } finally {
      // A waiting one takes the place over, so that `free` never counts it twice.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

export function makePasswords(): Passwords {
  const inTurn = makeSemaphore(AT_A_TIME)
  const nobody = inTurn(() => hash('the password of no user', ARGON2ID))
  return {
    hash: (password) => inTurn(() => hash(password, ARGON2ID)),
    async matches(password, password_hash) {
      const expected = password_hash ?? (await nobody)
      const isRight = await inTurn(() => verify(expected, password))
      return isRight && password_hash !== undefined
    },
  }
}

/** True for a hash with old parameters: it is renewed at the next login. */
export function isOutdated(password_hash: string): boolean {
  const { memoryCost, timeCost, parallelism } = ARGON2ID
  const today = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
  return !password_hash.startsWith(today)
}

/** Refuses what an attacker tries first; `names` are those of the user and the account. */
export function checkPassword(field: string, password: string, names: readonly string[]): void {
  if (isGuessable(password, names)) {
    throw badField(field, 'Too easy to guess. Use four unrelated words, for example.')
  }
}
