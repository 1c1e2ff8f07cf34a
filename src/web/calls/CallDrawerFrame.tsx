// A call beside the list it was opened from; `[` and `]` go to its neighbours there.
import { ActionIcon, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Loaded } from '../forms/Loaded.tsx'
import { ApiError } from '../http/api-error.ts'
import { SideDialog } from '../ui/Dialog.tsx'
import { callNumbers } from './call-numbers.ts'

export interface OpenedCallProps {
  readonly call_id: string
  /** The calls of the page, in its order. */
  readonly ids: readonly string[]
  readonly onOpen: (call_id: string) => void
  readonly onClose: () => void
}

interface CallDrawerFrameProps<T> extends OpenedCallProps {
  readonly query: Parameters<typeof Loaded<T>>[0]['query']
  /** Its numbers are the title. */
  readonly call: Parameters<typeof callNumbers>[0] | undefined
  readonly tools?: ReactNode
  readonly children: (data: T) => ReactNode
}

export function CallDrawerFrame<T>(props: CallDrawerFrameProps<T>) {
  const { call_id, ids, onOpen, onClose, query, call, tools, children } = props
  const at = ids.indexOf(call_id)
  const previous = ids[at - 1]
  const next = at < 0 ? undefined : ids[at + 1]
  const goTo = (id: string | undefined) => id && onOpen(id)
  useHotkeys([
    ['[', () => goTo(previous)],
    [']', () => goTo(next)],
  ])
  const isUnknown = query.error instanceof ApiError && query.error.status === 404
  return (
    <SideDialog
      title={call ? callNumbers(call).join(' → ') : 'Call'}
      width={860}
      onClose={onClose}
      tools={
        <>
          {tools}
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
        <Loaded query={query}>{children}</Loaded>
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
