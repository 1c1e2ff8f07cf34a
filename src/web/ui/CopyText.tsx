import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'

interface CopyTextProps {
  readonly text: string
  readonly label?: string
}

/** Puts text on the clipboard, also where the page is not served over TLS. */
export function CopyText({ text, label = 'Copy' }: CopyTextProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (navigator.clipboard) await navigator.clipboard.writeText(text)
    else copyBySelection(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <ActionIcon
      size={22}
      aria-label={label}
      title={copied ? 'Copied' : label}
      onClick={() => void copy()}
    >
      {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </ActionIcon>
  )
}

function copyBySelection(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
