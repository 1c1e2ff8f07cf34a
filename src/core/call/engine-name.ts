// Names of engines: a letter, and the number of the node from node 2 on: a, b, a2, b2.
import { assert } from '../assert.ts'

/** The first machine, which has the migrations and the jobs. */
export const FIRST_NODE = 1
/** A number is never used again, and ids of calls have room for no more. */
export const NODES_MAX = 100
/** Engines of a node. */
export const ENGINES_MAX = 8

const NAME = /^([a-z])(\d{1,3})?$/
const LETTER_A = 97
/** The number of `a2`; below are the letters of node 1, from before there were nodes. */
const FIRST_NUMBER = 128

/** The name of an engine of a node; `index` counts from 0. */
export function engineName(node_id: number, index: number): string {
  assert(index >= 0 && index < ENGINES_MAX, 'a node has at most eight engines')
  const letter = String.fromCharCode(LETTER_A + index)
  return node_id === FIRST_NODE ? letter : `${letter}${node_id}`
}

/** The node of an engine. */
export function nodeOf(engine: string): number {
  const [, , number] = NAME.exec(engine) ?? []
  return number === undefined ? FIRST_NODE : Number(number)
}

/** The number of an engine in the ids of its calls: no other engine of any node has it. */
export function engineNumber(engine: string): number {
  const [, letter = '', number] = NAME.exec(engine) ?? []
  assert(letter !== '', `${engine} is the name of an engine`)
  if (number === undefined) return letter.charCodeAt(0)
  const index = letter.charCodeAt(0) - LETTER_A
  assert(index < ENGINES_MAX, 'a node has at most eight engines')
  return FIRST_NUMBER + (Number(number) - 2) * ENGINES_MAX + index
}
