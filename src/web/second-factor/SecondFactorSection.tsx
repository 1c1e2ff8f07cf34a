// The user's own second factor: on or off, and the recovery codes.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { getSecondFactor } from '#contract/people/second-factor.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { count } from '../ui/values/format.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { RenewCodesDialog } from './RenewCodesDialog.tsx'
import styles from './SecondFactor.module.css'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'

export function SecondFactorSection() {
  const factor = useOne(getSecondFactor, {})
  const [adding, setAdding] = useState(false)
  return (
    <>
      <Loaded query={factor}>
        {({ since, is_required, recovery_codes_left }) =>
          since === null ? (
            <div className={styles.step}>
              <span className="muted">Off: the password alone opens your account.</span>
              <Button variant="default" onClick={() => setAdding(true)}>
                Set up…
              </Button>
            </div>
          ) : (
            <div className={styles.step}>
              <span>
                On since <DateTime at={since} />, with{' '}
                {count(recovery_codes_left, 'recovery code', 'recovery codes')} left.
              </span>
              <FactorActions is_required={is_required} />
            </div>
          )
        }
      </Loaded>
      {adding && (
        <Dialog title="Second factor" onClose={() => setAdding(false)} width={480}>
          <SecondFactorSetup onDone={() => setAdding(false)} />
        </Dialog>
      )}
    </>
  )
}

function FactorActions({ is_required }: { is_required: boolean }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [renewing, setRenewing] = useState(false)
  const [removing, setRemoving] = useState(false)
  return (
    <div className={styles.buttons}>
      <Button variant="default" onClick={() => setRenewing(true)}>
        New recovery codes…
      </Button>
      {!is_required && (
        <Button variant="default" onClick={() => setRemoving(true)}>
          Turn off…
        </Button>
      )}
      {renewing && <RenewCodesDialog onClose={() => setRenewing(false)} onMade={setCodes} />}
      {removing && <RemoveFactorDialog onClose={() => setRemoving(false)} />}
      {codes && (
        <Dialog title="Recovery codes" onClose={() => setCodes(undefined)} must_answer width={480}>
          <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
        </Dialog>
      )}
    </div>
  )
}
