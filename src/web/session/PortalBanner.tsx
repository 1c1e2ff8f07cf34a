// A banner over every page of the portal of another account, and the way back.

import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { allowWrites, leavePortal } from '#contract/people/on-behalf.ts'
import type { CurrentUser } from '#contract/people/session.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { accountPath } from '../navigation/account-path.ts'
import styles from './PortalBanner.module.css'
import { useUser } from './session.ts'

interface PortalBannerProps {
  /** The account whose portal it is. */
  readonly portal: NonNullable<CurrentUser['on_behalf_of']>
}

export function PortalBanner({ portal }: PortalBannerProps) {
  const { may_write, type, reseller_level } = useUser()
  const queries = useQueryClient()
  const allow = async () => {
    const title = `Allow changes in the portal of ${portal.name}`
    const text = 'The log of activities shows the reason. Reason:'
    const reason = await alert.prompt(text, { title, yes: 'Allow changes', no: 'Cancel' })
    if (reason === null) return
    try {
      await send(allowWrites, { body: { reason } })
      await queries.invalidateQueries()
    } catch (error) {
      alert.error(messageOf(error))
    }
  }
  const leave = async () => {
    try {
      await send(leavePortal, {})
      // A load of the whole page, so that nothing of the last area stays.
      location.assign(accountPath({ id: portal.id, kind: type, level: reseller_level }))
    } catch (error) {
      alert.error(messageOf(error))
    }
  }
  return (
    <section className={styles.banner} aria-label="Portal of another account">
      <IconEye size={17} aria-hidden />
      <span className={styles.text} role="status">
        You see the portal of <b>{portal.name}</b>. {may_write ? 'Changes allowed.' : 'Read-only.'}
      </span>
      {!may_write && (
        <Button variant="default" size="compact-sm" onClick={() => void allow()}>
          Allow changes…
        </Button>
      )}
      <Button size="compact-sm" onClick={() => void leave()}>
        Leave
      </Button>
    </section>
  )
}
