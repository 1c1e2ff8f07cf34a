// A book: a database of its own, with the trees that are in it and its part of every carrier. It
// alone says whether a tree is there; operations about another one are not written.
import type { BatchChanges } from '#core/billing/call-batch-rows.ts'
import type { Operation, Outcome } from '#core/billing/operation.ts'
import { type Money, money } from '#core/money.ts'
import type { Subject, SubjectLimit } from '#core/routing/call-limits.ts'
import { makeCommit } from '../commit.ts'
import { Database } from '../database.ts'
import type { Commit, Environment } from '../environment.ts'
import { Oracle } from '../oracle.ts'
import { Store } from '../store.ts'
import { type Parcel, putIn, takeOut } from './parcel.ts'
import { partOf, type Tree, type TreeId, type Trees } from './trees.ts'

/** A tree that has left, until its move is over. */
export interface Departure {
  readonly tree: TreeId
  readonly epoch: number
  readonly to: number
  readonly parcel: Parcel
}

export interface BookPlace {
  readonly nth: number
  readonly count: number
  readonly trees: readonly Tree[]
}

export class Book {
  readonly nth: number
  readonly store: Store
  readonly oracle: Oracle
  readonly database: Database
  readonly channels: Map<Subject, number>
  /** The trees that are here, with the number of the move that brought each. */
  readonly trees: Map<TreeId, number>
  readonly departures = new Map<TreeId, Departure>()
  /** The last move that brought each tree here; never forgotten. */
  readonly #arrivals = new Map<TreeId, number>()
  readonly #all: Trees
  readonly #commit: Commit

  constructor(
    environment: Environment,
    all: Trees,
    { nth, count, trees }: BookPlace,
    onWritten: (book: Book, changes: BatchChanges) => void,
  ) {
    const part = (whole: number, turn: number) => partOf(whole, nth, count, turn)
    const funds = [
      ...trees.flatMap((tree) => tree.funds),
      ...all.settlements.map((one) => ({ ...one, max_debt: debtPart(one.max_debt, part) })),
    ]
    const packages = trees.flatMap((tree) => tree.packages)
    this.nth = nth
    this.#all = all
    this.store = new Store(funds, packages)
    this.oracle = new Oracle(funds, packages)
    this.database = new Database(environment, this.store)
    this.trees = new Map(trees.map(({ id }) => [id, 1]))
    this.channels = new Map(
      [...all.channels].map(([subject, limit], at) => [subject, part(limit, at)]),
    )
    this.#commit = makeCommit(environment, this, (changes) => onWritten(this, changes))
  }

  commit: Commit = (operations) => {
    const isHere = operations.map((operation) => this.#isHere(operation))
    const here = operations.filter((_, at) => isHere[at])
    if (here.length === 0) return isHere.map(() => undefined)
    const outcomes = [...this.#commit(here.map((operation) => this.#inParts(operation)))]
    return isHere.map((is_here) => (is_here ? this.#inWhole(outcomes.shift()!) : undefined))
  }

  #isHere(operation: Operation): boolean {
    const tree = this.#all.treeOfOperation(operation)
    return tree === undefined || this.trees.has(tree)
  }

  /** The limits of carriers as this book may use them. */
  #inParts(operation: Operation): Operation {
    const inPart = (limit: SubjectLimit): SubjectLimit => {
      const channel_limit = this.channels.get(limit.subject)
      return channel_limit === undefined ? limit : { ...limit, channel_limit }
    }
    if (operation.kind === 'attempt') {
      return { ...operation, limits: operation.limits.map(inPart) }
    }
    if (operation.kind !== 'reserve') return operation
    const { parties, routes } = operation.limits
    return { ...operation, limits: { parties, routes: routes.map((some) => some.map(inPart)) } }
  }

  /** The decision has the whole limit: what other books may use counts as used. */
  #inWhole(outcome: Outcome): Outcome {
    if (outcome.kind !== 'crowded') return outcome
    const loads = [...outcome.loads].map(([subject, load]) => {
      const part = this.channels.get(subject)
      const others = part === undefined ? 0 : this.#all.channels.get(subject)! - part
      return [subject, { ...load, calls: load.calls + others }] as const
    })
    return { kind: 'crowded', loads: new Map(loads) }
  }

  /** One transaction: the tree is no more here, and all of it is in a parcel. */
  seal(tree: Tree, epoch: number, to: number, tamper: (parcel: Parcel) => Parcel): boolean {
    if (this.trees.get(tree.id) !== epoch - 1) return false
    const parcel = tamper(takeOut(this, tree))
    this.trees.delete(tree.id)
    this.departures.set(tree.id, { tree: tree.id, epoch, to, parcel })
    return true
  }

  /** One transaction: the tree is here. A repetition changes nothing, however late. */
  take({ tree, epoch, parcel }: Departure): boolean {
    if (this.hasTaken(tree, epoch)) return false
    putIn(this, parcel)
    this.trees.set(tree, epoch)
    this.#arrivals.set(tree, epoch)
    return true
  }

  hasTaken = (tree: TreeId, epoch: number): boolean => (this.#arrivals.get(tree) ?? 0) >= epoch

  /** The parcels from here that no book has taken. */
  sent(books: readonly Book[]): Departure[] {
    const departures = [...this.departures.values()]
    return departures.filter(({ tree, epoch, to }) => !books[to]!.hasTaken(tree, epoch))
  }
}

const debtPart = (
  max_debt: Money | null,
  part: (whole: number, turn: number) => number,
): Money | null => (max_debt === null ? null : money(part(max_debt, 0)))
