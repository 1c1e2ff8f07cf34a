// Filters as sentences, such as "Gateway is not cumulus-newark": each is changed or taken away.
import {
  Button,
  CloseButton,
  Popover,
  SegmentedControl,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useUser } from '../../session/session.ts'
import { TextFilter } from '../../ui/filters.tsx'
import styles from './FilterChips.module.css'
import { FilterValues, INSIDE } from './FilterValues.tsx'
import {
  type FilterField,
  type FilterState,
  filterValuesOf,
  type WrittenField,
} from './filter-field.ts'
import { negated } from './grid-filters.ts'

interface FilterChipsProps {
  readonly state: FilterState
  readonly fields: readonly FilterField[]
}

interface Chip {
  readonly field: FilterField
  /** Its name in the URL. */
  readonly name: string
  readonly isNegated: boolean
}

function chipsOf(field: FilterField): readonly Chip[] {
  const chip = { field, name: field.name, isNegated: false }
  if (field.kind === 'between') return [chip]
  return [chip, { field, name: negated(field.name), isNegated: true }]
}

const namesOf = ({ field, name }: Chip): readonly string[] =>
  field.kind === 'between' ? [name, field.upper] : [name]

export function FilterChips({ state, fields: all }: FilterChipsProps) {
  const { permissions } = useUser()
  const fields = all.filter(
    (field) =>
      state.has(field.name) &&
      (field.kind !== 'picked' || permissions.some((one) => one === field.needs)),
  )
  const [opened, setOpened] = useState<string>()
  const isSet = (chip: Chip) => namesOf(chip).some((name) => state.search[name] !== undefined)
  const chips = fields.flatMap(chipsOf).filter((chip) => isSet(chip) || chip.name === opened)
  return (
    <>
      {chips.map((chip) => (
        <FilterChip
          key={chip.field.name + String(chip.isNegated)}
          chip={chip}
          state={state}
          isOpen={chip.name === opened}
          onOpen={setOpened}
        />
      ))}
      <AddFilter fields={fields} onAdd={setOpened} />
    </>
  )
}

interface FilterChipProps {
  readonly chip: Chip
  readonly state: FilterState
  readonly isOpen: boolean
  readonly onOpen: (name: string | undefined) => void
}

function FilterChip({ chip, state, isOpen, onOpen }: FilterChipProps) {
  const { field, name } = chip
  const remove = () => {
    onOpen(undefined)
    state.set(Object.fromEntries(namesOf(chip).map((one) => [one, undefined])))
  }
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => onOpen(open ? name : undefined)}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <span className={styles.chip}>
          <UnstyledButton
            className={styles.words}
            aria-expanded={isOpen}
            onClick={() => onOpen(isOpen ? undefined : name)}
          >
            {field.label} <Words chip={chip} state={state} />
          </UnstyledButton>
          <CloseButton size={20} aria-label={`Remove the filter ${field.label}`} onClick={remove} />
        </span>
      </Popover.Target>
      <Popover.Dropdown className={styles.editor} aria-label={`Filter ${field.label}`}>
        {field.kind === 'between' ? (
          <Between field={field} state={state} />
        ) : (
          <>
            <Operator chip={chip} state={state} onOpen={onOpen} />
            {field.kind === 'written' ? (
              <Written field={field} name={name} state={state} />
            ) : (
              <FilterValues field={field} name={name} state={state} />
            )}
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface WrittenProps {
  readonly field: WrittenField
  readonly name: string
  readonly state: FilterState
}

function Written({ field: { label, accepts, Picker }, name, state }: WrittenProps) {
  const set = (value: string | undefined) => state.set({ [name]: value })
  return (
    <>
      <TextFilter
        label={label}
        width={240}
        value={state.search[name]}
        onChange={set}
        {...(accepts && { accepts })}
      />
      {Picker && (
        <Picker
          aria-label={`${label} by name`}
          placeholder="Or pick a name…"
          comboboxProps={INSIDE}
          value={null}
          clearsOnPick
          onPick={(picked) => set(picked.name)}
        />
      )}
    </>
  )
}

/** The text on the chip after its label. */
function Words({ chip: { field, name, isNegated }, state }: { chip: Chip; state: FilterState }) {
  const text = state.search[name]
  if (field.kind === 'between') {
    const upper = state.search[field.upper]
    if (text && upper) return `between ${text} and ${upper} ${field.unit}`
    if (text || upper) return text ? `≥ ${text} ${field.unit}` : `≤ ${upper} ${field.unit}`
    return '…'
  }
  const [is, isNot] = operatorsOf(field, filterValuesOf(text).length > 1)
  if (text === undefined) return `${isNegated ? isNot : is} …`
  if (field.kind === 'written') {
    const words = field.Text ? <field.Text text={text} /> : text
    return (
      <>
        {isNegated ? isNot : is} {words}
      </>
    )
  }
  return (
    <>
      {isNegated ? isNot : is}{' '}
      {filterValuesOf(text).map((value, at) => (
        <Fragment key={value}>
          {at > 0 && ', '}
          <b>
            {field.kind === 'picked' ? (
              <field.Name id={Number(value)} />
            ) : (
              (field.choices.find((one) => one.value === value)?.label ?? value)
            )}
          </b>
        </Fragment>
      ))}
    </>
  )
}

function operatorsOf(field: FilterField, isSeveral: boolean): readonly [string, string] {
  if (field.kind === 'written') return [field.is, field.isNot]
  return isSeveral ? ['is one of', 'is none of'] : ['is', 'is not']
}

interface OperatorProps {
  readonly chip: Chip
  readonly state: FilterState
  readonly onOpen: (name: string) => void
}

/** The values stay when "is" changes to "is not". */
function Operator({ chip: { field, name, isNegated }, state, onOpen }: OperatorProps) {
  const [is, isNot] = operatorsOf(field, filterValuesOf(state.search[name]).length > 1)
  return (
    <SegmentedControl
      aria-label="Comparison"
      data={[
        { value: 'is', label: is },
        { value: 'not', label: isNot },
      ]}
      value={isNegated ? 'not' : 'is'}
      onChange={(next) => {
        const other = next === 'not' ? negated(field.name) : field.name
        state.set({ [name]: undefined, [other]: state.search[name] ?? state.search[other] })
        onOpen(other)
      }}
    />
  )
}

const isCount = (text: string) => /^\d{1,9}$/.test(text)

interface BetweenProps {
  readonly field: FilterField & { kind: 'between' }
  readonly state: FilterState
}

function Between({ field, state }: BetweenProps): ReactNode {
  const bound = (name: string, label: string) => (
    <TextFilter
      label={`${field.label} ${label}, ${field.unit}`}
      width={200}
      accepts={isCount}
      value={state.search[name]}
      onChange={(value) => state.set({ [name]: value })}
    />
  )
  return (
    <>
      {bound(field.name, '≥')}
      {bound(field.upper, '≤')}
    </>
  )
}

interface AddFilterProps {
  readonly fields: readonly FilterField[]
  readonly onAdd: (name: string) => void
}

/** The list of filters, in which one types what one looks for. */
function AddFilter({ fields, onAdd }: AddFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const found = fields.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  const add = (field: FilterField | undefined) => {
    if (!field) return
    setOpen(false)
    setTyped('')
    onAdd(field.name)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      onClose={() => setTyped('')}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.editor}>
        <TextInput
          aria-label="Find a filter"
          placeholder="Find a filter"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add(found[0])
          }}
        />
        <div className={styles.names} role="menu" aria-label="Filters">
          {found.map((field, at) => (
            <UnstyledButton
              key={field.name}
              role="menuitem"
              className={styles.name}
              data-first={typed !== '' && at === 0 ? '' : undefined}
              onClick={() => add(field)}
            >
              {field.label}
            </UnstyledButton>
          ))}
        </div>
        {found.length === 0 && <span className="muted">Nothing has this name</span>}
      </Popover.Dropdown>
    </Popover>
  )
}
