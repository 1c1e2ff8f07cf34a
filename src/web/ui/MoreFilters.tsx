// The filters that are seldom needed: each is behind "Filter" until it is chosen or set.
import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import styles from './filters.module.css'

export interface OptionalFilter {
  readonly label: string
  readonly isSet: boolean
  readonly field: ReactNode
}

export function MoreFilters({ filters }: { filters: readonly OptionalFilter[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const fields = useRef<HTMLDivElement>(null)
  const isShown = ({ label, isSet }: OptionalFilter) => isSet || chosen.includes(label)
  const hidden = filters.filter((one) => !isShown(one))
  const choose = (label: string) => {
    setChosen([...chosen, label])
    // The field is in the document after this render, and the menu has given the focus back.
    setTimeout(() => {
      fields.current?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus()
    })
  }
  return (
    <div className={styles.more} ref={fields}>
      {filters.filter(isShown).map((one) => (
        <Fragment key={one.label}>{one.field}</Fragment>
      ))}
      {hidden.length > 0 && (
        <Menu position="bottom-start" shadow="md" returnFocus={false}>
          <Menu.Target>
            <Button variant="subtle" leftSection={<IconPlus size={14} />}>
              Filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map(({ label }) => (
              <Menu.Item key={label} onClick={() => choose(label)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
