// The id of a call as a carrier has it. Clients and the operator share one id; a carrier has its
// own, so that two parties of a call cannot find out that they have it in common.
import { createHmac } from 'node:crypto'
import { BadCursor, type Listed } from '#db/paging.ts'
import type { Scope } from '#db/scope.ts'
import { NONCE_BYTES, seal, unseal } from '#db/secrets/secret-keys.ts'
import { keyFor } from '#db/secrets/signatures.ts'
import type { AppContext } from './app-context.ts'

interface CallIds {
  /** As the user has it. */
  own(call_id: string): string
  /** The id in the database of what the user named. */
  known(own_id: string): string
  /** A page of calls for the user: a cursor has the id of the last call in it. */
  page<Row extends { readonly call_id: string }, Query extends Paged>(
    query: Query,
    read: (query: Query) => Promise<Listed<Row>>,
  ): Promise<Listed<Row>>
}

interface Paged {
  readonly cursor?: string | undefined
}

const HALF = 32n
const LOW = (1n << HALF) - 1n
/** An id is a `bigint` of PostgreSQL, without its sign. */
const END = 1n << 63n
const ROUNDS = [0, 1, 2, 3]

/** A Feistel network: every id has one other id, and the way back is the same in reverse. */
function shuffled(id: bigint, rounds: readonly number[], key: Buffer): bigint {
  let [left, right] = [id >> HALF, id & LOW]
  for (const round of rounds) {
    const digest = createHmac('sha256', key).update(`${round} ${right}`).digest()
    ;[left, right] = [right, left ^ BigInt(digest.readUInt32BE())]
  }
  // The halves end crossed, so that the reversed rounds undo it.
  return (right << HALF) | left
}

/** Again until it is an id: half of the 64-bit numbers are. */
function within(id: bigint, rounds: readonly number[], key: Buffer): bigint {
  let next = shuffled(id, rounds, key)
  while (next >= END) next = shuffled(next, rounds, key)
  return next
}

const IN_A_CURSOR = 'cursor'

/** The nonce is made from the text, so that the same page always has the same cursor. */
function sealed(cursor: string, key: Buffer): string {
  const nonce = createHmac('sha256', key).update(cursor).digest().subarray(0, NONCE_BYTES)
  return seal(cursor, key, nonce, IN_A_CURSOR)
}

function opened(cursor: string, key: Buffer): string {
  const text = unseal(cursor, key, IN_A_CURSOR)
  if (text === undefined) throw new BadCursor('A cursor that this user was not given')
  return text
}

const SAME: CallIds = {
  own: (call_id) => call_id,
  known: (own_id) => own_id,
  page: (query, read) => read(query),
}

export function callIdsOf(scope: Scope, { sessionKey }: Pick<AppContext, 'sessionKey'>): CallIds {
  if (scope.kind !== 'settlement') return SAME
  const key = keyFor(`call ids of account ${scope.account_id}`, sessionKey)
  const cursor_key = keyFor(`cursors of account ${scope.account_id}`, sessionKey)
  const own = (call_id: string) => String(within(BigInt(call_id), ROUNDS, key))
  return {
    own,
    known(own_id) {
      const id = BigInt(own_id)
      return id >= END ? '0' : String(within(id, ROUNDS.toReversed(), key))
    },
    async page(query, read) {
      const { cursor } = query
      const asked = cursor === undefined ? query : { ...query, cursor: opened(cursor, cursor_key) }
      const { rows, page } = await read(asked)
      const { next_cursor } = page
      return {
        rows: rows.map((row) => ({ ...row, call_id: own(row.call_id) })),
        page: {
          ...page,
          cursor: cursor ?? null,
          next_cursor: next_cursor === null ? null : sealed(next_cursor, cursor_key),
        },
      }
    },
  }
}
