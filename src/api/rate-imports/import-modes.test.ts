// Every mode with every rule of effect against plain rules in JavaScript: which rate each prefix
// has at several times after the import.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EFFECTIVE_RULES, IMPORT_MODES } from '#core/rate-import/import-options.ts'
import { apiForFile } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import { makeChance } from '#test/support/random.ts'
import { applyRates, previewRates } from '#test/support/rate-imports.ts'

const api = apiForFile()

const DAY_MS = 86_400_000
const NOTICE_DAYS = 7
const TIME_DAYS = 3
/** At none of them does anything begin or end. */
const LOOK_AT_DAYS = [0.5, 2.5, 4.5, 8.5, 30.5]

/** Times in days from now; a rate without an end has infinity. */
interface Period {
  readonly prefix: string
  readonly rate: number
  readonly from: number
  readonly until: number
}

/** The newest of those in effect. */
function rateAt(periods: readonly Period[], prefix: string, day: number): number | undefined {
  const inEffect = periods.filter(
    (one) => one.prefix === prefix && one.from <= day && one.until > day,
  )
  return inEffect.sort((a, b) => b.from - a.from)[0]?.rate
}

type Mode = (typeof IMPORT_MODES)[number]
type Rule = (typeof EFFECTIVE_RULES)[number]

/** The effect of the import, prefix by prefix. */
function afterImport(
  old: readonly Period[],
  file: readonly Period[],
  mode: Mode,
  rule: Rule,
): Period[] {
  const base = rule === 'AT_TIME' ? TIME_DAYS : 0
  const added = file.map((row) => {
    const at = row.from > 0 ? row.from : base
    const current = rateAt(old, row.prefix, at)
    const waits = rule === 'NOTICE' && row.from <= 0 && current !== undefined && row.rate > current
    return { ...row, from: waits ? NOTICE_DAYS : at }
  })
  const ends = rule === 'NOTICE' ? NOTICE_DAYS : base
  const isInFile = (prefix: string) => file.some((row) => row.prefix === prefix)
  const kept = old.flatMap((one) => {
    if (mode === 'MERGE') return [one]
    // A planned rate that the file lacks never begins.
    if (one.from > ends) return added.some((row) => isSame(row, one)) ? [one] : []
    return isInFile(one.prefix) ? [one] : [{ ...one, until: Math.min(one.until, ends) }]
  })
  return [...kept, ...added]
}

const isSame = (a: Period, b: Period) =>
  a.prefix === b.prefix && a.from === b.from && a.rate === b.rate

const instantOf = (now: number, day: number): string | null =>
  Number.isFinite(day) ? new Date(now + day * DAY_MS).toISOString() : null

test.each(IMPORT_MODES.flatMap((mode) => EFFECTIVE_RULES.map((rule) => [mode, rule] as const)))(
  '%s with the rule %s gives each prefix the rates that it should have',
  async (mode, rule) => {
    const chance = makeChance(IMPORT_MODES.indexOf(mode) * 10 + EFFECTIVE_RULES.indexOf(rule))
    const now = Date.now()
    const tid = await addTariff(api, 'SELL')
    const prefixes = Array.from({ length: 60 }, (_, at) => String(200 + at))
    const someRate = () => chance.whole(1, 4) * 1_000_000
    const old = prefixes.slice(0, 45).flatMap((prefix): Period[] => {
      const until = chance.pick([Infinity, Infinity, 6])
      const first = { prefix, rate: someRate(), from: -30, until }
      const planned = { prefix, rate: someRate(), from: 10, until: Infinity }
      return chance.next() < 0.3 ? [first, planned] : [first]
    })
    const file = prefixes.slice(15).map((prefix): Period => {
      const from = chance.pick([0, 0, 0, -5, 5])
      return { prefix, rate: someRate(), from, until: Infinity }
    })
    for (const { prefix, rate, from, until } of old) {
      await sql`insert into tariff_rate (tariff_id, prefix, rate, effective_from, effective_until)
        values (${tid}, ${prefix}, ${rate}, ${instantOf(now, from)}, ${instantOf(now, until)})
      `.execute(api.database)
    }
    const lines = file.map(({ prefix, rate, from }) => {
      const date = from === 0 ? '' : instantOf(now, from)
      return `${prefix},${(rate / 1e8).toFixed(8)},${date}`
    })
    const preview = await previewRates(api, tid, ['Prefix,Rate,Effective from', ...lines], {
      mode,
      effective: rule,
      starts_at: rule === 'AT_TIME' ? instantOf(now, TIME_DAYS) : null,
      notice_days: NOTICE_DAYS,
    })
    expect(preview).toMatchObject({ state: 'PREVIEWED', invalid_count: 0, error: '' })
    expect(await applyRates(api, preview.id)).toMatchObject({ state: 'APPLIED', error: '' })

    const { rows } = await sql<{ prefix: string; rate: number; from: number; until: number }>`
      select prefix, rate, extract(epoch from effective_from)::float8 as from,
        coalesce(extract(epoch from effective_until), 'infinity')::float8 as until
      from tariff_rate where tariff_id = ${tid}`.execute(api.database)
    const inDays = (seconds: number) => (seconds * 1000 - now) / DAY_MS
    const found = rows.map((row) => ({ ...row, from: inDays(row.from), until: inDays(row.until) }))
    const expected = afterImport(old, file, mode, rule)
    for (const day of LOOK_AT_DAYS) {
      const at = (periods: readonly Period[]) =>
        prefixes.map((prefix) => `${prefix} ${rateAt(periods, prefix, day)}`)
      expect([day, at(found)]).toEqual([day, at(expected)])
    }
  },
)
