// Adds and changes a stop policy: its rules in a table, and a test of the edited rules.
import { Textarea, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createStopPolicy,
  getStopPolicy,
  stopPolicyForm,
  updateStopPolicy,
  type WholeStopPolicy,
} from '#contract/stop-policies.ts'
import { DEFAULT_STOP_RULES } from '#core/gateway/stop-policy.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { withoutErrorsOf } from '../forms/without-errors.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { count } from '../ui/format.ts'
import { type Answer, ruleMet, StopPolicyTest } from './StopPolicyTest.tsx'
import { StopRulesField } from './StopRulesField.tsx'
import type { RuleValues } from './stop-policy-labels.ts'

/** A new policy begins as the default one does, so that only what differs must be thought of. */
const newPolicy = (): z.input<typeof stopPolicyForm> => ({
  name: '',
  description: '',
  rules: DEFAULT_STOP_RULES.map(({ codes, causes, ...rule }) => ({
    ...rule,
    codes: [...codes],
    causes: causes && [...causes],
  })),
})

export default function StopPolicyForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const policy = useOneToEdit(getStopPolicy, { params: { id } })
  return <Loaded query={policy}>{(found) => <Fields policy={found} />}</Loaded>
}

function Fields({ policy }: { policy?: WholeStopPolicy }) {
  const navigate = useNavigate()
  const { stopPolicies, gateways } = paths.admin
  const create = useChange(createStopPolicy, { errors: 'form', done: 'Stop policy added.' })
  const update = useChange(updateStopPolicy, { errors: 'form', done: 'Stop policy saved.' })
  const [initial] = useState(() => (policy ? formValues(stopPolicyForm, policy) : newPolicy()))
  const [rules, setRules] = useState<readonly RuleValues[]>(initial.rules)
  const [answer, setAnswer] = useState<Answer>({ code: null, cause: null })
  const form = useEntityForm({
    schema: stopPolicyForm,
    initial,
    onChange: (values) => setRules(values.rules),
    edited: editedBy(
      policy,
      ({ id }) => send(getStopPolicy, { params: { id } }),
      (newest) => formValues(stopPolicyForm, newest),
    ),
    save: (body, version) =>
      policy
        ? update.mutateAsync({
            params: { id: policy.id },
            body: { ...body, version },
          })
        : create.mutateAsync({ body }),
    onSaved: () => void navigate({ to: stopPolicies.list }),
  })
  const { bind } = form
  const writeRules = (next: RuleValues[]) => {
    form.form.setErrors(withoutErrorsOf(form.form.errors, 'rules'))
    form.form.setFieldValue('rules', next)
  }
  return (
    <FormPage
      title={policy ? policy.name : 'Add stop policy'}
      trail={[{ label: 'Stop policies', to: stopPolicies.list }]}
      form={form}
      back={stopPolicies.list}
    >
      <Section
        title="Stop policy"
        help="What happens after a gateway rejects a call. After a timeout the next gateway is
          always tried."
      >
        <TextInput label="Name" {...bind('name')} />
        {policy && policy.used_by_count > 0 && !policy.is_default && (
          <Link to={withSearch(gateways.list, { stop_policy_id: policy.id })}>
            Used by {count(policy.used_by_count, 'gateway', 'gateways')}
          </Link>
        )}
        {policy?.is_default && <p className="muted">Default for gateways without a policy.</p>}
        <Wide>
          <Textarea label="Description (optional)" autosize minRows={1} {...bind('description')} />
        </Wide>
      </Section>
      <Section title="Test" help="Uses the rules below, saved or not.">
        <Wide>
          <StopPolicyTest rules={rules} answer={answer} onChange={setAnswer} />
        </Wide>
      </Section>
      <StopRulesField
        rules={rules}
        errors={form.form.errors}
        met={ruleMet(rules, answer)}
        onChange={writeRules}
      />
    </FormPage>
  )
}
