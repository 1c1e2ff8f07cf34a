// Files that arrive at the same time: what is under way counts as if it were kept.
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { apiForFile } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import { settlementForm } from '#test/support/forms.ts'
import { uploadRates } from '#test/support/rate-imports.ts'
import { uploadCalls } from '#test/support/reconciliations.ts'
import { FILE_BYTES_MAX, KEPT_BYTES_MAX } from './store-file.ts'

const api = apiForFile()
let tariff_id: number
let settlement_id: number

beforeAll(async () => {
  tariff_id = await addTariff(api, 'BUY')
  const body = settlementForm(tariff_id)
  settlement_id = (await api.admin.call(createSettlement, { body })).data.id
})

const UPLOADS = 5
const RATES = 'prefix,rate\n44,0.02\n'
const CALLS = 'Called number,Start time,Duration,Amount\n4479,2026-11-20 10:00:00,60,0.5\n'

test.each([
  ['rate_import', 'import_id', RATES, () => `/api/tariffs/${tariff_id}/imports`],
  [
    'reconciliation',
    'reconciliation_id',
    CALLS,
    () => `/api/settlements/${settlement_id}/reconciliations`,
  ],
] as const)(
  'of %ss there is room for one: the others are refused and leave nothing',
  async (table, owner, content, path) => {
    const first =
      table === 'rate_import'
        ? await uploadRates(api.admin, tariff_id, RATES)
        : await uploadCalls(api.admin, settlement_id, CALLS)
    await sql`update ${sql.table(table)} set file_size = ${KEPT_BYTES_MAX - FILE_BYTES_MAX}
    where id = ${first.data.id}`.execute(api.database)
    const rest = Promise.withResolvers<void>()
    let refused = 0
    const upload = async () => {
      async function* slowly() {
        yield Buffer.from(content)
        await rest.promise
      }
      const { statusCode } = await api.admin.send({
        method: 'POST',
        url: `${path()}?file_name=slow.csv`,
        headers: { 'content-type': 'text/csv' },
        payload: Readable.from(slowly()),
      })
      if (statusCode === 413) refused += 1
      return statusCode
    }
    const uploads = Array.from({ length: UPLOADS }, upload)
    const underWay = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from ${sql.table(table)} where state = 'UPLOADING'`.execute(api.database)
      return rows[0]?.count ?? 0
    }
    await vi.waitFor(async () => expect(refused + (await underWay())).toBe(UPLOADS))
    rest.resolve()
    expect((await Promise.all(uploads)).sort()).toEqual([200, 413, 413, 413, 413])
    const { rows } =
      await sql`select distinct ${sql.ref(owner)} from ${sql.table(`${table}_chunk`)}`.execute(
        api.database,
      )
    expect(rows).toHaveLength(2)
  },
)

test('a file that is refused while it arrives leaves nothing of itself', async () => {
  const rows = () =>
    sql`select 1 from rate_import_chunk union all select 1 from rate_import`.execute(api.database)
  const before = (await rows()).rows.length
  await sql`update rate_import set file_size = 1`.execute(api.database)
  const refused = await uploadRates(api.admin, tariff_id, `${'x'.repeat(70_000)}\n`.repeat(40))
  expect(refused.status).toBe(400)
  expect((await rows()).rows).toHaveLength(before)
})
