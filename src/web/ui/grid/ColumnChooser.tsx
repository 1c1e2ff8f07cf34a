import { ActionIcon, Button, Checkbox, Popover, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import type { GridTable } from './use-columns.ts'

/** A popover and no menu: a menu may not hold checkboxes. */
export function ColumnChooser<Row extends object>({ model }: { model: GridTable<Row> }) {
  const { order, byId, shown } = model
  const count = Object.values(shown).filter(Boolean).length
  return (
    <Popover position="bottom-end" shadow="md" trapFocus withinPortal>
      {/* The tooltip stands outside: the button itself must bear the id that names the popover. */}
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
        {order.map((id, index) => {
          const column = byId.get(id)
          if (!column) return null
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
