import type { z } from 'zod'
import type { alarmRuleForm } from '#contract/alarms/alarm-rules.ts'

/** The values of the form of a rule. */
export type RuleValues = z.input<typeof alarmRuleForm>
