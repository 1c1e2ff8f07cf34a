// A client sets when it is warned of a low balance, and the warning says how to pay.
import { beforeAll, expect, test } from 'vitest'
import { getLowBalance, setLowBalance } from '#contract/accounts/low-balance.ts'
import { listActivities } from '#contract/people/activities.ts'
import { money } from '#core/money.ts'
import { writeInvoiceProfile } from '#db/invoices/invoice-profiles.ts'
import { writeSetting } from '#db/settings.ts'
import { apiForFile } from '#test/support/api.ts'
import { addFamily, type Family } from '#test/support/family.ts'
import { changeBalance } from '#test/support/rows.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
let family: Family
beforeAll(async () => {
  viewers = await addViewers(api)
  family = await addFamily(api, viewers.tariffs.sell)
  await writeSetting(api.database, 'general', { bank_details: 'IBAN of the operator' })
})

const NOT_LOW = { is_low: false, how_to_pay: '' }

/** It has five units, and 1.5 of them are reserved. */
test('a client is warned once no more than its own threshold is available', async () => {
  const acme = await api.signIn('acme', 'CLIENT')
  const told = async () => (await acme.call(getLowBalance, {})).data
  const set = (low_balance_threshold: number | null) =>
    acme.call(setLowBalance, {
      body: {
        low_balance_threshold: low_balance_threshold === null ? null : money(low_balance_threshold),
      },
    })
  await changeBalance(api, viewers.acme, {
    balance: money(5_000_000),
    credit_limit: money(1_000_000),
    held: money(1_500_000),
  })
  expect(await told()).toEqual({ low_balance_threshold: null, ...NOT_LOW })
  await set(4_499_999)
  expect(await told()).toEqual({ low_balance_threshold: 4_499_999, ...NOT_LOW })
  await set(4_500_000)
  const low = { is_low: true, how_to_pay: 'IBAN of the operator' }
  expect(await told()).toEqual({ low_balance_threshold: 4_500_000, ...low })
  expect((await set(-1)).status).toBe(400)
  await set(null)
  expect(await told()).toMatchObject(NOT_LOW)
  const query = { entity: 'wholesale_client', username: 'acme' }
  const { data } = await api.admin.call(listActivities, { query })
  expect(data.map(({ changes }) => changes)).toEqual([
    { low_balance_threshold: ['4.5', null] },
    { low_balance_threshold: ['4.499999', '4.5'] },
    { low_balance_threshold: [null, '4.499999'] },
  ])
})

test('the client of a reseller is told how to pay the reseller, and not the operator', async () => {
  const cleo = await api.signIn('cleo', 'CLIENT')
  await cleo.call(setLowBalance, { body: { low_balance_threshold: money(1_000_000_000_000) } })
  const how = async () => (await cleo.call(getLowBalance, {})).data?.how_to_pay
  expect(await how()).toBe('')
  await api.database.transaction().execute((tx) =>
    writeInvoiceProfile(tx, family.ids.Sapphire, 0, {
      company: '',
      company_address: '',
      company_tax_number: '',
      bank_details: 'IBAN of Sapphire',
      document_footer: '',
      invoice_number: '{seq}',
      credit_note_number: '{seq}',
      invoice_terms_days: 14,
      issues_drafts: false,
      timezone: null,
    }),
  )
  expect(await how()).toBe('IBAN of Sapphire')
})

test('who is no client has no warning', async () => {
  for (const session of [api.admin, await api.signIn('london', 'CLIENT')]) {
    expect((await session.call(getLowBalance, {})).data).toBeNull()
    const body = { low_balance_threshold: null }
    expect((await session.call(setLowBalance, { body })).status).toBe(404)
  }
})
