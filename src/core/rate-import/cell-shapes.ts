// The shapes of the cells of a column, for files whose headers do not name it.
import { cellText } from './deck-prefixes.ts'
import type { ColumnMeaning } from './layout.ts'
import { isChangeWord } from './mark-words.ts'

const SHAPES = {
  code: /^'?\+?\(?\d[\d\s()]{0,17}([,;|/\n-][\d\s+()]{1,20}){0,500}$/,
  price: /^[A-Z$€£]{0,3}\s?\d{1,7}[.,]\d{1,12}\s?[A-Z$€£]{0,3}$/i,
  number: /^[A-Z$€£]{0,3}\s?\d{1,7}([.,]\d{1,12})?([eE][+-]?\d+)?\s?[A-Z$€£]{0,3}$/,
  pair: /^\d{1,4}\s*([/+x]|[-:](?=\d{1,2}$))\s*\d{1,4}(\s*[/+x-]\s*\d{1,4})?$/,
  seconds: /^\d{1,4}$/,
  date: /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{2}|\d{4})|20\d{6})([ T].*)?$/,
  named_date: /^\d{1,2}[-. ]*\p{L}{3,10}[-. ,]*(\d{2}|\d{4})$|^\p{L}{3,10} \d{1,2},? \d{4}$/u,
  serial: /^[34567]\d{4}(\.\d+)?$/,
  currency: /^[A-Z]{3}$/,
  text: /\p{L}{2}/u,
} as const

export interface ColumnShape {
  /** Cells that are not empty. */
  readonly filled: number
  readonly distinct: number
  /** The share of the filled cells, from 0 to 1. */
  share(shape: keyof typeof SHAPES): number
  readonly changes: number
}

export function shapeOf(cells: readonly string[]): ColumnShape {
  const filled = cells.map(cellText).filter((cell) => cell !== '')
  const portion = (is: (cell: string) => boolean): number =>
    filled.length === 0 ? 0 : filled.filter(is).length / filled.length
  return {
    filled: filled.length,
    distinct: new Set(filled).size,
    share: (shape) => portion((cell) => SHAPES[shape].test(cell)),
    changes: portion(isChangeWord),
  }
}

const isDate = (shape: ColumnShape): boolean =>
  shape.share('date') + shape.share('named_date') >= MOST

const MOST = 0.6
/** Headers count more than cells, unless most cells contradict. */
const SOME = 0.3

/** Both increments in each cell. */
export const isPair = (shape: ColumnShape): boolean =>
  shape.share('pair') >= MOST && shape.distinct <= 12

/** Whether a column whose header says this can hold it. */
export function canMean(meaning: ColumnMeaning, shape: ColumnShape): boolean {
  if (shape.filled === 0) return true
  switch (meaning) {
    case 'PREFIX':
    case 'COUNTRY_CODE':
    case 'AREA_CODE':
      return shape.share('code') >= SOME
    case 'RATE':
    case 'FIRST_RATE':
    case 'CONNECT_FEE':
      return shape.share('number') + shape.changes >= SOME
    case 'DESTINATION':
      return shape.share('text') >= SOME
    case 'FIRST_INCREMENT':
    case 'NEXT_INCREMENT':
      return shape.share('number') >= SOME
    case 'CHANGE':
      return shape.share('number') < MOST
    default:
      return true
  }
}

/** The meaning of columns without a header, left to right. */
export function meaningsByShape(shapes: readonly ColumnShape[]): (ColumnMeaning | null)[] {
  const found: (ColumnMeaning | null)[] = shapes.map(() => null)
  const free = (at: number): boolean => found[at] === null && (shapes[at]?.filled ?? 0) > 0
  const take = (
    meaning: ColumnMeaning,
    is: (shape: ColumnShape) => boolean,
    score: (shape: ColumnShape) => number = () => 0,
  ): void => {
    let best: number | undefined
    for (const [at, shape] of shapes.entries()) {
      if (!free(at) || !is(shape)) continue
      const bestShape = best === undefined ? undefined : shapes[best]
      if (bestShape === undefined || score(shape) > score(bestShape)) best = at
    }
    if (best !== undefined) found[best] = meaning
  }
  take('EFFECTIVE_FROM', isDate)
  take('EFFECTIVE_UNTIL', isDate)
  take('INCREMENTS', isPair)
  take('CURRENCY', (shape) => shape.share('currency') >= MOST && shape.distinct === 1)
  take('CHANGE', (shape) => shape.changes >= MOST && shape.distinct <= 12)
  take(
    'RATE',
    (shape) => shape.share('price') >= MOST,
    (shape) => Math.min(shape.distinct, 2),
  )
  take(
    'PREFIX',
    (shape) => shape.share('code') >= MOST,
    (shape) => shape.distinct,
  )
  take(
    'DESTINATION',
    (shape) => shape.share('text') >= MOST,
    (shape) => shape.distinct,
  )
  // Rates that are all whole numbers.
  if (!found.includes('RATE')) take('RATE', (shape) => shape.share('number') >= MOST)
  const isSeconds = (shape: ColumnShape): boolean =>
    shape.share('seconds') >= MOST && shape.distinct <= 4
  const areTwo = shapes.filter((shape, at) => free(at) && isSeconds(shape)).length >= 2
  if (areTwo && !found.includes('INCREMENTS')) {
    take('FIRST_INCREMENT', isSeconds)
    take('NEXT_INCREMENT', isSeconds)
  }
  return found
}
