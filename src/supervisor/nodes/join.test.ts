// A machine that joins: who gets the secrets, and who does not.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { addNode, addNodeJoin } from '#db/machine/nodes.ts'
import { databaseForFile } from '#test/support/database.ts'
import { secretKeys } from '#test/support/secret-keys.ts'
import {
  type DataFolder,
  readNodeId,
  readSecrets,
  SHARED_SECRETS,
  type SharedSecrets,
} from '../data-folder.ts'
import { admitNodes } from './admit-nodes.ts'
import { joinNodes } from './join.ts'
import { isProof, makeExchangeKey, openForNode, proofOf, sealForNode } from './join-exchange.ts'

const CODE = 'c0de'.repeat(8)
const WRONG = 'beef'.repeat(8)
const shared = Object.fromEntries(
  SHARED_SECRETS.map((name) => [name, `secret of ${name}`]),
) as SharedSecrets

const fresh = databaseForFile()
let database: Database
let folder: DataFolder
beforeAll(async () => {
  database = fresh.database
})
beforeEach(async () => {
  const path = await mkdtemp(join(tmpdir(), 'softswitch-node-'))
  folder = { path, run: path, logs: path }
})
afterEach(() => rm(folder.path, { recursive: true }))

/** The number of the code of a new node, and of the node. */
async function addCode(name: string, minutes = 60): Promise<{ join_id: number; node_id: number }> {
  return database.transaction().execute(async (tx) => {
    const node_id = (await addNode(tx, name)) ?? 0
    const code = secretKeys.encrypt('node_join.code', CODE)
    return { node_id, join_id: await addNodeJoin(tx, { node_id, code, minutes }) }
  })
}

/** The supervisor of another machine, until it is stopped. */
function admitMeanwhile(secrets: typeof shared = shared): () => Promise<void> {
  let isOver = false
  const admitting = (async () => {
    while (!isOver) {
      await admitNodes(database, secretKeys, secrets)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  return async () => {
    isOver = true
    await admitting
  }
}

test('a node with the code gets the secrets, once, in files that only it may read', async () => {
  const { join_id, node_id } = await addCode('Oslo')
  const stop = admitMeanwhile()
  try {
    expect(await joinNodes(fresh.url, folder, `${join_id}-${CODE}`)).toBe(node_id)
    expect(await readNodeId(folder)).toBe(node_id)
    expect((await readSecrets(folder)).shared).toEqual(shared)
    for (const name of SHARED_SECRETS) {
      expect((await stat(join(folder.path, 'secrets', name))).mode & 0o777).toBe(0o600)
    }
    const [row] = await database.selectFrom('node_join').selectAll().execute()
    expect([row?.code, row?.sealed]).toEqual(['', ''])
    // The next start needs no code, and another machine cannot use it.
    expect(await joinNodes(fresh.url, folder, undefined)).toBe(node_id)
    const other = { ...folder, path: join(folder.path, 'other') }
    await expect(joinNodes(fresh.url, other, `${join_id}-${CODE}`)).rejects.toThrow(/was used/)
  } finally {
    await stop()
  }
})

test('a wrong code is refused, and the right one is not good after it', async () => {
  const { join_id } = await addCode('Bergen')
  const stop = admitMeanwhile()
  try {
    const joining = (code: string) => joinNodes(fresh.url, folder, `${join_id}-${code}`)
    await expect(joining(WRONG)).rejects.toThrow(/JOIN_CODE is wrong/)
    await expect(joining(CODE)).rejects.toThrow(/was used/)
  } finally {
    await stop()
  }
  expect(await readNodeId(folder)).toBeUndefined()
})

test('a code expires, and a machine without one is told where it comes from', async () => {
  const { join_id } = await addCode('Tromso', -1)
  await expect(joinNodes(fresh.url, folder, `${join_id}-${CODE}`)).rejects.toThrow(/has expired/)
  await expect(joinNodes(fresh.url, folder, undefined)).rejects.toThrow(/add it in the console/)
})

test('secrets from a program that has no code are not taken', async () => {
  const { join_id } = await addCode('Narvik')
  const joining = joinNodes(fresh.url, folder, `${join_id}-${CODE}`)
  const outcome = expect(joining).rejects.toThrow(/another program writes into the database/)
  for (;;) {
    const row = await database
      .selectFrom('node_join')
      .select('node_key')
      .where('id', '=', join_id)
      .executeTakeFirstOrThrow()
    if (row.node_key) {
      const forged = sealForNode(JSON.stringify(shared), WRONG, row.node_key)
      await database.updateTable('node_join').set(forged).where('id', '=', join_id).execute()
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await outcome
  expect(await readNodeId(folder)).toBeUndefined()
})

test('a switch of its own does not become a node', async () => {
  await readSecrets(folder)
  await expect(joinNodes(fresh.url, folder, `1-${CODE}`)).rejects.toThrow(/another DATA_DIR/)
})

test('what is sealed for a node opens with its key and the code alone', () => {
  const own = makeExchangeKey()
  const sealed = sealForNode('text', CODE, own.text)
  expect(openForNode(sealed, CODE, own)).toBe('text')
  expect(openForNode(sealed, WRONG, own)).toBeUndefined()
  expect(openForNode(sealed, CODE, makeExchangeKey())).toBeUndefined()
  expect(isProof(proofOf(CODE, own.text), CODE, own.text)).toBe(true)
  expect(isProof(proofOf(WRONG, own.text), CODE, own.text)).toBe(false)
  expect(isProof(proofOf(CODE, 'other'), CODE, own.text)).toBe(false)
})
