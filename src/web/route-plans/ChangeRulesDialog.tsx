// Changes many rules of a plan at once, in its form: nothing is saved before the plan is.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { GatewayPicker, TimeWindowPicker } from '../pickers/pickers.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import styles from '../ui/form/Form.module.css'
import { type Choice, SelectField } from '../ui/form/SelectField.tsx'
import { count } from '../ui/format.ts'
import { changeRules, type RulesChange } from './change-rules.ts'
import { destinationOf, type NamesProps, type RuleValues, targetName } from './plan-values.ts'

interface ChangeRulesDialogProps extends NamesProps {
  readonly rules: readonly RuleValues[]
  /** Those that are listed. */
  readonly places: ReadonlySet<number>
  readonly onChange: (rules: RuleValues[]) => void
  readonly onClose: () => void
}

const SETS: Readonly<Record<string, Partial<RuleValues>>> = {
  enable: { status: 'active' },
  disable: { status: 'blocked' },
  exclusive: { exclusive: true },
  not_exclusive: { exclusive: false },
  longest: { match_mode: 'LONGEST_ONLY' },
  shorter: { match_mode: 'LONGEST_THEN_SHORTER' },
}

const CHOICES: readonly Choice[] = [
  { value: 'add', label: 'Add a gateway' },
  { value: 'replace', label: 'Replace a gateway' },
  { value: 'remove', label: 'Remove a gateway' },
  { value: 'window', label: 'Set the time window' },
  { value: 'enable', label: 'Enable' },
  { value: 'disable', label: 'Disable' },
  { value: 'exclusive', label: 'Make exclusive' },
  { value: 'not_exclusive', label: 'Make not exclusive' },
  { value: 'longest', label: 'Do not try shorter prefixes' },
  { value: 'shorter', label: 'Then try shorter prefixes' },
]

type To = Pick<RuleValues['targets'][number], 'gateway_id' | 'gateway_group_id'>

function changeOf(
  kind: string,
  old: To | undefined,
  gateway_id: number | null,
  window_id: number | null,
) {
  const by: To | undefined =
    gateway_id === null ? undefined : { gateway_id, gateway_group_id: null }
  const changes: Readonly<Record<string, RulesChange | undefined>> = {
    add: by && { kind: 'add', to: by },
    replace: by && old && { kind: 'replace', to: old, by },
    remove: old && { kind: 'remove', to: old },
    window: { kind: 'set', values: { window_id } },
  }
  const values = SETS[kind]
  return values ? ({ kind: 'set', values } as const) : changes[kind]
}

export function ChangeRulesDialog(props: ChangeRulesDialogProps) {
  const { rules, places, known, onEntity, onChange, onClose } = props
  const [kind, setKind] = useState('add')
  const [old, setOld] = useState<string | null>(null)
  const [gateway, setGateway] = useState<number | null>(null)
  const [window_id, setWindow] = useState<number | null>(null)
  const chosen = rules.filter((_, at) => places.has(at))
  const targets = new Map<string, RuleValues['targets'][number]>(
    chosen.flatMap((rule) =>
      rule.targets.map((target) => {
        const { kind: of, id } = destinationOf(target)
        return [`${of} ${id}`, target] as const
      }),
    ),
  )
  const change = changeOf(kind, targets.get(old ?? ''), gateway, window_id)
  const after = change && changeRules(rules, places, change)
  const isChanged = (rule: RuleValues, at: number) =>
    rule !== rules[at] && JSON.stringify(rule) !== JSON.stringify(rules[at])
  const size = after?.filter(isChanged).length ?? 0
  return (
    <Dialog
      title={`Change ${count(chosen.length, 'listed rule', 'listed rules')}`}
      grows
      onClose={onClose}
      footer={
        <div className={styles.answers}>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={size === 0}
            onClick={() => {
              if (after) onChange(after)
              onClose()
            }}
          >
            Change {count(size, 'rule', 'rules')}
          </Button>
        </div>
      }
    >
      <div className={styles.dialog}>
        <SelectField
          label="Change"
          choices={CHOICES}
          comboboxProps={{ withinPortal: false }}
          value={kind}
          onChange={(next) => setKind(next ?? kind)}
        />
        {(kind === 'replace' || kind === 'remove') && (
          <SelectField
            label="Gateway now"
            comboboxProps={{ withinPortal: false }}
            choices={[...targets].map(([value, target]) => ({
              value,
              label: targetName(known, target),
            }))}
            value={old}
            onChange={setOld}
          />
        )}
        {(kind === 'add' || kind === 'replace') && (
          <GatewayPicker
            label="New gateway"
            comboboxProps={{ withinPortal: false }}
            value={gateway}
            onPick={({ id, name, status }) => {
              setGateway(id)
              onEntity({ kind: 'gateway', id, name, ...(status && { state: status }) })
            }}
          />
        )}
        {kind === 'window' && (
          <TimeWindowPicker
            label="Time window"
            placeholder="Always"
            clearable
            comboboxProps={{ withinPortal: false }}
            value={window_id}
            onChange={setWindow}
            onPick={({ id, name }) => onEntity({ kind: 'time_window', id, name })}
          />
        )}
        <p className="muted">
          Rules that block keep their gateways. The plan is saved by its own button.
        </p>
      </div>
    </Dialog>
  )
}
