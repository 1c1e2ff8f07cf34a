// The route plans that a reseller has for its clients; the first is the preset of new ones.
import { lookupGivenPlans } from '#contract/console/lookups.ts'
import { LookupsField, type LookupsProps } from './LookupsField.tsx'

export const GivenPlansField = (props: LookupsProps) => (
  <LookupsField
    endpoint={lookupGivenPlans}
    hasHints
    nothingFoundMessage="No route plan with a name for resellers"
    {...props}
  />
)
