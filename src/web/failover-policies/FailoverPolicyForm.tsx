// Adds and changes a failover policy: its rules in a table, and a test of the edited rules.
import { Textarea, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createFailoverPolicy,
  failoverPolicyForm,
  getFailoverPolicy,
  updateFailoverPolicy,
  type WholeFailoverPolicy,
} from '#contract/failover-policies.ts'
import { DEFAULT_FAILOVER_RULES } from '#core/gateway/failover-policy.ts'
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
import { type Answer, FailoverPolicyTest, ruleMet } from './FailoverPolicyTest.tsx'
import { FailoverRulesField } from './FailoverRulesField.tsx'
import type { RuleValues } from './failover-policy-labels.ts'

/** A new policy begins as the default one does, so that only what differs must be thought of. */
const newPolicy = (): z.input<typeof failoverPolicyForm> => ({
  name: '',
  description: '',
  rules: DEFAULT_FAILOVER_RULES.map(({ codes, causes, ...rule }) => ({
    ...rule,
    codes: [...codes],
    causes: causes && [...causes],
  })),
})

export default function FailoverPolicyForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const policy = useOneToEdit(getFailoverPolicy, { params: { id } })
  return <Loaded query={policy}>{(found) => <Fields policy={found} />}</Loaded>
}

function Fields({ policy }: { policy?: WholeFailoverPolicy }) {
  const navigate = useNavigate()
  const { failoverPolicies, gateways } = paths.admin
  const create = useChange(createFailoverPolicy, { errors: 'form', done: 'Failover policy added.' })
  const update = useChange(updateFailoverPolicy, { errors: 'form', done: 'Failover policy saved.' })
  const [initial] = useState(() => (policy ? formValues(failoverPolicyForm, policy) : newPolicy()))
  const [rules, setRules] = useState<readonly RuleValues[]>(initial.rules)
  const [answer, setAnswer] = useState<Answer>({ code: null, cause: null })
  const form = useEntityForm({
    schema: failoverPolicyForm,
    initial,
    onChange: (values) => setRules(values.rules),
    edited: editedBy(
      policy,
      ({ id }) => send(getFailoverPolicy, { params: { id } }),
      (newest) => formValues(failoverPolicyForm, newest),
    ),
    save: (body, version) =>
      policy
        ? update.mutateAsync({
            params: { id: policy.id },
            body: { ...body, version },
          })
        : create.mutateAsync({ body }),
    onSaved: () => void navigate({ to: failoverPolicies.list }),
  })
  const { bind } = form
  const writeRules = (next: RuleValues[]) => {
    form.form.setErrors(withoutErrorsOf(form.form.errors, 'rules'))
    form.form.setFieldValue('rules', next)
  }
  return (
    <FormPage
      title={policy ? policy.name : 'Add failover policy'}
      trail={[{ label: 'Failover policies', to: failoverPolicies.list }]}
      form={form}
      back={failoverPolicies.list}
    >
      <Section
        title="Failover policy"
        help="What happens after a gateway rejects a call. After a timeout the next gateway is
          always tried."
      >
        <TextInput label="Name" {...bind('name')} />
        {policy && policy.used_by_count > 0 && !policy.is_default && (
          <Link to={withSearch(gateways.list, { failover_policy_id: policy.id })}>
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
          <FailoverPolicyTest rules={rules} answer={answer} onChange={setAnswer} />
        </Wide>
      </Section>
      <FailoverRulesField
        rules={rules}
        errors={form.form.errors}
        met={ruleMet(rules, answer)}
        onChange={writeRules}
      />
    </FormPage>
  )
}
