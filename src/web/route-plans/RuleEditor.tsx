// One rule of a route plan: its prefix, what becomes of the calls, and its gateways.
import { Button, Input, Switch, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { GatewayPicker } from '../pickers/GatewayPicker.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import type { PlanValues, RuleValues } from './plan-changes.ts'
import styles from './RoutePlan.module.css'
import { prefixName } from './route-plan-words.ts'
import { type KnownGateway, type KnownGateways, TargetList } from './TargetList.tsx'

const ACTIONS = [
  { value: 'ROUTE', label: 'Route' },
  { value: 'BLOCK', label: 'Block' },
] as const

const ORDER_HELP = {
  ORDERED: 'Tried from the first to the last. Drag, or press Alt with ↑ or ↓.',
  LCR: 'The cheapest is tried first; this order decides between those that cost the same.',
} as const satisfies Record<PlanValues['mode'], string>

interface RuleEditorProps {
  readonly rule: RuleValues
  readonly mode: PlanValues['mode']
  readonly gateways: KnownGateways
  readonly errors: { readonly dst_prefix?: ReactNode; readonly targets?: ReactNode }
  readonly onChange: (part: Partial<RuleValues>) => void
  readonly onRemove: () => void
  readonly onGateway: (id: number, gateway: KnownGateway) => void
}

export function RuleEditor(props: RuleEditorProps) {
  const { rule, mode, gateways, errors, onChange } = props
  const title = `Rule ${prefixName(rule.dst_prefix)}`
  return (
    <section className={styles.editor} aria-label={title}>
      <div className={styles.editorHead}>
        <h3>{title}</h3>
        <Button
          variant="outline"
          color="danger"
          size="compact-sm"
          leftSection={<IconTrash size={14} />}
          onClick={props.onRemove}
        >
          Remove rule
        </Button>
      </div>
      <div className={styles.ruleFields}>
        <TextInput
          label="Prefix"
          inputMode="numeric"
          placeholder="default"
          autoComplete="off"
          classNames={{ input: 'mono' }}
          value={rule.dst_prefix}
          error={errors.dst_prefix}
          onChange={(event) => onChange({ dst_prefix: event.currentTarget.value.trim() })}
        />
        <TextInput
          label="Description (optional)"
          maxLength={200}
          value={rule.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <SelectField
          label="Action"
          choices={ACTIONS}
          value={rule.action}
          onChange={(action) => onChange({ action: action === 'BLOCK' ? 'BLOCK' : 'ROUTE' })}
        />
        <Switch
          className={styles.inUse}
          label="In use"
          description="Else a shorter prefix counts"
          checked={rule.status === 'active'}
          onChange={(event) =>
            onChange({ status: event.currentTarget.checked ? 'active' : 'blocked' })
          }
        />
      </div>
      {rule.action === 'BLOCK' ? (
        <p className="muted">Calls to numbers that begin with this prefix are refused.</p>
      ) : (
        <Input.Wrapper label="Gateways" description={ORDER_HELP[mode]} error={errors.targets}>
          <TargetList
            targets={rule.targets}
            gateways={gateways}
            onChange={(targets) => onChange({ targets })}
          />
          <AddGateway {...props} />
        </Input.Wrapper>
      )}
    </section>
  )
}

function AddGateway({ rule, onChange, onGateway }: RuleEditorProps) {
  const count = rule.targets.length
  return (
    <GatewayPicker
      // A picker of its own for each gateway, so that what was typed for the last one is gone.
      key={count}
      aria-label="Add a gateway"
      placeholder={count === 0 ? 'Add a gateway…' : 'Add another gateway…'}
      w={260}
      value={null}
      onPick={({ id, name, status }) => {
        if (rule.targets.some((target) => target.gateway_id === id)) return
        onGateway(id, { name, status })
        onChange({ targets: [...rule.targets, { gateway_id: id, status: 'active' }] })
      }}
    />
  )
}
