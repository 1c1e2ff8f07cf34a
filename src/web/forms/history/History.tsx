// Who changed a thing, when, and what each field was and became.
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Activity, listActivities } from '#contract/people/activities.ts'
import { useList } from '../../http/use-endpoint.ts'
import { useMay } from '../../session/session.ts'
import { SideDialog } from '../../ui/Dialog.tsx'
import type { RowAction } from '../../ui/grid/column.ts'
import { Badge } from '../../ui/values/Badge.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { Loaded } from '../Loaded.tsx'
import { ACTION_TONES, actionInWords } from './activity-labels.ts'
import styles from './Changes.module.css'
import { Changes } from './Changes.tsx'

export interface HistoryOf {
  /** As the activity log names the kind of thing, such as `tariff_rate`. */
  readonly entity: string
  /** Without it, of all things of the kind. */
  readonly id?: number | string
}

const SHOWN = 50
/** The log of a kind is that of today unless a time is given. */
const EVER = '2000-01-01T00:00:00'

export function HistoryButton({ of, name }: { of: HistoryOf; name: string }) {
  const [isOpen, setOpen] = useState(false)
  if (!useMay('activities.view')) return null
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconHistory size={15} />}
        onClick={() => setOpen(true)}
      >
        History
      </Button>
      {isOpen && <HistoryDialog of={of} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The same for the rows of a list without a form: their action, and the dialog it opens. */
export function useHistory<Row extends { readonly id: number }>(
  entity: string,
  nameOf: (row: Row) => string,
): {
  readonly may: boolean
  readonly actions: (row: Row) => readonly RowAction[]
  readonly dialog: ReactNode
} {
  const [row, setRow] = useState<Row>()
  const may = useMay('activities.view')
  const action = (of: Row): RowAction => ({
    label: 'History',
    icon: <IconHistory size={15} />,
    onClick: () => setRow(of),
  })
  return {
    may,
    actions: (of) => (may ? [action(of)] : []),
    dialog: row && (
      <HistoryDialog
        of={{ entity, id: row.id }}
        name={nameOf(row)}
        onClose={() => setRow(undefined)}
      />
    ),
  }
}

interface HistoryDialogProps {
  readonly of: HistoryOf
  readonly name: string
  readonly onClose: () => void
}

function HistoryDialog({ of: { entity, id }, name, onClose }: HistoryDialogProps) {
  const which = id === undefined ? { from: EVER } : { entity_id: String(id) }
  const query = { entity, ...which, limit: SHOWN }
  const history = useList(listActivities, { query })
  return (
    <SideDialog title={`History of ${name}`} width={620} onClose={onClose}>
      <Loaded query={history}>
        {({ rows, page }) => (
          <>
            {rows.length === 0 && <p className="muted">No changes since the log began.</p>}
            <ul className={styles.history} aria-label="Changes, newest first">
              {rows.map((activity) => (
                <Entry key={activity.id} activity={activity} isNamed={id === undefined} />
              ))}
            </ul>
            {page.next_cursor !== null && (
              <p className="muted">Older changes are in the activity log.</p>
            )}
          </>
        )}
      </Loaded>
    </SideDialog>
  )
}

function Entry({ activity, isNamed }: { activity: Activity; isNamed: boolean }) {
  const { at, username, ip, action, entity_name, changes, names } = activity
  return (
    <li>
      <h3>
        <DateTime at={at} />
        <strong>{username}</strong>
        <Badge tone={ACTION_TONES[action]}>{actionInWords(activity)}</Badge>
        {isNamed && <span>{entity_name}</span>}
        {ip && <span className="muted mono">{ip}</span>}
      </h3>
      <Changes changes={changes} names={names} />
    </li>
  )
}
