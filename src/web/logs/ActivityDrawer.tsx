// One activity with all that is known of it.
import type { Activity } from '#contract/people/activities.ts'
import { actionInWords } from '../forms/history/activity-labels.ts'
import { Changes } from '../forms/history/Changes.tsx'
import { inWords } from '../forms/history/changes-in-words.ts'
import { SideDialog } from '../ui/Dialog.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { NONE } from '../ui/values/format.ts'

interface ActivityDrawerProps {
  readonly activity: Activity
  readonly onClose: () => void
}

export function ActivityDrawer({ activity, onClose }: ActivityDrawerProps) {
  const { at, username, token_name, ip, user_agent, entity, entity_id, entity_name } = activity
  const { changes, names, position, hash, on_behalf_of } = activity
  return (
    <SideDialog title={`${inWords(entity)} ${entity_name}`} width={680} onClose={onClose}>
      <Figures
        label="Activity"
        figures={[
          { label: 'Time', value: <DateTime at={at} /> },
          { label: 'Person', value: username },
          { label: 'By', value: token_name === null ? 'Console' : `API token ${token_name}` },
          ...(on_behalf_of ? [{ label: 'On behalf of', value: on_behalf_of }] : []),
          { label: 'Action', value: actionInWords(activity) },
          { label: 'Object no.', value: entity_id || NONE },
          { label: 'IP address', value: <span className="mono">{ip ?? NONE}</span> },
        ]}
      />
      <Changes changes={changes} names={names} />
      <p className="muted">Browser: {user_agent || NONE}</p>
      {hash && (
        <p className="muted">
          Row {position} of the chain, SHA-256 <span className="mono">{hash}</span>
        </p>
      )}
    </SideDialog>
  )
}
