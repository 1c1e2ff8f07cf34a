import { Kbd, Table } from '@mantine/core'
import type { Area } from '../navigation/area.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { shortcutsOf } from './shortcuts.ts'

interface KeyboardHelpProps {
  readonly area: Area
  readonly onClose: () => void
}

export function KeyboardHelp({ area, onClose }: KeyboardHelpProps) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <Table>
        <Table.Tbody>
          {shortcutsOf(area).map(([keys, meaning]) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
