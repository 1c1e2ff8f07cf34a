// Which book a tree is in. The directory is small and replicated: an engine reads a copy that is as
// old as the night wants it, so an entry is where to look first, and the book itself says whether
// the tree is there.
import type { TreeId } from './trees.ts'

export interface DirectoryEntry {
  readonly book: number
  /** Grows with every move. */
  readonly epoch: number
  readonly moving_to: number | null
}

export class Directory {
  readonly #history = new Map<TreeId, { readonly at: number; readonly entry: DirectoryEntry }[]>()

  constructor(homes: ReadonlyMap<TreeId, number>) {
    for (const [tree, book] of homes) {
      const entry = { book, epoch: 1, moving_to: null }
      this.#history.set(tree, [{ at: 0, entry }])
    }
  }

  /** As it is. */
  read = (tree: TreeId): DirectoryEntry => this.#history.get(tree)!.at(-1)!.entry

  /** As a copy has it that was made at this time. */
  readAt = (tree: TreeId, at_ms: number): DirectoryEntry => {
    const history = this.#history.get(tree)!
    return (history.findLast(({ at }) => at <= at_ms) ?? history[0]!).entry
  }

  /** False if it moves already. */
  beginMove(tree: TreeId, moving_to: number, now_ms: number): boolean {
    const entry = this.read(tree)
    if (entry.moving_to !== null || entry.book === moving_to) return false
    this.#note(tree, { ...entry, moving_to }, now_ms)
    return true
  }

  /** The move of that epoch is over; nothing if it was before. */
  endMove(tree: TreeId, epoch: number, now_ms: number): void {
    const { moving_to, epoch: before } = this.read(tree)
    if (moving_to === null || before + 1 !== epoch) return
    this.#note(tree, { book: moving_to, epoch, moving_to: null }, now_ms)
  }

  moving = (): TreeId[] =>
    [...this.#history.keys()].filter((tree) => this.read(tree).moving_to !== null)

  #note(tree: TreeId, entry: DirectoryEntry, at: number): void {
    this.#history.get(tree)!.push({ at, entry })
  }
}
