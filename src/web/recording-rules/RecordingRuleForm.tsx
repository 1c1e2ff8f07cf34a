// Adds, copies and changes a recording rule.
import { TextInput } from '@mantine/core'
import type { z } from 'zod'
import {
  createRecordingRule,
  getRecordingRule,
  type RecordingRule,
  recordingRuleForm,
  updateRecordingRule,
} from '#contract/recordings/recording-rules.ts'
import { useCopiedId } from '../actions/use-copy-action.tsx'
import { CallRuleFields } from '../call-rules/CallRuleFields.tsx'
import { CALL_RULE_STATUS_CHOICES } from '../call-rules/call-rule-words.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay } from '../session/session.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'

const NAME_MAX = 80

type RecordingRuleValues = z.input<typeof recordingRuleForm>

const NEW: RecordingRuleValues = {
  name: '',
  status: 'active',
  ...{ account_ids: [], gateway_ids: [], called_prefixes: [], caller_prefixes: [] },
}

const RULE = {
  noun: 'recording rule',
  entity: 'recording_rule',
  list: { label: 'Recording rules', to: paths.admin.recordingRules.list },
  get: getRecordingRule,
  create: createRecordingRule,
  update: updateRecordingRule,
  schema: recordingRuleForm,
}

export default function RecordingRuleForm() {
  const copy = useCopiedId()
  return (
    <AddOrEdit get={getRecordingRule}>
      {(found) => {
        if (found) return <Fields rule={found} blank={NEW} known={found} />
        if (copy !== undefined) return <CopyOf id={copy} />
        return <Fields rule={undefined} blank={NEW} known={NOTHING} />
      }}
    </AddOrEdit>
  )
}

/** The values of another rule, which has the name alone. */
function CopyOf({ id }: { id: number }) {
  const query = useOneToEdit(getRecordingRule, { params: { id } })
  return (
    <Loaded query={query}>
      {(rule) => {
        const values = formValues(recordingRuleForm, { ...rule })
        const blank = { ...values, name: `${rule.name} copy`.slice(0, NAME_MAX) }
        return <Fields rule={undefined} blank={blank} known={rule} />
      }}
    </Loaded>
  )
}

const NOTHING: Pick<RecordingRule, 'accounts' | 'gateways'> = { accounts: [], gateways: [] }

interface FieldsProps {
  readonly rule: RecordingRule | undefined
  readonly blank: RecordingRuleValues
  readonly known: typeof NOTHING
}

function Fields({ rule, blank, known }: FieldsProps) {
  const form = useCrudForm(RULE, rule, { blank })
  const { bind } = form
  return (
    <EntityFormPage of={RULE} found={rule} form={form}>
      <Section
        title="Rule"
        help="The switch relays and records the media of the calls that the rule chooses."
      >
        <TextInput label="Name" {...bind('name')} />
        <SelectField label="Status" choices={CALL_RULE_STATUS_CHOICES} {...bind('status')} />
        <Wide>
          <Duty />
        </Wide>
      </Section>
      <CallRuleFields
        form={form}
        known={known}
        help="Those that fit all of these fields. An empty field fits all; one must be filled."
        gatewayHelp="One of them answers the call"
      />
    </EntityFormPage>
  )
}

/** Which law holds for a call, the switch does not know. */
function Duty() {
  const maySeeSettings = useMay('settings.view')
  return (
    <p role="note" style={{ margin: 0 }}>
      Tell callers where the law wants it: see the announcement in the{' '}
      {maySeeSettings ? <Link to={paths.admin.settings}>settings</Link> : 'settings'}.
    </p>
  )
}
