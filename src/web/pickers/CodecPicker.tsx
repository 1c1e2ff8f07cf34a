// Codecs in the order in which they are offered: Alt with ↑ or ↓ moves one, as do its buttons.
import { ActionIcon, Input, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { lookupCodecs } from '#contract/console/lookups.ts'
import { CODECS, type Codec } from '#core/codec.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useFieldValue } from '../ui/form/use-field-value.ts'
import styles from './CodecPicker.module.css'

interface CodecPickerProps {
  readonly label: string
  readonly name?: string
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly value?: Codec[]
  readonly defaultValue?: Codec[]
  readonly onChange?: (codecs: Codec[]) => void
}

export function CodecPicker(props: CodecPickerProps) {
  const { label, description, error, value, defaultValue, onChange } = props
  const [codecs, change] = useFieldValue<Codec[]>({ value, defaultValue, onChange }, [])
  const { data: known } = useOne(lookupCodecs, {})
  const left = (known?.map((codec) => codec.id) ?? CODECS).filter((id) => !codecs.includes(id))

  const move = (at: number, by: -1 | 1) => {
    const codec = codecs[at]
    const to = at + by
    if (!codec || to < 0 || to >= codecs.length) return
    change(codecs.toSpliced(at, 1).toSpliced(to, 0, codec))
  }
  const keys = (at: number) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (!event.altKey || !by) return
    event.preventDefault()
    move(at, by)
  }
  return (
    <Input.Wrapper label={label} description={description} error={error}>
      <ol className={styles.list} aria-label={label}>
        {codecs.map((codec, at) => (
          <li key={codec} className={styles.codec} onKeyDown={keys(at)}>
            <span className={styles.name}>{codec}</span>
            <ActionIcon
              size={24}
              aria-label={`Move ${codec} up`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon
              size={24}
              aria-label={`Move ${codec} down`}
              disabled={at === codecs.length - 1}
              onClick={() => move(at, 1)}
            >
              <IconArrowDown size={14} />
            </ActionIcon>
            <ActionIcon
              size={24}
              aria-label={`Remove ${codec}`}
              onClick={() => change(codecs.filter((one) => one !== codec))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {left.length > 0 && (
        <NativeSelect
          aria-label={`Add to ${label}`}
          {...(props.name ? { name: props.name } : {})}
          w={150}
          data={[{ value: '', label: 'Add a codec…' }, ...left]}
          value=""
          onChange={(event) => {
            const added = left.find((codec) => codec === event.currentTarget.value)
            if (added) change([...codecs, added])
          }}
        />
      )}
    </Input.Wrapper>
  )
}
