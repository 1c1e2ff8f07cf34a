// On the home page while the switch has carried no call: how far the set-up is.

import { Button } from '@mantine/core'
import { getFirstCall } from '#contract/first-call/first-call.ts'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { setFirstCallGuide } from '../storage/first-call-guide.ts'
import styles from './FirstCall.module.css'

const POLL_MS = 5000

export function FirstCallPanel() {
  const { data } = useOne(getFirstCall, {}, { every_ms: POLL_MS })
  if (!data || data.has_calls) return null
  const done = data.steps.filter(({ state }) => state !== 'OPEN').length
  return (
    <section className={`panel ${styles.panel}`} aria-label="First call">
      <h2>No calls yet</h2>
      <p className="muted">
        {done} of {data.steps.length} steps to a first call are done: tariffs, settlement account,
        gateway, route plan, client, and a test call.
      </p>
      <div className={styles.actions}>
        <Button
          component={Link}
          to={paths.admin.firstCall}
          onClick={() => setFirstCallGuide('shown')}
        >
          Set up the first call
        </Button>
        <Button variant="default" onClick={() => setFirstCallGuide('dismissed')}>
          Dismiss
        </Button>
      </div>
    </section>
  )
}
