// The lists by which a rule chooses calls.
import { withoutErrorsOf } from '../forms/without-errors.ts'
import { AccountsField } from '../pickers/AccountsField.tsx'
import { PrefixesField } from '../pickers/PrefixNames.tsx'
import { ClientOrResellerPicker, GatewayPicker } from '../pickers/pickers.tsx'
import type { Bind } from '../ui/form/bind.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import type { ChosenCalls } from './call-rule-words.ts'

interface Lists {
  readonly account_ids: number[]
  readonly gateway_ids: number[]
  readonly called_prefixes: string[]
  readonly caller_prefixes: string[]
}
type ListName = keyof Lists

type Errors = Parameters<typeof withoutErrorsOf>[0]

interface CallRuleFieldsProps {
  readonly form: {
    readonly bind: Bind<Lists>
    readonly errors: Errors
    readonly form: { readonly setErrors: (errors: Errors) => void }
  }
  /** The names of the chosen accounts and gateways. */
  readonly known: Pick<ChosenCalls, 'accounts' | 'gateways'>
  readonly help: string
  /** Which gateway of a call must be among those of the rule. */
  readonly gatewayHelp: string
}

/** A rule without any list is refused at this one, whichever is filled then. */
const FIRST: ListName = 'account_ids'

export function CallRuleFields({ form, known, help, gatewayHelp }: CallRuleFieldsProps) {
  const { bind, errors } = form
  /** Its error is that of the list, or of the first value with one, until a list changes. */
  const bindList = (name: ListName) => {
    const { onChange, ...bound } = bind(name)
    const at = Object.keys(errors).find((path) => path === name || path.startsWith(`${name}.`))
    return {
      ...bound,
      error: at && errors[at],
      onChange: (next: readonly (number | string)[]) => {
        form.form.setErrors(withoutErrorsOf(withoutErrorsOf(errors, name), FIRST))
        onChange(next)
      },
    }
  }
  return (
    <Section title="Calls" help={help}>
      <Wide>
        <AccountsField
          label="Clients and resellers (optional)"
          description="A reseller means all clients below it"
          Picker={ClientOrResellerPicker}
          known={known.accounts}
          {...bindList('account_ids')}
        />
      </Wide>
      <Wide>
        <AccountsField
          label="Gateways (optional)"
          description={gatewayHelp}
          Picker={GatewayPicker}
          known={known.gateways}
          {...bindList('gateway_ids')}
        />
      </Wide>
      <Wide>
        <PrefixesField
          label="Called prefixes (optional)"
          description="Of the number after translations"
          {...bindList('called_prefixes')}
        />
      </Wide>
      <Wide>
        <PrefixesField
          label="Caller prefixes (optional)"
          description="Of the number after translations"
          {...bindList('caller_prefixes')}
        />
      </Wide>
    </Section>
  )
}
