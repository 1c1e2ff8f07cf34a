import { describe, expect, test } from 'vitest'
import { databaseForFile } from '#test/support/database.ts'
import { insertRow, lockRow, lockRows, markDeleted, removeRow, updateVersion } from './crud.ts'
import { raw, type Tx } from './database.ts'
import { EVERYTHING, type Scope } from './scope.ts'

const fresh = databaseForFile()

const NOW = '2026-11-23T00:00:00Z'
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
  fresh.database.transaction().execute(work)

let lists = 0
/** A list of numbers of this account. */
const addList = (tx: Tx, owner_id = 1) => {
  lists += 1
  const row = {
    name: `List ${lists}`,
    description: '',
    status: 'active',
    default_action: 'ACCEPT',
  } as const
  return insertRow(tx, 'number_list', { ...row, mode: 'STRICT', owner_id })
}

describe('a row', () => {
  test('is changed by the one who read it last, and by nobody once it is deleted', () =>
    inTransaction(async (tx) => {
      const id = await addList(tx)
      const change = (version: number) =>
        updateVersion(tx, 'number_list', id, version, { description: 'changed' })
      expect([await change(1), await change(1), await change(2)]).toEqual([true, false, true])
      await markDeleted(tx, 'number_list', id, NOW)
      expect(await change(3)).toBe(false)
      expect(
        await tx.selectFrom('number_list').where('id', '=', id).select('version').execute(),
      ).toEqual([{ version: 3 }])
    }))

  test('without a mark is gone when it is removed', () =>
    inTransaction(async (tx) => {
      const number_list_id = await addList(tx)
      const item = {
        key: '49',
        min_length: 1,
        max_length: 15,
        action: 'ACCEPT',
        tag: '',
        description: '',
      } as const
      const id = await insertRow(tx, 'number_list_item', { ...item, number_list_id })
      expect(await updateVersion(tx, 'number_list_item', id, 1, { tag: 'a' })).toBe(true)
      await removeRow(tx, 'number_list_item', id)
      expect(await updateVersion(tx, 'number_list_item', id, 2, { tag: 'b' })).toBe(false)
    }))
})

describe('what is referred to', () => {
  test('is locked if it is there and in the scope', () =>
    inTransaction(async (tx) => {
      const other: Scope = { kind: 'account', account_id: 4711 }
      const [kept, deleted] = [await addList(tx), await addList(tx)]
      await markDeleted(tx, 'number_list', deleted, NOW)
      expect(await lockRow(tx, EVERYTHING, 'number_list', kept)).toMatchObject({ mode: 'STRICT' })
      expect(await lockRow(tx, other, 'number_list', kept)).toBeUndefined()
      expect(await lockRow(tx, EVERYTHING, 'number_list', deleted)).toBeUndefined()
      const ids = [deleted, kept, 4711]
      expect(await lockRows(tx, EVERYTHING, 'number_list', ids)).toEqual(new Set([kept]))
      expect(await lockRows(tx, other, 'number_list', ids)).toEqual(new Set())
      expect(await lockRows(tx, EVERYTHING, 'number_list', [])).toEqual(new Set())
    }))

  test('cannot be deleted until the transaction ends', async () => {
    const id = await inTransaction((tx) => addList(tx))
    await inTransaction(async (tx) => {
      await lockRow(tx, EVERYTHING, 'number_list', id)
      const deletion = inTransaction(async (other) => {
        await other.executeQuery(raw(`set local lock_timeout = '100ms'`))
        await markDeleted(other, 'number_list', id, NOW)
      })
      await expect(deletion).rejects.toThrow('lock timeout')
    })
  })
})
