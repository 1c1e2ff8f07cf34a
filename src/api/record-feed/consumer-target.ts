// Where a consumer of the record feed is, by its kind: which fields it has, and its secret.
import type { BodyOf } from '#contract/endpoint.ts'
import type { createRecordConsumer } from '#contract/record-feed/record-consumers.ts'
import type { SecretKeys } from '#db/secrets/secret-keys.ts'
import { badField } from '../http/problem.ts'
import { randomBase64 } from '../http/random.ts'

type Form = BodyOf<typeof createRecordConsumer>
type Kind = Form['kind']

const SECRET_BYTES = 32
/** As Standard Webhooks write a secret. */
export const makeConsumerSecret = (): string => `whsec_${randomBase64(SECRET_BYTES)}`

type Target =
  | ('url' | 'folder' | 'username' | 'database_name')
  | ('table_name' | 'bucket' | 'object_prefix' | 'region' | 'format')

const NONE = {
  ...{ url: '', folder: '', username: '', database_name: '', table_name: '', bucket: '' },
  ...{ object_prefix: '', region: '', format: 'JSON_LINES' },
} as const satisfies Pick<Form, Target>

/** The fields of each kind that may not be empty. */
const REQUIRED: Readonly<Record<Kind, readonly Target[]>> = {
  WEBHOOK: ['url'],
  FOLDER: ['folder'],
  CLICKHOUSE: ['url', 'database_name', 'table_name'],
  S3: ['url', 'bucket', 'region', 'username'],
}
const OPTIONAL: Readonly<Record<Kind, readonly Target[]>> = {
  WEBHOOK: [],
  FOLDER: ['format'],
  CLICKHOUSE: ['username'],
  S3: ['object_prefix', 'format'],
}

/** A field of another kind, which the form does not show, is dropped. */
export function ofKind<T extends Form>(body: T): T {
  const fields = [...REQUIRED[body.kind], ...OPTIONAL[body.kind]]
  const own = Object.fromEntries(fields.map((field) => [field, body[field]]))
  return { ...body, ...NONE, ...own }
}

export function checkTarget(body: Omit<Form, 'password'>): void {
  const missing = REQUIRED[body.kind].find((field) => body[field] === '')
  if (missing) throw badField(missing, 'Required.')
  if (body.url !== '' && !URL.canParse(body.url)) throw badField('url', 'This is no address.')
  // The path is that of the object. One spelling, as two consumers may not write the same objects.
  if (body.kind === 'S3' && new URL(body.url).origin !== body.url) {
    throw badField('url', 'Without a path and in small letters: https://s3.example.com')
  }
}

interface Before {
  readonly kind: Kind
  readonly url: string
  /** The new address. */
  readonly to: string
  readonly has_password: boolean
}

/** The secret as it is stored; undefined where it stays as it is. */
export function sealedSecret(
  keys: SecretKeys,
  kind: Kind,
  password: string | undefined,
  before: Before | undefined,
): string | undefined {
  const seal = (text: string) => keys.encrypt('record_consumer.secret', text)
  const isSame = before?.kind === kind
  if (kind === 'WEBHOOK' || kind === 'FOLDER')
    return isSame ? undefined : seal(makeConsumerSecret())
  if (password) return seal(password)
  // A stored password goes nowhere else than where it was entered for.
  if (isSame && before.has_password && before.to !== before.url) {
    throw badField('password', 'Another address needs it again.')
  }
  if (kind === 'S3' && !(isSame && before.has_password)) throw badField('password', 'Required.')
  return isSame ? undefined : ''
}
