// A carrier for those who have none yet: set up by one click, then the numbers to dial.
import { Button } from '@mantine/core'
import {
  createTestLine,
  type FirstCall,
  TEST_LINE_PERMISSIONS,
} from '#contract/first-call/first-call.ts'
import { TEST_LINE_PREFIX, TEST_NUMBERS, TEST_TONE_HZ } from '#core/test-line.ts'
import { useChange } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useUser } from '../session/session.ts'
import styles from './FirstCall.module.css'

export function TestLine({ state }: { readonly state: FirstCall['test_line'] }) {
  const { permissions } = useUser()
  const may = TEST_LINE_PERMISSIONS.every((one) => permissions.includes(one))
  const setUp = useChange(createTestLine, {
    done: 'Test line added.',
    also: ['tariffs', 'settlements', 'gateways', 'route-plans'],
  })
  if (state !== 'SET_UP' && !may) return null
  return (
    <section className={`panel ${styles.panel}`} aria-label="Test line">
      <h2>{state === 'SET_UP' ? 'Test line' : 'No carrier yet?'}</h2>
      {state === 'SET_UP' ? (
        <p>
          Dial <span className="mono">{TEST_NUMBERS.echo}</span> for an echo,{' '}
          <span className="mono">{TEST_NUMBERS.tone}</span> for a tone of {TEST_TONE_HZ} Hz.
        </p>
      ) : (
        <p className="muted">
          The test line answers two numbers, with an echo and with a tone. It is added as a carrier:
          a settlement account with a gateway, rates for {TEST_LINE_PREFIX}, and a rule in the
          newest route plan.
        </p>
      )}
      {state === 'OFFERED' && (
        <div className={styles.actions}>
          <Button variant="default" loading={setUp.isPending} onClick={() => setUp.mutate({})}>
            Use the test line
          </Button>
        </div>
      )}
      {state === 'NOT_RUNNING' && (
        <p>
          It is not running: <Link to={paths.admin.management}>Management</Link> says why.
        </p>
      )}
    </section>
  )
}
