// Who did what in the console, with what each field was and became.
import { useState } from 'react'
import { type Activity, listActivities, listActivityEntities } from '#contract/people/activities.ts'
import { network } from '#contract/primitives.ts'
import * as column from '../columns/common-columns.tsx'
import {
  ACTION_TONES,
  ACTIVITY_ACTION_CHOICES,
  actionInWords,
} from '../forms/history/activity-labels.ts'
import { firstChanges, inWords } from '../forms/history/changes-in-words.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListRangeFilter } from '../lists/filters/ListRangeFilter.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { useKit } from '../ui/Kit.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { NONE } from '../ui/values/format.ts'
import { ActivityDrawer } from './ActivityDrawer.tsx'

const FirstChanges = ({ activity }: { activity: Activity }) => firstChanges(activity, useKit())

const COLUMNS: readonly GridColumn<Activity>[] = [
  column.time('at', 'Time', 168, { sort: true }),
  {
    id: 'username',
    header: 'Person',
    width: 130,
    name: (row) => row.username,
    cell: (_, name) => name,
    filter: ({ username }) => ['username', username],
  },
  {
    id: 'action',
    header: 'Action',
    width: 110,
    cell: (row) => <Badge tone={ACTION_TONES[row.action]}>{actionInWords(row)}</Badge>,
    filter: ({ action }) => ['action', action],
  },
  {
    id: 'entity',
    header: 'Kind',
    width: 150,
    cell: (row) => inWords(row.entity),
    filter: ({ entity }) => ['entity', entity],
  },
  column.text('entity_name', 'Object', 200),
  {
    id: 'changes',
    header: 'Changes',
    width: 420,
    cell: (row) => <FirstChanges activity={row} />,
  },
  {
    id: 'ip',
    header: 'IP address',
    width: 140,
    cell: ({ ip }) => <span className="mono">{ip ?? NONE}</span>,
    filter: ({ ip }) => (ip ? ['ip', ip] : undefined),
  },
  column.text('token_name', 'API token', 140, { hidden: true }),
  column.text('on_behalf_of', 'On behalf of', 140, { hidden: true }),
  column.text('entity_id', 'Object no.', 100, { hidden: true }),
  column.text('user_agent', 'Browser', 200, { hidden: true }),
]

const isNetwork = (text: string) => network.safeParse(text).success

export default function ActivitiesScreen() {
  const list = useListScreen(listActivities)
  const { data: entities = [] } = useOne(listActivityEntities, {})
  const [opened, setOpened] = useState<Activity>()
  return (
    <>
      <ListPage
        title="Activities"
        name="activities"
        list={list}
        columns={COLUMNS}
        noun={['activity', 'activities']}
        onOpen={setOpened}
        empty="No activities in this range."
        filters={
          <>
            <ListRangeFilter list={list} />
            <TextFilter label="Search" search {...list.bind('q')} />
            <TextFilter label="Person" {...list.bind('username')} />
            <SelectFilter
              label="Action"
              choices={ACTIVITY_ACTION_CHOICES}
              {...list.bind('action')}
            />
            <SelectFilter
              label="Kind"
              choices={entities.map((value) => ({ value, label: inWords(value) }))}
              {...list.bind('entity')}
            />
            <TextFilter label="Object no." width={110} {...list.bind('entity_id')} />
            <TextFilter label="Field" {...list.bind('field')} />
            <TextFilter
              label="IP address or network"
              width={180}
              accepts={isNetwork}
              {...list.bind('ip')}
            />
          </>
        }
      />
      {opened && <ActivityDrawer activity={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
