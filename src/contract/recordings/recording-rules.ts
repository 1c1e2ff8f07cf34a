// Which calls are recorded.
import { z } from 'zod'
import { callRuleForm, callRuleStatus, storedCallRule } from '../call-rule.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

type Lists = Pick<
  z.output<typeof callRuleForm>,
  'account_ids' | 'gateway_ids' | 'called_prefixes' | 'caller_prefixes'
>

/** A rule for every call of the switch would be a mistake. */
const choosesSome = (lists: Lists): boolean =>
  lists.account_ids.length +
    lists.gateway_ids.length +
    lists.called_prefixes.length +
    lists.caller_prefixes.length >
  0
const CHOOSE_SOME = {
  path: ['account_ids'],
  message: 'Choose accounts, gateways or prefixes: a rule for all calls is refused.',
}

/** A gateway of the rule is the one that answers. */
export const recordingRuleForm = callRuleForm.refine(choosesSome, CHOOSE_SOME)

export const recordingRule = callRuleForm.extend(storedCallRule)
export type RecordingRule = z.output<typeof recordingRule>

export const listRecordingRules = endpoint({
  method: 'GET',
  path: '/api/recording-rules',
  summary: 'Rules for which calls are recorded',
  needs: 'recording_rules.view',
  list: true,
  query: listQuery(['name', 'status', 'created_at'], {
    status: callRuleStatus.optional(),
  }),
  answer: z.array(recordingRule),
})

export const getRecordingRule = endpoint({
  method: 'GET',
  path: '/api/recording-rules/:id',
  summary: 'One recording rule',
  needs: 'recording_rules.view',
  params: idParams,
  answer: recordingRule,
})

export const createRecordingRule = endpoint({
  method: 'POST',
  path: '/api/recording-rules',
  summary: 'Adds a recording rule, for calls that begin from now on',
  needs: 'recording_rules.create',
  body: recordingRuleForm,
  answer: recordingRule,
})

export const updateRecordingRule = endpoint({
  method: 'PUT',
  path: '/api/recording-rules/:id',
  summary: 'Changes a recording rule',
  needs: 'recording_rules.edit',
  params: idParams,
  body: callRuleForm.extend({ version: is.version }).refine(choosesSome, CHOOSE_SOME),
  answer: recordingRule,
})

export const deleteRecordingRule = endpoint({
  method: 'DELETE',
  path: '/api/recording-rules/:id',
  summary: 'Deletes a recording rule; recordings stay',
  needs: 'recording_rules.delete',
  params: idParams,
})
