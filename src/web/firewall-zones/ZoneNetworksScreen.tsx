// The networks of a firewall zone: pasted as lines, with comments and expiry.
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getZoneNetworks, setZoneNetworks, type ZoneNetwork } from '#contract/firewall-zones.ts'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { useMay } from '../session/session.ts'
import { DateTime } from '../ui/DateTime.tsx'
import { count, NONE } from '../ui/format.ts'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { ActionsHead, TableHead } from '../ui/TableHead.tsx'
import styles from './FirewallZones.module.css'
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
  const isChanged = networks !== found.networks
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
            disabled={!isChanged}
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
            onRemove: (removed: ZoneNetwork) =>
              setNetworks(networks.filter((one) => one !== removed)),
          })}
        />
      )}
    </>
  )
}

interface NetworksTableProps {
  readonly networks: readonly ZoneNetwork[]
  readonly onRemove?: (network: ZoneNetwork) => void
}

function NetworksTable({ networks, onRemove }: NetworksTableProps) {
  return (
    <ScrollBox label="Networks">
      <table className={styles.networks} aria-label="Networks">
        <TableHead columns={['Network', 'Comment', 'Expires']}>
          {onRemove && <ActionsHead name="Remove" />}
        </TableHead>
        <tbody>
          {networks.map((one) => (
            <tr key={one.network}>
              <td className="mono">{one.network}</td>
              <td>{one.comment || NONE}</td>
              <td>{one.expires_at ? <DateTime at={one.expires_at} /> : 'never'}</td>
              {onRemove && (
                <td>
                  <ActionIcon
                    size={24}
                    aria-label={`Remove ${one.network}`}
                    onClick={() => onRemove(one)}
                  >
                    <IconTrash size={14} />
                  </ActionIcon>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
