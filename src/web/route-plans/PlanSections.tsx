// The fields of a route plan for all of its rules.

import { TextInput } from '@mantine/core'
import { NEW_PLAN } from '#contract/blank-forms.ts'
import type { WholeRoutePlan } from '#contract/routing/route-plans.ts'
import { STATUSES } from '../fields/statuses.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { NumberListFields } from '../pickers/NumberListFields.tsx'
import { RoutePlanPicker } from '../pickers/pickers.tsx'
import { Link } from '../session/Link.tsx'
import { useSees } from '../session/session.ts'
import type { Bind } from '../ui/form/bind.ts'
import { MoneyField, PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { DurationField, NumberField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { count } from '../ui/values/format.ts'
import type { PlanValues } from './plan-values.ts'
import {
  asksForCost,
  PLAN_MODE_CHOICES,
  PLAN_MODE_HELP,
  PROFIT_MODES,
} from './route-plan-labels.ts'

interface PlanSectionsProps {
  readonly bind: Bind<PlanValues>
  readonly values: PlanValues
  readonly saved: PlanValues
  readonly plan: WholeRoutePlan | undefined
}

/** Above the rules. */
export function PlanSection({ bind, values, plan }: Omit<PlanSectionsProps, 'saved'>) {
  return (
    <Section title="Route plan" help={PLAN_MODE_HELP[values.mode]}>
      <TextInput label="Name" {...bind('name')} />
      <SelectField label="Mode" choices={PLAN_MODE_CHOICES} {...bind('mode')} />
      <SelectField label="Status" choices={STATUSES} {...bind('status')} />
      <Wide>
        <TextInput label="Description (optional)" {...bind('description')} />
      </Wide>
      <TextInput
        label="Name for resellers (optional)"
        placeholder="Not given to resellers"
        description="All that resellers see of this plan"
        {...bind('name_for_resellers')}
      />
      {plan && <UsedBy plan={plan} />}
    </Section>
  )
}

/** Below the rules. */
export function MoreSections({ bind, values, saved }: Omit<PlanSectionsProps, 'plan'>) {
  return (
    <>
      <Section title="Attempts" help="Of one call, over all gateways together.">
        <NumberField label="Max attempts" {...bind('max_attempts')} />
        <DurationField label="Max setup time" {...bind('max_setup_seconds')} />
        {asksForCost(values.mode) && (
          <RateField
            label="Cost tolerance"
            description="Within it, priority and weight decide"
            {...bind('rate_delta')}
          />
        )}
      </Section>
      <ProfitSection bind={bind} values={values} saved={saved} />
      <OtherCallsSection bind={bind} saved={saved} />
    </>
  )
}

function UsedBy({ plan }: { plan: WholeRoutePlan }) {
  const { wholesaleClients, retailClients, routePlans } = paths.admin
  const { wholesale_count, retail_count, used_by_count } = plan
  if (used_by_count === 0) return null
  const others = used_by_count - wholesale_count - retail_count
  const here = { route_plan_id: plan.id }
  return (
    <Wide>
      Used by{' '}
      {wholesale_count > 0 && (
        <Link to={withSearch(wholesaleClients.list, here)}>
          {count(wholesale_count, 'wholesale client', 'wholesale clients')}
        </Link>
      )}
      {wholesale_count > 0 && retail_count > 0 && ', '}
      {retail_count > 0 && (
        <Link to={withSearch(retailClients.list, here)}>
          {count(retail_count, 'retail client', 'retail clients')}
        </Link>
      )}
      {others > 0 && others < used_by_count && ', '}
      {others > 0 && (
        <Link to={withSearch(routePlans.list, { parent_plan_id: plan.id })}>
          {count(others, 'plan or IP entry', 'plans and IP entries')}
        </Link>
      )}
    </Wide>
  )
}

function ProfitSection({ bind, values, saved }: Omit<PlanSectionsProps, 'plan'>) {
  const seesMargin = useSees('earnings')
  const isUsual =
    saved.profit_mode === NEW_PLAN.profit_mode &&
    (!seesMargin || (Number(saved.min_profit_percent) === 0 && Number(saved.min_profit_abs) === 0))
  return (
    <FoldedSection
      title="Margin"
      help={
        'Gateways below the min margin are excluded. Client and gateway can require more; loss ' +
        'protection of the tariff also applies.'
      }
      summary="No gateway with an expected loss."
      isChanged={!isUsual}
      isWrong={false}
    >
      <SelectField label="Margin check" choices={PROFIT_MODES} {...bind('profit_mode')} />
      {seesMargin && values.profit_mode !== 'OFF' && (
        <>
          <PercentField label="Min margin, % of cost" {...bind('min_profit_percent')} />
          <MoneyField
            label={
              values.profit_mode === 'PER_CALL' ? 'Min margin per call' : 'Min margin per minute'
            }
            {...bind('min_profit_abs')}
          />
        </>
      )}
    </FoldedSection>
  )
}

function OtherCallsSection({ bind, saved }: Pick<PlanSectionsProps, 'bind' | 'saved'>) {
  const { dst_list_id, src_list_id, parent_plan_id } = saved
  return (
    <FoldedSection
      title="Lists and fallback"
      help={
        'Numbers rejected by a list are refused before the rules. The fallback plan is tried ' +
        'after all rules of this plan, unless a rule is exclusive or blocks.'
      }
      summary="All numbers, no fallback plan."
      isChanged={dst_list_id !== null || src_list_id !== null || parent_plan_id !== null}
      isWrong={false}
    >
      <NumberListFields bind={bind} />
      <RoutePlanPicker
        label="Fallback plan (optional)"
        placeholder="None"
        clearable
        {...bind('parent_plan_id')}
      />
    </FoldedSection>
  )
}
