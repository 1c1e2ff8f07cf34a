// The whole call beside the list it was opened from; `[` and `]` go to its neighbours there.
import { ActionIcon, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getCallRecord } from '#contract/calls/call-records.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { ApiError } from '../http/api-error.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { SideDialog } from '../ui/Dialog.tsx'
import { callNumbers } from './call-numbers.ts'
import { testOfCall } from './routing/route-test-address.ts'
import { WholeCallView } from './WholeCallView.tsx'

interface CallDrawerProps {
  readonly call_id: string
  /** The calls of the page, in its order. */
  readonly ids: readonly string[]
  readonly onOpen: (call_id: string) => void
  readonly onClose: () => void
}

export function CallDrawer({ call_id, ids, onOpen, onClose }: CallDrawerProps) {
  const call = useOne(getCallRecord, { params: { call_id } })
  const mayTest = useMay('route_tests.execute')
  const at = ids.indexOf(call_id)
  const previous = ids[at - 1]
  const next = at < 0 ? undefined : ids[at + 1]
  const goTo = (id: string | undefined) => id && onOpen(id)
  useHotkeys([
    ['[', () => goTo(previous)],
    [']', () => goTo(next)],
  ])
  const isUnknown = call.error instanceof ApiError && call.error.status === 404
  return (
    <SideDialog
      title={call.data ? callNumbers(call.data.call).join(' → ') : 'Call'}
      width={860}
      onClose={onClose}
      tools={
        <>
          {mayTest && call.data && (
            <ListLink to={paths.admin.routeTester} filters={testOfCall(call.data.call)}>
              Test this number
            </ListLink>
          )}
          <Step label="Previous call" keys="[" onClick={previous && (() => onOpen(previous))}>
            <IconChevronUp size={16} />
          </Step>
          <Step label="Next call" keys="]" onClick={next && (() => onOpen(next))}>
            <IconChevronDown size={16} />
          </Step>
        </>
      }
    >
      {isUnknown ? (
        <p role="alert">No call with id {call_id}, or you have no access to it.</p>
      ) : (
        <Loaded query={call}>{(whole) => <WholeCallView whole={whole} />}</Loaded>
      )}
    </SideDialog>
  )
}

interface StepProps {
  readonly label: string
  readonly keys: string
  readonly onClick: (() => void) | '' | undefined
  readonly children: ReactNode
}

function Step({ label, keys, onClick, children }: StepProps) {
  return (
    <Tooltip label={`${label} (${keys})`}>
      <ActionIcon
        aria-label={label}
        aria-keyshortcuts={keys}
        disabled={!onClick}
        onClick={onClick || undefined}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
