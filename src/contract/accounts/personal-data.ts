// The personal data of an account: all that is stored of it, also as a file for the person, and
// its erasure (ADR-0051).
import { z } from 'zod'
import { PERSONAL_DATA_PARTS, type PersonalDataPart } from '#core/account/personal-data.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const part = z.enum(PERSONAL_DATA_PARTS as readonly [PersonalDataPart, ...PersonalDataPart[]])
const accountKind = z.enum(['RESELLER', 'WHOLESALE', 'RETAIL', 'SETTLEMENT'])

export const ERASURE_STATES = ['WAITING', 'ERASING', 'DONE'] as const

export const erasure = z.object({
  account_id: is.id,
  kind: accountKind,
  reason: z.string(),
  /** Empty after a restore of an earlier time. */
  requested_by: z.string(),
  requested_at: is.instant,
  state: z.enum(ERASURE_STATES),
  /** The failure of the last try, or the reason why it waits. */
  error: z.string(),
  /** Records of calls in the database. */
  calls_done: z.number(),
  /** Days of the archive that have its calls; null until they are known. */
  archive_days_total: z.number().nullable(),
  archive_days_done: z.number(),
  ended_at: is.instant.nullable(),
})
export type Erasure = z.output<typeof erasure>

export const listErasures = endpoint({
  method: 'GET',
  path: '/api/erasures',
  summary: 'Accounts whose personal data was erased, or is being erased',
  needs: 'personal_data.view',
  list: true,
  query: listQuery(['account_id', 'requested_at', 'ended_at'], {}),
  answer: z.array(erasure),
})

export const eraseAccount = endpoint({
  method: 'POST',
  path: '/api/erasures',
  summary: 'Has the personal data of a deleted account erased, for good; its books stay',
  needs: 'personal_data.delete',
  confirm: true,
  body: z.strictObject({
    account_id: is.id,
    /** As it is now, so that no other account is erased by mistake. */
    name: z.string().trim().min(1, 'Required.').max(80),
    reason: is.name(500),
  }),
  answer: erasure,
})

export const lookupAnyAccounts = endpoint({
  method: 'GET',
  path: '/api/lookup/any-accounts',
  summary: 'Accounts by name or number, deleted ones too',
  needs: 'personal_data.view',
  query: z.strictObject({
    q: z.string().trim().max(100).optional(),
    id: is.queryId.optional(),
    limit: is.queryNumber.optional(),
  }),
  answer: z.array(
    z.object({
      id: is.id,
      name: z.string(),
      hint: z.string(),
      kind: accountKind,
      is_deleted: z.boolean(),
    }),
  ),
})

export const getPersonalData = endpoint({
  method: 'GET',
  path: '/api/accounts/:id/personal-data/summary',
  summary: 'How much is stored of each part of the personal data of an account',
  needs: 'personal_data.view',
  heavy: true,
  params: idParams,
  answer: z.object({
    account: z.object({
      id: is.id,
      kind: accountKind,
      name: z.string(),
      status: is.accountStatus,
      created_at: is.instant,
      deleted_at: is.instant.nullable(),
    }),
    /** A count that is not exact is "at least". */
    parts: z.array(z.object({ part, count: z.number(), is_exact: z.boolean() })),
    erasure: erasure.nullable(),
  }),
})

export const listPersonalData = endpoint({
  method: 'GET',
  path: '/api/accounts/:id/personal-data',
  summary: 'What is stored of an account, part by part, the oldest first; calls of the archive too',
  needs: 'personal_data.export',
  list: true,
  heavy: true,
  params: idParams,
  query: listQuery(['part'], { part: part.optional() }),
  answer: z.array(
    z.object({
      part,
      at: is.instant,
      /** Its values by their names. */
      data: z.record(z.string(), z.unknown()),
    }),
  ),
})
