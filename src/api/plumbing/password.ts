// Passwords: Argon2id hashes, made by at most four threads at a time, so that a storm of logins
// cannot take the machine away from the calls.
import { hash, verify } from '@node-rs/argon2'
import { badField } from './problem.ts'

const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_A_TIME = 4

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time without a hash, so that nobody learns which usernames exist. */
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
  const nobody = inTurn(() => hash('a password that nobody has', ARGON2ID))
  return {
    hash: (password) => inTurn(() => hash(password, ARGON2ID)),
    async matches(password, password_hash) {
      const expected = password_hash ?? (await nobody)
      const isRight = await inTurn(() => verify(expected, password))
      return isRight && password_hash !== undefined
    },
  }
}

/** True for a hash of earlier days: it is made anew when its password is next at hand. */
export function isOutdated(password_hash: string): boolean {
  const { memoryCost, timeCost, parallelism } = ARGON2ID
  const today = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
  return !password_hash.startsWith(today)
}

/** The heads of the lists of leaked passwords that are long enough to pass the length rule. */
const WELL_KNOWN = new Set([
  '000000000000',
  '111111111111',
  '1111111111111',
  '111222333444',
  '112233445566',
  '121212121212',
  '123123123123',
  '1234567890123',
  '12345678901234',
  '123456789012345',
  '1234567890123456',
  '123456789012',
  '123456789abc',
  '123456789qwe',
  '1234567890qwertyuiop',
  '1234qwerasdf',
  '1q2w3e4r5t6y',
  '1q2w3e4r5t6y7u8i',
  '1qaz2wsx3edc',
  '1qaz2wsx3edc4rfv',
  '987654321012',
  'abc123456789',
  'abcdefghijkl',
  'administrator',
  'administrator1',
  'adminadminadmin',
  'changemechangeme',
  'changeme1234',
  'iloveyou1234',
  'letmeinletmein',
  'letmein12345',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'p@ssw0rd1234',
  'q1w2e3r4t5y6',
  'qazwsxedcrfv',
  'qwerty123456',
  'qwerty1234567',
  'qwertyqwerty',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiopasdfghjkl',
  'qwertyuiop[]',
  'softswitch12',
  'softswitch123',
  'softswitch1234',
  'softswitchsoftswitch',
  'welcome12345',
])

/** Refuses a password that an attacker tries first. */
export function checkPassword(field: string, password: string, username: string): void {
  const plain = password.toLowerCase()
  if (plain === username.toLowerCase()) throw badField(field, 'Not the same as the username.')
  if (WELL_KNOWN.has(plain) || new Set(plain).size < 4) {
    throw badField(field, 'This password is too well known. Please choose another one.')
  }
}
