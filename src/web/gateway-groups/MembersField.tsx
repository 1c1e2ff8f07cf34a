// The gateways of a group, with what decides in which order they are tried.
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { GatewayPicker } from '../pickers/pickers.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { ActionsHead, TableHead } from '../ui/TableHead.tsx'
import { StatusDot, type Tone } from '../ui/values/Badge.tsx'
import { formatPercentOf } from '../ui/values/format.ts'
import { type KnownGateway, type MemberValues, sharesOf } from './group-values.ts'
import styles from './MembersField.module.css'

interface MembersFieldProps {
  readonly members: readonly MemberValues[]
  readonly gateways: ReadonlyMap<number, KnownGateway>
  /** By the path of the field in the form: `members.3.weight`. */
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly onChange: (members: MemberValues[]) => void
  readonly onGateway: (id: number, gateway: KnownGateway) => void
}

const TONES: Readonly<Record<string, Tone>> = {
  active: 'success',
  maintenance: 'warning',
  blocked: 'danger',
}

export function MembersField(props: MembersFieldProps) {
  const { members, gateways, errors, onChange, onGateway } = props
  const shares = sharesOf(members)
  const change = (at: number, part: Partial<MemberValues>) =>
    onChange(members.map((member, i) => (i === at ? { ...member, ...part } : member)))
  return (
    <div className={styles.field}>
      {members.length > 0 && (
        <table className={styles.table}>
          <TableHead columns={['Gateway', 'Priority', 'Weight', 'Share']}>
            <ActionsHead name="Remove" />
          </TableHead>
          <tbody>
            {members.map((member, at) => {
              const gateway = gateways.get(member.gateway_id)
              const name = gateway?.name ?? `gateway ${member.gateway_id}`
              return (
                <tr key={member.gateway_id}>
                  <td>
                    <StatusDot tone={TONES[gateway?.status ?? ''] ?? 'neutral'}>{name}</StatusDot>
                    {errors[`members.${at}.gateway_id`] && (
                      <div className="danger">{errors[`members.${at}.gateway_id`]}</div>
                    )}
                  </td>
                  <td>
                    <NumberField
                      aria-label={`Priority of ${name}`}
                      value={member.priority}
                      error={errors[`members.${at}.priority`]}
                      // The schema refuses an empty field.
                      onChange={(priority) => change(at, { priority: priority as number })}
                    />
                  </td>
                  <td>
                    <NumberField
                      aria-label={`Weight of ${name}`}
                      value={member.weight}
                      error={errors[`members.${at}.weight`]}
                      onChange={(weight) => change(at, { weight: weight as number })}
                    />
                  </td>
                  <td className={styles.share}>{formatPercentOf(shares[at] ?? 0)}</td>
                  <td>
                    <ActionIcon
                      aria-label={`Remove ${name}`}
                      onClick={() => onChange(members.toSpliced(at, 1))}
                    >
                      <IconTrash size={15} />
                    </ActionIcon>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <GatewayPicker
        // A picker of its own for each gateway, so that what was typed for the last one is gone.
        key={members.length}
        aria-label="Add a gateway"
        placeholder={members.length === 0 ? 'Add a gateway…' : 'Add another gateway…'}
        w={260}
        value={null}
        error={errors.members}
        onPick={({ id, name, status }) => {
          if (members.some((member) => member.gateway_id === id)) return
          onGateway(id, { name, status })
          onChange([...members, { gateway_id: id, priority: 100, weight: 100 }])
        }}
      />
    </div>
  )
}
