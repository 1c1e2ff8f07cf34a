// Limits the number of values in a request before validation: each invalid value costs an error
// message, and a short text can contain very many.
import { Problem } from './problem.ts'

/** More than any form or query has. */
const KEYS_MAX = 200
/** Deeper than any form. */
const DEPTH_MAX = 20
/** A form spends more on each of its values, its name included. */
const BYTES_PER_VALUE = 20
/** The minimum that a row counts: one that lacks all its fields has a message for each of them. */
const VALUES_PER_ROW = 20

/** Throws if it contains more values than a request of `bytes_max` can need. */
export function refuseOverfull(value: unknown, bytes_max: number): void {
  let room = bytes_max / BYTES_PER_VALUE
  function enter(one: unknown, depth: number): void {
    if (typeof one !== 'object' || one === null) return
    const values = Object.values(one)
    room -= Math.max(values.length, VALUES_PER_ROW)
    const isOverfull = !Array.isArray(one) && values.length > KEYS_MAX
    if (isOverfull || room < 0 || depth > DEPTH_MAX) throw new Problem('too-large')
    for (const each of values) enter(each, depth + 1)
  }
  enter(value, 0)
}
