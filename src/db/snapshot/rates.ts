// The rates of the snapshot. They are parsed byte by byte from COPY, because an engine with ten
// million rates loads them all before it is complete.
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Rate } from '#core/money.ts'
import { type DetailsPool, type RateSheet, RateSheetBuilder } from '#core/tariff/rate-sheet.ts'
import { RATE_DETAILS, readRateDetails } from '../rate-columns.ts'

/** Seconds after which an entry of the sheet is only history, which routing does not need. */
const HISTORY = "interval '1 hour'"

/**
 * Streams the rates of the tariffs into sheets and hands each over as soon as it is whole. Rates
 * that ended over an hour ago stay in the database: routing looks at now, and at calls just begun.
 */
export async function loadRateSheets(
  client: pg.Client,
  tariff_ids: readonly number[],
  details: DetailsPool,
  onSheet: (tariff_id: number, sheet: RateSheet) => void,
): Promise<void> {
  const wanted = tariff_ids.map(Number).join(',')
  if (!wanted) return
  const stream = client.query(
    copyTo(`copy (select tariff_id, id, prefix, rate,
        floor(date_part('epoch', effective_from))::bigint,
        floor(date_part('epoch', effective_until))::bigint, ${RATE_DETAILS}
      from tariff_rate
      where tariff_id in (${wanted})
        and (effective_until is null or effective_until > now() - ${HISTORY})
      order by tariff_id, prefix, effective_from, coalesce(window_id, 0))
      to stdout with (null '')`),
  )
  const sheets = new SheetsInTurn(details, onSheet)
  await pipeline(stream, async (source: AsyncIterable<Buffer>) => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of source) {
      const text = rest + decoder.decode(chunk, { stream: true })
      const end = text.lastIndexOf('\n') + 1
      for (let at = 0; at < end; ) at = sheets.readLine(text, at)
      rest = text.slice(end)
    }
  })
  sheets.finish()
  for (const id of tariff_ids) {
    if (!sheets.done.has(id)) onSheet(id, new RateSheetBuilder(details).build())
  }
}

/** The rates come by tariff: a sheet is whole when the next one begins. */
class SheetsInTurn {
  readonly done = new Set<number>()
  readonly #details: DetailsPool
  readonly #onSheet: (tariff_id: number, sheet: RateSheet) => void
  #tariff_id = 0
  #builder: RateSheetBuilder
  /** Where in the text the next column begins. */
  #at = 0

  constructor(details: DetailsPool, onSheet: (tariff_id: number, sheet: RateSheet) => void) {
    this.#details = details
    this.#onSheet = onSheet
    this.#builder = new RateSheetBuilder(details)
  }

  /** Reads the rate that begins at `from`, and answers where the next line begins. */
  readLine(text: string, from: number): number {
    this.#at = from
    const tariff_id = this.#number(text) ?? 0
    if (tariff_id !== this.#tariff_id) {
      this.finish()
      this.#tariff_id = tariff_id
      this.#builder = new RateSheetBuilder(this.#details)
    }
    const id = this.#number(text) ?? 0
    const prefix_end = text.indexOf('\t', this.#at)
    const prefix = text.slice(this.#at, prefix_end)
    this.#at = prefix_end + 1
    const rate = (this.#number(text) ?? 0) as Rate
    const starts = this.#number(text) ?? 0
    const ends = this.#number(text)
    const end = text.indexOf('\n', this.#at)
    const rest = text.slice(this.#at, end)
    const details_at = this.#details.place(rest, () => readRateDetails(rest.split('\t')))
    this.#builder.add(id, prefix, starts, ends, rate, details_at)
    return end + 1
  }

  finish(): void {
    if (this.#tariff_id === 0) return
    this.done.add(this.#tariff_id)
    this.#onSheet(this.#tariff_id, this.#builder.build())
  }

  /** A whole number, up to and with the tab behind it; null is no digit at all. */
  #number(text: string): number | null {
    const start = this.#at
    const is_negative = text.charCodeAt(start) === MINUS
    let value = 0
    let at = is_negative ? start + 1 : start
    for (; ; at++) {
      const digit = text.charCodeAt(at) - ZERO
      if (!(digit >= 0 && digit <= 9)) break
      value = value * 10 + digit
    }
    this.#at = at + 1
    if (at === start) return null
    return is_negative ? -value : value
  }
}

const MINUS = 45
const ZERO = 48
