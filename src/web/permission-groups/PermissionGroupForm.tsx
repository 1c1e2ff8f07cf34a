// Adds and changes a permission group.
import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import {
  createPermissionGroup,
  getPermissionGroup,
  type PermissionGroup,
  permissionGroupForm,
  updatePermissionGroup,
} from '#contract/people/permission-groups.ts'
import { permissionsOf, type UserType } from '#core/permission/permission.ts'
import { takenAway } from '#core/permission/rights.ts'
import { PermissionMatrix } from '../fields/PermissionMatrix.tsx'
import { costsOf, GROUP_SCOPES, NEW_GROUP } from '../fields/permission-labels.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { AccountsField } from '../pickers/AccountsField.tsx'
import { useSees, useUser } from '../session/session.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { GROUP_TEMPLATES, templateValuesOf } from './group-templates.ts'

type Values = z.input<typeof permissionGroupForm>

const { permissionGroups } = paths.admin

const GROUP = {
  noun: 'permission group',
  entity: 'permission_group',
  list: { label: 'Permission groups', to: permissionGroups.list },
  get: getPermissionGroup,
  create: createPermissionGroup,
  update: updatePermissionGroup,
  schema: permissionGroupForm,
}

const PRICES = 'What clients and resellers pay, their tariffs and balances, revenue and margin'
const CLIENT = { prices: 'What you pay: rates, charges, balance, statement and invoices' }

/** Words for that which the restrictions hide; one that hides nothing has none. */
const HIDDEN: Readonly<Record<UserType, { prices?: string; costs?: string }>> = {
  ADMIN: {
    prices: PRICES,
    costs: 'What carriers get, their tariffs, balances, ledger and invoices, and what is earned',
  },
  RESELLER: {
    prices: PRICES,
    costs: 'What you pay, your cost tariff, balance and invoices, and what is earned',
  },
  WHOLESALE: CLIENT,
  RETAIL: CLIENT,
  SETTLEMENT: { costs: 'What you get: rates, income, balance, statement and invoices' },
}

const LINKS = [{ label: 'Assign users', to: permissionGroups.assign }]

export default function PermissionGroupForm() {
  return <AddOrEdit get={getPermissionGroup}>{(found) => <Fields group={found} />}</AddOrEdit>
}

function Fields({ group }: { group: PermissionGroup | undefined }) {
  const { permissions: held, type } = useUser()
  const hidden = HIDDEN[type]
  // The staff of an account has its scope, and what it has itself.
  const isOperator = useSees('operations')
  const [values, setValues] = useState<Values>(group ?? NEW_GROUP)
  const form = useCrudForm(GROUP, group, { blank: NEW_GROUP, onChange: setValues })
  const { bind } = form
  const scope: string = values.scope
  const taken = useMemo(
    () => new Set<string>(takenAway({ ...values, scope: [] }, permissionsOf(type))),
    [values, type],
  )
  const begin = (name: string | null) => {
    const template = GROUP_TEMPLATES.find((one) => one.label === name)
    if (template) form.form.setValues(templateValuesOf(template, held))
  }
  return (
    <EntityFormPage of={GROUP} found={group} form={form} links={LINKS}>
      <Section title="Group" help="Permissions that several users share.">
        <TextInput label="Name" {...bind('name')} />
        {!group && isOperator && (
          <Select
            label="Start from (optional)"
            description="Fills in restrictions and permissions, to be changed below"
            data={GROUP_TEMPLATES.map(({ label }) => label)}
            onChange={begin}
          />
        )}
        <Wide>
          <Textarea label="Description (optional)" autosize minRows={1} {...bind('description')} />
        </Wide>
      </Section>
      {isOperator && (
        <Section
          title="Accounts"
          help="Whose calls, payments and data its users see. What the operator owns for all, such
            as tariffs, is shown by the permissions alone."
        >
          <SelectField label="Scope" choices={GROUP_SCOPES} {...bind('scope')} />
          {scope === 'LISTED' && (
            <Wide>
              <AccountsField
                label="Accounts"
                description="Resellers and clients, each with all below it"
                known={group?.accounts ?? []}
                {...bind('account_ids')}
              />
            </Wide>
          )}
        </Section>
      )}
      <Section
        title="Restrictions"
        help="They count for its users, also for what other groups permit."
      >
        <Wide>
          <Switch label="No export" {...bind('refuses_export', 'checkbox')} />
        </Wide>
        <Wide>
          <Switch
            label="Second factor required"
            description="Who has none sets it up after the next login, before anything else"
            {...bind('requires_second_factor', 'checkbox')}
          />
        </Wide>
        {hidden.prices && (
          <Wide>
            <Switch
              label="Hide prices"
              description={hidden.prices}
              {...bind('hides_prices', 'checkbox')}
            />
          </Wide>
        )}
        {hidden.costs && (
          <Wide>
            <Switch
              label={`Hide ${costsOf(type)}`}
              description={hidden.costs}
              {...bind('hides_costs', 'checkbox')}
            />
          </Wide>
        )}
        <NumberField
          label="Mask the last digits of numbers"
          unit="digits"
          {...bind('masked_digits')}
        />
      </Section>
      <Section
        title="Permissions"
        help="Arrow keys move, Space toggles. To add, edit or delete includes to view."
      >
        <Wide>
          <PermissionMatrix
            taken={taken}
            {...(!isOperator && { offered: held })}
            {...bind('permissions')}
          />
        </Wide>
      </Section>
    </EntityFormPage>
  )
}
