// The closed list of what can go wrong for a user. docs/problems.md holds the
// same list; a test compares.
import { z } from 'zod'

export const PROBLEMS = {
  'bad-input': { status: 400, message: 'Some fields need attention.' },
  'login-required': { status: 401, message: 'Please log in.' },
  'login-failed': { status: 401, message: 'Username or password is wrong.' },
  'second-factor-required': { status: 401, message: 'Please enter the code of your app.' },
  'captcha-required': { status: 403, message: 'Please confirm that you are not a robot.' },
  'cross-site': { status: 403, message: 'The request did not come from this console.' },
  'confirmation-required': {
    status: 403,
    message: 'Please confirm by your password or a code that it is you.',
  },
  'second-factor-missing': { status: 403, message: 'Please set up a second factor first.' },
  'not-allowed': { status: 403, message: 'You do not have permission for this.' },
  'not-found': { status: 404, message: 'Not found, or you have no access to it.' },
  'too-slow': { status: 408, message: 'The request timed out.' },
  'already-exists': { status: 409, message: 'It already exists.' },
  'changed-meanwhile': { status: 409, message: 'Changed by another user while you were editing.' },
  'in-use': { status: 409, message: 'It is in use.' },
  'not-enough-money': { status: 409, message: 'Insufficient balance.' },
  'reading-archive': { status: 425, message: 'These calls are being read from the archive.' },
  'too-large': { status: 413, message: 'The request is too large.' },
  'not-json': { status: 415, message: 'Only JSON is accepted.' },
  'too-many-tries': { status: 429, message: 'Too many attempts. Please wait.' },
  'our-fault': { status: 500, message: 'Internal error.' },
  'jobs-down': {
    status: 503,
    message: 'The background jobs do not respond. Please try again soon.',
  },
  'database-down': {
    status: 503,
    message: 'The database does not respond. Please try again soon.',
  },
} as const

export type ProblemCode = keyof typeof PROBLEMS

/**
 * The body of every answer that is not 2xx. `fields` has a message per field, by dotted path; of
 * very many it has the first, and `more_fields` counts the others.
 */
export const problemAnswer = z.object({
  message: z.string(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
  more_fields: z.number().optional(),
  /** For `changed-meanwhile`: when it changed, and by whom where the caller may know it. */
  changed: z.object({ by: z.string().nullable(), at: z.iso.datetime({ offset: true }) }).optional(),
  request_id: z.string().optional(),
})
export type ProblemAnswer = z.infer<typeof problemAnswer>
