// Adds and changes a route plan with all its rules, which are saved as a whole.
import { TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  createRoutePlan,
  getRoutePlan,
  routePlanForm,
  updateRoutePlan,
  type WholeRoutePlan,
} from '#contract/route-plans.ts'
import { paths, withSearch } from '../areas/paths.ts'
import { useIdParam } from '../areas/use-id-param.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useEntityForm } from '../forms/use-entity-form.ts'
import { ApiError } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { count } from '../ui/format.ts'
import { withoutRules } from './field-errors.ts'
import { Meeting, type MeetingState } from './Meeting.tsx'
import {
  changesOf,
  countChanges,
  mergePlans,
  type PlanValues,
  planValues,
  takeTheirs,
} from './plan-changes.ts'
import { RulesField } from './RulesField.tsx'
import { MODES, STATUSES } from './route-plan-words.ts'
import type { KnownGateway } from './TargetList.tsx'

const NEW: PlanValues = {
  name: '',
  description: '',
  status: 'active',
  mode: 'ORDERED',
  max_attempts: 10,
  rules: [],
}

export default function RoutePlanForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const plan = useOneToEdit(getRoutePlan, { params: { id } })
  return <Loaded query={plan}>{(found) => <Fields plan={found} />}</Loaded>
}

const gatewaysOf = (plan: WholeRoutePlan | undefined) =>
  (plan?.rules ?? []).flatMap((rule) =>
    rule.targets.map((target): [number, KnownGateway] => [
      target.gateway_id,
      { name: target.gateway_name, status: target.gateway_status },
    ]),
  )

function Fields({ plan }: { plan?: WholeRoutePlan }) {
  const navigate = useNavigate()
  const { routePlans } = paths.admin
  const create = useChange(createRoutePlan, { errors: 'form', done: 'The route plan is added.' })
  const update = useChange(updateRoutePlan, { errors: 'form', done: 'The route plan is saved.' })
  /** The plan as the server has it, which grows newer when two people meet. */
  const [saved, setSaved] = useState(plan)
  const [gateways, setGateways] = useState(() => new Map(gatewaysOf(plan)))
  const [meeting, setMeeting] = useState<MeetingState>()
  const before = useMemo(() => (saved ? planValues(saved) : NEW), [saved])
  const [values, setValues] = useState(before)

  const form = useEntityForm({
    schema: routePlanForm,
    initial: before,
    onChange: setValues,
    save: async (body) => {
      if (!saved) return create.mutateAsync({ body })
      const { id, version } = saved
      try {
        return await update.mutateAsync({ params: { id }, body: { ...body, version } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'changed-meanwhile') await meet(id, body)
        throw error
      }
    },
    onSaved: () => void navigate({ to: routePlans.list }),
  })
  const { bind } = form

  const meet = async (id: number, mine: PlanValues) => {
    const newest = await send(getRoutePlan, { params: { id } })
    const theirs = planValues(newest)
    const { merged, conflicts } = mergePlans(before, mine, theirs)
    setGateways((known) => new Map([...known, ...gatewaysOf(newest)]))
    setMeeting({ theirs: changesOf(before, theirs), conflicts })
    setSaved(newest)
    form.form.setValues(merged)
  }
  const writeRules = (rules: PlanValues['rules']) => {
    form.form.setErrors(withoutRules(form.form.errors))
    form.form.setFieldValue('rules', rules)
  }
  const changes = countChanges(changesOf(before, values))

  return (
    <FormPage
      title={plan ? plan.name : 'Add route plan'}
      trail={[{ label: 'Route plans', to: routePlans.list }]}
      form={form}
      back={routePlans.list}
      note={
        changes > 0 && <span className="muted">{count(changes, 'change', 'changes')} unsaved</span>
      }
    >
      {meeting && (
        <Meeting
          {...meeting}
          gateways={gateways}
          onTakeTheirs={(conflict) => {
            form.form.setValues(takeTheirs(values, conflict))
            const conflicts = meeting.conflicts.filter((one) => one !== conflict)
            setMeeting({ ...meeting, conflicts })
          }}
        />
      )}
      <Section
        title="Route plan"
        help="Ordered tries the gateways of a rule as they stand, least cost the cheapest first."
      >
        <TextInput label="Name" {...bind('name')} />
        <SelectField label="Mode" choices={MODES} {...bind('mode')} />
        <SelectField label="Status" choices={STATUSES} {...bind('status')} />
        <NumberField label="Attempts at most" min={1} max={30} {...bind('max_attempts')} />
        <TextInput label="Description (optional)" {...bind('description')} />
        {plan && plan.used_by_count > 0 && (
          <Wide>
            <Link to={withSearch(paths.admin.wholesaleClients.list, { route_plan_id: plan.id })}>
              Used by {count(plan.used_by_count, 'client', 'clients')}
            </Link>
          </Wide>
        )}
      </Section>
      <RulesField
        rules={values.rules}
        saved={before.rules}
        mode={values.mode}
        gateways={gateways}
        errors={form.form.errors}
        onChange={writeRules}
        onGateway={(id, gateway) => setGateways((known) => new Map([...known, [id, gateway]]))}
      />
    </FormPage>
  )
}
