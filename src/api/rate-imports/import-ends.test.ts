// How the work on an import ends is in the activity log, as an entry of the user who asked for it.
import { expect, test } from 'vitest'
import { apiForFile } from '#test/support/api.ts'
import { addRate, addTariff } from '#test/support/configuration.ts'
import { applyRates, previewRates, undoRates } from '#test/support/rate-imports.ts'

const api = apiForFile()
const LINES = ['Code,Name,Rate', '44,UK,0.02']

/** The entries about an import since its upload. */
async function entriesOf(id: number) {
  const rows = await api.database
    .selectFrom('activity_log')
    .where('entity', '=', 'rate_import')
    .where('entity_id', '=', String(id))
    .where('action', '=', 'EXECUTE')
    .select(['username', 'entity_name', 'changes'])
    .orderBy('id')
    .execute()
  expect(new Set(rows.map(({ username, entity_name }) => `${username}: ${entity_name}`)).size).toBe(
    1,
  )
  return rows.map(({ changes }) => changes)
}

test('a preview, an application and an undo each end with an entry of the user', async () => {
  const tid = await addTariff(api, 'SELL')
  const { id } = await previewRates(api, tid, LINES)
  await applyRates(api, id)
  await undoRates(api, id)
  expect(await entriesOf(id)).toEqual([
    { state: ['UPLOADED', 'PREVIEWING'] },
    { state: ['PREVIEWING', 'PREVIEWED'] },
    { state: ['PREVIEWED', 'APPLYING'] },
    { state: ['APPLYING', 'APPLIED'] },
    { state: ['APPLIED', 'UNDOING'] },
    { state: ['UNDOING', 'UNDONE'] },
  ])
})

test('work that fails ends with its reason', async () => {
  const tid = await addTariff(api, 'SELL')
  const { id } = await previewRates(api, tid, LINES)
  await addRate(api, tid, { prefix: '45' })
  const { error } = await applyRates(api, id)
  expect(error).toMatch(/^The rates of the tariff have changed/)
  expect((await entriesOf(id)).at(-1)).toEqual({
    state: ['APPLYING', 'PREVIEWED'],
    error: ['', error],
  })
})
