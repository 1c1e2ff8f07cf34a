// Takes a rate file from the disk, chosen or dropped, and opens its import.
import { Button, FileButton, Progress } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { listRateImports, uploadRateFile } from '#contract/rate-imports.ts'
import { alert } from '../alerts/alerts.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { upload } from '../http/upload.ts'
import { useRefresh } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import styles from './RateImport.module.css'

export function UploadFile({ tariff_id }: { tariff_id: number }) {
  const [share, setShare] = useState<number>()
  const [isOver, setOver] = useState(false)
  const navigate = useNavigate()
  const refresh = useRefresh(listRateImports)
  const send = async (file: File | null | undefined) => {
    if (!file || share !== undefined) return
    setShare(0)
    const call = { params: { tid: tariff_id }, query: { file_name: file.name.slice(-200) } }
    try {
      const { id } = await upload(uploadRateFile, call, file, setShare)
      refresh()
      void navigate({ to: paths.admin.rateImports(tariff_id).one(id) })
    } catch (error) {
      const reason = error instanceof ApiError ? error.fields.file : undefined
      alert.error(reason ?? messageOf(error), { title: 'The file cannot be read' })
      setShare(undefined)
    }
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  return (
    <section
      aria-label="Upload"
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <FileButton onChange={(file) => void send(file)} accept=".csv,.tsv,.txt,.xlsx">
        {(props) => (
          <Button
            {...props}
            leftSection={<IconFileUpload size={15} />}
            loading={share !== undefined}
            data-primary-action
          >
            Choose a rate file
          </Button>
        )}
      </FileButton>
      <span className="muted">or drop it here: CSV, text with tabs, or XLSX</span>
      {share !== undefined && (
        <Progress value={100 * share} aria-label="Upload" className={styles.wide} />
      )}
    </section>
  )
}
