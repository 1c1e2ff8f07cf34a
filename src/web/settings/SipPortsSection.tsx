// SIP listeners and RTP ports: a change is tried, switched, and undone unless confirmed in time.
import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  confirmSipPorts,
  getSipPorts,
  setSipPorts,
  undoSipPorts,
} from '#contract/machine/sip-ports.ts'
import { type SipPorts, socketName } from '#core/sip-ports.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { ApiError, messageOf } from '../http/api-error.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { ConfirmOrUndo } from '../ui/ConfirmOrUndo.tsx'
import styles from './Settings.module.css'
import { SipPortsFields } from './SipPortsFields.tsx'

const POLL_MS = 2000

export function SipPortsSection() {
  const status = useOne(getSipPorts, {}, { every_ms: POLL_MS })
  return (
    <Loaded query={status}>
      {({ ports, addresses, change, closing, is_media_waiting }) => (
        <>
          {change?.state === 'UNCONFIRMED' && change.confirm_until && (
            <Trial until={change.confirm_until} listen={change.ports.listen.map(socketName)} />
          )}
          {change?.state === 'UNDONE' && (
            <p className="muted">The last change was undone: {change.message}</p>
          )}
          {closing.length > 0 && (
            <p className="muted">
              Closing after their last call, without new calls: {closing.map(socketName).join(', ')}
            </p>
          )}
          {is_media_waiting && (
            <p className="muted">
              The RTP range or the media address changes when there are no active calls.
            </p>
          )}
          <SipPortsForm key={JSON.stringify(ports)} ports={ports} addresses={addresses} />
        </>
      )}
    </Loaded>
  )
}

function Trial({ until, listen }: { until: string; listen: readonly string[] }) {
  const mayEdit = useMay('sip_ports.edit')
  const confirm = useChange(confirmSipPorts, { done: 'SIP ports confirmed.' })
  const undo = useChange(undoSipPorts, { done: 'SIP ports are undone.' })
  return (
    <ConfirmOrUndo until={until} mayEdit={mayEdit} confirm={confirm} undo={undo}>
      In use for a trial: {listen.join(', ')}.
    </ConfirmOrUndo>
  )
}

function SipPortsForm({ ports, addresses }: { ports: SipPorts; addresses: readonly string[] }) {
  const mayEdit = useMay('sip_ports.edit')
  const [draft, setDraft] = useState(ports)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const change = useChange(setSipPorts, { errors: 'form' })
  function apply(): void {
    setErrors({})
    const body = { ...draft, listen: [...draft.listen], confirm_seconds: 60 }
    const checked = setSipPorts.body.safeParse(body)
    if (!checked.success) {
      const issues = checked.error.issues.map(({ path, message }) => [path.join('.'), message])
      setErrors(Object.fromEntries(issues))
      return
    }
    change.mutate(
      { body },
      {
        onError: (error) =>
          setErrors(
            error instanceof ApiError && Object.keys(error.fields).length > 0
              ? error.fields
              : { listen: messageOf(error) },
          ),
      },
    )
  }
  return (
    <form
      aria-label="SIP ports"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <SipPortsFields
        draft={draft}
        onChange={setDraft}
        addresses={addresses}
        errors={errors}
        disabled={!mayEdit}
      />
      {errors.listen && <p className="danger">{errors.listen}</p>}
      <div className={styles.buttons}>
        <Button type="submit" variant="default" disabled={!mayEdit} loading={change.isPending}>
          Try
        </Button>
      </div>
    </form>
  )
}
