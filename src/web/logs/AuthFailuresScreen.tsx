// Failed logins, registrations and calls.
import { Button } from '@mantine/core'
import { IconShieldOff, IconShieldX } from '@tabler/icons-react'
import { useState } from 'react'
import { type AuthFailure, listAuthFailures } from '#contract/machine/auth-failures.ts'
import { network } from '#contract/primitives.ts'
import { ListRangeFilter } from '../lists/filters/ListRangeFilter.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { RowAction } from '../ui/grid/column.ts'
import { AUTH_FAILURE_COLUMNS, AUTH_FAILURE_KIND_CHOICES } from './auth-failure-columns.tsx'
import { FailureCounts } from './FailureCounts.tsx'
import { useBans } from './use-bans.tsx'

const isNetwork = (text: string) => network.safeParse(text).success

export default function AuthFailuresScreen() {
  const [counted, setCounted] = useState(true)
  const list = useListScreen(listAuthFailures)
  const bans = useBans()

  const actionsOf = ({ source_ip, banned_until, reason }: AuthFailure): readonly RowAction[] => {
    if (source_ip === null) return []
    if (banned_until !== null) {
      const onClick = () => void bans.unban(source_ip)
      return [{ label: 'Unban…', icon: <IconShieldOff size={15} />, onClick }]
    }
    const onClick = () => bans.ban({ ip: source_ip, reason })
    return [{ label: 'Ban this address…', icon: <IconShieldX size={15} />, onClick }]
  }
  return (
    <>
      <ListPage
        title="Auth failures"
        name="auth-failures"
        list={list}
        columns={AUTH_FAILURE_COLUMNS}
        noun={['entry', 'entries']}
        tools={
          <Button variant="default" aria-pressed={counted} onClick={() => setCounted(!counted)}>
            Summary
          </Button>
        }
        {...(bans.mayBan ? { actions: actionsOf } : {})}
        empty="No auth failures today."
        filters={
          <>
            <ListRangeFilter list={list} />
            <TextFilter label="Search" search {...list.bind('q')} />
            <SelectFilter label="Kind" choices={AUTH_FAILURE_KIND_CHOICES} {...list.bind('kind')} />
            <TextFilter
              label="IP address or network"
              width={180}
              accepts={isNetwork}
              {...list.bind('source_ip')}
            />
            <TextFilter label="Username" {...list.bind('username')} />
            <TextFilter label="Reason" {...list.bind('reason')} />
          </>
        }
      >
        {counted && <FailureCounts list={list} bans={bans} />}
      </ListPage>
      {bans.dialog}
    </>
  )
}
