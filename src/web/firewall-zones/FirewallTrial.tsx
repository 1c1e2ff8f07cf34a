// A change of zones that could refuse users of the console: confirmed here, or undone.
import {
  confirmFirewallTrial,
  getFirewallTrial,
  undoFirewallTrial,
} from '#contract/machine/firewall-trial.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { ConfirmOrUndo } from '../ui/ConfirmOrUndo.tsx'

const POLL_MS = 2000

export function FirewallTrial() {
  const { data: trial } = useOne(getFirewallTrial, {}, { every_ms: POLL_MS })
  const mayEdit = useMay('firewall_zones.edit')
  const confirm = useChange(confirmFirewallTrial, { done: 'Firewall zones confirmed.' })
  const undo = useChange(undoFirewallTrial, { done: 'Firewall zones are undone.' })
  if (trial?.state === 'UNDONE') {
    return <p className="muted">The last change of zones was undone: {trial.message}</p>
  }
  if (trial?.state !== 'UNCONFIRMED') return null
  return (
    <ConfirmOrUndo until={trial.confirm_until} mayEdit={mayEdit} confirm={confirm} undo={undo}>
      Zones changed by {trial.changed_by} are in use for a trial, because they can refuse users of
      the console.
    </ConfirmOrUndo>
  )
}
