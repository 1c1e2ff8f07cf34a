// A dialog without Modal.Header, which would put a second banner landmark on the page.
import { ActionIcon, Drawer, Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Dialog.module.css'
import { useReturnedFocus } from './use-returned-focus.ts'

interface DialogProps {
  readonly title: ReactNode
  readonly opened?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** Buttons beside the title. */
  readonly tools?: ReactNode
  readonly width?: number
  /** Its height changes while one looks: the top stays in its place. */
  readonly grows?: boolean
  /** A dialog that has to be answered shows no cross, and the page behind does not close it. */
  readonly must_answer?: boolean
}

export function Dialog(props: DialogProps) {
  return (
    <Modal.Root
      opened={props.opened ?? true}
      onClose={props.onClose}
      size={props.width ?? 440}
      centered={!props.grows}
      closeOnClickOutside={!props.must_answer}
      closeOnEscape={!props.must_answer}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        <Frame {...props} heading={<Modal.Title>{props.title}</Modal.Title>} />
      </Modal.Content>
    </Modal.Root>
  )
}

/** A dialog at the side, beside what it belongs to. */
export function SideDialog(props: DialogProps) {
  return (
    <Drawer.Root
      opened={props.opened ?? true}
      onClose={props.onClose}
      position="right"
      size={props.width ?? 560}
    >
      <Drawer.Overlay backgroundOpacity={0.2} />
      <Drawer.Content>
        <Frame {...props} heading={<Drawer.Title>{props.title}</Drawer.Title>} />
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** The kit's own titles name the dialog for those who cannot see it. */
function Frame(props: DialogProps & { heading: ReactNode }) {
  useReturnedFocus()
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        {props.heading}
        {props.tools}
        {!props.must_answer && (
          <ActionIcon aria-label="Close" onClick={props.onClose}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      <div className={styles.body}>{props.children}</div>
      {props.footer && <div className={styles.foot}>{props.footer}</div>}
    </div>
  )
}
