// The id of a call as a carrier has it. Clients and the operator share one id; a carrier has its
// own, so that two parties of a call cannot find out that they have it in common.
import { createHmac } from 'node:crypto'
import type { Scope } from '#db/scope.ts'
import type { AppContext } from './app-context.ts'

interface CallIds {
  /** As the user has it. */
  own(call_id: string): string
  /** The id in the database of what the user named. */
  known(own_id: string): string
}

const HALF = 32n
const LOW = (1n << HALF) - 1n
/** An id is a `bigint` of PostgreSQL, without its sign. */
const END = 1n << 63n
const ROUNDS = [0, 1, 2, 3]

/** A Feistel network: every id has one other id, and the way back is the same in reverse. */
function shuffled(id: bigint, rounds: readonly number[], key: string): bigint {
  let [left, right] = [id >> HALF, id & LOW]
  for (const round of rounds) {
    const digest = createHmac('sha256', key).update(`${round} ${right}`).digest()
    ;[left, right] = [right, left ^ BigInt(digest.readUInt32BE())]
  }
  // The halves end crossed, so that the reversed rounds undo it.
  return (right << HALF) | left
}

/** Again until it is an id: half of the 64-bit numbers are. */
function within(id: bigint, rounds: readonly number[], key: string): bigint {
  let next = shuffled(id, rounds, key)
  while (next >= END) next = shuffled(next, rounds, key)
  return next
}

const SAME: CallIds = { own: (call_id) => call_id, known: (own_id) => own_id }

export function callIdsOf(scope: Scope, { sessionKey }: Pick<AppContext, 'sessionKey'>): CallIds {
  if (scope.kind !== 'settlement') return SAME
  const key = `${sessionKey} call id ${scope.account_id}`
  return {
    own: (call_id) => String(within(BigInt(call_id), ROUNDS, key)),
    known(own_id) {
      const id = BigInt(own_id)
      return id >= END ? '0' : String(within(id, ROUNDS.toReversed(), key))
    },
  }
}
