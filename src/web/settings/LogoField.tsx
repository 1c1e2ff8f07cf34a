// The logo beside title and company: uploaded as it is, or removed.
import { Button } from '@mantine/core'
import { removeLogo, setLogo } from '#contract/console/settings.ts'
import { alert } from '../alerts/alerts.ts'
import { UploadImage } from '../files/UploadImage.tsx'
import { fieldMessageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Brand } from '../session/Brand.tsx'
import { useMay, useServer } from '../session/session.ts'
import styles from './Settings.module.css'

export function LogoField() {
  const mayEdit = useMay('settings.edit')
  const logo = useServer()?.logo
  const upload = useChange(setLogo, {
    also: ['initial-data'],
    done: 'Logo changed.',
    errors: 'form',
  })
  const remove = useChange(removeLogo, { also: ['initial-data'], done: 'Logo removed.' })
  const take = (image: string) =>
    upload.mutate({ body: { image } }, { onError: (error) => alert.error(fieldMessageOf(error)) })
  return (
    <div className={styles.logo}>
      <div className={styles.brand}>
        <Brand logoSize={40} />
      </div>
      <UploadImage
        label="Upload logo"
        disabled={!mayEdit}
        loading={upload.isPending}
        onTake={take}
      />
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
