// Passwords of telephones. Digest needs no more than a hash of name, realm and password, so that
// hash is all that is stored, and the password is told once.
import { createHash, randomInt } from 'node:crypto'
import { SIP_REALM } from '#core/sip-realm.ts'

/** HA1 of RFC 2617 §3.2.2.2, as telephones compute it too. */
export function ha1Of(username: string, password: string, realm = SIP_REALM): string {
  return createHash('md5').update(`${username}:${realm}:${password}`).digest('hex')
}

/** Without those that look alike, because a password is typed into telephones by hand. */
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

/** 16 letters: 92 bits, so that nobody finds it from the hash or by trying. */
export function makeSipPassword(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** Eight digits, which a telephone of digits alone can be given. */
export const makeSipName = (): string => String(randomInt(10_000_000, 100_000_000))
