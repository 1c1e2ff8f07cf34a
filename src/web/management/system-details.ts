import type { AnswerOf } from '#contract/endpoint.ts'
import type { systemInfo } from '#contract/machine/machine.ts'

export type SystemInfo = AnswerOf<typeof systemInfo>
export type Details = NonNullable<SystemInfo['details']>
