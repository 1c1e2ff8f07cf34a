// The rights that the groups of a user give and take together, with the groups that do.
import type { Member, PermissionGroup } from '#contract/people/permission-groups.ts'
import { permissionsOf, type UserType } from '#core/permission/permission.ts'
import { costsOf, permissionWords } from '../fields/permission-labels.ts'
import { useUser } from '../session/session.ts'
import { capital } from '../ui/form/labels.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import { count } from '../ui/values/format.ts'
import { groupsOf, originsOf, rightsOf } from './effective-rights.ts'

interface EffectiveRightsProps {
  readonly user: Member
  readonly users: readonly Member[]
  readonly groups: readonly PermissionGroup[]
  readonly onChoose: (user_id: number) => void
}

/** Each restriction in words, with the groups that make it. */
function restrictionsOf(
  user: Member,
  groups: readonly PermissionGroup[],
  { masked_digits, type }: { masked_digits: number; type: UserType },
): string[] {
  const own = user.has_all_rights ? [] : groupsOf(user, groups)
  const because = (words: string, makes: (group: PermissionGroup) => boolean) => {
    const names = own.filter(makes).map(({ name }) => name)
    return names.length > 0 ? [`${words} (${names.join(', ')})`] : []
  }
  return [
    ...because('Only some accounts', ({ scope }) => scope === 'OWN' || scope === 'LISTED'),
    ...because('No export', ({ refuses_export }) => refuses_export),
    ...because('Prices hidden', ({ hides_prices }) => hides_prices),
    ...because(`${capital(costsOf(type))} hidden`, ({ hides_costs }) => hides_costs),
    ...because(
      `Last ${count(masked_digits, 'digit', 'digits')} of numbers masked`,
      (group) => group.masked_digits > 0,
    ),
  ]
}

export function EffectiveRights({ user, users, groups, onChoose }: EffectiveRightsProps) {
  const { type } = useUser()
  const most = permissionsOf(type)
  const { permissions, masked_digits } = rightsOf(user, groups, most)
  const restrictions = restrictionsOf(user, groups, { masked_digits, type })
  return (
    <section aria-label="Effective rights">
      <SelectField
        label="Effective rights of"
        choices={users.map(({ id, username }) => ({ value: String(id), label: username }))}
        value={String(user.id)}
        onChange={(id) => onChoose(Number(id))}
      />
      <p>
        {permissions.length === 0
          ? 'No rights: the user is in no group with permissions.'
          : `${count(permissions.length, 'permission', 'permissions')}.`}
      </p>
      {restrictions.length > 0 && (
        <ul aria-label="Restrictions">
          {restrictions.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {!user.has_all_rights && (
        <ul aria-label="Permissions and their groups">
          {permissions.map((permission) => (
            <li key={permission}>
              {permissionWords(permission)}{' '}
              <span className="muted">{originsOf(permission, user, groups).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
