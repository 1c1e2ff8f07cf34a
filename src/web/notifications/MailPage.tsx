// The HTML of a mail as its reader sees it. It is a page of its own in a frame without any rights,
// because the policy of the console forbids the styles of mails.
import { useQuery } from '@tanstack/react-query'
import { getNotificationDeliveryPage } from '#contract/notifications/notification-deliveries.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { send } from '../http/client.ts'
import styles from './DeliveryDrawer.module.css'

export function MailPage({ id }: { id: number }) {
  const query = useQuery({
    queryKey: ['mail-page', id],
    queryFn: ({ signal }) => send(getNotificationDeliveryPage, { params: { id } }, signal),
    // Its address is valid for a minute: it is fetched each time this opens, and a newer one would
    // load the frame again.
    staleTime: 'static',
    gcTime: 0,
  })
  return (
    <Loaded query={query}>
      {({ url }) => (
        <iframe className={styles.page} title="Mail as it was sent" src={url} sandbox="" />
      )}
    </Loaded>
  )
}
