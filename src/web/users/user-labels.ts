import type { z } from 'zod'
import type { newUserForm } from '#contract/people/users.ts'

/** The values of a new admin; the password is typed or generated. */
export const NEW_USER: z.input<typeof newUserForm> = {
  username: '',
  full_name: '',
  email: '',
  phone: '',
  status: 'active',
  has_all_rights: false,
  group_ids: [],
  own_account_ids: [],
  allowed_networks: [],
  expires_at: null,
  timezone: null,
  password: '',
}
