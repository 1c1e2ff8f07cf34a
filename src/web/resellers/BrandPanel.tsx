// The brand of a reseller, below its form and on a page of its own: its fields are saved apart.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { type Brand, brandForm, getBrand, updateBrand } from '#contract/accounts/brands.ts'
import { areColors, ColorPairs } from '../fields/ColorPairs.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useLeaveGuard } from '../forms/use-leave-guard.ts'
import { ApiError } from '../http/api-error.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { Section } from '../ui/form/Section.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import styles from './Brand.module.css'
import { BrandDomain } from './BrandDomain.tsx'
import { BrandImages } from './BrandImages.tsx'
import { BrandPreview } from './BrandPreview.tsx'

const HELP =
  'How it and all below it see the console at its domain. Empty = as the reseller above; the ' +
  'name and logo of the operator are not shown there.'

interface BrandPanelProps {
  readonly id: number
  readonly title?: string
  readonly help?: string
}

export function BrandPanel({ id, title = 'Brand', help = HELP }: BrandPanelProps) {
  const query = useOneToEdit(getBrand, { params: { id } })
  return (
    <Section title={title} help={help} wide>
      <Loaded query={query}>{(found) => <BrandFields id={id} found={found} />}</Loaded>
    </Section>
  )
}

type Draft = z.input<typeof brandForm>
type TextName = 'domain' | 'title' | 'support_email' | 'terms_url'

const draftOf = ({ domain, title, colors, support_email, terms_url }: Brand): Draft => ({
  domain,
  title,
  colors,
  support_email,
  terms_url,
})

/** The faults of a draft before it is sent, by field. */
function faultsOf(draft: Draft): Readonly<Record<string, string>> {
  const issues = brandForm.safeParse(draft).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

function useBrandForm(id: number, found: Brand) {
  const [brand, setBrand] = useState(found)
  const [draft, setDraft] = useState(draftOf(found))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(brand))
  useLeaveGuard(() => isChanged)
  const change = useChange(updateBrand, {
    also: ['initial-data'],
    done: 'Brand saved.',
    onDone: (saved) => {
      setBrand(saved)
      setDraft(draftOf(saved))
    },
  })
  const save = () => {
    const faults = faultsOf(draft)
    setErrors(faults)
    if (Object.keys(faults).length > 0) return
    const body = { ...brandForm.parse(draft), version: brand.version }
    change.mutate(
      { params: { id }, body },
      { onError: (error) => setErrors(error instanceof ApiError ? error.fields : {}) },
    )
  }
  return { brand, setBrand, draft, setDraft, errors, isChanged, save, saving: change.isPending }
}

function BrandFields({ id, found }: { id: number; found: Brand }) {
  const mayEdit = useMay('brands.edit')
  const { brand, setBrand, draft, setDraft, errors, isChanged, save, saving } = useBrandForm(
    id,
    found,
  )
  const { inherited } = brand
  const text = (name: TextName, label: string, placeholder: string | null = null) => (
    <TextInput
      label={`${label} (optional)`}
      placeholder={placeholder ?? ''}
      value={draft[name] ?? ''}
      onChange={({ currentTarget: { value } }) => setDraft({ ...draft, [name]: value || null })}
      error={errors[name]}
      disabled={!mayEdit}
      maxLength={300}
    />
  )
  const { colors } = draft
  return (
    <div className={styles.panel}>
      <div className={styles.fields}>
        {text('title', 'Title', inherited.title ?? draft.domain)}
        {text('domain', 'Domain', 'voice.example.com')}
        {text('support_email', 'Support e-mail', inherited.support_email)}
        {text('terms_url', 'Terms page', inherited.terms_url)}
      </div>
      <BrandDomain
        id={id}
        brand={brand}
        isSaved={draft.domain === brand.domain}
        onCheck={setBrand}
      />
      <BrandImages id={id} brand={brand} onChange={setBrand} />
      <SwitchField
        label="Own colours"
        checked={colors !== null}
        disabled={!mayEdit}
        onChange={({ currentTarget: { checked } }) =>
          setDraft({ ...draft, colors: checked ? { ...inherited.colors } : null })
        }
      />
      {colors && (
        <ColorPairs
          colors={colors}
          onChange={(next) => setDraft({ ...draft, colors: { ...next } })}
          disabled={!mayEdit}
        />
      )}
      <BrandPreview brand={{ ...brand, ...draft }} />
      {mayEdit && (
        <Button
          className={styles.save}
          variant="default"
          disabled={!isChanged || (colors !== null && !areColors(colors))}
          loading={saving}
          onClick={save}
        >
          Save brand
        </Button>
      )}
    </div>
  )
}
