// The sections that the forms of clients, resellers and settlement accounts share.
import { Textarea, TextInput } from '@mantine/core'
import type { z } from 'zod'
import type { clientForm } from '#contract/accounts/client-profile.ts'
import type { settlementForm } from '#contract/accounts/settlements.ts'
import { CountryPicker } from '../pickers/CountryPicker.tsx'
import { CurrencyPicker } from '../pickers/CurrencyPicker.tsx'
import { TimeZonePicker } from '../pickers/TimeZonePicker.tsx'
import { useMay } from '../session/session.ts'
import type { Bind } from '../ui/form/bind.ts'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { ACCOUNT_STATUSES, BILLING_CYCLES } from './account-labels.ts'

type ClientValues = z.input<typeof clientForm>
type SettlementValues = z.input<typeof settlementForm>
type SharedValues = Pick<ClientValues, keyof ClientValues & keyof SettlementValues>

interface SectionProps {
  readonly bind: Bind<SharedValues>
}

export function ProfileSection({ bind, help }: SectionProps & { help: string }) {
  return (
    <Section title="Profile" help={help}>
      <TextInput label="Name" {...bind('name')} />
      <SelectField label="Status" choices={ACCOUNT_STATUSES} {...bind('status')} />
      <TextInput label="Company (optional)" {...bind('company')} />
      <CountryPicker label="Country (optional)" {...bind('country_iso2')} />
      <TextInput label="Tax number (optional)" {...bind('tax_number')} />
      <CurrencyPicker
        label="Currency"
        description="Cannot be changed after the first transaction"
        {...bind('currency')}
      />
    </Section>
  )
}

/** In the section of billing. */
export function InvoiceFields({ bind }: SectionProps) {
  return (
    <>
      <SelectField
        label="Invoices"
        choices={BILLING_CYCLES}
        description="A draft is made when the period has ended"
        {...bind('billing_cycle')}
      />
      <TimeZonePicker
        label="Time zone of invoices (optional)"
        placeholder="That of the issuer"
        clearable
        {...bind('billing_timezone')}
      />
      <NumberField
        label="Payment terms (optional)"
        unit="days"
        placeholder="Those of the issuer"
        {...bind('payment_terms_days')}
      />
    </>
  )
}

interface LoginSectionProps extends SectionProps {
  readonly isNew: boolean
  /** Without a username there is no login. */
  readonly optional?: boolean
  readonly hasLogin?: boolean
}

export function LoginSection({ bind, isNew, optional, hasLogin = !isNew }: LoginSectionProps) {
  const maySetPassword = useMay('portal_passwords.execute')
  return (
    <Section
      title="Portal login"
      help={
        optional
          ? 'Only for carriers that log in to the portal to see their calls, rates and payments.'
          : 'Login to the portal with their calls, rates and payments.'
      }
    >
      <TextInput
        label={optional ? 'Username (optional)' : 'Username'}
        autoComplete="off"
        {...bind('username')}
      />
      {maySetPassword && (
        <PasswordField
          label={hasLogin ? 'Set a new password (optional)' : 'Password (optional)'}
          description="Asks for your own password or code"
          {...(hasLogin ? { placeholder: 'Unchanged' } : {})}
          {...bind('password')}
        />
      )}
    </Section>
  )
}

/** Calls at once and new calls per second; empty is without limit. */
export function LimitFields({ bind }: { bind: Bind<LimitValues> }) {
  return (
    <>
      <NumberField
        label="Channel limit (optional)"
        unit="calls"
        placeholder="No limit"
        {...bind('channel_limit')}
      />
      <NumberField
        label="CPS limit (optional)"
        unit="per second"
        placeholder="No limit"
        {...bind('cps_limit')}
      />
    </>
  )
}
type LimitValues = Pick<SharedValues, 'channel_limit' | 'cps_limit'>

/** Spending limits of clients and resellers, independent of their balance. */
export function SpendLimitFields({ bind }: { bind: Bind<SpendLimitValues> }) {
  const limit = { nullable: true, placeholder: 'No limit' }
  return (
    <>
      <MoneyField label="Per day (optional)" {...limit} {...bind('daily_spend_limit')} />
      <MoneyField label="Per month (optional)" {...limit} {...bind('monthly_spend_limit')} />
    </>
  )
}
type SpendLimitValues = Pick<ClientValues, 'daily_spend_limit' | 'monthly_spend_limit'>

export function ContactsSection({ bind }: SectionProps) {
  return (
    <Section
      title="Contacts"
      help="All optional. Invoices, faults and prices go to its own e-mail."
    >
      <TextInput label="Billing e-mail" type="email" {...bind('billing_email')} />
      <TextInput label="NOC e-mail" type="email" {...bind('noc_email')} />
      <TextInput label="Rates e-mail" type="email" {...bind('rates_email')} />
      <TextInput label="Phone" type="tel" {...bind('phone')} />
      <Wide>
        <Textarea label="Address" autosize minRows={2} {...bind('address')} />
      </Wide>
    </Section>
  )
}

export function NotesSection({ bind }: SectionProps) {
  return (
    <Section title="Notes" help="Visible to administrators only." wide>
      <Textarea label="Notes (optional)" autosize minRows={2} {...bind('notes')} />
    </Section>
  )
}
