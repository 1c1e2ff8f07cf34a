// Ids of calls: made by the engines without asking each other, in the order of time, as
// text because they pass 2^53.
import { assert } from '../assert.ts'

/** 2026-01-01T00:00:00Z; what is left of the id grows by one each millisecond since then. */
const EPOCH_MS = 1_767_225_600_000
const SEQUENCE_BITS = 12n
const ENGINE_BITS = 10n

/**
 * Milliseconds since 2026, then ten bits for the engine, then twelve for
 * calls of the same millisecond.
 */
export function makeCallId(now_ms: number, engine_number: number, sequence: number): string {
  assert(engine_number >= 0 && engine_number < 1024, 'an engine number fits ten bits')
  assert(now_ms >= EPOCH_MS, 'the clock stands after 2025')
  const time = BigInt(Math.floor(now_ms) - EPOCH_MS) << (ENGINE_BITS + SEQUENCE_BITS)
  return String(time | (BigInt(engine_number) << SEQUENCE_BITS) | BigInt(sequence & 0xfff))
}

/** When the call began, in epoch milliseconds: bounds the search for its records. */
export function callIdTime(call_id: string): number {
  return Number(BigInt(call_id) >> (ENGINE_BITS + SEQUENCE_BITS)) + EPOCH_MS
}
