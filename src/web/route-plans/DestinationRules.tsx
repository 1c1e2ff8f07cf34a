// Adds a rule for each prefix of a destination of the code deck, all with the same targets.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { newRule } from '#contract/blank-forms.ts'
import type { DeckDestination } from '#contract/console/lookups.ts'
import { DestinationPicker } from '../pickers/pickers.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { count } from '../ui/values/format.ts'
import type { NamesProps, PlanRuleValues, PlanValues } from './plan-values.ts'
import { RULE_ACTION_CHOICES } from './route-plan-labels.ts'
import { TargetsField } from './TargetsField.tsx'

interface DestinationRulesProps extends NamesProps {
  readonly plan_id: number | undefined
  readonly values: PlanValues
  readonly onAdd: (rules: PlanRuleValues[]) => void
  readonly onClose: () => void
}

export function DestinationRules(props: DestinationRulesProps) {
  const { plan_id, values, known, onEntity, onAdd, onClose } = props
  const [destination, setDestination] = useState<DeckDestination>()
  const [action, setAction] = useState<PlanRuleValues['action']>('ROUTE')
  const [targets, setTargets] = useState<PlanRuleValues['targets']>([])
  const taken = new Set(values.rules.map(({ dst_prefix }) => dst_prefix))
  const all = destination?.prefixes ?? []
  const prefixes = all.filter((prefix) => !taken.has(prefix))
  const skipped = all.length - prefixes.length
  const add = () => {
    const same = { action, targets: action === 'ROUTE' ? targets : [] }
    onAdd(prefixes.map((prefix) => ({ ...newRule(prefix), ...same })))
    onClose()
  }
  return (
    <Dialog
      title="Add destination"
      onClose={onClose}
      width={640}
      grows
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={prefixes.length === 0} onClick={add}>
            Add {count(prefixes.length, 'rule', 'rules')}
          </Button>
        </>
      }
    >
      <DestinationPicker
        label="Destination"
        placeholder="Morocco mobile"
        description="A rule is added for each of its prefixes in the code deck."
        data-autofocus
        onPick={setDestination}
      />
      {destination && (
        <p className="muted" role="status">
          <span className="mono">{prefixes.join(' ')}</span>
          {skipped > 0 && ` ${count(skipped, 'prefix has', 'prefixes have')} a rule already.`}
        </p>
      )}
      <SelectField
        label="Action"
        choices={RULE_ACTION_CHOICES}
        value={action}
        onChange={(next) => setAction(next === 'BLOCK' ? 'BLOCK' : 'ROUTE')}
      />
      {action === 'ROUTE' && (
        <TargetsField
          targets={targets}
          plan_id={plan_id}
          prefix={prefixes[0] ?? ''}
          mode={values.mode}
          known={known}
          errors={{}}
          onChange={setTargets}
          onEntity={onEntity}
        />
      )}
    </Dialog>
  )
}
