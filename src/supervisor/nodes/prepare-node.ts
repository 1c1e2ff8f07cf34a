// Schema, secrets and roles of the database, before the parts of a node start. The first machine
// makes them; another one needs a code of the console to get the secrets.
import { FIRST_NODE } from '#core/call/engine-name.ts'
import type { SipListener } from '#core/sip-ports.ts'
import { openDatabase, readDatabaseMs } from '#db/database.ts'
import { encryptSecrets } from '#db/machine/encrypt-secrets.ts'
import { writeNodeStart } from '#db/machine/nodes.ts'
import { checkSchema, migrate, readMigrations } from '#db/migrate.ts'
import { makePartitionsAhead } from '#db/partitions/partitions.ts'
import type { Role } from '#db/role-rights.ts'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { withClient } from '#db/with-client.ts'
import about from '../../../package.json' with { type: 'json' }
import { type Config, isNode } from '../config.ts'
import { type DataFolder, readNodeId, readSecrets, type Secrets } from '../data-folder.ts'
import { ensureFirstAdmin } from '../first-admin.ts'
import { findAccess, prepareAccess } from '../postgres/database-access.ts'
import { joinNodes } from './join.ts'

interface PreparedNode {
  readonly node_id: number
  readonly secrets: Secrets
  /** The address of the database for each process. */
  readonly urls: Readonly<Record<Role, string>>
}

/** Throws with what the operator must do. */
export async function prepareNode(
  url: string,
  config: Config,
  folder: DataFolder,
  say: (line: string) => void,
): Promise<PreparedNode> {
  if (isNode(config)) {
    await checkSchema(url)
    const node_id = await joinNodes(url, folder, config.JOIN_CODE)
    const secrets = await readSecrets(folder)
    return { node_id, secrets, urls: await findAccess(url, secrets.database, say) }
  }
  await prepareDatabase(url, config, say)
  const node_id = (await readNodeId(folder)) ?? FIRST_NODE
  const secrets = await readSecrets(folder)
  await prepareSecrets(url, secrets.secret_keys, say)
  const is_ours = config.DATABASE_URL === undefined
  return { node_id, secrets, urls: await prepareAccess(url, secrets.database, is_ours, say) }
}

/** Writes down what this node runs, for the console and for other nodes. */
export async function noteStart(
  url: string,
  node_id: number,
  [first]: readonly SipListener[],
): Promise<void> {
  const sip_address = first
    ? `${first.transport}:${first.advertise ?? first.address}:${first.port}`
    : ''
  const last_migration = (await readMigrations()).at(-1)?.name ?? ''
  const database = openDatabase(url, 'supervisor', 1)
  try {
    await writeNodeStart(database, node_id, { sip_address, release: about.version, last_migration })
  } finally {
    await database.destroy()
  }
}

async function prepareDatabase(
  url: string,
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  const applied = await migrate(url)
  await makePartitionsNow(url)
  if (applied.length > 0) say(`Applied ${applied.length} migrations, up to ${applied.at(-1)}`)
  const database = openDatabase(url, 'supervisor', 1)
  try {
    const admin = await ensureFirstAdmin(database, config)
    if (!admin) return
    const password = admin.generated_password
    say(
      `Created the first admin: ${admin.username}` +
        (password
          ? `, password ${password} (shown only this once)`
          : ', password from ADMIN_PASSWORD'),
    )
  } finally {
    await database.destroy()
  }
}

/** The console writes logins into them as soon as it runs. */
const makePartitionsNow = (url: string): Promise<void> =>
  withClient(url, 'supervisor', async (client) =>
    makePartitionsAhead(client, await readDatabaseMs(client)),
  )

async function prepareSecrets(
  url: string,
  keys: string,
  say: (line: string) => void,
): Promise<void> {
  for (const name of await encryptSecrets(url, readSecretKeys(keys))) {
    say(`The password of ${name} cannot be decrypted, its key is lost: enter it again`)
  }
}
