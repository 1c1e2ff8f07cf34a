import { Kbd, Table } from '@mantine/core'
import { Dialog } from '../ui/Dialog.tsx'
import { SHORTCUTS } from './shortcuts.ts'

export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keyboard" opened={opened} onClose={onClose}>
      <Table>
        <Table.Tbody>
          {SHORTCUTS.map(([keys, meaning]) => (
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
