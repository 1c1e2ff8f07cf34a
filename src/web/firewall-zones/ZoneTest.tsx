// Which zone decides about an address, by the function that enforces them.
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFlask } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ZoneTest as Tested, testFirewallZones } from '#contract/machine/firewall-zones.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { countryName } from '../pickers/countries.ts'
import { labelFor } from '../ui/form/labels.ts'
import { StatusDot } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import styles from './FirewallZones.module.css'
import { POLICY_TONES, policyWords, ZONE_SERVICE_CHOICES } from './zone-labels.ts'

const PAUSE_MS = 250

export function ZoneTest() {
  const [typed, setTyped] = useState('')
  const [address] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const test = useQuery({
    // Under the resource's own name, so that a change of a zone refetches it.
    queryKey: ['firewall-zones', 'test', address],
    queryFn: ({ signal }) => send(testFirewallZones, { body: { address } }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <section className={styles.test} aria-label="Test">
      <TextInput
        aria-label="Test an address"
        placeholder="Your own address"
        w={230}
        maxLength={45}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconFlask size={14} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <output aria-label="Result" className={styles.result}>
        {test.error ? (
          <span className="danger">{messageOf(test.error)}</span>
        ) : (
          test.data && <Answer {...test.data} />
        )}
      </output>
    </section>
  )
}

function Answer({ address, country, banned_until, services }: Tested) {
  return (
    <>
      <span>
        <span className="mono">{address}</span>
        {country ? `, ${countryName(country)}` : ', no country'}
        {banned_until && (
          <>
            {', '}
            <span className="danger">
              banned until <DateTime at={banned_until} />
            </span>
          </>
        )}
      </span>
      <ul>
        {services.map((row) => (
          <li key={row.service}>
            <span className="muted">{labelFor(ZONE_SERVICE_CHOICES, row.service)}</span>
            <StatusDot tone={POLICY_TONES[row.policy]}>{policyWords(row)}</StatusDot>
            <span>{reasonOf(row)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function reasonOf({ reason, zone_name, match }: Tested['services'][number]): string {
  switch (reason) {
    case 'LOOPBACK':
      return 'the switch itself'
    case 'KNOWN':
      return `known: ${match}`
    case 'NETWORK':
      return `zone ${zone_name}, network ${match}`
    case 'COUNTRY':
      return `zone ${zone_name}, ${countryName(match)}`
    default:
      return 'no zone matches'
  }
}
