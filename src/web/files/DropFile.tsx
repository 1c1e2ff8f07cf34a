// Takes a table from the disk, chosen or dropped.
import { Button, FileButton, Progress } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { alert } from '../alerts/alerts.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import styles from './Files.module.css'

interface DropFileProps {
  /** On the button. */
  readonly label: string
  readonly disabled?: boolean
  /** `onShare` shows how much of it has been sent, from 0 to 1. */
  readonly send: (file: File, onShare: (share: number) => void) => Promise<void>
  /** Fields before the button. */
  readonly children?: ReactNode
}

export function DropFile({ label, disabled, send, children }: DropFileProps) {
  const [share, setShare] = useState<number>()
  const [isOver, setOver] = useState(false)
  const take = async (file: File | null | undefined) => {
    if (!file || disabled || share !== undefined) return
    setShare(0)
    try {
      await send(file, setShare)
    } catch (error) {
      const reason = error instanceof ApiError ? error.fields.file : undefined
      alert.error(reason ?? messageOf(error), { title: 'The file cannot be read' })
      setShare(undefined)
    }
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
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
      {children}
      <FileButton
        onChange={(file) => void take(file)}
        accept=".csv,.tsv,.txt,.xlsx,.xls"
        disabled={disabled ?? false}
      >
        {(props) => (
          <Button
            {...props}
            disabled={disabled ?? false}
            leftSection={<IconFileUpload size={15} />}
            loading={share !== undefined}
            data-primary-action
          >
            {label}
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
