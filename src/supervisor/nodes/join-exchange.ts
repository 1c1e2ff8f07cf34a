// How a node gets the shared secrets through the database, which must not learn them: both sides
// have a one-time code of 128 bits, and each makes an X25519 key for this exchange (ADR-0040).
import {
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { NONCE_BYTES, seal, unseal } from '#db/secrets/secret-keys.ts'
import { isSignature, signature } from '#db/secrets/signatures.ts'
import { makeBytes } from '../random.ts'

const HASH = 'sha256'
const KEY_BYTES = 32

export interface ExchangeKey {
  readonly privateKey: KeyObject
  /** The public half, as the other side gets it. */
  readonly text: string
}

export function makeExchangeKey(): ExchangeKey {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url')
  return { privateKey, text }
}

/** That the sender of this key has the code. */
export const proofOf = (code: string, node_key: string): string =>
  signature('node proof', code, [node_key]).toString('hex')

export const isProof = (proof: string, code: string, node_key: string): boolean =>
  isSignature(Buffer.from(proof, 'hex'), 'node proof', code, [node_key])

interface Exchange {
  readonly code: string
  readonly node_key: string
  readonly supervisor_key: string
}

/** It needs the code too: who sees the exchange, or changes a key in it, cannot compute it. */
function sharedKey({ code, node_key, supervisor_key }: Exchange, own: KeyObject, other: string) {
  const publicKey = createPublicKey({
    key: Buffer.from(other, 'base64url'),
    type: 'spki',
    format: 'der',
  })
  const secret = diffieHellman({ privateKey: own, publicKey })
  const context = `softswitch node secrets ${node_key} ${supervisor_key}`
  return Buffer.from(hkdfSync(HASH, secret, code, context, KEY_BYTES))
}

const PURPOSE = 'node secrets'

/** Seals a text for the node of this key. */
export function sealForNode(text: string, code: string, node_key: string) {
  const own = makeExchangeKey()
  const exchange = { code, node_key, supervisor_key: own.text }
  const key = sharedKey(exchange, own.privateKey, node_key)
  const sealed = seal(text, key, makeBytes(NONCE_BYTES), PURPOSE)
  return { supervisor_key: own.text, sealed }
}

/** Undefined for what was not sealed for this node by a supervisor that has the code. */
export function openForNode(
  { supervisor_key, sealed }: { supervisor_key: string; sealed: string },
  code: string,
  own: ExchangeKey,
): string | undefined {
  const exchange = { code, node_key: own.text, supervisor_key }
  return unseal(sealed, sharedKey(exchange, own.privateKey, supervisor_key), PURPOSE)
}
