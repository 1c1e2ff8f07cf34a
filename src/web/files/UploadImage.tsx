// A button that takes an image, as text that a form can send.
import { Button, FileButton } from '@mantine/core'
import { LOGO_BYTES_MAX } from '#core/logo.ts'
import { alert } from '../alerts/alerts.ts'

/** The bytes as text, without the head of a data URL. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

interface UploadImageProps {
  readonly label: string
  readonly disabled: boolean
  readonly loading: boolean
  readonly onTake: (image: string) => void
}

export function UploadImage({ label, disabled, loading, onTake }: UploadImageProps) {
  async function take(file: File | null): Promise<void> {
    if (!file) return
    if (file.size > LOGO_BYTES_MAX) return alert.error('The image has at most 200 kB.')
    onTake(await base64Of(file))
  }
  return (
    <FileButton accept="image/png,image/jpeg" onChange={(file) => void take(file)}>
      {(props) => (
        <Button {...props} variant="default" disabled={disabled} loading={loading}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}
