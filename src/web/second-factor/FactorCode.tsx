import { TextInput } from '@mantine/core'
import type { Bind } from '../ui/form/bind.ts'
import { Wide } from '../ui/form/Section.tsx'

interface FactorCodeProps {
  readonly form: { readonly bind: Bind<{ code: string }> }
  /** The effect of the right code. */
  readonly description: string
}

/** A code of the second factor: it proves that its phone is at hand. */
export function FactorCode({ form, description }: FactorCodeProps) {
  return (
    <Wide>
      <TextInput
        label="Code of the app, or a recovery code"
        description={description}
        autoComplete="one-time-code"
        data-autofocus
        {...form.bind('code')}
      />
    </Wide>
  )
}
