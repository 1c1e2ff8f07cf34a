// Confirms before typed values are lost, by a link, by Back, or by closing the page.
import { useBlocker } from '@tanstack/react-router'
import { alert } from '../alerts/alerts.ts'

export function useLeaveGuard(isAtRisk: () => boolean): void {
  useBlocker({
    shouldBlockFn: async () => {
      if (!isAtRisk()) return false
      const leave = await alert.confirm('Your changes are not saved.', {
        title: 'Leave without saving?',
        yes: 'Leave',
        no: 'Stay',
      })
      return leave !== true
    },
    enableBeforeUnload: isAtRisk,
  })
}
