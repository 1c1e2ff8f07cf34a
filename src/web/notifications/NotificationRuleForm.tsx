// Adds, copies and changes a notification rule.
import { TextInput } from '@mantine/core'
import type { z } from 'zod'
import {
  createNotificationRule,
  getNotificationRule,
  type NotificationRule,
  notificationRuleForm,
  updateNotificationRule,
} from '#contract/notifications/notification-rules.ts'
import { TOPIC_FACTS } from '#core/notification/topic-facts.ts'
import { TOPICS } from '#core/notification/topics.ts'
import { useCopiedId } from '../actions/use-copy-action.tsx'
import { SEVERITY_CHOICES } from '../fields/alarm-labels.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { AccountsField } from '../pickers/AccountsField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { HoursSection } from './HoursSection.tsx'
import { SENDER_STATUSES } from './notification-labels.ts'
import { RecipientsSection } from './RecipientsSection.tsx'
import { TopicsField } from './TopicsField.tsx'
import { useOwner } from './use-owner.ts'

type Values = z.input<typeof notificationRuleForm>

const NEW: Values = {
  name: '',
  status: 'active',
  topics: [],
  min_severity: 'WARNING',
  account_ids: [],
  sends_cleared: true,
  weekdays: [],
  from_time: '00:00',
  till_time: '24:00',
  timezone: null,
  user_ids: [],
  addresses: [],
  to_account_contacts: false,
  to_settlement_contacts: false,
  webhook_ids: [],
  max_per_hour: 20,
}

const RULE = {
  noun: 'notification rule',
  entity: 'notification_rule',
  list: { label: 'Notification rules', to: paths.admin.notificationRules.list },
  get: getNotificationRule,
  create: createNotificationRule,
  update: updateNotificationRule,
  schema: notificationRuleForm,
}

export default function NotificationRuleForm() {
  const id = useCopiedId()
  return (
    <AddOrEdit get={getNotificationRule}>
      {(found) => (found || id === undefined ? <Fields rule={found} /> : <Copy id={id} />)}
    </AddOrEdit>
  )
}

function Copy({ id }: { id: number }) {
  const original = useOneToEdit(getNotificationRule, { params: { id } })
  return <Loaded query={original}>{(found) => <Fields rule={undefined} original={found} />}</Loaded>
}

const copyOf = (rule: NotificationRule): Values => ({
  ...formValues(notificationRuleForm, rule),
  name: `${rule.name} copy`.slice(0, 80),
})

interface FieldsProps {
  readonly rule: NotificationRule | undefined
  /** The rule that is copied. */
  readonly original?: NotificationRule
}

function Fields({ rule, original }: FieldsProps) {
  const form = useCrudForm(RULE, rule, { blank: original ? copyOf(original) : NEW })
  const owner = useOwner(rule)
  const { bind } = form
  const known = rule ?? original
  return (
    <EntityFormPage
      of={RULE}
      found={rule}
      form={form}
      addTitle={original ? `Copy ${original.name}` : 'Add notification rule'}
    >
      <Section title="Rule" help="Says which events are sent to whom.">
        <TextInput label="Name" {...bind('name')} />
        <SelectField label="Status" choices={SENDER_STATUSES} {...bind('status')} />
      </Section>
      <Section
        title="Events"
        help="An event is sent if all of this holds. Severity and end are those of alarms."
      >
        <SelectField
          label="Severity at least"
          choices={SEVERITY_CHOICES}
          {...bind('min_severity')}
        />
        <Wide>
          <TopicsField
            offered={TOPICS.filter(
              (topic) => owner.is_operators || TOPIC_FACTS[topic].is_for_resellers,
            )}
            {...bind('topics')}
          />
        </Wide>
        <SwitchField label="Send the end of an alarm too" {...bind('sends_cleared', 'checkbox')} />
        <Wide>
          <AccountsField
            label={owner.is_operators ? 'Accounts and carriers (optional)' : 'Accounts (optional)'}
            description="With all below them; none is all"
            known={known?.accounts ?? []}
            {...bind('account_ids')}
          />
        </Wide>
      </Section>
      <RecipientsSection known={known} owner={owner} bind={bind} />
      <HoursSection bind={bind} />
    </EntityFormPage>
  )
}
