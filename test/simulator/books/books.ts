// Eight books and a directory in the place of the one database.
import type { Operation } from '#core/billing/operation.ts'
import { VirtualChargingQueue } from '../charging-queue.ts'
import { Database, type OpenCalls } from '../database.ts'
import type { Backing, Environment, Writer } from '../environment.ts'
import type { OpenCall } from '../store.ts'
import { Book } from './book.ts'
import { BooksQueue } from './books-queue.ts'
import { Directory } from './directory.ts'
import { Mover } from './mover.ts'
import type { Parcel } from './parcel.ts'
import { type TreeId, Trees } from './trees.ts'
import { Whole } from './whole.ts'

const COUNT = 8
/** How old the copies of the directory are at most. */
const LAGS_MS = [0, 300, 5000]
const MOVE_EVERY_SECONDS = [3, 8, 20]

export class Books implements Backing {
  readonly #environment: Environment
  readonly #trees: Trees
  readonly #books: readonly Book[]
  readonly #directory: Directory
  readonly #whole: Whole
  readonly #mover: Mover
  readonly #questions: Database
  readonly #lag_ms: number

  constructor(environment: Environment, tamperParcel: (parcel: Parcel) => Parcel) {
    const trees = new Trees(environment.world)
    const { chance, faultProfile } = environment
    const homes = new Map([...trees.all.keys()].map((id) => [id, chance.whole(0, COUNT - 1)]))
    const placeOf = (nth: number) => ({
      ...{ nth, count: COUNT },
      trees: [...trees.all.values()].filter(({ id }) => homes.get(id) === nth),
    })
    const books = Array.from(
      { length: COUNT },
      (_, nth) =>
        new Book(environment, trees, placeOf(nth), (book, changes) =>
          this.#whole.onWritten(book, changes),
        ),
    )
    const directory = new Directory(homes)
    const whole = new Whole(environment, trees, books)
    this.#environment = environment
    this.#trees = trees
    this.#books = books
    this.#directory = directory
    this.#whole = whole
    this.#lag_ms = chance.pick(faultProfile.is_calm ? LAGS_MS.slice(0, 2) : LAGS_MS)
    this.#questions = new Database(environment, this.#openCalls())
    this.#mover = new Mover({ environment, trees, books, directory, whole, tamperParcel })
  }

  moves = () => ({ moves: this.#mover.moves, moved_calls: this.#whole.moved_calls })

  chargingQueueFor(writer: Writer): BooksQueue {
    const queues = this.#books.map(
      ({ database, commit }) =>
        new VirtualChargingQueue(this.#environment, database, writer, commit),
    )
    return new BooksQueue(queues, (operation) => this.#bookOf(operation))
  }

  /** By a copy of the directory. */
  #bookOf(operation: Operation): number {
    const tree = this.#trees.treeOfOperation(operation)
    if (tree === undefined) return 0
    const { clockwork, chance } = this.#environment
    return this.#directory.readAt(tree, clockwork.now - chance.next() * this.#lag_ms).book
  }

  poolFor = (writer: Writer) => this.#questions.poolFor(writer)

  /** The open calls of all books; not known while one is away, or while the call is on its way. */
  #openCalls(): OpenCalls {
    const areThere = () => this.#books.every(({ database }) => database.isThere())
    return {
      claim: (...claim) =>
        areThere() ? this.#books.flatMap(({ store }) => store.claim(...claim)) : undefined,
      find: (by) => {
        const found = this.#books.flatMap(({ store }) => store.find(by))
        if (found.length > 0) return found
        const is_moving = this.#books.some((book) =>
          book.sent(this.#books).some(({ parcel }) => parcel.calls.some((call) => isIt(call, by))),
        )
        return areThere() && !is_moving ? [] : undefined
      },
      open: { values: () => this.openCalls() },
    }
  }

  openCalls = () => this.#books.flatMap(({ store }) => [...store.open.values()])

  noteSeen(engine: string): void {
    for (const { store } of this.#books) store.noteSeen(engine, this.#environment.clockwork.now)
  }

  goAway = (ms: number) => this.#any().database.goAway(ms)
  beSlow = (ms: number) => this.#any().database.beSlow(ms)
  #any = () => this.#environment.chance.pick(this.#books)

  pay(from: number | null, to: number, millionths: number): void {
    const book = this.#whole.bookOf(this.#trees.treeOf(to)!)
    if (!book?.database.isThere() || !book.store.pay(from, to, millionths)) return
    book.oracle.notePayment(from, to, millionths)
    this.#whole.notePayment(from, to, millionths)
  }

  planFaults(every: (mean_seconds: number, fault: () => void) => void): void {
    const { chance } = this.#environment
    every(chance.pick(MOVE_EVERY_SECONDS), () =>
      this.#mover.begin(this.#pickTree(), chance.whole(0, COUNT - 1)),
    )
  }

  /** One that calls, more often than not. */
  #pickTree(): TreeId {
    const { chance } = this.#environment
    const calling = this.openCalls()
    return calling.length > 0 && chance.next() < 0.7
      ? this.#trees.treeOf(chance.pick(calling).account_id)!
      : chance.pick([...this.#trees.all.keys()])
  }

  checkEnd = () => this.#whole.checkEnd()
}

const isIt = (call: OpenCall, by: Parameters<OpenCalls['find']>[0]): boolean =>
  by.call_id === null ? call.sip_call_id === by.sip_call_id : call.call_id === by.call_id
