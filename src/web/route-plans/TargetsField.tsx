// The targets of a rule: gateways and gateway groups, with the fields that the mode of the plan
// needs.
import { Input } from '@mantine/core'
import { newTarget } from '#contract/bulk-changes/change-targets.ts'
import { GatewayGroupPicker, GatewayPicker } from '../pickers/pickers.tsx'
import type { FieldErrors } from './field-errors.ts'
import type { NamesProps, PlanValues, TargetValues } from './plan-values.ts'
import styles from './RoutePlan.module.css'
import {
  asksForCost,
  asksForPercent,
  asksForPosition,
  PLAN_MODE_HELP,
} from './route-plan-labels.ts'
import { Target } from './Target.tsx'
import { ShorterPrefixes, SoldFor, TargetFigures } from './TargetFigures.tsx'
import { useTargetFigures } from './use-target-figures.ts'

export interface TargetsFieldProps extends NamesProps {
  readonly targets: readonly TargetValues[]
  readonly plan_id: number | undefined
  /** The prefix of the rule. */
  readonly prefix: string
  readonly mode: PlanValues['mode']
  /** By the paths within the rule. */
  readonly errors: FieldErrors
  readonly onChange: (targets: TargetValues[]) => void
}

export function TargetsField(props: TargetsFieldProps) {
  const { targets, mode, prefix, known, errors, onChange } = props
  const figures = useTargetFigures(props)
  const move = (from: number, to: number) => {
    const target = targets[from]
    if (!target || to < 0 || to >= targets.length) return
    onChange(targets.toSpliced(from, 1).toSpliced(to, 0, target))
  }
  const keyOf = ({ gateway_id, gateway_group_id }: TargetValues) =>
    `${gateway_id ?? 'group'} ${gateway_group_id ?? ''}`
  const help = asksForPosition(mode)
    ? `${PLAN_MODE_HELP[mode]} Alt+↑ or Alt+↓ moves a target.`
    : PLAN_MODE_HELP[mode]
  return (
    <Input.Wrapper label="Targets" description={help} error={errors.targets}>
      <ol className={styles.targets} aria-label="Targets of the rule">
        {targets.map((target, at) => (
          <Target
            key={keyOf(target)}
            target={target}
            place={{ at, isLast: at === targets.length - 1 }}
            mode={mode}
            figures={<TargetFigures target={target} prefix={prefix} figures={figures} />}
            known={known}
            errors={errorsOf(errors, at)}
            onEntity={props.onEntity}
            onMove={(by) => move(at, at + by)}
            onChange={(part) => onChange(targets.with(at, { ...target, ...part }))}
            onRemove={() => onChange(targets.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {targets.length > 0 && <SoldFor prices={figures.prices} />}
      {asksForCost(mode) && <ShorterPrefixes prices={figures.prices} />}
      {asksForPercent(mode) && targets.length > 0 && <Shares targets={targets} />}
      <AddTarget {...props} />
    </Input.Wrapper>
  )
}

/** The errors of one target, by its fields. */
function errorsOf(errors: FieldErrors, at: number): FieldErrors {
  const start = `targets.${at}.`
  const own = Object.entries(errors).filter(([path]) => path.startsWith(start))
  return Object.fromEntries(own.map(([path, error]) => [path.slice(start.length), error]))
}

/** A percentage that is not a number yet counts as zero. */
const sharedBy = (targets: readonly TargetValues[]): number =>
  targets.reduce((total, { percent }) => total + (Number.isFinite(percent) ? percent : 0), 0)

function Shares({ targets }: { targets: readonly TargetValues[] }) {
  const sum = sharedBy(targets.filter((target) => target.status === 'active'))
  if (sum === 100) return <p className={`${styles.shares} muted`}>100 % shared.</p>
  const rest = sum < 100 ? `${100 - sum} % left` : `${sum - 100} % over`
  return (
    <p className={`${styles.shares} danger`}>
      {sum} % shared, {rest}.
    </p>
  )
}

function AddTarget({ targets, mode, onChange, onEntity }: TargetsFieldProps) {
  const count = targets.length
  const rest = asksForPercent(mode) ? Math.max(0, 100 - sharedBy(targets)) : 0
  const add = (kind: 'gateway' | 'gateway_group', id: number, name: string, state: string) => {
    const to = {
      gateway_id: kind === 'gateway' ? id : null,
      gateway_group_id: kind === 'gateway_group' ? id : null,
    }
    const isThere = targets.some(
      (target) =>
        target.gateway_id === to.gateway_id && target.gateway_group_id === to.gateway_group_id,
    )
    if (isThere) return
    onEntity({ kind, id, name, state })
    onChange([...targets, newTarget(to, rest)])
  }
  // Pickers of their own for each target, so that what was typed for the last one is gone.
  return (
    <div className={styles.addTarget} key={count}>
      <GatewayPicker
        aria-label="Add a gateway"
        placeholder={count === 0 ? 'Add a gateway…' : 'Add another gateway…'}
        value={null}
        onPick={({ id, name, status }) => add('gateway', id, name, status)}
      />
      <GatewayGroupPicker
        aria-label="Add a gateway group"
        placeholder="Add a group…"
        value={null}
        onPick={({ id, name, status }) => add('gateway_group', id, name, status)}
      />
    </div>
  )
}
