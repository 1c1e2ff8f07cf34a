// The saved views of a report: opened, saved, replaced, renamed and deleted. The one whose filters
// are in the address is the open one, and the only one that can be renamed or deleted.
import { Button, Menu } from '@mantine/core'
import {
  IconBookmark,
  IconCheck,
  IconPencil,
  IconPlus,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteSavedView, listSavedViews, type SavedView } from '#contract/console/saved-views.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { changedSearch, parseAddress } from '../lists/search.ts'
import { useAddress } from '../lists/use-address.ts'
import { useMay } from '../session/session.ts'
import { ReplaceViewDialog } from './ReplaceViewDialog.tsx'
import { ViewDialog } from './ViewDialog.tsx'

/** Without the page, and in one order, so that equal filters are equal texts. */
function queryOf(address: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams(changedSearch(address, {}))
  text.sort()
  return text.toString()
}

const wordsOf = ({ name, is_own, is_shared, owner_name }: SavedView): string => {
  if (!is_shared) return name
  return is_own ? `${name} (shared)` : `${name} (by ${owner_name})`
}

const EFFECT = 'Filters are removed, calls and figures stay.'

export function ViewsMenu({ screen }: { screen: SavedView['screen'] }) {
  const navigate = useNavigate()
  const { address } = useAddress()
  const may = useMay('traffic_reports.view')
  const { data: views = [], error } = useOne(
    listSavedViews,
    { query: { screen } },
    { enabled: may },
  )
  const [edited, setEdited] = useState<SavedView | 'new'>()
  const [replacing, setReplacing] = useState(false)
  const remove = useDelete(deleteSavedView, 'view')
  const query = queryOf(address)
  const open = views.find((view) => view.query === query)
  const own = views.filter(({ is_own }) => is_own)
  if (!may) return null
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={260}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={15} />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {views.length === 0 && (
            <Menu.Label>{error ? 'The views cannot be loaded.' : 'No saved views.'}</Menu.Label>
          )}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              style={{ overflowWrap: 'anywhere' }}
              rightSection={view === open && <IconCheck size={14} aria-label="open" />}
              onClick={() => void navigate({ to: '.', search: parseAddress(view.query) as never })}
            >
              {wordsOf(view)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => setEdited('new')}>
            Save view…
          </Menu.Item>
          {!open && own.length > 0 && (
            <Menu.Item leftSection={<IconReplace size={14} />} onClick={() => setReplacing(true)}>
              Replace view…
            </Menu.Item>
          )}
          {open?.is_own && (
            <>
              <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setEdited(open)}>
                Rename view…
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={14} />}
                c="var(--mantine-color-danger-text)"
                onClick={() => void remove(open, { effect: EFFECT })}
              >
                Delete view…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {edited && (
        <ViewDialog
          view={edited === 'new' ? undefined : edited}
          screen={screen}
          query={query}
          onClose={() => setEdited(undefined)}
        />
      )}
      {replacing && (
        <ReplaceViewDialog views={own} query={query} onClose={() => setReplacing(false)} />
      )}
    </>
  )
}
