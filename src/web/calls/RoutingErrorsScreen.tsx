// Calls that were refused, could not be connected or were cut, and why.
import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { network } from '#contract/primitives.ts'
import { listRoutingErrors } from '#contract/routing-logs.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { RANGES } from '../lists/ranges.ts'
import {
  type FilterBinding,
  type FilterName,
  type ListScreen,
  useListScreen,
} from '../lists/use-list-screen.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { GatewayPicker } from '../pickers/GatewayPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { RoutePlanPicker } from '../pickers/RoutePlanPicker.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { MoreFilters } from '../ui/MoreFilters.tsx'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import { CallDrawer } from './CallDrawer.tsx'
import { REFUSAL_CHOICES } from './call-words.ts'
import { RoutingErrorCounts } from './RoutingErrorCounts.tsx'
import { ROUTING_ERROR_COLUMNS, STAGE_CHOICES } from './routing-error-columns.tsx'
import { useOpenedCall } from './use-opened-call.ts'

const isNetwork = (text: string) => network.safeParse(text).success

function seldomFilters({ search, bind }: ListScreen<typeof listRoutingErrors>) {
  const filter = (
    name: FilterName<typeof listRoutingErrors>,
    label: string,
    field: (binding: { label: string } & FilterBinding) => ReactNode,
  ) => ({ label, isSet: search[name] !== undefined, field: field({ label, ...bind(name) }) })
  const named = (label: string) => ({ 'aria-label': label, placeholder: label })
  return [
    filter('called_number', 'Called prefix', (binding) => <TextFilter {...binding} />),
    filter('destination', 'Destination', (binding) => <TextFilter {...binding} />),
    filter('source_ip', 'IP address or network', (binding) => (
      <TextFilter accepts={isNetwork} {...binding} />
    )),
    filter('gateway_id', 'Gateway', (binding) => (
      <GatewayPicker {...named(binding.label)} {...asFilter(binding)} />
    )),
    filter('route_plan_id', 'Route plan', (binding) => (
      <RoutePlanPicker {...named(binding.label)} {...asFilter(binding)} />
    )),
  ]
}

export default function RoutingErrorsScreen() {
  const [counted, setCounted] = useState(true)
  const list = useListScreen(listRoutingErrors)
  const { opened, open, close } = useOpenedCall()
  const ids = useMemo(() => list.rows?.map((row) => row.call_id) ?? [], [list.rows])
  const { range, from, to } = list.search
  return (
    <>
      <ListPage
        title="Routing errors"
        name="routing-errors"
        list={list}
        columns={ROUTING_ERROR_COLUMNS}
        rowId={(row) => row.call_id}
        onOpen={(row) => open(row.call_id)}
        tools={
          <Button variant="default" aria-pressed={counted} onClick={() => setCounted(!counted)}>
            Summary
          </Button>
        }
        empty="No routing errors today."
        filters={
          <>
            <RangeFilter
              range={range}
              from={from}
              to={to}
              choices={RANGES}
              fallback="today"
              onChange={(next) => list.set({ ...next })}
            />
            <TextFilter label="Number, IP address or call id" search {...list.bind('q')} />
            <SelectFilter label="Stage" choices={STAGE_CHOICES} {...list.bind('stage')} />
            <SelectFilter
              label="Reason"
              choices={REFUSAL_CHOICES}
              width={220}
              {...list.bind('refusal')}
            />
            <AccountPicker
              aria-label="Client"
              placeholder="Client"
              {...asFilter(list.bind('account_id'))}
            />
            <MoreFilters filters={seldomFilters(list)} />
          </>
        }
      >
        {counted && <RoutingErrorCounts list={list} />}
      </ListPage>
      {opened && <CallDrawer call_id={opened} ids={ids} onOpen={open} onClose={close} />}
    </>
  )
}
