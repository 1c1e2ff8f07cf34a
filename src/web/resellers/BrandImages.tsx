// The images of a brand: each is uploaded and removed by itself.
import { Button } from '@mantine/core'
import { type Brand, setBrandImage } from '#contract/accounts/brands.ts'
import type { BrandImage } from '#core/account/brand.ts'
import { alert } from '../alerts/alerts.ts'
import { UploadImage } from '../files/UploadImage.tsx'
import { fieldMessageOf } from '../http/api-error.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import styles from './Brand.module.css'

type Field = 'logo' | 'dark_logo' | 'favicon'

const IMAGES: readonly { kind: BrandImage; field: Field; label: string; name: string }[] = [
  { kind: 'LOGO', field: 'logo', label: 'Logo', name: 'logo' },
  { kind: 'DARK_LOGO', field: 'dark_logo', label: 'Dark logo', name: 'dark logo' },
  { kind: 'FAVICON', field: 'favicon', label: 'Icon of the tab', name: 'icon' },
]

interface BrandImagesProps {
  readonly id: number
  readonly brand: Brand
  readonly onChange: (brand: Brand) => void
}

export function BrandImages({ id, brand, onChange }: BrandImagesProps) {
  const mayEdit = useMay('brands.edit')
  const change = useChange(setBrandImage, {
    also: ['initial-data'],
    done: 'Image changed.',
    errors: 'form',
    // The other fields stay those that the draft began with.
    onDone: ({ logo, dark_logo, favicon }) => onChange({ ...brand, logo, dark_logo, favicon }),
  })
  const set = (kind: BrandImage, image: string | null) =>
    change.mutate(
      { params: { id }, body: { kind, image } },
      { onError: (error) => alert.error(fieldMessageOf(error)) },
    )
  return (
    <div>
      <div className={styles.images}>
        {IMAGES.map(({ kind, field, label, name }) => (
          <div key={kind} className={styles.image}>
            <span>{label}</span>
            <span className={styles.thumb} data-dark={kind === 'DARK_LOGO' || undefined}>
              {brand[field] ? <img src={brand[field]} alt="" /> : <span className="muted">–</span>}
            </span>
            <UploadImage
              label={`Upload ${name}`}
              disabled={!mayEdit}
              loading={change.isPending}
              onTake={(image) => set(kind, image)}
            />
            {brand[field] && mayEdit && (
              <Button variant="subtle" onClick={() => set(kind, null)}>
                Remove {name}
              </Button>
            )}
          </div>
        ))}
      </div>
      <span className="muted">PNG or JPEG, at most 200 kB and 1024 × 1024 pixels</span>
    </div>
  )
}
