// By which data addresses have a country, and the way to newer data.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { getCountryDatabase, removeCountryFiles } from '#contract/machine/country-database.ts'
import { alert } from '../alerts/alerts.ts'
import { HistoryButton } from '../forms/history/History.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { DateTime } from '../ui/values/DateTime.tsx'
import { count } from '../ui/values/format.ts'
import styles from './FirewallZones.module.css'

const UploadCountries = lazy(async () => ({
  default: (await import('./UploadCountries.tsx')).UploadCountries,
}))

const KINDS = { IPV4: 'IPv4', IPV6: 'IPv6' } as const

export function CountryDatabase() {
  const query = useOne(getCountryDatabase, {})
  const mayEdit = useMay('firewall_zones.edit')
  const [isUploading, setUploading] = useState(false)
  const remove = useChange(removeCountryFiles, { done: 'The built-in database is in use.' })
  const ask = async () => {
    const sure = await alert.confirm(
      'The uploaded countries are deleted. Zones decide by the built-in ones within seconds.',
      { title: 'Use the built-in country database?', yes: 'Use the built-in one', dangerous: true },
    )
    if (sure) remove.mutate({})
  }
  return (
    <section className={styles.database} aria-label="Country database">
      <Loaded query={query}>
        {({ built_in_at, files }) => (
          <>
            <ul>
              {files.map((file) => (
                <li key={file.kind}>
                  {KINDS[file.kind]}: {file.file_name}, published{' '}
                  <DateTime at={file.published_at} style="day" />,{' '}
                  {count(file.networks_count, 'network', 'networks')},{' '}
                  {count(file.countries_count, 'country', 'countries')}; uploaded by{' '}
                  {file.uploaded_by}, <DateTime at={file.uploaded_at} />
                </li>
              ))}
              {files.length < Object.keys(KINDS).length && (
                <li>
                  {files.length > 0 && 'Other addresses: '}Built-in country database of{' '}
                  <DateTime at={built_in_at} style="day" />, data by the regional registries
                  (nro.net, CC BY 4.0)
                </li>
              )}
            </ul>
            {mayEdit && (
              <Button variant="default" onClick={() => setUploading(true)}>
                Upload a newer one
              </Button>
            )}
            {mayEdit && files.length > 0 && (
              <Button variant="subtle" loading={remove.isPending} onClick={() => void ask()}>
                Use the built-in one
              </Button>
            )}
            <HistoryButton
              of={{ entity: 'firewall_zone', id: 'countries' }}
              name="the country database"
            />
          </>
        )}
      </Loaded>
      {isUploading && (
        <Suspense>
          <UploadCountries onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </section>
  )
}
