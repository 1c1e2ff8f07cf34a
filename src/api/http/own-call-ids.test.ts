import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVERYTHING } from '#db/scope.ts'
import { callIdsOf } from './own-call-ids.ts'

const context = { sessionKey: 'of this switch' }
const settlement = (account_id: number) => callIdsOf({ kind: 'settlement', account_id }, context)

test('a carrier has an id of its own for a call, which leads back to it', () => {
  const anyId = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }).map(String)
  fc.assert(
    fc.property(anyId, (call_id) => {
      const own_id = settlement(3).own(call_id)
      expect(own_id).toMatch(/^\d{1,19}$/)
      expect(settlement(3).known(own_id)).toBe(call_id)
      expect(own_id).not.toBe(call_id)
      expect(settlement(4).own(call_id)).not.toBe(own_id)
    }),
  )
})

test('all others have the id of the switch', () => {
  for (const scope of [EVERYTHING, { kind: 'account', account_id: 3 } as const]) {
    expect(callIdsOf(scope, context).own('427000000000000001')).toBe('427000000000000001')
    expect(callIdsOf(scope, context).known('427000000000000001')).toBe('427000000000000001')
  }
})

const LAST = '427000000000000001'

test('a page of a carrier names calls only by its own ids, in its cursors too', async () => {
  const page = { limit: 1, total: 2, total_is_exact: true, sort: 'call_id' }
  const read = async ({ cursor }: { readonly cursor?: string | undefined }) => ({
    rows: [{ call_id: cursor ?? '5' }],
    page: { ...page, cursor: cursor ?? null, next_cursor: cursor ? null : LAST },
  })
  const ids = settlement(3)
  const first = await ids.page({}, read)
  expect(first.rows).toEqual([{ call_id: ids.own('5') }])
  const cursor = first.page.next_cursor ?? ''
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain(LAST)
  const second = await ids.page({ cursor }, read)
  expect(second).toEqual({
    rows: [{ call_id: ids.own(LAST) }],
    page: { ...page, cursor, next_cursor: null },
  })
  for (const strange of [LAST, '', `${cursor.slice(0, -4)}AAAA`]) {
    await expect(ids.page({ cursor: strange }, read)).rejects.toThrow('was not given')
  }
  await expect(settlement(4).page({ cursor }, read)).rejects.toThrow('was not given')
})

test('what is no id of a call names none', () => {
  expect(settlement(3).known('9999999999999999999')).toBe('0')
})
