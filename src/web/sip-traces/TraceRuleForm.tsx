// Adds, copies and changes a trace rule. A link may fill in the client and the prefix of a call.
import { TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { lookupUsers } from '#contract/console/lookups.ts'
import {
  createTraceRule,
  getTraceRule,
  type TraceRule,
  traceRuleForm,
  updateTraceRule,
} from '#contract/sip-traces/trace-rules.ts'
import { useCopiedId } from '../actions/use-copy-action.tsx'
import { CallRuleFields } from '../call-rules/CallRuleFields.tsx'
import { CALL_RULE_STATUS_CHOICES, chosenInWords } from '../call-rules/call-rule-words.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { useIdPreset } from '../forms/use-id-preset.ts'
import { useOne, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { Loading } from '../ui/Loading.tsx'
import type { TraceRuleValues } from './trace-rule-words.ts'

const NAME_MAX = 80

const NEW: TraceRuleValues = {
  name: '',
  status: 'active',
  ...{ account_ids: [], gateway_ids: [], called_prefixes: [], caller_prefixes: [] },
  failed_only: false,
  percent: 100,
  until_at: null,
}

const RULE = {
  noun: 'trace rule',
  entity: 'trace_rule',
  list: { label: 'SIP traces', to: paths.admin.traceRules.list },
  get: getTraceRule,
  create: createTraceRule,
  update: updateTraceRule,
  schema: traceRuleForm,
}

/** The names of the chosen accounts and gateways. */
type Known = Pick<TraceRule, 'accounts' | 'gateways'>

export default function TraceRuleForm() {
  const copy = useCopiedId()
  return (
    <AddOrEdit get={getTraceRule}>
      {(found) => {
        if (found) return <Fields rule={found} blank={NEW} known={found} />
        return copy === undefined ? <LikeCall /> : <CopyOf id={copy} />
      }}
    </AddOrEdit>
  )
}

/** The values of another rule, which has the name alone. */
function CopyOf({ id }: { id: number }) {
  const query = useOneToEdit(getTraceRule, { params: { id } })
  return (
    <Loaded query={query}>
      {(rule) => {
        const values = formValues(traceRuleForm, { ...rule })
        const blank = { ...values, name: `${rule.name} copy`.slice(0, NAME_MAX) }
        return <Fields rule={undefined} blank={blank} known={rule} />
      }}
    </Loaded>
  )
}

/** A new rule, with the client and the called prefix of a call if the address has them. */
function LikeCall() {
  const { account_id } = useIdPreset('account_id')
  const { called_prefix }: { readonly called_prefix?: unknown } = useSearch({ strict: false })
  const prefix = String(called_prefix ?? '')
  const called_prefixes = /^\d{1,20}$/.test(prefix) ? [prefix] : []
  const mayLookUp = useMay('accounts.view')
  const isNamed = mayLookUp && account_id !== undefined
  const lookup = useOne(lookupUsers, { query: { id: account_id } }, { enabled: isNamed })
  if (lookup.isLoading) return <Loading />
  // Without the right to look it up, the client has no name here, and is chosen all the same.
  const unnamed = account_id === undefined ? [] : [{ id: account_id, name: `no. ${account_id}` }]
  const accounts = lookup.data?.filter(({ id }) => id === account_id) ?? unnamed
  const account_ids = accounts.map(({ id }) => id)
  const chosen = { accounts, gateways: [], called_prefixes, caller_prefixes: [] }
  const isEmpty = accounts.length + called_prefixes.length === 0
  const name = isEmpty ? '' : chosenInWords(chosen).slice(0, NAME_MAX)
  const blank = { ...NEW, name, account_ids, called_prefixes }
  return <Fields rule={undefined} blank={blank} known={chosen} />
}

interface FieldsProps {
  readonly rule: TraceRule | undefined
  readonly blank: TraceRuleValues
  readonly known: Known
}

function Fields({ rule, blank, known }: FieldsProps) {
  const form = useCrudForm(RULE, rule, { blank })
  const { bind } = form
  return (
    <EntityFormPage of={RULE} found={rule} form={form}>
      <Section title="Rule" help="The SIP messages of the calls that it chooses are stored.">
        <TextInput label="Name" {...bind('name')} />
        <SelectField label="Status" choices={CALL_RULE_STATUS_CHOICES} {...bind('status')} />
      </Section>
      <CallRuleFields
        form={form}
        known={known}
        help="Those that fit all of these fields. An empty field fits all."
        gatewayHelp="One of them is among the gateways that may be tried"
      />
      <Section title="Kept" help="Which of these calls are traced, and for how long.">
        <SwitchField
          label="Failed calls only"
          description="Messages of answered calls are not stored"
          {...bind('failed_only', 'checkbox')}
        />
        <NumberField
          label="Share"
          unit="%"
          description="Of these calls, chosen at random"
          {...bind('percent')}
        />
        <DateTimeField label="Until (optional)" way="future" {...bind('until_at')} />
      </Section>
    </EntityFormPage>
  )
}
