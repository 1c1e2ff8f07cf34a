// The details of the account of the user, as far as the user changes them itself.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'
import { profile } from './account-profile.ts'

const { company, address, country_iso2, tax_number, phone } = profile
const { billing_email, noc_email, rates_email } = profile

export const ownProfileForm = z.strictObject({
  ...{ company, address, country_iso2, tax_number, phone },
  ...{ billing_email, noc_email, rates_email },
})

export const ownProfile = ownProfileForm.extend({ name: z.string(), version: is.version })
export type OwnProfile = z.output<typeof ownProfile>

export const getOwnProfile = endpoint({
  method: 'GET',
  path: '/api/me/profile',
  summary: 'Company, address and contacts of the own account',
  needs: 'session',
  on_behalf: true,
  /** Null for users without an account. */
  answer: ownProfile.nullable(),
})

export const updateOwnProfile = endpoint({
  method: 'PUT',
  path: '/api/me/profile',
  summary: 'Changes company, address and contacts of the own account',
  needs: 'own_account.edit',
  body: ownProfileForm.extend({ version: is.version }),
  answer: ownProfile,
})
