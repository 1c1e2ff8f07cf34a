// Networks as lines of text; each wrong line says why.
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ZoneNetwork } from '#contract/machine/firewall-zones.ts'
import { type NetworkLine, parseNetworkLines } from '#core/firewall/network-list.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { count } from '../ui/values/format.ts'
import styles from './FirewallZones.module.css'

const FAULTS_SHOWN = 20

interface PasteNetworksProps {
  readonly present: readonly string[]
  readonly onAdd: (networks: readonly ZoneNetwork[]) => void
}

export function PasteNetworks({ present, onAdd }: PasteNetworksProps) {
  const [text, setText] = useState('')
  const [expires_at, setExpiry] = useState<string | null>(null)
  const lines = parseNetworkLines(text, present)
  const faults = lines.filter(({ fault }) => fault !== null)
  const right = lines.filter(({ fault }) => fault === null)
  const isDate = expires_at === null || !Number.isNaN(Date.parse(expires_at))
  const add = () => {
    onAdd(right.map(({ network, comment }) => ({ network, comment, expires_at })))
    // Faulty lines stay to be corrected.
    setText(faults.map(({ network, comment }) => `${network} ${comment}`.trim()).join('\n'))
  }
  return (
    <section className={styles.paste} aria-label="Add networks">
      <Textarea
        label="Add networks"
        description="One per line, with a comment behind it"
        placeholder={'192.0.2.0/24 head office\n2001:db8::/32'}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <DateTimeField label="Expires (optional)" value={expires_at} onChange={setExpiry} />
        <Button variant="default" mt={10} disabled={right.length === 0 || !isDate} onClick={add}>
          {right.length === 0 ? 'Add' : `Add ${count(right.length, 'network', 'networks')}`}
        </Button>
      </div>
      {faults.length > 0 && <Faults faults={faults} />}
    </section>
  )
}

function Faults({ faults }: { faults: readonly NetworkLine[] }) {
  return (
    <ul className={styles.faults} aria-label="Wrong lines">
      {faults.slice(0, FAULTS_SHOWN).map(({ line, network, fault }) => (
        <li key={line}>
          Line {line}, <span className="mono">{network}</span>: {fault}
        </li>
      ))}
      {faults.length > FAULTS_SHOWN && <li>{faults.length - FAULTS_SHOWN} more</li>}
    </ul>
  )
}
