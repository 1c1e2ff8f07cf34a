// Moves a tree: `seal` in its book, `take` in the other, the directory last. Each step is chosen by
// what directory and books say, so a mover may die, be halted, or run twice between any two steps.
// Before `seal` the tree is in its old book, after `take` in the new one; in between its operations
// are not written, as if its database were away: new calls get 503, events come again.
import type { Environment } from '../environment.ts'
import type { Book } from './book.ts'
import type { Directory } from './directory.ts'
import type { Parcel } from './parcel.ts'
import type { TreeId, Trees } from './trees.ts'
import type { Whole } from './whole.ts'

const WATCH_MS = 2000
/** A step of a halted mover, in a night that is not calm. */
const HALTED_MS = 40_000
const DEATH_SHARE = 0.15
const HALT_SHARE = 0.1

export interface MoverParts {
  readonly environment: Environment
  readonly trees: Trees
  readonly books: readonly Book[]
  readonly directory: Directory
  readonly whole: Whole
  readonly tamperParcel: (parcel: Parcel) => Parcel
}

export class Mover {
  readonly #parts: MoverParts
  /** Moves that a mover works on, as the watch sees it. */
  readonly #in_work = new Set<TreeId>()
  moves = 0

  constructor(parts: MoverParts) {
    this.#parts = parts
    this.#watch()
  }

  begin(tree: TreeId, to: number): void {
    const { directory, environment } = this.#parts
    if (directory.beginMove(tree, to, environment.clockwork.now)) this.#goOn(tree)
  }

  /** Continues moves whose mover has died. */
  #watch(): void {
    const { directory, environment } = this.#parts
    for (const tree of directory.moving()) if (!this.#in_work.has(tree)) this.#goOn(tree)
    environment.clockwork.plan(WATCH_MS, () => this.#watch())
  }

  #goOn(tree: TreeId): void {
    const { environment } = this.#parts
    const { chance, clockwork, faultProfile } = environment
    const step = this.#next(tree)
    if (!step) return void this.#in_work.delete(tree)
    this.#in_work.add(tree)
    const does = (share: number) => !faultProfile.is_calm && chance.next() < share
    const is_halted = does(HALT_SHARE)
    const delay_ms = is_halted ? chance.next() * HALTED_MS : step.delay_ms
    // Another mover continues in its place.
    if (is_halted) this.#in_work.delete(tree)
    clockwork.plan(delay_ms, () => {
      step.act()
      if (is_halted || does(DEATH_SHARE)) this.#in_work.delete(tree)
      else this.#goOn(tree)
    })
  }

  /** By what the directory and both books say now; undefined when the move is over. */
  #next(tree: TreeId): { act: () => void; delay_ms: number } | undefined {
    const { directory, books, trees, whole, environment, tamperParcel } = this.#parts
    const entry = directory.read(tree)
    if (entry.moving_to === null) return undefined
    const epoch = entry.epoch + 1
    const source = books[entry.book]!
    const target = books[entry.moving_to]!
    const moved = trees.all.get(tree)!
    const within = (book: Book, act: () => void) => ({
      act: () => {
        if (book.database.isThere()) act()
      },
      delay_ms: book.database.isThere() ? book.database.delay() * 2 : 500,
    })
    const departure = source.departures.get(tree)
    if (departure?.epoch !== epoch) {
      return within(source, () => {
        if (source.seal(moved, epoch, target.nth, tamperParcel)) whole.onSealed(source, moved)
      })
    }
    if (!target.hasTaken(tree, epoch)) {
      return within(target, () => {
        if (target.take(departure)) whole.onTaken(target, moved)
      })
    }
    return {
      act: () => {
        directory.endMove(tree, epoch, environment.clockwork.now)
        this.moves += 1
      },
      delay_ms: 1 + environment.chance.next() * 3,
    }
  }
}
