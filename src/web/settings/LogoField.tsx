// The logo beside title and company: uploaded as it is, or removed.
import { Button, FileButton } from '@mantine/core'
import { removeLogo, setLogo } from '#contract/console/settings.ts'
import { LOGO_BYTES_MAX } from '#core/logo.ts'
import { alert } from '../alerts/alerts.ts'
import { ApiError, messageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Brand } from '../session/Brand.tsx'
import { useMay, useServer } from '../session/session.ts'
import styles from './Settings.module.css'

/** The bytes as text, without the head of a data URL. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

const faultOf = (error: unknown): string =>
  (error instanceof ApiError && error.fields.image) || messageOf(error)

export function LogoField() {
  const mayEdit = useMay('settings.edit')
  const logo = useServer()?.logo
  const upload = useChange(setLogo, {
    also: ['initial-data'],
    done: 'Logo changed.',
    errors: 'form',
  })
  const remove = useChange(removeLogo, { also: ['initial-data'], done: 'Logo removed.' })
  async function take(file: File | null): Promise<void> {
    if (!file) return
    if (file.size > LOGO_BYTES_MAX) return alert.error('The logo has at most 200 kB.')
    const image = await base64Of(file)
    upload.mutate({ body: { image } }, { onError: (error) => alert.error(faultOf(error)) })
  }
  return (
    <div className={styles.logo}>
      <div className={styles.brand}>
        <Brand logoSize={40} />
      </div>
      <FileButton accept="image/png,image/jpeg" onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="default" disabled={!mayEdit} loading={upload.isPending}>
            Upload logo
          </Button>
        )}
      </FileButton>
      {logo && (
        <Button
          variant="subtle"
          disabled={!mayEdit}
          loading={remove.isPending}
          onClick={() => remove.mutate({})}
        >
          Remove logo
        </Button>
      )}
      <span className="muted">PNG or JPEG, at most 200 kB and 1024 × 1024 pixels</span>
    </div>
  )
}
