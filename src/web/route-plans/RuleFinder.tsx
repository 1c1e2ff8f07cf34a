// The rules that match a number, among those in the form, saved or not.
import { TextInput } from '@mantine/core'
import { type ChangeEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { ruleName } from '#core/routing/rule-texts.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { AccountPicker } from '../pickers/pickers.tsx'
import { findMatchingRules, type MatchingRule } from './find-rule.ts'
import {
  type LookupNames,
  type PlanRuleValues,
  type PlanValues,
  targetName,
} from './plan-values.ts'
import styles from './RoutePlan.module.css'
import { filtersOf } from './rule-labels.ts'

interface RuleFinderProps {
  readonly values: PlanValues
  readonly known: LookupNames
  readonly onChoose: (at: number) => void
}

/** Enter runs the test, it does not save the plan. */
function askOnly(event: KeyboardEvent): void {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

export function RuleFinder({ values, known, onChoose }: RuleFinderProps) {
  const [called, setCalled] = useState('')
  const [caller, setCaller] = useState('')
  const [client_id, setClient] = useState<number | null>(null)
  const { rules } = values
  const [called_number, caller_number] = [digitsOf(called), digitsOf(caller)]
  const answer = useMemo(
    () =>
      called_number === ''
        ? undefined
        : findMatchingRules(rules, { called_number, caller_number, client_id }),
    [rules, called_number, caller_number, client_id],
  )
  const show = (taking: readonly MatchingRule[]) => (
    <ol className={styles.taking}>
      {taking.map(({ at, is_conditional }) => {
        const rule = rules[at]
        return (
          rule && (
            <li key={at}>
              <button type="button" className={styles.taker} onClick={() => onChoose(at)}>
                {ruleName(rule)}
              </button>{' '}
              <span className="muted">
                {is_conditional && `if ${conditionsText(rule, known)} `}
                {toText(rule, known)}
              </span>
            </li>
          )
        )
      })}
    </ol>
  )
  const numberField = (value: string, set: (value: string) => void) => ({
    inputMode: 'tel' as const,
    autoComplete: 'off',
    value,
    onKeyDown: askOnly,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(event.currentTarget.value),
  })
  return (
    <section className={styles.finder} aria-label="Test a number">
      <div className={styles.finderFields}>
        <TextInput
          label="Test a number"
          placeholder="Called number"
          {...numberField(called, setCalled)}
        />
        <TextInput
          label="Caller (optional)"
          placeholder="Caller"
          {...numberField(caller, setCaller)}
        />
        <AccountPicker
          label="Client (optional)"
          placeholder="Any client"
          clearable
          value={client_id}
          onChange={setClient}
        />
      </div>
      {answer && (
        <div role="status" className={styles.answer}>
          <ListLink
            to={paths.admin.routeTester}
            filters={{
              dialled_number: called_number,
              ...(caller_number && { caller_number }),
              ...(client_id !== null && { client_id }),
            }}
          >
            Test this call with the saved rules
          </ListLink>
          {answer.rules.length === 0 && <p>No rule matches.</p>}
          {show(answer.rules)}
          {answer.otherwise && (
            <>
              <p className="muted">Otherwise:</p>
              {answer.otherwise.length === 0 ? <p>No rule matches.</p> : show(answer.otherwise)}
            </>
          )}
          {answer.falls_back && values.parent_plan_id !== null && (
            <p className="muted">Then the fallback plan is tried.</p>
          )}
        </div>
      )}
    </section>
  )
}

const conditionsText = (rule: PlanRuleValues, known: LookupNames): string =>
  `${filtersOf({ ...rule, src_prefix: '', client_id: null }, known).join(', ')};`

const toText = (rule: PlanRuleValues, known: LookupNames): string =>
  rule.action === 'BLOCK'
    ? `blocked with ${rule.block_sip_code}`
    : rule.targets
        .filter((target) => target.status === 'active')
        .map((target) => targetName(known, target))
        .join(' ▸ ')
