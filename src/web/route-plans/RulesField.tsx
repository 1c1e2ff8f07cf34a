// The rules of a route plan: a list that can be searched, and the chosen rule beside it.
import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { FieldErrors } from './field-errors.ts'
import { isSameRule, type PlanValues, type RuleValues } from './plan-changes.ts'
import styles from './RoutePlan.module.css'
import { RuleEditor } from './RuleEditor.tsx'
import { type Listed, RuleList } from './RuleList.tsx'
import { prefixName } from './route-plan-words.ts'
import { gatewayName, type KnownGateway, type KnownGateways } from './TargetList.tsx'

interface RulesFieldProps {
  readonly rules: readonly RuleValues[]
  /** The rules as they are saved, to mark what differs. */
  readonly saved: readonly RuleValues[]
  readonly mode: PlanValues['mode']
  readonly gateways: KnownGateways
  /** By the path of the field in the form: `rules.3.targets`. */
  readonly errors: FieldErrors
  readonly onChange: (rules: RuleValues[]) => void
  readonly onGateway: (id: number, gateway: KnownGateway) => void
}

const NEW = { description: '', action: 'ROUTE', status: 'active', targets: [] } as const

/** By prefix, and what takes all the rest at the end. */
function byPrefix(a: Listed, b: Listed): number {
  const [x, y] = [a.rule.dst_prefix, b.rule.dst_prefix]
  if (x === '' || y === '') return y.length - x.length
  return x < y ? -1 : 1
}

export function RulesField(props: RulesFieldProps) {
  const { rules, saved, gateways, errors, onChange } = props
  const [chosen, setChosen] = useState(0)
  const [search, setSearch] = useState('')
  const [seen, setSeen] = useState(errors)
  const wrong = rules.findIndex((_, at) => errorsOf(errors, at).length > 0)
  // Whoever saves with a mistake in a rule out of sight is led to it.
  if (errors !== seen) {
    setSeen(errors)
    if (wrong >= 0 && errorsOf(errors, chosen).length === 0) setChosen(wrong)
  }
  const before = new Map(saved.map((rule) => [rule.dst_prefix, rule]))
  const listed = rules
    .map((rule, at): Listed => {
      const old = before.get(rule.dst_prefix)
      const mark = old ? !isSameRule(old, rule) && 'changed' : 'new'
      return { rule, at, mark: mark || undefined, isWrong: errorsOf(errors, at).length > 0 }
    })
    .filter(({ rule }) => matches(rule, search.trim().toLowerCase(), gateways))
    .toSorted(byPrefix)
  const rule = rules[chosen]
  const add = (dst_prefix: string) => {
    onChange([...rules, { ...NEW, dst_prefix, targets: [] }])
    setChosen(rules.length)
    setSearch('')
  }
  const remove = () => {
    // The neighbour in the list, not in the array, is what the eye expects.
    const place = listed.findIndex(({ at }) => at === chosen)
    const next = (listed[place + 1] ?? listed[place - 1])?.at ?? 0
    onChange(rules.toSpliced(chosen, 1))
    setChosen(next > chosen ? next - 1 : next)
  }
  return (
    <div className={styles.rules}>
      <div className={styles.listSide}>
        <div className={styles.listTools}>
          <AddRule taken={rules} onAdd={add} />
          {rules.length > 1 && (
            <TextInput
              className={styles.search}
              aria-label="Search in rules"
              placeholder="Search in rules"
              leftSection={<IconSearch size={14} />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              rightSection={
                search && (
                  <CloseButton
                    size="sm"
                    aria-label="Clear the search"
                    onClick={() => setSearch('')}
                  />
                )
              }
            />
          )}
        </div>
        <RuleList listed={listed} chosen={chosen} gateways={gateways} onChoose={setChosen} />
        {rules.length > 0 && listed.length === 0 && <p className="muted">No rule fits.</p>}
      </div>
      {rule ? (
        <RuleEditor
          key={chosen}
          rule={rule}
          mode={props.mode}
          gateways={gateways}
          errors={{
            dst_prefix: prefixError(rules, chosen) ?? errors[`rules.${chosen}.dst_prefix`],
            targets: targetsError(errors, chosen),
          }}
          onChange={(part) => onChange(rules.with(chosen, { ...rule, ...part }))}
          onRemove={remove}
          onGateway={props.onGateway}
        />
      ) : (
        <NoRules />
      )}
    </div>
  )
}

const errorsOf = (errors: FieldErrors, at: number): string[] =>
  Object.keys(errors).filter((path) => path.startsWith(`rules.${at}.`))

function targetsError(errors: FieldErrors, at: number): ReactNode {
  const path = errorsOf(errors, at).find((one) => one.startsWith(`rules.${at}.targets`))
  return path && errors[path]
}

/** Said while one types, not only when the plan is saved. */
function prefixError(rules: readonly RuleValues[], at: number): string | undefined {
  const prefix = rules[at]?.dst_prefix
  const isTaken = rules.some((rule, i) => i !== at && rule.dst_prefix === prefix)
  return isTaken ? takenText(prefix ?? '') : undefined
}

const takenText = (prefix: string): string => `There is a rule ${prefixName(prefix)} already.`

function matches(rule: RuleValues, search: string, gateways: KnownGateways): boolean {
  if (search === '') return true
  const names = rule.targets.map((target) => gatewayName(gateways, target.gateway_id))
  return (
    prefixName(rule.dst_prefix).startsWith(search) ||
    [rule.description, ...names].some((text) => text.toLowerCase().includes(search))
  )
}

interface AddRuleProps {
  readonly taken: readonly RuleValues[]
  readonly onAdd: (prefix: string) => void
}

function AddRule({ taken, onAdd }: AddRuleProps) {
  const [prefix, setPrefix] = useState('')
  const isTaken = taken.some((rule) => rule.dst_prefix === prefix)
  const isDigits = /^\d{0,15}$/.test(prefix)
  // An empty field is only a mistake once it is sent.
  const error = prefix && ((isTaken && takenText(prefix)) || (!isDigits && 'Only digits.'))
  const add = () => {
    if (isTaken || !isDigits) return
    onAdd(prefix)
    setPrefix('')
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add()
  }
  return (
    <div className={styles.add}>
      <TextInput
        aria-label="Prefix of a new rule"
        placeholder="Prefix, or empty: all"
        inputMode="numeric"
        autoComplete="off"
        value={prefix}
        error={error}
        onChange={(event) => setPrefix(event.currentTarget.value.trim())}
        onKeyDown={keys}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={15} />}
        disabled={isTaken || !isDigits}
        onClick={add}
      >
        Add rule
      </Button>
    </div>
  )
}

function NoRules() {
  return (
    <div className={styles.none}>
      <strong>No rules yet: this plan refuses every call.</strong>
      <p className="muted">
        Of all rules whose prefix the number begins with, the one with the longest prefix counts.
        With the rules <span className="mono">44</span> and <span className="mono">4477</span>, a
        call to 447712345 goes by <span className="mono">4477</span>, and one to 442012345 by{' '}
        <span className="mono">44</span>. The rule without a prefix takes every other number.
      </p>
    </div>
  )
}
