import { z } from 'zod'
import { FIELD_RIGHTS } from '#core/permission/field-rights.ts'
import { PERMISSIONS, USER_TYPES } from '#core/permission/permission.ts'
import { DATE_FORMATS } from '#core/time/date-format.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { id, instant, moneyText, password, resellerLevel, sumText } from '../primitives.ts'

export const THEME_COLOR_NAMES = [
  'primary',
  'primaryText',
  'secondary',
  'secondaryText',
  'tertiary',
  'tertiaryText',
  'background',
  'foreground',
] as const
const color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'A colour, for example #00007F.')
export const themeColors = z.strictObject({
  primary: color,
  primaryText: color,
  secondary: color,
  secondaryText: color,
  tertiary: color,
  tertiaryText: color,
  background: color,
  foreground: color,
})
export type ThemeColors = z.infer<typeof themeColors>

/** The data that the console needs before the login, and nothing else. */
export const initialData = endpoint({
  method: 'GET',
  path: '/api/initial-data',
  summary:
    'Title, company, logo and theme colours of the console, time zone and time of the server',
  needs: 'anyone',
  answer: z.object({
    title: z.string(),
    company: z.string(),
    /** The page was opened at the domain of a reseller: nothing names the operator. */
    is_branded: z.boolean(),
    /** The path of the logo; null is that of the product, or none in a brand. */
    logo: z.string().nullable(),
    /** On dark pages; null is the other one. */
    dark_logo: z.string().nullable(),
    /** Links to support and terms, of the brand or of the operator; null is not shown. */
    support_email: z.string().nullable(),
    terms_url: z.string().nullable(),
    theme_colors: themeColors,
    timezone: z.string(),
    current_time: instant,
  }),
})

/** A proof-of-work challenge of altcha-lib; solved it becomes `captcha` of the login. */
export const getCaptcha = endpoint({
  method: 'GET',
  path: '/api/captcha',
  summary: 'A captcha challenge for the next login attempt',
  needs: 'anyone',
  answer: z.object({
    algorithm: z.string(),
    challenge: z.string(),
    maxnumber: z.number(),
    salt: z.string(),
    signature: z.string(),
  }),
})

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Signs in: answers the bearer token and sets the cookie that belongs to it',
  needs: 'anyone',
  body: z.strictObject({
    username: z.string().trim().min(1, 'Required.').max(100),
    password: z.string().min(1, 'Required.').max(128),
    /** The area: the three client types sign in at the same door. */
    user_type: z.enum(['ADMIN', 'RESELLER', 'CLIENT']),
    /** The solved challenge, base64; required after `captcha-required`. */
    captcha: z.string().max(2000).nullable(),
    /** The code of the second factor; required after `second-factor-required`. */
    code: z.string().trim().max(40).nullable().optional(),
    remember: z.boolean(),
  }),
  answer: z.object({ token: z.string() }),
  secret: true,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'Ends the session',
  needs: 'session',
  before_second_factor: true,
  on_behalf: true,
})

export const currentUser = z.object({
  id,
  username: z.string(),
  type: z.enum(USER_TYPES),
  /** Calls of today in the scope of the user; duration in seconds, running calls included. */
  calls: z.object({ total: z.number(), active: z.number(), duration: z.number() }),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Then nothing else works until there is one. */
  lacks_second_factor: z.boolean(),
  /** Which fields of records the user sees. */
  field_rights: z.array(z.enum(FIELD_RIGHTS)),
  /** In which the user sees times, and which its days and months are of. */
  timezone: z.string(),
  /** Chosen by the user or an admin; null is that of the switch. */
  own_timezone: z.string().nullable(),
  /** The user's account; null for an admin. */
  account_id: id.nullable(),
  /** The account is right below the operator; false for an admin. */
  is_direct: z.boolean(),
  /** The account whose portal the user sees; null is the own area. */
  on_behalf_of: z
    .object({ id, name: z.string(), own_type: z.enum(['ADMIN', 'RESELLER']) })
    .nullable(),
  /** False in the portal of another account until changes are allowed. */
  may_write: z.boolean(),
  /** The level of a reseller; null for others. */
  reseller_level: resellerLevel.nullable(),
  /** That of the account; for an admin the one of the system. */
  currency: z.string(),
  /** The decimals of amounts in lists. */
  amount_decimals: z.number(),
  date_format: z.enum(DATE_FORMATS),
  /** Null, with what is left of it, for an admin and for staff from whom charges are hidden. */
  balance: sumText.nullable(),
  credit_limit: moneyText.nullable(),
  /** Settlement accounts only: the maximum that we may owe it. */
  max_debt: moneyText.nullable(),
  available: sumText.nullable(),
})
export type CurrentUser = z.output<typeof currentUser>

export const me = endpoint({
  method: 'GET',
  path: '/api/me',
  summary: 'The signed-in user and the call counters',
  needs: 'signed-in',
  before_second_factor: true,
  answer: currentUser,
  passive: true,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/me/password',
  summary: 'Changes the own password and signs out all other sessions',
  needs: 'session',
  body: z.strictObject({ current_password: z.string().min(1).max(128), new_password: password }),
})

export const setOwnTimezone = endpoint({
  method: 'POST',
  path: '/api/me/timezone',
  summary: 'Sets the time zone in which the user sees times; null is that of the switch',
  needs: 'session',
  body: z.strictObject({ timezone: z.string().max(64).nullable() }),
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/me/sessions',
  summary: 'The own sessions, newest first',
  needs: 'session',
  answer: z.array(
    z.object({
      id,
      ip: z.string(),
      user_agent: z.string(),
      created_at: instant,
      last_active_at: instant,
      is_current: z.boolean(),
    }),
  ),
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/me/sessions/:id',
  summary: 'Ends another one of the own sessions',
  needs: 'session',
  params: idParams,
})
