// Adds and changes a staff user.
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  createUser,
  getUser,
  newUserForm,
  type User,
  updateUser,
  userForm,
} from '#contract/people/users.ts'
import { STATUSES } from '../fields/statuses.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { AccountsField } from '../pickers/AccountsField.tsx'
import { PermissionGroupsField } from '../pickers/PermissionGroupsField.tsx'
import { TimeZonePicker } from '../pickers/TimeZonePicker.tsx'
import { useSees, useUser } from '../session/session.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TagsField } from '../ui/form/TagsField.tsx'
import { NEW_USER } from './user-labels.ts'

const USER = {
  noun: 'user',
  entity: 'user',
  list: { label: 'Users', to: paths.admin.users.list },
  get: getUser,
  create: createUser,
  update: updateUser,
  schema: userForm,
  // Adding a user requires a password; a later one is set by a reset.
  addSchema: newUserForm as unknown as typeof userForm,
}

export default function UserForm() {
  return <AddOrEdit get={getUser}>{(found) => <Fields user={found} />}</AddOrEdit>
}

function Fields({ user }: { user: User | undefined }) {
  const [hasAll, setHasAll] = useState(user?.has_all_rights ?? false)
  const form = useCrudForm(USER, user, {
    blank: NEW_USER,
    onChange: (values) => setHasAll(values.has_all_rights),
  })
  const { bind } = form
  const isOperator = useSees('operations')
  const isSelf = useUser().id === user?.id
  const byOthers = isSelf
    ? { disabled: true, description: 'Only another user can change this for you' }
    : {}
  return (
    <EntityFormPage of={USER} found={user && { id: user.id, name: user.username }} form={form}>
      <Section title="User" help="Signs in to the console with its own name and password.">
        <TextInput label="Username" autoComplete="off" {...bind('username')} />
        <TextInput label="Name (optional)" {...bind('full_name')} />
        <SelectField label="Status" choices={STATUSES} {...byOthers} {...bind('status')} />
        {!user && <PasswordField label="Password" {...bind('password' as never)} />}
        <TextInput label="E-mail (optional)" {...bind('email')} />
        <TextInput label="Phone (optional)" {...bind('phone')} />
        <TimeZonePicker
          label="Time zone (optional)"
          placeholder="As the switch"
          clearable
          {...bind('timezone')}
        />
      </Section>
      <Section
        title="Rights"
        help="Permissions of all groups add up; a restriction of one group counts for all. Changes
          apply at the next click of the user."
      >
        {isOperator && (
          <Wide>
            <Switch
              label="All rights"
              description="Everything, now and in later versions. Groups do not count."
              {...(isSelf && { disabled: true })}
              {...bind('has_all_rights', 'checkbox')}
            />
          </Wide>
        )}
        {!hasAll && (
          <Wide>
            <PermissionGroupsField {...byOthers} {...bind('group_ids')} />
          </Wide>
        )}
        {isOperator && !hasAll && (
          <Wide>
            <AccountsField
              label="Own accounts (optional)"
              description="Seen by groups with the scope “own accounts”, with all below them"
              known={user?.own_accounts ?? []}
              {...byOthers}
              {...bind('own_account_ids')}
            />
          </Wide>
        )}
      </Section>
      <Section title="Access" help="Both apply immediately, also to open sessions.">
        <Wide>
          <TagsField
            label="Allowed networks (optional)"
            placeholder="Any"
            {...bind('allowed_networks')}
          />
        </Wide>
        <DateTimeField label="Expires (optional)" {...byOthers} {...bind('expires_at')} />
      </Section>
    </EntityFormPage>
  )
}
