// Several clients, resellers and settlement accounts, or things of another picker, by name.
import { CloseButton, Input } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useFieldValue } from '../ui/form/use-field-value.ts'
import { Badge } from '../ui/values/Badge.tsx'
import type { PickerProps } from './LookupPicker.tsx'
import { AccountPicker } from './pickers.tsx'

interface Named {
  readonly id: number
  readonly name: string
}

type ManyPicker = ComponentType<
  Omit<PickerProps, 'type'> & { readonly onPick: (picked: Named) => void }
>

interface AccountsFieldProps {
  readonly label: string
  readonly description?: string
  readonly error?: ReactNode
  readonly disabled?: boolean
  /** The names of those that were chosen before. */
  readonly known: readonly Named[]
  readonly value?: number[]
  readonly defaultValue?: number[]
  readonly onChange?: (ids: number[]) => void
  readonly Picker?: ManyPicker
}

export function AccountsField({
  label,
  description,
  error,
  disabled,
  Picker = AccountPicker,
  ...rest
}: AccountsFieldProps) {
  const [ids, change] = useFieldValue<number[]>(rest, [])
  const [picked, setPicked] = useState<readonly Named[]>([])
  const nameOf = (id: number) =>
    [...picked, ...rest.known].find((one) => one.id === id)?.name ?? `no. ${id}`
  return (
    <div>
      {!disabled && (
        <Picker
          label={label}
          description={description}
          error={error}
          placeholder={ids.length > 0 ? 'Add another' : 'None'}
          clearsOnPick
          value={null}
          onPick={(option) => {
            setPicked([...picked, option])
            if (!ids.includes(option.id)) change([...ids, option.id])
          }}
        />
      )}
      {disabled && <Input.Label>{label}</Input.Label>}
      <ul
        aria-label={label}
        style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 0, margin: '8px 0 0' }}
      >
        {ids.map((id) => (
          <li key={id} style={{ display: 'flex', alignItems: 'center', listStyle: 'none' }}>
            <Badge>{nameOf(id)}</Badge>
            {!disabled && (
              <CloseButton
                size="sm"
                aria-label={`Remove ${nameOf(id)}`}
                onClick={() => change(ids.filter((one) => one !== id))}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
