// The permission groups of a staff user.
import { lookupPermissionGroups } from '#contract/console/lookups.ts'
import { LookupsField, type LookupsProps } from './LookupsField.tsx'

export const PermissionGroupsField = (props: LookupsProps) => (
  <LookupsField
    endpoint={lookupPermissionGroups}
    label="Permission groups"
    placeholder="None: no rights"
    nothingFoundMessage="No group found"
    {...props}
  />
)
