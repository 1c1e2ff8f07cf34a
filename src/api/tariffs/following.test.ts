// Tariffs with rates of their own that follow another one from then on.

import { expect, test } from 'vitest'
import { applyRateImport } from '#contract/rate-imports/rate-imports.ts'
import { followTariff, getMarkup, previewMarkup } from '#contract/tariffs/markups.ts'
import { rate } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import { addRate, addTariff } from '#test/support/configuration.ts'
import { doMarkups } from '#test/support/do-jobs.ts'
import { COPY, computed, RULES, ratesOf } from '#test/support/markups.ts'
import { makeChance } from '#test/support/random.ts'
import { previewRates } from '#test/support/rate-imports.ts'

const api = apiForFile()

const MARKUP = { rules: RULES, decimals: COPY.decimals, rounding_mode: COPY.rounding_mode }
const EARLIER = '2026-01-01T00:00:00.000Z'

const add = (tid: number, prefix: string, price: number) =>
  addRate(api, tid, { prefix, rate: rate(price), effective_from: EARLIER })

const follow = (id: number, parent_id: number) =>
  api.admin.call(followTariff, { params: { id }, body: { ...MARKUP, parent_id } })

const preview = (id: number, parent_id: number) =>
  api.admin.call(previewMarkup, { params: { id }, body: { ...MARKUP, parent_id } })

test('its rates become those of the other one, as many as the preview has said', async () => {
  const chance = makeChance(25)
  // The tariff is older than the one that it follows.
  const id = await addTariff(api, 'SELL')
  const parent = await addTariff(api, 'BUY')
  const numbers = Array.from({ length: 40 }, (_, at) => String(440 + at))
  for (const prefix of numbers) {
    if (chance.next() < 0.7) await add(parent, prefix, chance.whole(1_000_000, 2_000_000))
  }
  const wanted = computed(await ratesOf(api, parent))
  for (const prefix of numbers) {
    const same = wanted.find((one) => one.prefix === prefix && chance.next() < 0.5)
    if (same) await add(id, prefix, same.rate)
    else if (chance.next() < 0.5) await add(id, prefix, 5)
  }
  const before = new Map((await ratesOf(api, id)).map((row) => [row.prefix, row]))
  const { data } = await preview(id, parent)
  expect((await follow(id, parent)).data).toMatchObject({ parent_id: parent, state: 'PENDING' })
  await doMarkups(api)
  const after = await ratesOf(api, id)
  expect(after).toEqual(wanted)
  const found = { new_count: 0, changed_count: 0, unchanged_count: 0 }
  for (const row of after) {
    const old = before.get(row.prefix)
    if (!old) found.new_count += 1
    else if (old.rate === row.rate) found.unchanged_count += 1
    else found.changed_count += 1
  }
  const removed_count = before.size - found.changed_count - found.unchanged_count
  expect(data).toEqual({ problem: null, ...found, removed_count })
  expect(Math.min(...Object.values(found), removed_count)).toBeGreaterThan(0)
})

test('a follower changes its parent, and the whole chain is computed from its top', async () => {
  const [top, id] = [await addTariff(api, 'SELL'), await addTariff(api, 'SELL')]
  const [first, second] = [await addTariff(api, 'BUY'), await addTariff(api, 'BUY')]
  await add(first, '44', 1_000_000)
  await add(second, '49', 2_000_000)
  await follow(id, first)
  await follow(top, id)
  await doMarkups(api)
  expect((await ratesOf(api, top)).map(({ prefix }) => prefix)).toEqual(['44'])
  expect((await follow(id, second)).status).toBe(200)
  await doMarkups(api)
  const middle = await ratesOf(api, id)
  expect(middle).toEqual(computed(await ratesOf(api, second)))
  expect(await ratesOf(api, top)).toEqual(computed(middle))
  expect((await api.admin.call(getMarkup, { params: { id } })).data.parent_id).toBe(second)
})

test('a circle, a sixth in a row, and a tariff that does not exist are refused', async () => {
  const ids: number[] = []
  for (let i = 0; i < 7; i++) ids.push(await addTariff(api, 'SELL'))
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = ids
  for (const [id, parent] of [
    [b, a],
    [c, b],
    [e, d],
    [f, e],
    [g, f],
  ] as const) {
    expect((await follow(id, parent)).status).toBe(200)
  }
  for (const [id, parent, text] of [
    [a, a, 'It follows this tariff, or is this tariff.'],
    [a, c, 'It follows this tariff, or is this tariff.'],
    [d, c, 'At most 5 tariffs follow one another.'],
    [a, 999_999, 'This tariff does not exist.'],
  ] as const) {
    for (const answer of [await follow(id, parent), await preview(id, parent)]) {
      expect([answer.status, answer.problem.fields]).toEqual([400, { parent_id: text }])
    }
  }
  // Two at the same time: one of them would close the circle.
  const [x, y] = [await addTariff(api, 'SELL'), await addTariff(api, 'SELL')]
  const both = await Promise.all([follow(x, y), follow(y, x)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('an earlier import is not applied to it, and a rate that would be none is named', async () => {
  const [id, parent] = [await addTariff(api, 'SELL'), await addTariff(api, 'BUY')]
  await add(parent, '44', 1_000)
  const { id: imported } = await previewRates(api, id, ['Prefix,Rate', '49,0.03'])
  const low = { rules: [{ ...RULES[0]!, fixed: rate(-2_000) }], parent_id: parent }
  const body = { ...MARKUP, ...low }
  const text = '44 United Kingdom: the rate would be below 0.'
  const shown = await api.admin.call(previewMarkup, { params: { id }, body })
  expect(shown.data.problem).toBe(text)
  const refused = await api.admin.call(followTariff, { params: { id }, body })
  expect(refused.problem.fields).toEqual({ rules: text })
  expect((await follow(id, parent)).status).toBe(200)
  const applied = await api.admin.call(applyRateImport, {
    params: { id: imported },
    body: {
      skips_invalid: true,
      confirms_large: true,
      confirms_removed: true,
      country_conflicts_reason: '',
    },
  })
  expect([applied.status, applied.problem.code]).toEqual([409, 'in-use'])
})
