// Passwords of SIP users. Digest needs only a hash of name, realm and password, so only the hash is
// stored, and the password is shown once.
import { createHash } from 'node:crypto'
import { SIP_REALM } from '#core/sip-realm.ts'
import { randomLetters } from '../http/random.ts'

/** HA1 of RFC 2617 §3.2.2.2, as phones compute it too. */
export function ha1Of(username: string, password: string, realm = SIP_REALM): string {
  return createHash('md5').update(`${username}:${realm}:${password}`).digest('hex')
}

/** Without letters that look alike, because passwords are typed into phones by hand. */
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16

/** 16 letters: 92 bits, too many to find from the hash or by trying. */
export const makeSipPassword = (): string => randomLetters(LETTERS, LENGTH)

/** Eight digits, which can be entered on a numeric keypad. */
export const makeSipName = (): string =>
  randomLetters('123456789', 1) + randomLetters('0123456789', 7)
