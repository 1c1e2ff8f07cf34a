// Names that are too long for their column are cut in the middle, where they seldom differ; names
// that would look the same are cut around the place where they do.

type Fits = (text: string) => boolean

const MARK = '…'

/** The longest of the texts that `make` gives for 1, 2, 3… kept characters. */
function longest(most: number, make: (kept: number) => string, fits: Fits): string {
  let low = 1
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(make(middle))) low = middle
    else high = middle - 1
  }
  return make(low)
}

function cutMiddle(name: string, fits: Fits): string {
  const letters = [...name]
  const make = (kept: number) => {
    const tail = Math.floor(kept / 2)
    const head = letters.slice(0, kept - tail)
    return [...head, MARK, ...letters.slice(letters.length - tail)].join('')
  }
  return longest(letters.length - 1, make, fits)
}

/** Keeps the letters from `at` on, and some of the beginning. */
function cutBefore(name: string, at: number, fits: Fits): string {
  const letters = [...name]
  const make = (kept: number) => {
    const head = Math.min(at, Math.floor(kept / 3))
    const end = at + kept - head
    const rest = letters.slice(at, end)
    const gap = head < at ? MARK : ''
    return [...letters.slice(0, head), gap, ...rest, end < letters.length ? MARK : ''].join('')
  }
  return longest(letters.length - 1, make, fits)
}

/** How many letters all of them begin with. */
function commonLength([first = '', ...others]: readonly string[]): number {
  const letters = [...first]
  const differs = (letter: string, at: number) => others.some((one) => [...one][at] !== letter)
  const at = letters.findIndex(differs)
  return at < 0 ? letters.length : at
}

/** Some names that one cut makes alike differ at the next cut: every group gets smaller. */
function cutApart(
  names: readonly string[],
  cut: (name: string) => string,
  fits: Fits,
): Map<string, string> {
  const groups = Map.groupBy(names, cut)
  return new Map(
    [...groups].flatMap(([text, group]): [string, string][] => {
      if (group.length === 1) return group.map((name) => [name, text])
      const at = commonLength(group)
      return [...cutApart(group, (name) => cutBefore(name, at, fits), fits)]
    }),
  )
}

/** The column text in place of a name that does not fit. */
export function cutNames(names: Iterable<string>, fits: Fits): ReadonlyMap<string, string> {
  const long = [...new Set(names)].filter((name) => !fits(name))
  return cutApart(long, (name) => cutMiddle(name, fits), fits)
}
