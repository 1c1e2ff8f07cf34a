// A machine becomes a node: with the one-time code of the console it gets the shared secrets.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#db/database.ts'
import { finishJoin, readJoin, requestJoin } from '#db/machine/nodes.ts'
import {
  type DataFolder,
  hasSecrets,
  readNodeId,
  type SharedSecrets,
  writeNodeId,
  writeSharedSecrets,
} from '../data-folder.ts'
import { JOIN_CODE } from './join-code.ts'
import { makeExchangeKey, openForNode, proofOf } from './join-exchange.ts'

const LOOK_EVERY_MS = 500
/** The supervisor of another node looks every two seconds. */
const LOOKS_MAX = 60

const NO_CODE =
  `This machine is no node yet: add it in the console (Management, Nodes), and start it
with the JOIN_CODE that is shown there`.replaceAll('\n', ' ')
const BAD_CODE = 'JOIN_CODE has expired or was used: make a new one in the console'
const NO_ANSWER = `No supervisor has answered: start the first machine, with the version of this
one, and make a new code`.replaceAll('\n', ' ')
const FALSE_ANSWER = `The secrets were not sealed by a machine that has the code: another program
writes into the database`.replaceAll('\n', ' ')

/** The number of this node, which has its secrets then. */
export async function joinNodes(
  url: string,
  folder: DataFolder,
  code: string | undefined,
): Promise<number> {
  const known = await readNodeId(folder)
  if (known !== undefined) return known
  if (hasSecrets(folder)) {
    throw new Error(
      `${folder.path} belongs to a switch of its own: choose another DATA_DIR for the node`,
    )
  }
  const [, id, secret] = JOIN_CODE.exec(code ?? '') ?? []
  if (!id || !secret) throw new Error(NO_CODE)
  const database = openDatabase(url, 'supervisor join', 1)
  try {
    const { node_id, secrets } = await exchange(database, id, secret)
    await writeSharedSecrets(folder, secrets)
    await writeNodeId(folder, node_id)
    await finishJoin(database, id)
    return node_id
  } finally {
    await database.destroy()
  }
}

async function exchange(
  database: Database,
  id: string,
  code: string,
): Promise<{ node_id: number; secrets: SharedSecrets }> {
  const own = makeExchangeKey()
  const proof = proofOf(code, own.text)
  if (!(await requestJoin(database, id, { node_key: own.text, proof }))) throw new Error(BAD_CODE)
  for (let look = 0; look < LOOKS_MAX; look++) {
    const join = await readJoin(database, id)
    if (!join) throw new Error(BAD_CODE)
    if (join.refusal) throw new Error(join.refusal)
    const { node_id, supervisor_key, sealed } = join
    if (supervisor_key && sealed) {
      const text = openForNode({ supervisor_key, sealed }, code, own)
      if (text === undefined) throw new Error(FALSE_ANSWER)
      return { node_id, secrets: JSON.parse(text) as SharedSecrets }
    }
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error(NO_ANSWER)
}
