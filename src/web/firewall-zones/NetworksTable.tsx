// The networks of a zone as rows; the comment and the expiry of one are edited in its row.
import { ActionIcon, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ZoneNetwork } from '#contract/machine/firewall-zones.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { ActionsHead, TableHead } from '../ui/TableHead.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { NONE } from '../ui/values/format.ts'
import styles from './FirewallZones.module.css'

const COMMENT_MAX = 200

interface NetworksTableProps {
  readonly networks: readonly ZoneNetwork[]
  /** Without these two the user may only read. */
  readonly onChange?: (network: ZoneNetwork) => void
  readonly onRemove?: (network: ZoneNetwork) => void
}

export function NetworksTable({ networks, onChange, onRemove }: NetworksTableProps) {
  const [edited, setEdited] = useState<string>()
  return (
    <ScrollBox label="Networks">
      <table className={styles.networks} aria-label="Networks">
        <TableHead columns={['Network', 'Comment', 'Expires']}>
          {onRemove && <ActionsHead name="Edit or remove" />}
        </TableHead>
        <tbody>
          {networks.map((one) => (
            <tr key={one.network}>
              <td className="mono">{one.network}</td>
              {onChange && edited === one.network ? (
                <EditedCells network={one} onChange={onChange} />
              ) : (
                <>
                  <td>{one.comment || NONE}</td>
                  <td>{one.expires_at ? <DateTime at={one.expires_at} /> : 'never'}</td>
                </>
              )}
              {onRemove && (
                <td className={styles.actions}>
                  <ActionIcon
                    size={24}
                    aria-label={`Edit ${one.network}`}
                    aria-pressed={edited === one.network}
                    onClick={() => setEdited(edited === one.network ? undefined : one.network)}
                  >
                    <IconPencil size={14} />
                  </ActionIcon>
                  <ActionIcon
                    size={24}
                    aria-label={`Remove ${one.network}`}
                    onClick={() => onRemove(one)}
                  >
                    <IconTrash size={14} />
                  </ActionIcon>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

interface EditedCellsProps {
  readonly network: ZoneNetwork
  readonly onChange: (network: ZoneNetwork) => void
}

function EditedCells({ network, onChange }: EditedCellsProps) {
  const { comment, expires_at } = network
  return (
    <>
      <td>
        <TextInput
          aria-label={`Comment of ${network.network}`}
          miw={140}
          maxLength={COMMENT_MAX}
          value={comment}
          onChange={(event) => onChange({ ...network, comment: event.currentTarget.value })}
        />
      </td>
      <td>
        <DateTimeField
          aria-label={`Expiry of ${network.network}`}
          miw={200}
          placeholder="never"
          description={undefined}
          value={expires_at}
          onChange={(at) => onChange({ ...network, expires_at: at })}
        />
      </td>
    </>
  )
}
