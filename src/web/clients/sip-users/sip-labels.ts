import type { z } from 'zod'
import type { sipUserForm } from '#contract/accounts/sip-users.ts'

export type SipUserValues = z.input<typeof sipUserForm>

/** The settings for a phone. */
export interface SipLogin {
  readonly username: string
  readonly password: string
}

export const NEW_SIP_USER: SipUserValues = {
  number: '',
  display_name: '',
  allowed_callers: [],
  max_contacts: 1,
  channel_limit: 2,
  expires_min_seconds: 60,
  expires_max_seconds: 3600,
  allowed_networks: [],
  status: 'active',
  description: '',
}
