import {
  type NotificationDelivery,
  resendNotification,
} from '#contract/notifications/notification-deliveries.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange } from '../http/use-endpoint.ts'

const EFFECT =
  'The stored message goes to the same recipient again, with the same id. One that has got it ' +
  'already gets it twice.'

/** Sends a message again, after a question. */
export function useResend(): (
  delivery: Pick<NotificationDelivery, 'id' | 'recipient'>,
) => Promise<void> {
  const resend = useChange(resendNotification, { done: 'It is sent again.' })
  return async ({ id, recipient }) => {
    const sure = await alert.confirm(EFFECT, {
      title: `Send it to ${recipient} again?`,
      yes: 'Resend',
      no: 'Cancel',
    })
    if (sure) resend.mutate({ params: { id } })
  }
}
