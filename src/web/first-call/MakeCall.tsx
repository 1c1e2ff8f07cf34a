// Where a client sends its call: the listeners of the switch, and by what the call is recognised.
import { listClientIps } from '#contract/accounts/ip-list.ts'
import { listSipUsers } from '#contract/accounts/sip-users.ts'
import { getSipPorts } from '#contract/machine/sip-ports.ts'
import { SIP_REALM } from '#core/sip-realm.ts'
import { useList, useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import type { Thing } from '../shell/first-call-steps.ts'
import { CopyText } from '../ui/values/CopyText.tsx'
import styles from './FirstCall.module.css'

interface MakeCallProps {
  readonly client: Thing
  /** As tested; empty before. */
  readonly number: string
}

const SHOWN = 3

export function MakeCall({ client, number }: MakeCallProps) {
  const maySee = useMay('sip_ports.view')
  const { data: ports } = useOne(getSipPorts, {}, { enabled: maySee })
  const listeners = ports?.ports.listen ?? []
  return (
    <div className={styles.make}>
      <h2>Make a call</h2>
      {client.kind === 'retail_client' ? (
        <Phones client={client} number={number} />
      ) : (
        <Addresses client={client} number={number} />
      )}
      {listeners.length > 0 && (
        <p>
          The switch listens on{' '}
          {listeners.map(({ transport, address, port, advertise }, at) => (
            <span key={`${transport} ${address} ${port}`}>
              {at > 0 && ', '}
              <span className="mono">
                {advertise ?? address}:{port}
              </span>
              <CopyText text={`${advertise ?? address}:${port}`} /> {transport.toUpperCase()}
            </span>
          ))}
          .
        </p>
      )}
    </div>
  )
}

function Addresses({ client, number }: MakeCallProps) {
  const query = { account_id: client.id, status: 'active', limit: SHOWN } as const
  const { data } = useList(listClientIps, { query })
  return (
    <p>
      Send an INVITE from{' '}
      {data?.rows.map(({ id, ip, port, tech_prefix }, at) => (
        <span key={id}>
          {at > 0 && ' or '}
          <span className="mono">
            {ip}
            {port !== null && `:${port}`}
          </span>
          {tech_prefix && (
            <>
              {' '}
              with the tech prefix <span className="mono">{tech_prefix}</span>
            </>
          )}
        </span>
      ))}{' '}
      to <Dialled number={number} />.
    </p>
  )
}

function Phones({ client, number }: MakeCallProps) {
  const query = { account_id: client.id, status: 'active', limit: SHOWN } as const
  const { data } = useList(listSipUsers, { query })
  return (
    <p>
      Register a phone with the username{' '}
      <span className="mono">{data?.rows.map(({ username }) => username).join(' or ')}</span>, its
      password and the realm <span className="mono">{SIP_REALM}</span>, then dial{' '}
      <Dialled number={number} />.
    </p>
  )
}

const Dialled = ({ number }: Pick<MakeCallProps, 'number'>) =>
  number ? <span className="mono">{number}</span> : 'an international number'
