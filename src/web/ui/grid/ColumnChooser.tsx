import { ActionIcon, Button, Checkbox, Popover, TextInput, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import type { GridTable } from './use-columns.ts'

/** Fewer columns are all in sight. */
const SEARCHED_FROM = 12

/** A popover and no menu: a menu may not hold checkboxes. */
export function ColumnChooser<Row extends object>({ model }: { model: GridTable<Row> }) {
  const { order, byId, shown } = model
  const count = Object.values(shown).filter(Boolean).length
  const [typed, setTyped] = useState('')
  const isFound = (header: string) => header.toLowerCase().includes(typed.trim().toLowerCase())
  return (
    <Popover position="bottom-end" shadow="md" trapFocus withinPortal onClose={() => setTyped('')}>
      {/* The tooltip is outside: the button itself must have the id that names the popover. */}
      <Tooltip label="Columns">
        <span>
          <Popover.Target>
            <ActionIcon variant="default" size={30} aria-label="Choose columns">
              <IconColumns3 size={16} />
            </ActionIcon>
          </Popover.Target>
        </span>
      </Tooltip>
      <Popover.Dropdown p="xs" mah="70vh" style={{ overflowY: 'auto' }}>
        {order.length > SEARCHED_FROM && (
          <TextInput
            aria-label="Find a column"
            placeholder="Find a column"
            mb={6}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {order.map((id, index) => {
          const column = byId.get(id)
          if (!column || !isFound(column.header)) return null
          return (
            <div key={id} style={{ display: 'flex', alignItems: 'center', gap: 4, height: 28 }}>
              <Checkbox
                style={{ flex: 1, minWidth: 150 }}
                label={column.header}
                checked={shown[id] ?? true}
                disabled={count === 1 && shown[id] !== false}
                onChange={() => model.table.getColumn(id)?.toggleVisibility()}
              />
              <ActionIcon
                size={24}
                aria-label={`Move ${column.header} left`}
                disabled={index === 0}
                onClick={() => model.move(id, -1)}
              >
                <IconArrowUp size={14} />
              </ActionIcon>
              <ActionIcon
                size={24}
                aria-label={`Move ${column.header} right`}
                disabled={index === order.length - 1}
                onClick={() => model.move(id, 1)}
              >
                <IconArrowDown size={14} />
              </ActionIcon>
            </div>
          )
        })}
        <Button variant="subtle" fullWidth mt={6} onClick={model.reset}>
          Reset
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
