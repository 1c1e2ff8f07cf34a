// Damaged texts of code deck and number lists, and damaged country files: entries with the lines
// that were left out, or one refusal that names what is wrong; never an error of the server.
import { beforeAll, expect, test } from 'vitest'
import { getCountryDatabase, uploadCountryFile } from '#contract/machine/country-database.ts'
import { importNumberListItems } from '#contract/routing/number-list-items.ts'
import { createNumberList } from '#contract/routing/number-lists.ts'
import { importCodeDeck } from '#contract/tariffs/code-deck.ts'
import { apiForFile } from '#test/support/api.ts'
import { damageFile } from '#test/support/damage-file.ts'
import { makeChance } from '#test/support/random.ts'
import { listForm } from '#test/support/route-lists.ts'

const NASTY = [
  ...['"', ';', ',', ',,,,,,,,', '\t', '\n', '\r', '\0', '\ufeff', '=1+1', '1e400', '-', '/99'],
  ...[
    '\u202e',
    '9'.repeat(400),
    'x'.repeat(20_000),
    '٣',
    '\ud800',
    '<b>',
    '&',
    "'",
    '::',
    '0.0.0.0',
  ],
]
const FILES = 60
const PROBLEM = /^[A-Z"].*[.]$/s

const api = apiForFile()
let number_list_id: number
beforeAll(async () => {
  const { data } = await api.admin.call(createNumberList, { body: listForm() })
  number_list_id = data.id
})

const damaged = (seed: number, lines: readonly string[]) => {
  const chance = makeChance(seed)
  return Array.from({ length: FILES }, () =>
    damageFile(Buffer.from(lines.join('\n')), chance, NASTY),
  )
}

interface Result {
  readonly status: number
  readonly data: { readonly faults: readonly { line: number; text: string; message: string }[] }
  readonly problem: { readonly message?: string }
}

function judge({ status, data, problem }: Result): string {
  expect([200, 400]).toContain(status)
  if (status === 400) {
    expect(problem.message).toMatch(PROBLEM)
    return 'refused'
  }
  for (const { line, text, message } of data.faults) {
    expect(line).toBeGreaterThan(0)
    expect(text.length).toBeLessThanOrEqual(60)
    expect(message.length).toBeLessThanOrEqual(200)
    expect(message).toMatch(PROBLEM)
  }
  return data.faults.length > 0 ? 'with faults' : 'whole'
}

test('damaged lines of the code deck', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `2126${at},MA,Morocco ${at},MOBILE`)
  const outcomes = new Set<string>()
  for (const file of damaged(28, lines)) {
    const body = { text: file.toString(), dry_run: false }
    outcomes.add(judge((await api.admin.call(importCodeDeck, { body })) as Result))
  }
  expect(outcomes).toContain('with faults')
})

test('damaged lines of a number list', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `4479000${at},5,15,REJECT,tag,Text ${at}`)
  const outcomes = new Set<string>()
  for (const file of damaged(29, lines)) {
    const body = { text: file.toString(), action: 'REJECT', replace: true, dry_run: false } as const
    const call = { params: { number_list_id }, body }
    outcomes.add(judge((await api.admin.call(importNumberListItems, call)) as Result))
  }
  expect(outcomes).toContain('with faults')
})

test('a damaged country file is taken whole, or refused and changes nothing', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `198.51.${at}.0/24,DE`)
  const headers = { 'content-type': 'text/csv' }
  const query = 'file_name=damaged.csv&published_at=2026-11-01T00:00:00Z'
  const url = `${uploadCountryFile.path}?${query}`
  const outcomes = new Set<number>()
  for (const payload of damaged(30, lines)) {
    const { data: before } = await api.admin.call(getCountryDatabase, {})
    const answer = await api.admin.send({ method: 'POST', url, payload, headers })
    outcomes.add(answer.statusCode)
    if (answer.statusCode === 200) continue
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(PROBLEM)
    expect((await api.admin.call(getCountryDatabase, {})).data).toEqual(before)
  }
  expect(outcomes).toEqual(new Set([200, 400]))
})
