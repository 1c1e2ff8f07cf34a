// The countries of a firewall zone, by region, by search, or as pasted codes.
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getZoneCountries, setZoneCountries } from '#contract/machine/firewall-zones.ts'
import { REGIONS, ZONE_COUNTRIES } from '#core/firewall/regions.ts'
import { Breadcrumb } from '../forms/Breadcrumb.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useLeaveGuard } from '../forms/use-leave-guard.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { countryName } from '../pickers/countries.ts'
import { useMay } from '../session/session.ts'
import { count } from '../ui/values/format.ts'
import { CountryDatabase } from './CountryDatabase.tsx'
import { FirewallTrial } from './FirewallTrial.tsx'
import styles from './FirewallZones.module.css'

type Found = AnswerOf<typeof getZoneCountries>

const { firewallZones } = paths.admin

export default function ZoneCountriesScreen() {
  const id = useIdParam() ?? 0
  const query = useOneToEdit(getZoneCountries, { params: { id } })
  return (
    <div className="page">
      <Breadcrumb trail={[{ label: 'Firewall zones', to: firewallZones.list }]} />
      <FirewallTrial />
      <Loaded query={query}>
        {(found) => (
          <Countries
            key={found.version}
            id={id}
            found={found}
            reload={() => void query.refetch()}
          />
        )}
      </Loaded>
    </div>
  )
}

interface CountriesProps {
  readonly id: number
  readonly found: Found
  readonly reload: () => void
}

function Countries({ id, found, reload }: CountriesProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(found.countries))
  const [text, setText] = useState('')
  const mayEdit = useMay('firewall_zones.edit')
  const save = useChange(setZoneCountries, { done: 'Countries saved.', onDone: reload })
  const added = [...chosen].filter((code) => !found.countries.includes(code))
  const removed = found.countries.filter((code) => !chosen.has(code))
  const isChanged = added.length + removed.length > 0
  useLeaveGuard(() => isChanged && !save.isSuccess)
  const set = (codes: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const code of codes) on ? next.add(code) : next.delete(code)
    setChosen(next)
  }
  return (
    <>
      <div className="page-title">
        <h1>Countries of {found.name}</h1>
        <span className="muted" role="status">
          {count(chosen.size, 'country', 'countries')}
          {isChanged && `, not saved: ${added.length} added, ${removed.length} removed`}
        </span>
        {isChanged && (
          <Button variant="subtle" onClick={() => setChosen(new Set(found.countries))}>
            Undo
          </Button>
        )}
        {mayEdit && (
          <Button
            loading={save.isPending}
            disabled={!isChanged}
            data-primary-action
            onClick={() => {
              const body = { version: found.version, countries: [...chosen] }
              save.mutate({ params: { id }, body })
            }}
          >
            Save
          </Button>
        )}
      </div>
      <CountryDatabase />
      <div className={styles.tools}>
        <TextInput
          aria-label="Find a country"
          placeholder="Find a country"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {mayEdit && <PasteCodes onAdd={(codes) => set(codes, true)} />}
      </div>
      <div className={styles.regions}>
        {REGIONS.map(({ region, countries }) => (
          <RegionBox
            key={region}
            name={region}
            codes={countries.filter((code) => isFound(code, text))}
            chosen={chosen}
            mayEdit={mayEdit}
            onSet={set}
          />
        ))}
      </div>
    </>
  )
}

const isFound = (code: string, text: string): boolean =>
  `${code} ${countryName(code)}`.toLowerCase().includes(text.trim().toLowerCase())

function PasteCodes({ onAdd }: { onAdd: (codes: readonly string[]) => void }) {
  const [text, setText] = useState('')
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const unknown = codes.filter((code) => !ZONE_COUNTRIES.has(code))
  return (
    <>
      <TextInput
        aria-label="Paste codes"
        placeholder="Paste codes: BD, IN, GB"
        w={230}
        value={text}
        error={unknown.length > 0 && `Unknown: ${unknown.slice(0, 5).join(', ')}`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={codes.length === 0 || unknown.length > 0}
        onClick={() => {
          onAdd(codes)
          setText('')
        }}
      >
        Add codes
      </Button>
    </>
  )
}

interface RegionBoxProps {
  readonly name: string
  /** Those that the search has found. */
  readonly codes: readonly string[]
  readonly chosen: ReadonlySet<string>
  readonly mayEdit: boolean
  readonly onSet: (codes: readonly string[], on: boolean) => void
}

function RegionBox({ name, codes, chosen, mayEdit, onSet }: RegionBoxProps) {
  if (codes.length === 0) return null
  const some = codes.filter((code) => chosen.has(code)).length
  const sorted = codes.toSorted((a, b) => countryName(a).localeCompare(countryName(b), 'en'))
  return (
    <fieldset className={styles.region}>
      <legend>
        <Checkbox
          size="md"
          label={`${name} (${some} of ${codes.length})`}
          checked={some === codes.length}
          indeterminate={some > 0 && some < codes.length}
          disabled={!mayEdit}
          onChange={() => onSet(codes, some < codes.length)}
        />
      </legend>
      {sorted.map((code) => (
        <Checkbox
          key={code}
          size="md"
          label={`${countryName(code)} ${code}`}
          checked={chosen.has(code)}
          disabled={!mayEdit}
          onChange={(event) => onSet([code], event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
