import { renewRecoveryCodes } from '#contract/people/second-factor.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { useChange } from '../http/use-endpoint.ts'
import { FactorCode } from './FactorCode.tsx'

interface RenewCodesDialogProps {
  readonly onClose: () => void
  readonly onMade: (codes: readonly string[]) => void
}

/** Makes new recovery codes; the old ones no longer open a login. */
export function RenewCodesDialog({ onClose, onMade }: RenewCodesDialogProps) {
  const renew = useChange(renewRecoveryCodes, { errors: 'form' })
  const form = useEntityForm({
    schema: renewRecoveryCodes.body,
    initial: { code: '' },
    save: (body) => renew.mutateAsync({ body }),
    onSaved: (_, { recovery_codes }) => {
      onClose()
      onMade(recovery_codes)
    },
  })
  return (
    <FormDialog title="Make new recovery codes" save="Make new ones" form={form} onClose={onClose}>
      <FactorCode form={form} description="The old ones no longer open a login then" />
    </FormDialog>
  )
}
