// Adds and changes a route plan with all its rules, which are saved as a whole.

import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { NEW_PLAN } from '#contract/blank-forms.ts'
import {
  checkedRoutePlanForm,
  createRoutePlan,
  getRoutePlan,
  updateRoutePlan,
  type WholeRoutePlan,
} from '#contract/routing/route-plans.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { FormPage } from '../forms/FormPage.tsx'
import { fieldsOf } from '../forms/form-values.ts'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { ApiError } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useSeenForm } from '../session/session.ts'
import { count } from '../ui/values/format.ts'
import { withoutRules } from './field-errors.ts'
import { MergeConflicts, type MergeState } from './MergeConflicts.tsx'
import { PlanRulesField } from './PlanRulesField.tsx'
import { MoreSections, PlanSection } from './PlanSections.tsx'
import { changesOf, countChanges, mergePlans, takeTheirs } from './plan-changes.ts'
import {
  entitiesOf,
  type LookupNames,
  type PlanValues,
  planValues,
  withEntities,
} from './plan-values.ts'

export default function RoutePlanForm() {
  return <AddOrEdit get={getRoutePlan}>{(found) => <Fields plan={found} />}</AddOrEdit>
}

const namesOf = (plan: WholeRoutePlan | undefined): LookupNames =>
  withEntities(new Map(), plan ? entitiesOf(plan) : [])

function Fields({ plan }: { plan: WholeRoutePlan | undefined }) {
  const navigate = useNavigate()
  const { routePlans } = paths.admin
  const create = useChange(createRoutePlan, { errors: 'form', done: 'Route plan added.' })
  const update = useChange(updateRoutePlan, { errors: 'form', done: 'Route plan saved.' })
  /** The plan as the server has it, which grows newer when two people meet. */
  const [saved, setSaved] = useState(plan)
  const [known, setKnown] = useState(() => namesOf(plan))
  const [mergeState, setMergeState] = useState<MergeState>()
  const schema = useSeenForm(checkedRoutePlanForm)
  const before = useMemo(
    () => (saved ? planValues(saved) : fieldsOf(schema, NEW_PLAN)),
    [saved, schema],
  )
  const [values, setValues] = useState(before)

  const form = useEntityForm({
    schema,
    initial: before,
    onChange: setValues,
    save: async (body) => {
      if (!saved) return create.mutateAsync({ body })
      const { id, version } = saved
      // The typed values, not those sent: a merge continues with them.
      const mine = form.form.getValues()
      try {
        return await update.mutateAsync({ params: { id }, body: { ...body, version } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'changed-meanwhile') await meet(id, mine)
        throw error
      }
    },
    onSaved: () => void navigate({ to: routePlans.list }),
  })

  /** Takes what the server has now; what is typed stays. */
  const takeNewest = async (id: number, mine: PlanValues): Promise<MergeState> => {
    const newest = await send(getRoutePlan, { params: { id } })
    const theirs = planValues(newest)
    const base = form.rebase(theirs)
    const { merged, conflicts } = mergePlans(base, mine, theirs)
    setKnown((names) => withEntities(names, entitiesOf(newest)))
    setSaved(newest)
    form.form.setValues(merged)
    return { theirs: changesOf(base, theirs), conflicts }
  }
  const meet = async (id: number, mine: PlanValues) => setMergeState(await takeNewest(id, mine))
  const followBulkChange = async (id: number) => {
    const state = await takeNewest(id, form.form.getValues())
    if (state.conflicts.length > 0) setMergeState(state)
  }
  const writeRules = (rules: PlanValues['rules']) => {
    form.form.setErrors(withoutRules(form.form.errors))
    form.form.setFieldValue('rules', rules)
  }
  const changes = useMemo(() => countChanges(changesOf(before, values)), [before, values])

  return (
    <FormPage
      title={plan ? plan.name : 'Add route plan'}
      trail={[{ label: 'Route plans', to: routePlans.list }]}
      form={form}
      {...(plan && { history: { entity: 'route_plan', id: plan.id } })}
      back={routePlans.list}
      note={
        changes > 0 && <span className="muted">{count(changes, 'change', 'changes')} unsaved</span>
      }
    >
      {mergeState && (
        <MergeConflicts
          {...mergeState}
          known={known}
          onTakeTheirs={(conflict) => {
            form.form.setValues(takeTheirs(values, conflict))
            const conflicts = mergeState.conflicts.filter((one) => one !== conflict)
            setMergeState({ ...mergeState, conflicts })
          }}
        />
      )}
      <PlanSection bind={form.bind} values={values} plan={plan} />
      <PlanRulesField
        plan_id={plan?.id}
        values={values}
        saved={before}
        hasChanges={changes > 0}
        known={known}
        errors={form.form.errors}
        onChange={writeRules}
        onSavedChange={() => plan && void followBulkChange(plan.id)}
        onEntity={(entity) => setKnown((names) => withEntities(names, [entity]))}
      />
      <MoreSections bind={form.bind} values={values} saved={before} />
    </FormPage>
  )
}
