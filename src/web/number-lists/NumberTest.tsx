// How the list treats a number, by the function that decides about calls.
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFlask } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { testNumberList } from '#contract/routing/number-list-items.ts'
import type { NumberList } from '#contract/routing/number-lists.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { StatusDot } from '../ui/values/Badge.tsx'
import { keyName } from './item-columns.tsx'
import styles from './NumberList.module.css'

const PAUSE_MS = 250

export function NumberTest({ list }: { list: NumberList }) {
  const [typed, setTyped] = useState('')
  const [number] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const test = useQuery({
    // Under the resource's own name, so that a change of an item refetches it.
    queryKey: ['number-lists', 'test', list.id, list.version, number],
    queryFn: ({ signal }) =>
      send(testNumberList, { params: { number_list_id: list.id }, body: { number } }, signal),
    enabled: number !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.test}>
      <TextInput
        aria-label="Test a number"
        placeholder="Test a number"
        w={190}
        maxLength={64}
        inputMode="tel"
        leftSection={<IconFlask size={14} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <output aria-label="Result">
        {number !== '' && test.error && <span className="danger">{messageOf(test.error)}</span>}
        {number !== '' && test.data && <Answer list={list} {...test.data} />}
      </output>
    </div>
  )
}

type AnswerProps = { readonly list: NumberList } & Awaited<
  ReturnType<typeof send<typeof testNumberList>>
>

function Answer({ list, action, tag, item }: AnswerProps) {
  if (list.mode === 'RANDOM') {
    return item ? 'is in this pool' : <span className="muted">is not in this pool</span>
  }
  const by = item ? `by ${keyName(item.key)}` : 'no item matches'
  return (
    <>
      <StatusDot tone={action === 'ACCEPT' ? 'success' : 'danger'}>
        {action === 'ACCEPT' ? 'Accepted' : 'Rejected'}
      </StatusDot>{' '}
      {list.status === 'blocked' ? 'list is blocked' : by}
      {tag && `, tag ${tag}`}
    </>
  )
}
