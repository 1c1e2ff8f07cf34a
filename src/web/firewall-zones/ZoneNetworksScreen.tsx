// The networks of a firewall zone: pasted as lines, with comments and expiry.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  getZoneNetworks,
  setZoneNetworks,
  type ZoneNetwork,
} from '#contract/machine/firewall-zones.ts'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useLeaveGuard } from '../forms/use-leave-guard.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { useMay } from '../session/session.ts'
import { count } from '../ui/values/format.ts'
import { FirewallTrial } from './FirewallTrial.tsx'
import styles from './FirewallZones.module.css'
import { NetworksTable } from './NetworksTable.tsx'
import { PasteNetworks } from './PasteNetworks.tsx'

type Found = AnswerOf<typeof getZoneNetworks>

const { firewallZones } = paths.admin
/** Above it a search finds the others. */
const ROWS_MAX = 200

export default function ZoneNetworksScreen() {
  const id = useIdParam() ?? 0
  const query = useOneToEdit(getZoneNetworks, { params: { id } })
  return (
    <div className="page">
      <Breadcrumb trail={[{ label: 'Firewall zones', to: firewallZones.list }]} />
      <FirewallTrial />
      <Loaded query={query}>
        {(found) => (
          <Networks key={found.version} id={id} found={found} reload={() => void query.refetch()} />
        )}
      </Loaded>
    </div>
  )
}

interface NetworksProps {
  readonly id: number
  readonly found: Found
  readonly reload: () => void
}

function Networks({ id, found, reload }: NetworksProps) {
  const [networks, setNetworks] = useState<readonly ZoneNetwork[]>(found.networks)
  const [text, setText] = useState('')
  const mayEdit = useMay('firewall_zones.edit')
  const save = useChange(setZoneNetworks, { done: 'Networks saved.', onDone: reload })
  const isChanged = JSON.stringify(networks) !== JSON.stringify(found.networks)
  const areDates = networks.every(
    ({ expires_at }) => expires_at === null || !Number.isNaN(Date.parse(expires_at)),
  )
  useLeaveGuard(() => isChanged && !save.isSuccess)
  const shown = networks.filter(({ network, comment }) =>
    `${network} ${comment}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  return (
    <>
      <div className="page-title">
        <h1>Networks of {found.name}</h1>
        <span className="muted" role="status">
          {count(networks.length, 'network', 'networks')}
          {isChanged && ', not saved'}
        </span>
        {isChanged && (
          <Button variant="subtle" onClick={() => setNetworks(found.networks)}>
            Undo
          </Button>
        )}
        {mayEdit && (
          <Button
            loading={save.isPending}
            disabled={!isChanged || !areDates}
            data-primary-action
            onClick={() => {
              const body = { version: found.version, networks: [...networks] }
              save.mutate({ params: { id }, body })
            }}
          >
            Save
          </Button>
        )}
      </div>
      {mayEdit && (
        <PasteNetworks
          present={networks.map(({ network }) => network)}
          onAdd={(added) => setNetworks([...networks, ...added])}
        />
      )}
      <div className={styles.tools}>
        <TextInput
          aria-label="Find a network"
          placeholder="Find a network"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {shown.length > ROWS_MAX && (
          <span className="muted">
            The first {ROWS_MAX} of {shown.length}
          </span>
        )}
      </div>
      {networks.length === 0 ? (
        <p className="muted">No networks yet.</p>
      ) : (
        <NetworksTable
          networks={shown.slice(0, ROWS_MAX)}
          {...(mayEdit && {
            onChange: (changed: ZoneNetwork) =>
              setNetworks(networks.map((one) => (one.network === changed.network ? changed : one))),
            onRemove: (removed: ZoneNetwork) =>
              setNetworks(networks.filter((one) => one !== removed)),
          })}
        />
      )}
    </>
  )
}
