// The rules of a route plan: which of them takes a number, a list that can be searched, and the
// chosen rule beside it.

import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconMapPin, IconPlus, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useMemo, useState } from 'react'
import { newRule } from '#contract/blank-forms.ts'
import { matchesSearch } from '#core/routing/rule-texts.ts'
import { useMay } from '../session/session.ts'
import { useIsReadOnly } from '../ui/form/read-only.ts'
import { count } from '../ui/values/format.ts'
import { DestinationRules } from './DestinationRules.tsx'
import type { FieldErrors } from './field-errors.ts'
import { isSameRule } from './plan-changes.ts'
import type { NamesProps, PlanRuleValues, PlanValues } from './plan-values.ts'
import styles from './RoutePlan.module.css'
import { RuleEditor } from './RuleEditor.tsx'
import { RuleFinder } from './RuleFinder.tsx'
import { type ListedRule, RuleList } from './RuleList.tsx'
import { byAsking, namesIn } from './rule-labels.ts'

const RulesChange = lazy(async () => ({
  default: (await import('./RulesChange.tsx')).RulesChange,
}))

interface RulesFieldProps extends NamesProps {
  /** Absent until it is saved. */
  readonly plan_id: number | undefined
  readonly values: PlanValues
  /** The plan as it is saved, to mark what differs. */
  readonly saved: PlanValues
  /** Whether it differs in anything. */
  readonly hasChanges: boolean
  /** By the path of the field in the form: `rules.3.targets`. */
  readonly errors: FieldErrors
  readonly onChange: (rules: PlanRuleValues[]) => void
  /** The saved plan has been changed by a bulk change, or by its undo. */
  readonly onSavedChange: () => void
}

export function PlanRulesField(props: RulesFieldProps) {
  const { values, saved, plan_id, known, errors, onChange } = props
  const { rules } = values
  const [chosen, setChosen] = useState(() => listRules(rules, [], {})[0]?.at ?? 0)
  const [search, setSearch] = useState('')
  const [isChangingMany, setChangingMany] = useState(false)
  const [isAddingMany, setAddingMany] = useState(false)
  const seesDeck = useMay('code_deck.view')
  const mayChangeMany = [useMay('bulk_changes.view'), useMay('route_plans.edit')].every(Boolean)
  const isReadOnly = useIsReadOnly()
  const [seen, setSeen] = useState(errors)
  // An error in a rule out of sight is brought into view.
  if (errors !== seen) {
    setSeen(errors)
    const wrong = rules.findIndex((_, at) => isWrongAt(errors, at))
    if (wrong >= 0 && !isWrongAt(errors, chosen)) setChosen(wrong)
  }
  const all = useMemo(() => listRules(rules, saved.rules, errors), [rules, saved.rules, errors])
  const wanted = search.trim()
  const listed =
    wanted === ''
      ? all
      : all.filter(({ rule }) => matchesSearch(rule, namesIn(rule, known), wanted))
  const rule = rules[chosen]
  const add = (added: readonly PlanRuleValues[]) => {
    onChange([...rules, ...added])
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
  const neighbours = neighboursOf(all, chosen)
  const mover = (other: number | undefined) => {
    const [one, two] = [rules[chosen], rules[other ?? -1]]
    if (other === undefined || !one || !two) return undefined
    return () => {
      onChange(rules.with(chosen, two).with(other, one))
      setChosen(other)
    }
  }
  return (
    <div className={styles.rules}>
      {rules.length > 0 && <RuleFinder {...props} onChoose={setChosen} />}
      <div className={styles.listSide}>
        <div className={styles.listTools}>
          {!isReadOnly && <AddRule onAdd={(prefix) => add([newRule(prefix)])} />}
          {!isReadOnly && seesDeck && (
            <Button
              variant="default"
              leftSection={<IconMapPin size={15} />}
              onClick={() => setAddingMany(true)}
            >
              Add destination…
            </Button>
          )}
          {rules.length > 1 && <SearchRules value={search} onChange={setSearch} />}
          {mayChangeMany && plan_id !== undefined && listed.length > 1 && (
            <Button
              variant="default"
              disabled={props.hasChanges}
              {...(props.hasChanges && { title: 'Save the plan first.' })}
              onClick={() => setChangingMany(true)}
            >
              Change {count(listed.length, 'rule', 'rules')}…
            </Button>
          )}
        </div>
        <RuleList listed={listed} chosen={chosen} known={known} onChoose={setChosen} />
        {rules.length > 0 && listed.length === 0 && <p className="muted">No rules match.</p>}
      </div>
      {isAddingMany && (
        <DestinationRules {...props} onAdd={add} onClose={() => setAddingMany(false)} />
      )}
      {isChangingMany && plan_id !== undefined && (
        <Suspense fallback={null}>
          <RulesChange
            plan_id={plan_id}
            search={wanted}
            rules={listed.map((one) => one.rule)}
            known={known}
            onClose={() => setChangingMany(false)}
            onChanged={props.onSavedChange}
          />
        </Suspense>
      )}
      {rule ? (
        <RuleEditor
          key={chosen}
          rule={rule}
          mode={values.mode}
          plan_id={props.plan_id}
          known={known}
          errors={ownErrors(errors, chosen)}
          earlier={mover(neighbours.earlier)}
          later={mover(neighbours.later)}
          onChange={(part) => onChange(rules.with(chosen, { ...rule, ...part }))}
          onRemove={remove}
          onEntity={props.onEntity}
        />
      ) : (
        <NoRules />
      )}
    </div>
  )
}

function listRules(
  rules: readonly PlanRuleValues[],
  saved: readonly PlanRuleValues[],
  errors: FieldErrors,
): ListedRule[] {
  const before = new Map(saved.map((rule) => [rule.id, rule]))
  const wrong = new Set(Object.keys(errors).map((path) => /^rules\.(\d+)/.exec(path)?.[1]))
  return rules
    .map((rule, at): ListedRule => {
      const old = rule.id === null ? undefined : before.get(rule.id)
      const mark = old ? !isSameRule(old, rule) && 'changed' : 'new'
      return { rule, at, mark: mark || undefined, isWrong: wrong.has(String(at)) }
    })
    .toSorted((a, b) => byAsking(a.rule, b.rule) || a.at - b.at)
}

/** The equally specific rules before and after it: only there the order decides. */
function neighboursOf(listed: readonly ListedRule[], chosen: number) {
  const place = listed.findIndex(({ at }) => at === chosen)
  const self = listed[place]
  const equal = (other: ListedRule | undefined) =>
    self && other && byAsking(self.rule, other.rule) === 0 ? other.at : undefined
  return { earlier: equal(listed[place - 1]), later: equal(listed[place + 1]) }
}

const isWrongAt = (errors: FieldErrors, at: number): boolean =>
  Object.keys(errors).some((path) => path.startsWith(`rules.${at}.`))

/** The errors of one rule, by the paths within it. */
function ownErrors(errors: FieldErrors, at: number): FieldErrors {
  const start = `rules.${at}.`
  const own = Object.entries(errors).filter(([path]) => path.startsWith(start))
  return Object.fromEntries(own.map(([path, error]) => [path.slice(start.length), error]))
}

interface SearchProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

function SearchRules({ value, onChange }: SearchProps) {
  return (
    <TextInput
      className={styles.search}
      aria-label="Search in rules"
      placeholder="Prefix, client, list, gateway…"
      leftSection={<IconSearch size={14} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        value && (
          <CloseButton size="sm" aria-label="Clear the search" onClick={() => onChange('')} />
        )
      }
    />
  )
}

function AddRule({ onAdd }: { onAdd: (prefix: string) => void }) {
  const [prefix, setPrefix] = useState('')
  const isDigits = /^\d{0,15}$/.test(prefix)
  const add = () => {
    if (!isDigits) return
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
        error={!isDigits && 'Digits only, at most 15.'}
        onChange={(event) => setPrefix(event.currentTarget.value.trim())}
        onKeyDown={keys}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={15} />}
        disabled={!isDigits}
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
      <strong>No rules yet. This plan refuses all calls.</strong>
      <p className="muted">
        The longest matching prefix wins. With the rules <span className="mono">44</span> and{' '}
        <span className="mono">4477</span>, 447712345 matches <span className="mono">4477</span> and
        442012345 matches <span className="mono">44</span>. The rule without a prefix matches all
        other numbers.
      </p>
    </div>
  )
}
