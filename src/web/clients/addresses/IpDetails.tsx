// The details that only some rows of the IP list have: the numbers that they are for, settings of
// their own, and the password required in addition to the address.
import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { clientIpForm } from '#contract/accounts/ip-list.ts'
import { LimitFields } from '../../fields/AccountSections.tsx'
import type { useEntityForm } from '../../forms/use-entity-form.ts'
import { PrefixesField } from '../../pickers/PrefixNames.tsx'
import { RoutePlanPicker, TariffPicker } from '../../pickers/pickers.tsx'
import { useSees } from '../../session/session.ts'
import type { Bind } from '../../ui/form/bind.ts'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { OptionalTextField } from '../../ui/form/OptionalTextField.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Wide } from '../../ui/form/Section.tsx'
import styles from './IpDetails.module.css'
import { hasDetails, type IpValues, isDetail } from './ip-labels.ts'

interface IpDetailsProps {
  readonly form: ReturnType<typeof useEntityForm<typeof clientIpForm>>
}

export function IpDetails({ form: { form, bind } }: IpDetailsProps) {
  const [isOpen, setOpen] = useState(() => hasDetails(form.getValues()))
  const isWrong = Object.keys(form.errors).some(isDetail)
  if (isWrong && !isOpen) setOpen(true)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <Wide>
        <UnstyledButton
          className={styles.fold}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={15} aria-hidden />
          Numbers, limits, tariff and password
        </UnstyledButton>
      </Wide>
      {/* The fields stay in the form while they are out of sight. */}
      <div className={styles.details} hidden={!isOpen}>
        <Fields bind={bind} hadPassword={form.getInitialValues().auth_username !== null} />
      </div>
    </>
  )
}

function Fields({ bind, hadPassword }: { bind: Bind<IpValues>; hadPassword: boolean }): ReactNode {
  const seesPlans = useSees('operations')
  return (
    <>
      <PrefixesField label="Called prefixes (optional)" {...bind('dst_prefixes')} />
      <PrefixesField label="Caller prefixes (optional)" {...bind('src_prefixes')} />
      <NumberField label="Shortest called number" unit="digits" {...bind('dst_min_length')} />
      <NumberField label="Longest called number" unit="digits" {...bind('dst_max_length')} />
      <TariffPicker
        label="Tariff (optional)"
        placeholder="From the client"
        kind="SELL"
        clearable
        {...bind('tariff_id')}
      />
      {seesPlans && (
        <RoutePlanPicker
          label="Route plan (optional)"
          placeholder="From the client"
          clearable
          {...bind('route_plan_id')}
        />
      )}
      <LimitFields bind={bind} />
      <OptionalTextField
        label="Username (optional)"
        placeholder="No authentication"
        {...bind('auth_username')}
      />
      <PasswordField
        label={hadPassword ? 'New password (optional)' : 'Password'}
        {...(hadPassword ? { placeholder: 'Unchanged' } : {})}
        {...bind('auth_password')}
      />
    </>
  )
}
