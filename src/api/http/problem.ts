// Everything that can go wrong in a request, as one of the closed list of problems.
import { PROBLEMS, type ProblemAnswer, type ProblemCode } from '#contract/problem.ts'
import { cutText } from '#core/cut-text.ts'
import { isConflict, isDatabaseDown } from '#db/database.ts'
import { BadCursor } from '#db/paging.ts'
import { SearchTooLong } from '#db/periods.ts'

interface Details {
  /** Instead of the problem's own sentence. */
  readonly message?: string
  readonly fields?: Readonly<Record<string, string>>
  /** After how many seconds a repetition makes sense. */
  readonly retry_seconds?: number
  readonly changed?: ProblemAnswer['changed']
}

/** A problem that a handler throws for the user to read. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: Details

  constructor(code: ProblemCode, details: Details = {}) {
    super(details.message ?? PROBLEMS[code].message)
    this.code = code
    this.details = details
  }
}

export const UNREADABLE = 'The request cannot be read.'

export const badField = (field: string, message: string): Problem =>
  new Problem('bad-input', { fields: { [field]: message } })

/** The row, or the problem that it does not exist for this caller. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Problem('not-found')
  return row
}

const TAKEN = 'This name is already in use.'
/** The form field of each unique index. */
const UNIQUE: Readonly<Record<string, Details>> = {
  account_name_unique: { fields: { name: TAKEN } },
  console_user_username: { fields: { username: TAKEN } },
  tariff_name: { fields: { name: TAKEN } },
  gateway_name: { fields: { name: TAKEN } },
  gateway_group_name: { fields: { name: TAKEN } },
  failover_policy_name: { fields: { name: TAKEN } },
  node_name: { fields: { name: TAKEN } },
  tunnel_name: { fields: { name: TAKEN } },
  tunnel_address: { fields: { local_ip: 'A tunnel with this address and port already exists.' } },
  settlement_client_id_key: {
    fields: { client_id: 'This client is linked to another settlement account.' },
  },
  route_plan_name: { fields: { name: TAKEN } },
  firewall_zone_name: { fields: { name: TAKEN } },
  time_window_name: { fields: { name: TAKEN } },
  number_list_name: { fields: { name: TAKEN } },
  number_list_item_number_list_id_key_min_length_max_length_key: {
    fields: { key: 'This number with these lengths is already on the list.' },
  },
  api_token_name: { fields: { name: TAKEN } },
  code_deck_entry_prefix: { fields: { prefix: 'The code deck already has this prefix.' } },
  brand_domain: { fields: { domain: 'Another reseller has this domain.' } },
  trace_rule_name: { fields: { name: TAKEN } },
  recording_rule_name: { fields: { name: TAKEN } },
  record_consumer_name: { fields: { name: TAKEN } },
  notification_rule_name: { fields: { name: TAKEN } },
  notification_webhook_name: { fields: { name: TAKEN } },
  record_consumer_folder: { fields: { folder: 'Another consumer has this folder.' } },
  record_consumer_objects: {
    fields: { object_prefix: 'Another consumer has this bucket and prefix.' },
  },
  saved_view_name: { fields: { name: TAKEN } },
  translation_name: { fields: { name: TAKEN } },
  package_name: { fields: { name: TAKEN } },
  package_subscription_unique: {
    fields: { package_id: 'The client already has this package.' },
  },
  currency_pkey: { fields: { code: TAKEN } },
  tariff_rate_prefix: {
    fields: { prefix: 'A rate for this prefix, time window and start already exists.' },
  },
  client_ip_unique: {
    fields: {
      ip: 'This address with this port, transport and prefixes is already in the IP list.',
    },
  },
  client_ip_auth_username: { fields: { auth_username: TAKEN } },
  sip_user_username: { fields: { username: TAKEN } },
  sip_user_number: { fields: { number: 'This number is used by another SIP user.' } },
  payment_reference: {
    fields: { reference: 'A payment with this method and reference already exists.' },
  },
  payment_reverses_id_key: { message: 'This payment is already reversed.' },
}

/** The form field of database constraints whose violation has a specific message. */
const RULES: Readonly<Record<string, readonly [field: string, message: string]>> = {
  account_currency_check: ['currency', 'Cannot be changed after the first transaction.'],
  account_parent_id_check: ['parent_id', 'The account cannot be moved there.'],
}

interface DatabaseError extends Error {
  readonly code: string
  readonly table?: string
  readonly constraint?: string
  readonly detail?: string
}

function fromDatabase(error: DatabaseError): Problem | undefined {
  const constraint = error.constraint ?? ''
  if (error.code === '23505') return new Problem('already-exists', UNIQUE[constraint])
  if (error.code === '23503') {
    const field = /^Key \((\w+)\)/.exec(error.detail ?? '')?.[1] ?? ''
    const isMissing = error.detail?.includes('is not present')
    return isMissing ? badField(field, 'This does not exist.') : new Problem('in-use')
  }
  if (constraint === 'balance_above_floor') return new Problem('not-enough-money')
  const rule = RULES[constraint]
  if (rule) return badField(...rule)
  if (error.code === '23514') {
    // PostgreSQL names the check of a column `table_column_check`.
    const field = constraint.replace(`${error.table}_`, '').replace(/_check$/, '')
    return badField(field, 'Value out of range.')
  }
  if (isConflict(error)) return new Problem('changed-meanwhile')
  if (error.code === '57014') {
    return new Problem('bad-input', {
      message: 'The query takes too long. Narrow the time range or the filters.',
    })
  }
  const isUnfit = /^22(003|007|008|021|P05)$/.test(error.code)
  if (isUnfit) return new Problem('bad-input', { message: 'Invalid value.' })
  return undefined
}

const FASTIFY: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not-json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad-input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad-input',
}

/** Problems from the parts around the endpoints: the router, the files of the console. */
function fromStatus(status: number): Problem {
  if (status === 429) return new Problem('too-many-tries')
  // A path out of the folder, or a parameter too long for any: neither names anything.
  if (status === 403 || status === 404 || status === 414) return new Problem('not-found')
  if (status >= 400 && status < 500) return new Problem('bad-input', { message: UNREADABLE })
  return new Problem('our-fault')
}

/** Any error as a problem; what is not known here is our fault. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof BadCursor) return badField('cursor', 'This page does not exist.')
  if (error instanceof SearchTooLong) return new Problem('bad-input', { message: error.message })
  if (isDatabaseDown(error)) return new Problem('database-down')
  if (!(error instanceof Error)) return new Problem('our-fault')
  const code = 'code' in error ? String(error.code) : ''
  const known = fromDatabase(error as DatabaseError)
  if (known) return known
  const fastify = FASTIFY[code]
  if (fastify) return new Problem(fastify)
  return fromStatus('statusCode' in error ? Number(error.statusCode) : 500)
}

/** Keeps every error response below 64 kB: each of these letters takes six bytes at most. */
const FIELDS_MAX = 20
const FIELD_MAX = 100
const FIELD_MESSAGE_MAX = 300
const MESSAGE_MAX = 1000

export function problemAnswerOf(problem: Problem, request_id: string): ProblemAnswer {
  const fields = Object.entries(problem.details.fields ?? {})
  const told = fields
    .slice(0, FIELDS_MAX)
    .map(([field, message]) => [cutText(field, FIELD_MAX), cutText(message, FIELD_MESSAGE_MAX)])
  return {
    message: cutText(problem.message, MESSAGE_MAX),
    code: problem.code,
    ...(told.length > 0 && { fields: Object.fromEntries(told) }),
    ...(problem.details.changed && { changed: problem.details.changed }),
    ...(fields.length > told.length && { more_fields: fields.length - told.length }),
    request_id,
  }
}
