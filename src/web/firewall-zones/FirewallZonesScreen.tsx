// Firewall zones in the order in which they decide, and a test of an address.

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  deleteFirewallZone,
  type FirewallZone,
  listFirewallZones,
  orderFirewallZones,
  updateFirewallZone,
} from '#contract/machine/firewall-zones.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { useChange } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'
import { StatusDot } from '../ui/values/Badge.tsx'
import { formatDecimal } from '../ui/values/format.ts'
import { FirewallTrial } from './FirewallTrial.tsx'
import { ZoneTest } from './ZoneTest.tsx'
import { POLICY_TONES, policyWords, serviceWords, ZONE_POLICY_CHOICES } from './zone-labels.ts'

const { firewallZones } = paths.admin

const COLUMNS: readonly GridColumn<FirewallZone>[] = [
  column.integer('position', 'Position', 80, { sort: true }),
  column.name(170, firewallZones.edit),
  {
    id: 'policy',
    header: 'Policy',
    width: 190,
    sort: 'policy',
    cell: (row) => <StatusDot tone={POLICY_TONES[row.policy]}>{policyWords(row)}</StatusDot>,
  },
  { id: 'services', header: 'Services', width: 230, cell: (row) => serviceWords(row.services) },
  {
    id: 'countries',
    header: 'Countries',
    width: 95,
    align: 'end',
    cell: (row) => (
      <Link to={firewallZones.countries(row.id)}>{formatDecimal(row.countries.length)}</Link>
    ),
  },
  {
    id: 'networks_count',
    header: 'Networks',
    width: 95,
    align: 'end',
    cell: (row) => (
      <Link to={firewallZones.networks(row.id)}>{formatDecimal(row.networks_count)}</Link>
    ),
  },
  column.integer('hits', 'Hits', 90, { sort: true }),
  column.time('last_hit_at', 'Last hit', 160, { sort: true }),
  column.status(95),
  column.text('description', 'Description', 180, { hidden: true }),
  column.created,
]

export default function FirewallZonesScreen() {
  const list = useListScreen(listFirewallZones, { every_ms: 10_000 })
  const mayEdit = useMay('firewall_zones.edit')
  const maySeeBans = useMay('bans.view')
  const order = useChange(orderFirewallZones)
  const status = useStatusActions<FirewallZone>(updateFirewallZone, {
    block: 'The zone no longer decides about any address. Zones behind it do.',
    activate: 'The zone decides again within seconds.',
  })
  // A part of the zones has no order of its own.
  const ordered = list.filtered ? [] : (list.rows ?? []).toSorted((a, b) => a.position - b.position)
  const move = (row: FirewallZone, by: -1 | 1): readonly RowAction[] => {
    const at = ordered.findIndex(({ id }) => id === row.id)
    const other = ordered[at + by]
    if (!mayEdit || at < 0 || !other) return []
    const ids = ordered.map(({ id }) => (id === row.id ? other.id : id === other.id ? row.id : id))
    return [
      {
        label: by < 0 ? 'Move up' : 'Move down',
        icon: by < 0 ? <IconArrowUp size={15} /> : <IconArrowDown size={15} />,
        onClick: () => order.mutate({ body: { ids } }),
      },
    ]
  }
  const rows = useRowActions<FirewallZone>({
    noun: 'firewall zone',
    of: 'firewall_zones',
    pages: firewallZones,
    more: (row) => [...move(row, -1), ...move(row, 1), status.action(row)],
    remove: {
      endpoint: deleteFirewallZone,
      effect: 'Its countries and networks are deleted too. This cannot be undone.',
      block: status.block,
    },
  })
  return (
    <ListPage
      title="Firewall zones"
      name="firewall-zones"
      list={list}
      columns={COLUMNS}
      noun={['zone', 'zones']}
      {...rows}
      {...(maySeeBans && { tools: <Link to={paths.admin.bans}>Bans</Link> })}
      empty="No zones yet: every address is allowed. A zone allows, denies or limits countries
        and networks."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Policy" choices={ZONE_POLICY_CHOICES} {...list.bind('policy')} />
          <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
        </>
      }
    >
      <p className="muted">
        The switch (Kamailio) enforces zones for registrations and new calls, the API for logins and
        requests of the console, both within seconds of a change. Known addresses of clients and
        gateways come before all zones.
      </p>
      <FirewallTrial />
      <ZoneTest />
    </ListPage>
  )
}
