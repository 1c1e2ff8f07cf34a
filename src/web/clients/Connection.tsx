// How the calls of a client reach the switch, on its dashboard: a carrier-to-carrier client sees
// addresses, a retail client its phones and what to enter in them.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import {
  type Connection as ConnectionData,
  getConnection,
  renewOwnSipPassword,
} from '#contract/accounts/connection.ts'
import { alert } from '../alerts/alerts.ts'
import { STATUSES } from '../fields/statuses.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { useMay, useUser } from '../session/session.ts'
import { labelFor } from '../ui/form/labels.ts'
import { BarList } from '../ui/values/BarList.tsx'
import { CopyText } from '../ui/values/CopyText.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import { StatTile, StatTiles } from '../ui/values/StatTile.tsx'
import { OwnAddresses } from './addresses/OwnAddresses.tsx'
import styles from './sip-users/SipLogin.module.css'
import type { SipLogin } from './sip-users/sip-labels.ts'

const POLL_MS = 10_000

const SipLoginDialog = lazy(async () => ({
  default: (await import('./sip-users/SipLoginDialog.tsx')).SipLoginDialog,
}))

export function Connection() {
  const query = useOne(getConnection, {}, { every_ms: POLL_MS })
  const isRetail = useUser().type === 'RETAIL'
  return (
    <Loaded query={query}>
      {(found) =>
        found &&
        (isRetail ? (
          <Phones {...found} />
        ) : (
          <>
            <Limits {...found} />
            <Addresses {...found} />
          </>
        ))
      }
    </Loaded>
  )
}

const limitOf = (limit: number | null): string =>
  limit === null ? 'no limit' : `of at most ${formatDecimal(limit)}`

function Limits(props: ConnectionData) {
  return (
    <StatTiles label="Limits">
      <StatTile
        label="Channels in use"
        value={formatDecimal(props.active_calls)}
        note={limitOf(props.channel_limit)}
      />
      <StatTile
        label="New calls per second"
        value={formatDecimal(Math.round(props.calls_per_second * 10) / 10)}
        note={limitOf(props.cps_limit)}
      />
    </StatTiles>
  )
}

const socketsOf = ({ listeners }: ConnectionData): string[] =>
  listeners.map(({ transport, address, port }) => `${address}:${port} ${transport.toUpperCase()}`)

/** The settings that a device or a switch of the client needs, to be copied. */
function Facts({ facts }: { facts: readonly (readonly [label: string, text: string])[] }) {
  return (
    <dl className={styles.login}>
      {facts.map(([label, text]) => (
        <div key={label + text}>
          <dt className="muted">{label}</dt>
          <dd>
            <span className="mono">{text}</span>
            <CopyText text={text} label={`Copy ${text}`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Addresses(props: ConnectionData) {
  return (
    <section aria-label="Send calls to">
      <h2>Send calls to</h2>
      <Facts facts={socketsOf(props).map((text) => ['Address', text])} />
      <OwnAddresses {...props} />
    </section>
  )
}

function Phones(props: ConnectionData) {
  const mayRenew = useMay('own_account.edit')
  const [login, setLogin] = useState<SipLogin>()
  const renew = useChange(renewOwnSipPassword, { done: 'Password changed.' })
  const ask = async (id: number, username: string) => {
    const text = `The phones of ${username} must register again, with the new password.`
    const question = { title: 'New password?', yes: 'New password', no: 'Cancel' }
    if (await alert.confirm(text, question)) setLogin(await renew.mutateAsync({ params: { id } }))
  }
  const [first] = props.listeners
  return (
    <section className={styles.setup} aria-label="Set up my phone">
      <div className="panel">
        <h2>Set up my phone</h2>
        <Facts
          facts={[
            ['Server', first?.address ?? NONE],
            ['Port', String(first?.port ?? NONE)],
            [
              'Transport',
              [...new Set(props.listeners.map((one) => one.transport.toUpperCase()))].join(' or '),
            ],
            ['Realm or domain', props.realm],
          ]}
        />
      </div>
      <BarList
        title="Your SIP users"
        columns={['Username', 'Number', 'Registered phones', 'Status', 'Password']}
        empty="No SIP user yet: the operator adds one."
        bars={props.sip_users.map((row) => ({
          key: String(row.id),
          label: row.username,
          figures: [
            row.number,
            row.contacts === 0 ? 'not registered' : `${row.contacts} of ${row.max_contacts}`,
            labelFor(STATUSES, row.status),
            mayRenew && (
              <Button
                key="password"
                variant="default"
                size="compact-sm"
                onClick={() => void ask(row.id, row.username)}
              >
                New password
              </Button>
            ),
          ],
        }))}
      />
      {login && (
        <Suspense fallback={null}>
          <SipLoginDialog login={login} onClose={() => setLogin(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
