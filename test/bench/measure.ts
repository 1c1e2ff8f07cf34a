// The tools that the benchmarks share: two things measured in turn in the same run, so that any
// other load of the machine hits both; medians; and a table that can be read.

export interface Turn {
  /** Things done in one turn, and the seconds that they took. */
  readonly count: number
  readonly seconds: number
}

/** A B A B …: the rates per second of each turn. */
export async function takeTurns(
  rounds: number,
  first: () => Turn | Promise<Turn>,
  second: () => Turn | Promise<Turn>,
): Promise<{ first: number[]; second: number[] }> {
  const rates = { first: [] as number[], second: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const one = await first()
    rates.first.push(one.count / one.seconds)
    const other = await second()
    rates.second.push(other.count / other.seconds)
  }
  return rates
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** The quantile; without values it is not a number, which a table shows as a dash. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The median, and how far the turns lay apart. */
export function spread(values: readonly number[], digits = 0): string {
  const show = (value: number) => formatNumber(value, digits)
  return `${show(median(values))} (${show(Math.min(...values))} to ${show(Math.max(...values))})`
}

export function formatNumber(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return '-'
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** The name of a figure, its value, and its aim. */
export type Line = readonly [what: string, figure: string, aim?: string]

export function printTable(title: string, lines: readonly Line[]): void {
  const rows = [
    ['', 'measured', 'aim'],
    ...lines.map(([what, figure, aim = '']) => [what, figure, aim]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  console.log(`\n${title}`)
  for (const row of rows) {
    console.log(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd()}`,
    )
  }
}
