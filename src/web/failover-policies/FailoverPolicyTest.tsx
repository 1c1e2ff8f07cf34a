// The result of the edited rules for one response, by the function that the switch's patterns are
// made from.
import { failoverActionFor, findFailoverRule, replyFor } from '#core/gateway/failover-policy.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { StatusDot } from '../ui/values/Badge.tsx'
import styles from './FailoverPolicy.module.css'
import { OUTCOMES, type PolicyRuleValues } from './failover-policy-labels.ts'

export interface TestedAnswer {
  readonly code: number | null
  readonly cause: number | null
}

interface FailoverPolicyTestProps {
  readonly rules: readonly PolicyRuleValues[]
  readonly answer: TestedAnswer
  readonly onChange: (answer: TestedAnswer) => void
}

/** The place of the rule that the answer meets, -1 for none. */
export const ruleMet = (
  rules: readonly PolicyRuleValues[],
  { code, cause }: TestedAnswer,
): number => (!code ? -1 : findFailoverRule({ rules }, code, cause || 0))

export function FailoverPolicyTest({ rules, answer, onChange }: FailoverPolicyTestProps) {
  const { code, cause } = answer
  const matched = ruleMet(rules, answer)
  return (
    <div className={styles.test}>
      <NumberField
        label="Gateway response"
        placeholder="486"
        w={150}
        value={code}
        onChange={(next) => onChange({ code: next, cause })}
      />
      <NumberField
        label="Q.850 cause"
        placeholder="none"
        w={150}
        value={cause}
        onChange={(next) => onChange({ code, cause: next })}
      />
      <output className={styles.outcome}>
        {!code ? (
          <span className="muted">Enter a code to see what happens to the call.</span>
        ) : (
          <Outcome rules={rules} code={code} cause={cause || 0} matched={matched} />
        )}
      </output>
    </div>
  )
}

interface OutcomeProps {
  readonly rules: readonly PolicyRuleValues[]
  readonly code: number
  readonly cause: number
  readonly matched: number
}

function Outcome({ rules, code, cause, matched }: OutcomeProps) {
  const { word, tone } = OUTCOMES[failoverActionFor({ rules }, code, cause)]
  const heard = replyFor({ rules }, code)
  return (
    <>
      <StatusDot tone={tone}>{word}</StatusDot>
      <div className="muted">
        {matched < 0 ? 'No rule matches.' : `Rule ${matched + 1} matches.`}{' '}
        {heard === null
          ? `If it was the last gateway, reply to caller: ${plainReply(code)}.`
          : `If it was the last gateway, reply to caller: ${heard}.`}
      </div>
    </>
  )
}

/**
 * Responses that concern only us and the carrier are never sent to the caller, whatever the policy.
 */
function plainReply(code: number): number {
  const isOurs = code < 400 || [401, 402, 407, 408].includes(code) || (code > 499 && code < 600)
  return isOurs ? 503 : code
}
