import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant } from '../primitives.ts'

const trial = z
  .object({
    state: z.enum(['UNCONFIRMED', 'CONFIRMED', 'UNDONE']),
    /** Until then an unconfirmed change can be confirmed. */
    confirm_until: instant,
    /** Why it was undone. */
    message: z.string(),
    changed_by: z.string(),
    changed_at: instant,
  })
  .nullable()

export const getFirewallTrial = endpoint({
  method: 'GET',
  path: '/api/firewall-zones/trial',
  summary: 'The last change of zones that could refuse users of the console, and its state',
  needs: 'firewall_zones.view',
  answer: trial,
  passive: true,
})

export const confirmFirewallTrial = endpoint({
  method: 'POST',
  path: '/api/firewall-zones/trial/confirm',
  summary: 'Keeps the firewall zones that are tried',
  needs: 'firewall_zones.edit',
})

export const undoFirewallTrial = endpoint({
  method: 'POST',
  path: '/api/firewall-zones/trial/undo',
  summary: 'Returns to the firewall zones from before the trial',
  needs: 'firewall_zones.edit',
})
