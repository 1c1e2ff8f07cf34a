import { useMemo } from 'react'
import { useOpened } from '../lists/use-opened.ts'
import { CallDrawer } from './CallDrawer.tsx'

/** The drawer over a list whose rows are calls, or parts of them. */
export function useCallDrawer(
  rows: readonly { readonly call_id: string }[] | undefined,
  Drawer = CallDrawer,
) {
  const { opened, open, close } = useOpened('call')
  const ids = useMemo(() => [...new Set(rows?.map((row) => row.call_id))], [rows])
  return {
    open: (row: { readonly call_id: string }) => open(row.call_id),
    drawer: opened && <Drawer call_id={opened} ids={ids} onOpen={open} onClose={close} />,
  }
}
