// How a reseller proves its domain: the record to set, whether it was found, and a look for it.
import { Button } from '@mantine/core'
import { type Brand, checkDomain } from '#contract/accounts/brands.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { recordNameOf } from '#core/account/brand.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { StatusDot } from '../ui/values/Badge.tsx'
import { CopyText } from '../ui/values/CopyText.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import styles from './Brand.module.css'

const RESULTS = {
  MISSING: 'The TXT record was not found. A new record may need some time.',
  NO_ANSWER: 'The DNS does not answer. Please try again soon.',
} as const

interface BrandDomainProps {
  readonly id: number
  readonly brand: Brand
  /** The domain in the field is the one that is saved. */
  readonly isSaved: boolean
  readonly onCheck: (brand: Brand) => void
}

export function BrandDomain({ id, brand, isSaved, onCheck }: BrandDomainProps) {
  const mayEdit = useMay('brands.edit')
  const { domain, domain_token, domain_checked_at } = brand
  const check = useChange(checkDomain, {
    also: ['initial-data'],
    onDone: ({ result, domain_checked_at }: AnswerOf<typeof checkDomain>) => {
      onCheck({ ...brand, domain_checked_at })
      if (result === 'FOUND') alert.success('Domain checked.')
      else alert.error(RESULTS[result])
    },
  })
  if (domain === null || domain_token === null || !isSaved) return null
  return (
    <div className={styles.domain}>
      <StatusDot tone={domain_checked_at ? 'success' : 'warning'}>
        {domain_checked_at ? (
          <>
            Checked <DateTime at={domain_checked_at} />
          </>
        ) : (
          'Not checked'
        )}
      </StatusDot>
      {mayEdit && (
        <Button
          variant="default"
          size="compact-sm"
          loading={check.isPending}
          onClick={() => check.mutate({ params: { id } })}
        >
          Check domain
        </Button>
      )}
      <dl className={styles.record}>
        <dt>TXT record</dt>
        <dd>
          <code>{recordNameOf(domain)}</code>
          <CopyText text={recordNameOf(domain)} label="Copy name" />
        </dd>
        <dt>Text</dt>
        <dd>
          <code>{domain_token}</code>
          <CopyText text={domain_token} label="Copy text" />
        </dd>
      </dl>
    </div>
  )
}
