// The side menu of a narrow window, over the page.
import { Drawer } from '@mantine/core'
import type { Area } from '../navigation/area.ts'
import { useReturnedFocus } from '../ui/use-returned-focus.ts'
import { SideMenu } from './SideMenu.tsx'

export function MenuDrawer({ area, onClose }: { area: Area; onClose: () => void }) {
  useReturnedFocus()
  return (
    <Drawer.Root opened onClose={onClose} size={220} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Drawer.Body h="100%">
          <SideMenu area={area} collapsed={false} onNavigate={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
