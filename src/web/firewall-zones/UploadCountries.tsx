// Uploads a country file; what is wrong with it is shown by line.
import { Button, FileButton, Progress } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueryOf } from '#contract/endpoint.ts'
import { uploadCountryFile } from '#contract/machine/country-database.ts'
import { COUNTRY_FILE_LIMITS } from '#core/firewall/country-network.ts'
import { alert } from '../alerts/alerts.ts'
import { fieldMessageOf } from '../http/api-error.ts'
import { upload } from '../http/upload.ts'
import { useRefresh } from '../http/use-endpoint.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { formatBytes } from '../ui/values/format.ts'
import styles from './FirewallZones.module.css'

export function UploadCountries({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [published_at, setPublished] = useState<string | null>(null)
  const [sent, setSent] = useState(0)
  const refresh = useRefresh(uploadCountryFile)
  const sending = useMutation({
    mutationFn: (of: { body: File; query: QueryOf<typeof uploadCountryFile> }) =>
      upload(uploadCountryFile, { query: of.query }, of.body, setSent),
    onSuccess: () => {
      refresh()
      alert.success('Countries uploaded.')
      onClose()
    },
  })
  const choose = (chosen: File | null) => {
    if (!chosen) return
    sending.reset()
    setFile(chosen)
    setPublished(new Date(chosen.lastModified).toISOString())
  }
  const isTooLarge = file !== null && file.size > COUNTRY_FILE_LIMITS.bytes
  const isDate = published_at !== null && !Number.isNaN(Date.parse(published_at))
  const problem = isTooLarge
    ? `The file is larger than ${formatBytes(COUNTRY_FILE_LIMITS.bytes)}.`
    : sending.error && fieldMessageOf(sending.error)
  return (
    <Dialog
      title="Upload a country database"
      onClose={onClose}
      width={560}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={sending.isPending}
            disabled={!file || isTooLarge || !isDate}
            onClick={() => {
              if (!file || !isDate) return
              sending.mutate({ body: file, query: { file_name: file.name, published_at } })
            }}
          >
            Upload
          </Button>
        </>
      }
    >
      <p className="muted">
        A CSV file with a network and its country, or first address, last address and country, on
        each line: <span className="mono">192.0.2.0/24,DE</span>. The files of the ip-location-db
        project have this form. A file with IPv4 only, or IPv6 only, leaves the other addresses as
        they are. Zones decide by the new countries within seconds.
      </p>
      <div className={styles.tools}>
        <FileButton onChange={choose} accept=".csv,.txt,text/*">
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileText size={15} />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <span className="muted">{file ? `${file.name}, ${formatBytes(file.size)}` : 'CSV'}</span>
      </div>
      <DateTimeField
        label="Published"
        way="past"
        value={published_at}
        onChange={setPublished}
        maw={260}
      />
      {sending.isPending && (
        <div role="status">
          {sent < 1 ? 'The file is being sent.' : 'The file is being read.'}
          <Progress value={sent * 100} animated={sent === 1} aria-label="Sent" />
        </div>
      )}
      {problem && (
        <p role="alert" className="danger">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
