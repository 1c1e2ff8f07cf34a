// The fields of the SIP ports: a row per listener, and the RTP range.
import { Autocomplete, Button, NumberInput, Select, TextInput } from '@mantine/core'
import type { SipListener, SipPorts } from '#core/sip-ports.ts'
import styles from './Settings.module.css'

interface SipPortsFieldsProps {
  readonly draft: SipPorts
  readonly onChange: (draft: SipPorts) => void
  readonly addresses: readonly string[]
  /** By field, such as `listen.0.port`. */
  readonly errors: Readonly<Record<string, string>>
  readonly disabled: boolean
}

const TRANSPORTS = [
  { value: 'udp', label: 'UDP' },
  { value: 'tcp', label: 'TCP' },
]

const numberOf = (value: string | number) => (typeof value === 'number' ? value : Number.NaN)

export function SipPortsFields(props: SipPortsFieldsProps) {
  const { draft, onChange, errors, disabled } = props
  const setListen = (listen: readonly SipListener[]) => onChange({ ...draft, listen })
  const last = draft.listen.at(-1)
  return (
    <>
      {draft.listen.map((listener, at) => (
        <ListenerRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a listener is its place in the list.
          key={at}
          {...props}
          at={at}
          listener={listener}
          onRow={(row) => setListen(draft.listen.map((one, place) => (place === at ? row : one)))}
          onRemove={() => setListen(draft.listen.filter((_, place) => place !== at))}
        />
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={disabled || !last}
        onClick={() => last && setListen([...draft.listen, { ...last, port: last.port + 1 }])}
      >
        Add listener
      </Button>
      <div className={styles.row}>
        {(['rtp_min', 'rtp_max'] as const).map((name) => (
          <NumberInput
            key={name}
            label={name === 'rtp_min' ? 'Lowest RTP port' : 'Highest RTP port'}
            description="Changes without active calls only"
            value={draft[name]}
            onChange={(value) => onChange({ ...draft, [name]: numberOf(value) })}
            error={errors[name]}
            disabled={disabled}
            hideControls
          />
        ))}
      </div>
    </>
  )
}

interface ListenerRowProps extends Omit<SipPortsFieldsProps, 'onChange'> {
  readonly at: number
  readonly listener: SipListener
  readonly onRow: (listener: SipListener) => void
  readonly onRemove: () => void
}

function ListenerRow(props: ListenerRowProps) {
  const { at, listener, onRow, onRemove, draft, addresses, errors, disabled } = props
  const name = (field: string) => `${field} of listener ${at + 1}`
  const error = (field: keyof SipListener) => errors[`listen.${at}.${field}`]
  return (
    <div className={styles.listener}>
      <Select
        label="Transport"
        aria-label={name('Transport')}
        data={TRANSPORTS}
        value={listener.transport}
        onChange={(value) => onRow({ ...listener, transport: value === 'tcp' ? 'tcp' : 'udp' })}
        allowDeselect={false}
        disabled={disabled}
      />
      <Autocomplete
        label="Address"
        aria-label={name('Address')}
        data={[...addresses]}
        value={listener.address}
        onChange={(address) => onRow({ ...listener, address })}
        error={error('address')}
        disabled={disabled}
      />
      <NumberInput
        label="Port"
        aria-label={name('Port')}
        value={listener.port}
        onChange={(value) => onRow({ ...listener, port: numberOf(value) })}
        error={error('port')}
        disabled={disabled}
        hideControls
      />
      <TextInput
        label="Advertised address"
        aria-label={name('Advertised address')}
        placeholder="Same"
        value={listener.advertise ?? ''}
        onChange={(event) => onRow({ ...listener, advertise: event.currentTarget.value || null })}
        error={error('advertise')}
        disabled={disabled}
      />
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Remove listener ${at + 1}`}
        disabled={disabled || draft.listen.length === 1}
        onClick={onRemove}
      >
        Remove
      </Button>
    </div>
  )
}
