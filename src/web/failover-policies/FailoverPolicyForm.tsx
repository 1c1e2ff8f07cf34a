// Adds and changes a failover policy: its rules in a table, and a test of the edited rules.

import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createFailoverPolicy,
  failoverPolicyForm,
  getFailoverPolicy,
  updateFailoverPolicy,
  type WholeFailoverPolicy,
} from '#contract/routing/failover-policies.ts'
import { DEFAULT_FAILOVER_RULES } from '#core/gateway/failover-policy.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { count } from '../ui/values/format.ts'
import { FailoverPolicyTest, ruleMet, type TestedAnswer } from './FailoverPolicyTest.tsx'
import { FailoverRulesField } from './FailoverRulesField.tsx'
import type { PolicyRuleValues } from './failover-policy-labels.ts'

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

const FAILOVER_POLICY = {
  noun: 'failover policy',
  entity: 'failover_policy',
  list: { label: 'Failover policies', to: paths.admin.failoverPolicies.list },
  get: getFailoverPolicy,
  create: createFailoverPolicy,
  update: updateFailoverPolicy,
  schema: failoverPolicyForm,
}

export default function FailoverPolicyForm() {
  return <AddOrEdit get={getFailoverPolicy}>{(found) => <Fields policy={found} />}</AddOrEdit>
}

function Fields({ policy }: { policy: WholeFailoverPolicy | undefined }) {
  const { gateways } = paths.admin
  const [initial] = useState(() => (policy ? formValues(failoverPolicyForm, policy) : newPolicy()))
  const [rules, setRules] = useState<readonly PolicyRuleValues[]>(initial.rules)
  const [answer, setAnswer] = useState<TestedAnswer>({ code: null, cause: null })
  const form = useCrudForm(FAILOVER_POLICY, policy, {
    blank: initial,
    onChange: (values) => setRules(values.rules),
  })
  const { bind } = form
  return (
    <EntityFormPage of={FAILOVER_POLICY} found={policy} form={form} addAnother={false}>
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
      <Section title="Test" help="Uses the rules below, saved or not." wide>
        <FailoverPolicyTest rules={rules} answer={answer} onChange={setAnswer} />
      </Section>
      <FailoverRulesField
        rules={rules}
        errors={form.form.errors}
        matched={ruleMet(rules, answer)}
        onChange={(next) => form.setList('rules', next)}
      />
    </EntityFormPage>
  )
}
