// The actions on the value of a cell: on the right button, on Shift F10, by the small button that
// follows the pointer, and by f, Shift f and c.
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconCopy,
  IconExternalLink,
  IconFilter,
  IconFilterOff,
} from '@tabler/icons-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { copyText } from '../values/copy-text.ts'
import { TipAt } from './CellTip.tsx'
import { cellOf, cellText } from './cell-text.ts'
import styles from './DataGrid.module.css'

export interface CellActions {
  readonly filter: (() => void) | undefined
  readonly exclude: (() => void) | undefined
  readonly open: (() => void) | undefined
}

interface CellMenuProps {
  readonly frame: RefObject<HTMLElement | null>
  readonly actionsOf: (cell: HTMLTableCellElement) => CellActions
}

const COPIED_MS = 1200
/** Less than the padding of two cells. */
const BUTTON_WIDTH = 16
const BUTTON_HEIGHT = 20
/** `g c` leads to the calls: the second key copies nothing. */
const SECOND_KEY_MS = 1500

export function CellMenu({ frame, actionsOf }: CellMenuProps) {
  const [opened, setOpened] = useState<{ cell: HTMLTableCellElement; x: number; y: number }>()
  const [pointed, setPointed] = useState<HTMLTableCellElement>()
  const [copied, setCopied] = useState<HTMLTableCellElement>()
  const openBelow = (cell: HTMLTableCellElement) => {
    const { left, bottom } = cell.getBoundingClientRect()
    setOpened({ cell, x: left + 8, y: bottom })
  }
  const copy = (cell: HTMLTableCellElement) => {
    void copyText(cellText(cell)).then(() => {
      setCopied(cell)
      setTimeout(() => setCopied(undefined), COPIED_MS)
    })
  }
  useCellEvents(frame, {
    point: (cell) => setPointed(cell),
    menu: (cell, at) => {
      if (at) setOpened({ cell, ...at })
      // The menu would take the key that opens it for one that is pressed outside of it.
      else setTimeout(() => openBelow(cell))
    },
    filter: (cell) => actionsOf(cell).filter?.(),
    exclude: (cell) => actionsOf(cell).exclude?.(),
    copy,
    canFilter: (cell) => actionsOf(cell).filter !== undefined,
  })
  const close = () => {
    const back = opened?.cell
    setOpened(undefined)
    if (back?.isConnected) back.focus({ preventScroll: true })
  }
  return (
    <>
      {pointed?.isConnected && !opened && (
        <CellButton cell={pointed} frame={frame} onClick={() => openBelow(pointed)} />
      )}
      {opened && (
        <OpenedMenu {...opened} actions={actionsOf(opened.cell)} onCopy={copy} onClose={close} />
      )}
      {copied?.isConnected && <TipAt cell={copied} text="Copied" />}
      <span role="status" className="visually-hidden">
        {copied && 'Copied'}
      </span>
    </>
  )
}

interface Events {
  readonly point: (cell: HTMLTableCellElement | undefined) => void
  readonly menu: (cell: HTMLTableCellElement, at?: { x: number; y: number }) => void
  readonly filter: (cell: HTMLTableCellElement) => void
  readonly exclude: (cell: HTMLTableCellElement) => void
  readonly copy: (cell: HTMLTableCellElement) => void
  readonly canFilter: (cell: HTMLTableCellElement) => boolean
}

function useCellEvents(frame: RefObject<HTMLElement | null>, events: Events): void {
  const [memory] = useState({ asked_at: Number.NEGATIVE_INFINITY })
  /** With the focus on a row it is about its first cell that can do it. */
  const focused = (event: KeyboardEvent, fits: (cell: HTMLTableCellElement) => boolean) => {
    const target = event.target as HTMLElement
    const cell = cellOf(target)
    if (cell || !target.matches('tr[data-index]')) return cell ?? undefined
    const cells = [...target.querySelectorAll<HTMLTableCellElement>('td[data-column]')]
    return cells.find(fits) ?? cells[0]
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.target as HTMLElement).matches('input, textarea, select')) return
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const isSecond = event.timeStamp - memory.asked_at < SECOND_KEY_MS
    memory.asked_at = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    // With Caps Lock the letters are the other ones.
    const key = event.shiftKey ? `Shift ${event.key.toLowerCase()}` : event.key.toLowerCase()
    const acts: Record<string, (cell: HTMLTableCellElement) => void> = {
      f: events.filter,
      'Shift f': events.exclude,
      c: events.copy,
    }
    const act = isMenu ? events.menu : isPlain && !isSecond ? acts[key] : undefined
    const cell = act && focused(event, act === events.copy ? () => true : events.canFilter)
    if (!act || !cell) return
    event.preventDefault()
    act(cell)
  })
  const onMenu = useEffectEvent((event: MouseEvent) => {
    const cell = cellOf(event.target)
    // With selected text, the browser's own menu is opened.
    if (!cell || getSelection()?.toString()) return
    event.preventDefault()
    events.menu(cell, { x: event.clientX, y: event.clientY })
  })
  const onMove = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-cell-button]')) return
    const cell = cellOf(event.target) ?? undefined
    // Where it came up under the pointer it would take a click that is meant for the row.
    const isAtEnd = cell && event.clientX > endOf(cell) - BUTTON_WIDTH / 2
    events.point(isAtEnd ? undefined : cell)
  })
  const onLeave = useEffectEvent(() => events.point(undefined))
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const key = (event: KeyboardEvent) => onKey(event)
    const menu = (event: MouseEvent) => onMenu(event)
    const move = (event: PointerEvent) => onMove(event)
    const leave = () => onLeave()
    element.addEventListener('keydown', key)
    element.addEventListener('contextmenu', menu)
    element.addEventListener('pointermove', move, { passive: true })
    element.addEventListener('pointerleave', leave)
    element.addEventListener('scroll', leave, { capture: true, passive: true })
    return () => {
      element.removeEventListener('keydown', key)
      element.removeEventListener('contextmenu', menu)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerleave', leave)
      element.removeEventListener('scroll', leave, { capture: true })
    }
  }, [frame])
}

interface CellButtonProps {
  readonly cell: HTMLTableCellElement
  readonly frame: RefObject<HTMLElement | null>
  readonly onClick: () => void
}

const endOf = (cell: HTMLTableCellElement): number => cell.getBoundingClientRect().right

/** Where the fixed columns at the end of the row begin, or the row is cut off. */
function limitOf(cell: HTMLTableCellElement, around: DOMRect): number {
  const last = cell.parentElement?.lastElementChild
  const isSide = last instanceof HTMLTableCellElement && !last.dataset.column
  return Math.min(isSide ? last.getBoundingClientRect().left : around.right, around.right)
}

/** Between two columns, where only the padding of both is: it covers no text. */
function CellButton({ cell, frame, onClick }: CellButtonProps) {
  const around = frame.current?.getBoundingClientRect()
  if (!around) return null
  const { right, top, height } = cell.getBoundingClientRect()
  // The end of the cell is out of sight, and with it the place of the button.
  if (right > limitOf(cell, around) + 1) return null
  const start = right - BUTTON_WIDTH / 2
  const width = Math.min(BUTTON_WIDTH, around.right - start)
  return (
    <ActionIcon
      className={styles.cellButton}
      variant="default"
      size={BUTTON_HEIGHT}
      // By keyboard it is Shift F10: a second way in would only be in the way.
      tabIndex={-1}
      aria-label="Actions of this cell"
      data-cell-button
      style={{
        left: start - around.left,
        top: top - around.top + (height - BUTTON_HEIGHT) / 2,
        width,
      }}
      onClick={onClick}
      onContextMenu={(event) => {
        event.preventDefault()
        onClick()
      }}
    >
      <IconChevronDown size={12} />
    </ActionIcon>
  )
}

interface OpenedMenuProps {
  readonly cell: HTMLTableCellElement
  readonly x: number
  readonly y: number
  readonly actions: CellActions
  readonly onCopy: (cell: HTMLTableCellElement) => void
  readonly onClose: () => void
}

function OpenedMenu({ cell, x, y, actions, onCopy, onClose }: OpenedMenuProps) {
  const link = cell.querySelector<HTMLAnchorElement>('a[href]')
  const open = link ? () => link.click() : actions.open
  const text = cellText(cell)
  return (
    <Menu opened onChange={onClose} position="bottom-start" shadow="md" returnFocus={false}>
      <Menu.Target>
        <span style={{ position: 'fixed', left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Actions of this cell">
        <Menu.Label maw={260} className={styles.cellValue}>
          {text}
        </Menu.Label>
        {actions.filter && (
          <Item icon={IconFilter} keys="f" onClick={actions.filter}>
            Filter to this value
          </Item>
        )}
        {actions.exclude && (
          <Item icon={IconFilterOff} keys="Shift f" onClick={actions.exclude}>
            Exclude this value
          </Item>
        )}
        <Item icon={IconCopy} keys="c" onClick={() => onCopy(cell)}>
          Copy
        </Item>
        {open && (
          <Item icon={IconExternalLink} keys="Enter" onClick={open}>
            Open
          </Item>
        )}
        {link && (
          <Menu.Item
            component="a"
            href={link.href}
            target="_blank"
            leftSection={<IconExternalLink size={15} />}
          >
            Open in a new tab
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ItemProps {
  readonly icon: typeof IconCopy
  readonly keys: string
  readonly onClick: () => void
  readonly children: string
}

function Item({ icon: Icon, keys, onClick, children }: ItemProps) {
  return (
    <Menu.Item
      leftSection={<Icon size={15} />}
      rightSection={<span className="muted">{keys}</span>}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  )
}
