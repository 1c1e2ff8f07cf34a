// Gives the shared secrets to machines that prove that they have a code of the console.
import type { Database } from '#db/database.ts'
import {
  answerJoin,
  type JoinAnswer,
  type JoinRequest,
  listJoinRequests,
} from '#db/machine/nodes.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import type { SharedSecrets } from '../data-folder.ts'
import { isProof, sealForNode } from './join-exchange.ts'

/** A code is good for one try: after a wrong proof the operator makes another one. */
const WRONG_CODE = 'JOIN_CODE is wrong: make a new one in the console'

export async function admitNodes(
  database: Database,
  keys: SecretKeys,
  secrets: SharedSecrets,
): Promise<void> {
  for (const request of await listJoinRequests(database)) {
    await answerJoin(database, request.id, answerTo(request, keys, secrets))
  }
}

function answerTo(
  { code: encrypted, node_key, proof }: JoinRequest,
  keys: SecretKeys,
  secrets: SharedSecrets,
): JoinAnswer {
  const code = keys.decrypt('node_join.code', encrypted)
  if (!code || !isProof(proof, code, node_key)) return { refusal: WRONG_CODE }
  return sealForNode(JSON.stringify(secrets), code, node_key)
}
