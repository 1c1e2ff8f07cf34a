// The list of gateways, with what they carry now and how well they answered today.
import { IconBan, IconCircleCheck, IconPencil, IconTool, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import {
  deleteGateway,
  type Gateway,
  gatewayForm,
  listGateways,
  updateGateway,
} from '#contract/gateways.ts'
import { getGatewayUses } from '#contract/uses.ts'
import { callsGoOn } from '../actions/use-account-actions.tsx'
import { useDelete } from '../forms/use-delete.tsx'
import { type StatusChange, useSetStatus } from '../forms/use-set-status.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { FailoverPolicyPicker } from '../pickers/FailoverPolicyPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { SettlementPicker } from '../pickers/SettlementPicker.tsx'
import { TunnelPicker } from '../pickers/TunnelPicker.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { RowAction } from '../ui/grid/column.ts'
import { MoreFilters } from '../ui/MoreFilters.tsx'
import { COLUMNS } from './gateway-columns.tsx'
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

export default function GatewaysScreen() {
  const list = useListScreen(listGateways, { every_ms: 10_000 })
  const navigate = useNavigate()
  const mayEdit = useMay('gateways.edit')
  const remove = useDelete(deleteGateway, 'gateway', { uses: getGatewayUses })
  const setStatus = useSetStatus(updateGateway, gatewayForm)
  const liveActions = useLiveActions()
  const { gateways } = paths.admin

  const edit = (row: Gateway) => void navigate({ to: gateways.edit(row.id) })
  const actionsOf = (row: Gateway): RowAction[] => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => edit(row) },
    ...STATUS_ACTIONS.filter(({ status }) => status !== row.status).map(
      ({ status, label, icon }) => ({
        label,
        icon,
        onClick: () => void setStatus(row, changeTo(status, row)),
      }),
    ),
    ...liveActions(row),
    {
      label: 'Delete',
      icon: <IconTrash size={15} />,
      danger: true,
      onClick: () =>
        void remove(row, {
          effect: 'Its call records are kept. This cannot be undone.',
          block:
            row.status === 'blocked'
              ? undefined
              : () => void setStatus(row, changeTo('blocked', row)),
        }),
    },
  ]

  return (
    <ListPage
      title="Gateways"
      name="gateways"
      list={list}
      columns={COLUMNS}
      noun={['gateway', 'gateways']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Add gateway', to: gateways.add } : undefined}
      {...(mayEdit ? { onOpen: edit, actions: actionsOf } : {})}
      empty="No gateways yet. A gateway is a carrier’s SIP endpoint."
      filters={
        <>
          <TextFilter label="Search by name or address" search {...list.bind('q')} />
          <SettlementPicker
            aria-label="Settlement account"
            placeholder="Settlement account"
            {...asFilter(list.bind('settlement_id'))}
          />
          <SelectFilter label="Status" choices={GATEWAY_STATUSES} {...list.bind('status')} />
          <SelectFilter label="Ping" choices={PING_STATES} {...list.bind('ping_state')} />
          <SelectFilter label="Lock" choices={LOCK_STATES} {...list.bind('lock_state')} />
          <MoreFilters
            filters={[
              {
                label: 'Failover policy',
                isSet: list.search.failover_policy_id !== undefined,
                field: (
                  <FailoverPolicyPicker
                    aria-label="Failover policy"
                    placeholder="Failover policy"
                    {...asFilter(list.bind('failover_policy_id'))}
                  />
                ),
              },
              {
                label: 'Tunnel',
                isSet: list.search.tunnel_id !== undefined,
                field: (
                  <TunnelPicker
                    aria-label="Tunnel"
                    placeholder="Tunnel"
                    {...asFilter(list.bind('tunnel_id'))}
                  />
                ),
              },
            ]}
          />
        </>
      }
    />
  )
}
