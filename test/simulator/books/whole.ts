// The rules over all books together, kept beside them: which book each tree is in, the sum of
// the ledger of every account, and that no call is in two books or billed twice.
import { strict as assert } from 'node:assert'
import type { BatchChanges } from '#core/billing/call-batch-rows.ts'
import type { Environment } from '../environment.ts'
import type { Book } from './book.ts'
import { type OracleParcel, receiveRows, releaseRows } from './oracle-parcel.ts'
import type { Tree, TreeId, Trees } from './trees.ts'

type Place = { readonly book: Book } | { readonly way: OracleParcel }

export class Whole {
  readonly #environment: Environment
  readonly #trees: Trees
  readonly #books: readonly Book[]
  readonly #places = new Map<TreeId, Place>()
  /** The sum of the entries and payments of each account, with what it began with. */
  readonly #ledger = new Map<number, bigint>()
  /** Calls that were charged. */
  readonly #billed = new Set<string>()
  /** Calls that no limit was checked for where they are. */
  readonly #unchecked = new Set<string>()
  moved_calls = 0

  constructor(environment: Environment, trees: Trees, books: readonly Book[]) {
    this.#environment = environment
    this.#trees = trees
    this.#books = books
    for (const { account_id, balance } of environment.world.available_funds) {
      this.#ledger.set(account_id, BigInt(balance))
    }
    for (const book of books) for (const id of book.trees.keys()) this.#places.set(id, { book })
  }

  bookOf(tree: TreeId): Book | undefined {
    const place = this.#places.get(tree)
    return place && 'book' in place ? place.book : undefined
  }

  notePayment(from: number | null, to: number, millionths: number): void {
    if (from !== null) this.#post(from, -millionths)
    this.#post(to, millionths)
  }

  #post(account_id: number, amount: number): void {
    this.#ledger.set(account_id, this.#ledger.get(account_id)! + BigInt(amount))
  }

  onWritten(book: Book, changes: BatchChanges): void {
    for (const { account_id, amount } of changes.entries) this.#post(account_id, amount)
    for (const { call_id, account_id } of changes.charges) {
      const charge = `${call_id} ${account_id}`
      assert(!this.#billed.has(charge), `call ${call_id} is billed twice`)
      this.#billed.add(charge)
    }
    for (const { call_id, subjects, state } of changes.changed) {
      if (!subjects) continue
      // Where it was answered; at an attempt the limits are checked.
      if (state) this.#unchecked.add(call_id)
      else for (const subject of subjects) this.#checkChannels(subject)
    }
    for (const { call_id, account_id, subjects } of changes.opened) {
      const tree = this.#trees.treeOf(account_id)
      assert.equal(this.bookOf(tree!), book, `call ${call_id} begins where its account is`)
      this.#checkCall(call_id)
      for (const subject of subjects) this.#checkChannels(subject)
    }
    for (const { account_id } of changes.balances) this.#checkBalance(account_id)
  }

  onSealed(book: Book, tree: Tree): void {
    assert.equal(this.bookOf(tree.id), book, `tree ${tree.id} leaves the book that it is in`)
    const way = releaseRows(book.oracle, tree, this.#environment.today())
    this.moved_calls += way.calls.length
    this.#places.set(tree.id, { way })
    this.#checkMove(book, tree)
  }

  onTaken(book: Book, tree: Tree): void {
    const place = this.#places.get(tree.id)
    assert(place && 'way' in place, `tree ${tree.id} arrives once`)
    receiveRows(book.oracle, place.way, this.#environment.today())
    this.#places.set(tree.id, { book })
    this.#checkMove(book, tree)
  }

  #checkMove(book: Book, tree: Tree): void {
    book.store.checkCounters()
    book.oracle.compareAll(book.store)
    this.#checkTree(tree)
    this.#checkParts()
  }

  /** Its accounts are in one book, or on their way, and nowhere else. */
  #checkTree({ id, funds }: Tree): void {
    for (const { account_id } of funds) {
      const rows = this.#books.filter(({ store }) => store.balances.has(account_id)).length
      const ways = this.#onTheWay().filter(({ tree }) => tree === id).length
      assert.equal(rows + ways, 1, `account ${account_id} is in one book`)
      this.#checkBalance(account_id)
    }
  }

  #onTheWay = () => this.#books.flatMap((book) => book.sent(this.#books))

  #checkBalance(account_id: number): void {
    let sum = 0n
    for (const { store } of this.#books) sum += store.balances.get(account_id)?.balance ?? 0n
    for (const { parcel } of this.#onTheWay()) {
      for (const row of parcel.balances) if (row.account_id === account_id) sum += row.balance
    }
    assert.equal(sum, this.#ledger.get(account_id), `the balances of ${account_id} over all books`)
  }

  #checkCall(call_id: string): void {
    const rows = this.#books.filter(({ store }) => store.open.has(call_id)).length
    const ways = this.#onTheWay().filter(({ parcel }) =>
      parcel.calls.some((call) => call.call_id === call_id),
    ).length
    assert.equal(rows + ways, 1, `call ${call_id} is in one book`)
  }

  /** Calls over all books against the whole limit; some were sent although it was reached. */
  #checkChannels(subject: string): void {
    const limit = [...this.#trees.channels].find(([one]) => one === subject)?.[1]
    if (limit === undefined) return
    const calls = this.#books.flatMap(({ store }) => [...store.open.values()])
    for (const { parcel } of this.#onTheWay()) calls.push(...parcel.calls)
    const checked = calls.filter(
      (call) => call.subjects.some((one) => one === subject) && !this.#unchecked.has(call.call_id),
    )
    assert(checked.length <= limit, `${subject} has ${checked.length} calls of ${limit}`)
  }

  /** The parts of a limit are the whole limit. */
  #checkParts(): void {
    const ways = this.#onTheWay()
    for (const [subject, limit] of this.#trees.channels) {
      let sum = 0
      for (const { channels } of this.#books) sum += channels.get(subject)!
      for (const { parcel } of ways) sum += parcel.channels.get(subject) ?? 0
      assert.equal(sum, limit, `the parts of ${subject} are the whole`)
    }
    for (const { account_id, max_debt } of this.#trees.settlements) {
      if (max_debt === null) continue
      let sum = 0
      for (const { store } of this.#books) sum += store.balances.get(account_id)!.max_debt!
      for (const { parcel } of ways) sum += parcel.held.get(account_id)?.max_debt ?? 0
      assert.equal(sum, max_debt, `the parts of ${account_id} are the whole`)
    }
  }

  checkEnd(): void {
    for (const tree of this.#trees.all.values()) {
      assert(this.bookOf(tree.id), `tree ${tree.id} has arrived`)
      this.#checkTree(tree)
    }
    for (const { account_id } of this.#trees.settlements) this.#checkBalance(account_id)
    this.#checkParts()
    for (const { store, oracle } of this.#books) {
      store.checkCounters()
      oracle.compareAll(store)
      assert.deepEqual([...store.open.keys()], [], 'calls are open after all are over')
    }
  }
}
