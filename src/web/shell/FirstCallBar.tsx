// The next step to a first call, over every page, until the call was answered or it is closed.

import { CloseButton } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { getFirstCall } from '#contract/first-call/first-call.ts'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useUser } from '../session/session.ts'
import { setFirstCallGuide } from '../storage/first-call-guide.ts'
import styles from './FirstCallBar.module.css'
import { offersOf, STEP_TEXTS } from './first-call-steps.ts'
import { OfferLink } from './OfferLink.tsx'

const POLL_MS = 5000

export function FirstCallBar() {
  const { permissions } = useUser()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { data, refetch } = useOne(getFirstCall, {}, { every_ms: POLL_MS })
  const [known, setKnown] = useState(path)
  // A form that was saved leads to another page: what was next before it is not offered again.
  useEffect(() => void refetch().then(() => setKnown(path)), [path, refetch])
  if (!data || path === paths.admin.firstCall) return null
  const { steps, next } = data
  const done = steps.filter(({ state }) => state !== 'OPEN').length
  const offers = next && known === path ? offersOf(steps, next) : []
  const offer = offers.find(({ needs, to }) => permissions.includes(needs) && to !== path)
  return (
    <section className={styles.bar} aria-label="First call">
      <Link to={paths.admin.firstCall}>First call</Link>
      <span role="status">
        {next
          ? `${done} of ${steps.length} steps done. Next: ${STEP_TEXTS[next].title}`
          : 'The first call was answered.'}
      </span>
      {offer?.why && <span className="muted">{offer.why}</span>}
      {offer && <OfferLink offer={offer} size="compact-sm" />}
      <CloseButton
        size="sm"
        aria-label="Hide the steps to a first call"
        onClick={() => setFirstCallGuide('dismissed')}
      />
    </section>
  )
}
