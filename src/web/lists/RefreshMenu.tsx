// The refresh interval of a list, in the URL, so that a shared wallboard has it too.
import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { REFRESHES, type Refresh } from './use-polling.ts'

interface RefreshMenuProps {
  readonly value: Refresh | undefined
  readonly onChange: (next: Refresh | undefined) => void
}

const OFF = 'off'

export function RefreshMenu({ value, onChange }: RefreshMenuProps) {
  const chosen = REFRESHES.find((one) => one.value === value)
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon
          variant="default"
          h={30}
          w="auto"
          miw={24}
          px={4}
          aria-label={`Refresh every: ${chosen?.label ?? 'off'}`}
          title="Auto refresh"
        >
          {chosen?.label}
          <IconChevronDown size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={value ?? OFF}
          onChange={(next) => onChange(REFRESHES.find((one) => one.value === next)?.value)}
        >
          <Menu.RadioItem value={OFF} closeMenuOnClick>
            Off
          </Menu.RadioItem>
          {REFRESHES.map(({ value: one, label }) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
