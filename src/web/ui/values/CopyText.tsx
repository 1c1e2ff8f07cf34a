import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from './copy-text.ts'

interface CopyTextProps {
  readonly text: string
  readonly label?: string
}

export function CopyText({ text, label = 'Copy' }: CopyTextProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
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
