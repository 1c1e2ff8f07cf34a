// The list of gateways, with what they carry now and how well they answered today.
import { IconBan, IconCircleCheck, IconTool } from '@tabler/icons-react'
import { getGatewayUses } from '#contract/console/uses.ts'
import {
  deleteGateway,
  type Gateway,
  listGateways,
  updateGateway,
} from '#contract/routing/gateways.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { callsGoOn } from '../actions/use-status-actions.tsx'
import { useBulkActions } from '../bulk-changes/use-bulk-actions.tsx'
import { type StatusChange, useSetStatus } from '../forms/use-set-status.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { type ListScreen, useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { FailoverPolicyPicker, SettlementPicker, TunnelPicker } from '../pickers/pickers.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { RowAction } from '../ui/grid/column.ts'
import { MoreFilters } from '../ui/MoreFilters.tsx'
import { GATEWAY_COLUMNS } from './gateway-columns.tsx'
import { GATEWAY_STATUSES, LOCK_STATES, PING_STATES } from './gateway-labels.ts'
import { useLiveActions } from './use-live-actions.tsx'

/** How a gateway gets into each status; route plans continue with their other gateways. */
function changeTo(status: Gateway['status'], row: Gateway): StatusChange {
  const rest = `Route plans use their other gateways. ${callsGoOn(row.active_calls)}`
  switch (status) {
    case 'active':
      return {
        status,
        question: `Activate ${row.name}?`,
        verb: 'Activate',
        effect: 'Route plans send calls to it again immediately.',
        done: 'is active',
      }
    case 'maintenance':
      return {
        status,
        question: `Put ${row.name} into maintenance?`,
        verb: 'Start maintenance',
        effect:
          'For planned work: it gets no new calls, and is still pinged and registered, ' +
          `so that you see when it answers again. ${rest}`,
        done: 'is in maintenance',
      }
    case 'blocked':
      return {
        status,
        question: `Block ${row.name}?`,
        verb: 'Block',
        effect: `It gets no new calls, is not pinged, and is not registered any more. ${rest}`,
        done: 'is blocked',
        dangerous: true,
      }
  }
}

const STATUS_ACTIONS = [
  { status: 'active', label: 'Activate', icon: <IconCircleCheck size={15} /> },
  { status: 'maintenance', label: 'Maintenance', icon: <IconTool size={15} /> },
  { status: 'blocked', label: 'Block', icon: <IconBan size={15} /> },
] as const

const NOUN = ['gateway', 'gateways'] as const
const BULK_EDIT = {
  update: updateGateway,
  inputs: async () => (await import('./bulk-gateway-inputs.tsx')).GATEWAY_INPUTS,
  block: 'They get no new calls, are not pinged and not registered. Active calls continue.',
  activate: 'Route plans send calls to them again immediately.',
} as const

export default function GatewaysScreen() {
  const list = useListScreen(listGateways, { every_ms: 10_000 })
  const setStatus = useSetStatus(updateGateway)
  const liveActions = useLiveActions()
  const mayExecute = useMay('gateways.execute')
  const statusActions = (row: Gateway): RowAction[] =>
    STATUS_ACTIONS.filter(({ status }) => status !== row.status).map(({ status, label, icon }) => ({
      label,
      icon,
      onClick: () => void setStatus(row, changeTo(status, row)),
    }))
  const rows = useRowActions<Gateway>({
    noun: 'gateway',
    of: 'gateways',
    pages: paths.admin.gateways,
    always: (row) => (mayExecute ? liveActions(row) : []),
    more: statusActions,
    remove: {
      endpoint: deleteGateway,
      uses: getGatewayUses,
      effect: 'Its call records are kept. This cannot be undone.',
      block: (row) =>
        row.status === 'blocked' ? undefined : () => void setStatus(row, changeTo('blocked', row)),
    },
  })

  const bulk = useBulkActions(list, {
    resource: 'gateways',
    noun: NOUN,
    edit: BULK_EDIT,
    remove: 'Their call records are kept. Gateways in use stay.',
  })
  return (
    <ListPage
      name="gateways"
      list={list}
      columns={GATEWAY_COLUMNS}
      noun={NOUN}
      {...rows}
      selection={bulk.selection}
      selectionBar={bulk.selectionBar}
      empty="No gateways yet. A gateway is a carrier’s SIP endpoint."
      filters={
        <>
          <TextFilter label="Search by name or address" search {...list.bind('q')} />
          {list.has('settlement_id') && (
            <SettlementPicker {...asFilter('Settlement account', list.bind('settlement_id'))} />
          )}
          <SelectFilter label="Status" choices={GATEWAY_STATUSES} {...list.bind('status')} />
          <SelectFilter label="Ping" choices={PING_STATES} {...list.bind('ping_state')} />
          <SelectFilter label="Lock" choices={LOCK_STATES} {...list.bind('lock_state')} />
          {list.has('tunnel_id') && <MoreOfGateways list={list} />}
        </>
      }
    >
      {bulk.dialog}
    </ListPage>
  )
}

function MoreOfGateways({ list }: { list: ListScreen<typeof listGateways> }) {
  return (
    <MoreFilters
      filters={[
        {
          label: 'Failover policy',
          isSet: list.search.failover_policy_id !== undefined,
          field: (
            <FailoverPolicyPicker
              {...asFilter('Failover policy', list.bind('failover_policy_id'))}
            />
          ),
        },
        {
          label: 'Tunnel',
          isSet: list.search.tunnel_id !== undefined,
          field: <TunnelPicker {...asFilter('Tunnel', list.bind('tunnel_id'))} />,
        },
      ]}
    />
  )
}
