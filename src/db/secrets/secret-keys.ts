// Passwords that the switch needs in clear text are encrypted in the database, with keys in a file
// beside it: a dump or a backup alone reveals none of them. AES-256-GCM, with the name of the key
// in the text, so that a new key can take over.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Column in which the text lies; bound to it, so that none is taken for that of another one. */
export type SecretColumn =
  | 'gateway.auth_password'
  | 'sip_user.ha1'
  | 'client_ip.auth_ha1'
  | 'second_factor.secret'
  | 'record_consumer.secret'
  | 'node_join.code'
  | 'mail_server.password'
  | 'notification_webhook.secret'
  | 'backup_store.sealed_key'
  // In links of mails, and in no column.
  | 'unsubscribe token'

export interface SecretKeys {
  /** Every text that is encrypted with the key in use begins so. */
  readonly prefix: string
  encrypt(column: SecretColumn, text: string): string
  /** Undefined if the key is lost or the text was changed. */
  decrypt(column: SecretColumn, text: string): string | undefined
  /** For much data, which is read by the same key for as long as it is kept. */
  encryptBytes(bytes: Uint8Array, bound_to: string): Buffer
  /** Undefined if the key is lost or the bytes were changed. */
  decryptBytes(sealed: Buffer, bound_to: string): Buffer | undefined
}

const CIPHER = 'aes-256-gcm'
export const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_BYTES = 4
const ENCRYPTED = /^gcm1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/

/** A text in base64url that only the key opens, and only as what it was bound to. */
export const seal = (text: string, key: Buffer, nonce: Buffer, bound_to: string): string =>
  sealBytes(Buffer.from(text), key, nonce, bound_to).toString('base64url')

function sealBytes(bytes: Uint8Array, key: Buffer, nonce: Buffer, bound_to: string): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(bound_to))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Undefined for what `seal` has not made with the same key and the same `bound_to`. */
export const unseal = (sealed: string, key: Buffer, bound_to: string): string | undefined =>
  unsealBytes(Buffer.from(sealed, 'base64url'), key, bound_to)?.toString('utf8')

function unsealBytes(bytes: Buffer, key: Buffer, bound_to: string): Buffer | undefined {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(bound_to)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const clear = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([clear, decipher.final()])
  } catch {
    return undefined
  }
}

const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** Keys of 64 hex digits, separated by blanks; the first is in use, the others can still read. */
export function readSecretKeys(text: string): SecretKeys {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0 || !words.every((word) => /^[0-9a-f]{64}$/.test(word))) {
    throw new Error('secret-keys must hold keys of 64 hex digits, one in each line')
  }
  const keys = words.map((word) => Buffer.from(word, 'hex'))
  const known = new Map(keys.map((key) => [idOf(key), key]))
  const [newest = Buffer.alloc(0)] = keys
  const prefix = `gcm1:${idOf(newest)}:`

  return {
    prefix,
    encrypt: (column, text) => prefix + seal(text, newest, randomBytes(NONCE_BYTES), column),
    decrypt(column, text) {
      const [, id, payload] = ENCRYPTED.exec(text) ?? []
      // Empty, or from before there were keys: the next start encrypts it.
      if (!id || !payload) return text
      const key = known.get(id)
      return key && unseal(payload, key, column)
    },
    encryptBytes: (bytes, bound_to) =>
      Buffer.concat([
        Buffer.from(idOf(newest), 'hex'),
        sealBytes(bytes, newest, randomBytes(NONCE_BYTES), bound_to),
      ]),
    decryptBytes(sealed, bound_to) {
      const key = known.get(sealed.toString('hex', 0, KEY_ID_BYTES))
      return key && unsealBytes(sealed.subarray(KEY_ID_BYTES), key, bound_to)
    },
  }
}
