// The ledger and the ages of debts for resellers: the own account and those right below it, with no
// word of another reseller.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createPackageSubscription } from '#contract/packages/package-subscriptions.ts'
import { createPackage } from '#contract/packages/packages.ts'
import { listAgedDebts } from '#contract/payments/payment-reports.ts'
import { createPayment, listLedger, listPayments } from '#contract/payments/payments.ts'
import { textOfAnswer } from '#test/support/answer-text.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { packageForm, rechargeForm, type resellerForm } from '#test/support/forms.ts'
import { openPastLedger } from '#test/support/ledger-entries.ts'
import { changeRows } from '#test/support/rows.ts'

const api = apiForFile()
const sessions = {} as Record<'amber' | 'amy' | 'beryl' | 'dana', Session>
const ids = { amber: 0, amy: 0, beryl: 0, cole: 0, dana: 0, finn: 0 }
/** Words that are in no other text. */
const [OFFER, NOTE, REASON] = ['Quetzal offer', 'Quetzal note', 'Quetzal reason']

beforeAll(async () => {
  const cost = await addTariff(api, 'RESELLER_COST')
  const sell = await addTariff(api, 'SELL')
  const addReseller = (name: string, above: Parameters<typeof resellerForm>[2]) =>
    addResellerNamed(api, cost, name, above)
  ids.amber = await addReseller('Amber', null)
  ids.beryl = await addReseller('Beryl', null)
  ids.amy = await addReseller('Amy', { id: ids.amber, level: 1 })
  const below = [
    ['Cole', ids.amber],
    ['Dana', ids.amber],
    ['Finn', ids.amy],
  ] as const
  for (const [name, parent_id] of below) {
    const id = await addClientNamed(api, sell, name, parent_id)
    ids[name.toLowerCase() as 'cole' | 'dana' | 'finn'] = id
  }
  const receivers = [ids.amber, ids.beryl, ids.amy, ids.finn, ids.dana, ids.cole]
  for (const [at, id] of receivers.entries()) {
    const body = { ...rechargeForm(id, at < 2 ? 90 : at < 3 ? 30 : 20), note: NOTE }
    expect((await api.admin.call(createPayment, { body })).status).toBe(200)
  }
  sessions.amber = await api.signIn('amber', 'RESELLER')
  const { data } = await sessions.amber.call(createPackage, {
    body: { ...packageForm, name: OFFER },
  })
  const bought = { account_id: ids.cole, package_id: data.id }
  await sessions.amber.call(createPackageSubscription, { body: bought })
  await sql`insert into ledger_entry (account_id, counter_account_id, kind, amount, balance_after,
      call_id, re_rating_id, note)
    values (${ids.beryl}, 1, 'CALL', -1, 0, 4711, 7, ${REASON})`.execute(api.database)
  await changeRows(api, 'account', { id: ids.cole }, { parent_id: ids.beryl })
  for (const name of ['amy', 'beryl'] as const) {
    sessions[name] = await api.signIn(name, 'RESELLER')
  }
  sessions.dana = await api.signIn('dana', 'CLIENT')
})

const entriesOf = async (session: Session) => (await session.call(listLedger, {})).data
const accountsOf = async (session: Session) =>
  [...new Set((await entriesOf(session)).map(({ account_name }) => account_name))].toSorted()

test('a reseller has the entries of its own account and of those right below it', async () => {
  expect(await accountsOf(sessions.amber)).toEqual(['Amber', 'Amy', 'Dana'])
  expect(await accountsOf(sessions.beryl)).toEqual(['Beryl'])
  expect(await accountsOf(sessions.amy)).toEqual(['Amy', 'Finn'])
  expect((await sessions.dana.call(listLedger, {})).status).toBe(403)
})

test('the other side of an entry is named if it is its parent, or right below it', async () => {
  const others = async (session: Session, account_id: number) => {
    const { data } = await session.call(listLedger, { query: { account_id } })
    return data.map(({ kind, counter_account_name }) => [kind, counter_account_name])
  }
  const operator = (await others(api.admin, ids.amber)).at(-1)?.[1]
  expect(operator).toEqual(expect.any(String))
  expect(await others(sessions.amy, ids.amy)).toEqual([
    ['PAYMENT', 'Finn'],
    ['PAYMENT', 'Amber'],
  ])
  // The sales to its former client stay in its ledger; the account is another one's by now.
  expect(await others(sessions.amber, ids.amber)).toEqual([
    ['SALE', null],
    ['PAYMENT', null],
    ['PAYMENT', 'Dana'],
    ['PAYMENT', 'Amy'],
    ['PAYMENT', operator],
  ])
  // Its client has bought and paid there, before it was below it.
  expect(await others(sessions.beryl, ids.cole)).toEqual([])
})

test('no answer and no file names its former parent, or a reason of a re-rating', async () => {
  const paths = ['/api/ledger', '/api/ledger?format=csv', '/api/ledger?format=xlsx']
  for (const url of paths) {
    const answer = await sessions.beryl.send({ url })
    expect(answer.statusCode).toBe(200)
    const text = textOfAnswer(answer)
    expect(text).toContain('Beryl')
    expect(text).not.toMatch(/Amber|Quetzal offer|Quetzal reason|re_rating|Re-rating/i)
  }
  const found = async (session: Session, q: string) =>
    (await session.call(listLedger, { query: { q } })).data.length
  for (const q of [OFFER, REASON]) {
    expect(await found(sessions.beryl, q)).toBe(0)
    expect(await found(api.admin, q)).toBeGreaterThan(0)
  }
  expect(await found(sessions.beryl, NOTE)).toBe(1)
})

test('the payments of a client to its former parent are not those of its reseller', async () => {
  const namesFor = async (session: Session) =>
    (await session.call(listPayments, {})).data.map(({ account_name }) => account_name).toSorted()
  expect(await namesFor(sessions.beryl)).toEqual(['Beryl'])
  expect(await namesFor(sessions.amber)).toEqual(['Amber', 'Amy', 'Dana'])
})

test('the ages of debts are those of the accounts right below, and of its own', async () => {
  const book = openPastLedger(api.database)
  await book(ids.dana, -50, 40)
  await book(ids.finn, -60, 40)
  await book(ids.cole, -70, 10)
  await book(ids.amber, -500, 70)
  const debtsOf = async (session: Session, direction: 'payable' | 'receivable') => {
    const { data } = await session.call(listAgedDebts, { query: { direction } })
    return data.map(({ account_name, debt }) => [account_name, Number(debt) / 1_000_000])
  }
  expect(await debtsOf(sessions.amber, 'receivable')).toEqual([['Dana', 30]])
  expect(await debtsOf(sessions.amber, 'payable')).toEqual([['Amber', 475]])
  expect(await debtsOf(sessions.beryl, 'receivable')).toEqual([['Cole', 55]])
  const query = { per: 'currency', direction: 'receivable' } as const
  const { data } = await sessions.amber.call(listAgedDebts, { query })
  expect(data).toMatchObject([{ account_name: null, currency: 'USD', debt: 30_000_000n }])
})
