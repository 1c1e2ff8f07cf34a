// Encrypts what lies in the database with no key, or with one that is not in use any more.
import { makeClient } from '../database.ts'
import type { SecretColumn, SecretKeys } from '../secrets/secret-keys.ts'

/** The columns with secrets, and how their rows are called by people. */
const COLUMNS: readonly {
  of: SecretColumn
  table: string
  column: string
  id?: string
  name: string
}[] = [
  { of: 'gateway.auth_password', table: 'gateway', column: 'auth_password', name: 'name' },
  { of: 'sip_user.ha1', table: 'sip_user', column: 'ha1', name: 'username' },
  { of: 'client_ip.auth_ha1', table: 'client_ip', column: 'auth_ha1', name: 'auth_username' },
  {
    of: 'second_factor.secret',
    table: 'second_factor',
    column: 'secret',
    id: 'user_id',
    name: `'of user ' || user_id`,
  },
  { of: 'record_consumer.secret', table: 'record_consumer', column: 'secret', name: 'name' },
  {
    of: 'mail_server.password',
    table: 'mail_server',
    column: 'password',
    id: 'port',
    name: 'host',
  },
  ...(['secret', 'previous_secret'] as const).map(
    (column) =>
      ({
        of: 'notification_webhook.secret',
        table: 'notification_webhook',
        column,
        name: 'name',
      }) as const,
  ),
]

interface Secret {
  id: number
  name: string
  text: string
}

/** Answers of which rows the secret cannot be read, because its key is lost. */
export async function encryptSecrets(url: string, keys: SecretKeys): Promise<string[]> {
  const client = makeClient(url, 'secrets')
  await client.connect()
  const lost: string[] = []
  try {
    for (const { of, table, column, id: key = 'id', name } of COLUMNS) {
      const { rows } = await client.query<Secret>(
        `select ${key} as id, ${name} as name, ${column} as text from ${table}
          where ${column} <> '' and not starts_with(${column}, $1)`,
        [keys.prefix],
      )
      for (const { id, name, text } of rows) {
        const clear = keys.decrypt(of, text)
        if (clear === undefined) {
          lost.push(`${table.replaceAll('_', ' ')} ${name}`)
          continue
        }
        // Not if another one has been set since.
        const update = `update ${table} set ${column} = $1 where ${key} = $2 and ${column} = $3`
        await client.query(update, [keys.encrypt(of, clear), id, text])
      }
    }
  } finally {
    await client.end()
  }
  return lost
}
