// A night of a carrier with eight books, the same for the same seed: accounts move between them
// while they call.
import { type EpisodeOptions, type EpisodeResult, runEpisode } from '../episode.ts'
import type { Nights } from '../simulate.ts'
import { Books } from './books.ts'
import type { Parcel } from './parcel.ts'

export interface BooksResult extends EpisodeResult {
  readonly moves: number
  /** Calls that were open in one book and went on in another. */
  readonly moved_calls: number
}

/** Trees enough for eight books. */
const SIZE = { resellers: [4, 12], clients: [8, 20] } as const

export interface BooksOptions extends Pick<EpisodeOptions, 'tamper'> {
  /** Changes what moves, to see that it is found out. */
  readonly tamperParcel?: (parcel: Parcel) => Parcel
}

export const NIGHTS_WITH_BOOKS: Nights = {
  run: (seed) => runBooks(seed),
  seeds: new URL('seeds.json', import.meta.url),
}

export async function runBooks(
  seed: number,
  { tamper, tamperParcel = (parcel) => parcel }: BooksOptions = {},
): Promise<BooksResult> {
  let books: Books | undefined
  const result = await runEpisode(seed, {
    tamper,
    size: SIZE,
    makeBacking: (environment) => {
      books = new Books(environment, tamperParcel)
      return books
    },
  })
  return { ...result, ...books!.moves() }
}
