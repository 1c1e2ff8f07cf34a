import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import type { z } from 'zod'
import { getLowBalance, lowBalanceForm, setLowBalance } from '#contract/accounts/low-balance.ts'
import { formValues } from '../../forms/form-values.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { ApiError, messageOf } from '../../http/api-error.ts'
import { useChange, useOneToEdit } from '../../http/use-endpoint.ts'
import { useUser } from '../../session/session.ts'
import { bindOf } from '../../ui/form/bind.ts'
import { MoneyField } from '../../ui/form/DecimalField.tsx'
import { Section } from '../../ui/form/Section.tsx'
import styles from '../Settings.module.css'

type Values = z.input<typeof lowBalanceForm>

/** The amount at which a client is warned on its home page. */
export function LowBalanceSection() {
  const query = useOneToEdit(getLowBalance, {})
  return (
    <Section title="Low balance" help="A warning on your home page, with how to pay.">
      <Loaded query={query}>
        {(found) => found && <LowBalanceForm initial={formValues(lowBalanceForm, found)} />}
      </Loaded>
    </Section>
  )
}

function LowBalanceForm({ initial }: { initial: Values }) {
  const { currency } = useUser()
  const change = useChange(setLowBalance, { errors: 'form', done: 'Low balance warning saved.' })
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: initial,
    validate: schemaResolver(lowBalanceForm as z.ZodType<object, object>, { sync: true }),
  })
  const onSubmit = form.onSubmit((values) =>
    change.mutate(
      { body: lowBalanceForm.parse(values) },
      {
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {}
          form.setErrors({ low_balance_threshold: messageOf(error), ...fields })
        },
      },
    ),
  )
  return (
    <form className={styles.row} onSubmit={onSubmit} noValidate aria-label="Low balance">
      <MoneyField
        label="Warn me at (optional)"
        nullable
        placeholder="No warning"
        currency={currency}
        {...bindOf(form)('low_balance_threshold')}
      />
      <Button type="submit" variant="default" loading={change.isPending}>
        Save
      </Button>
    </form>
  )
}
