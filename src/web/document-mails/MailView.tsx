// A mail as its reader sees it: the title and colours of its sender, the text, and the file.
import { IconPaperclip } from '@tabler/icons-react'
import type { MailPreview, PreviewedMail } from '#contract/notifications/document-mails.ts'
import { formatBytes } from '../ui/values/format.ts'
import styles from './MailView.module.css'

interface MailViewProps {
  readonly subject: string
  readonly text: string
  readonly look: PreviewedMail['look']
  readonly file: MailPreview['file']
}

export function MailView({ subject, text, look, file }: MailViewProps) {
  const { title, primary, primaryText } = look
  return (
    <section aria-label="Preview of the mail" className={styles.mail}>
      <p className={styles.subject}>{subject}</p>
      <div className={styles.title} style={{ background: primary, color: primaryText }}>
        {title}
      </div>
      <div className={styles.text}>{text}</div>
      {file && (
        <p className={styles.file}>
          <IconPaperclip size={15} aria-hidden="true" /> {file.name}{' '}
          <span className="muted">{formatBytes(file.size)}</span>
        </p>
      )}
    </section>
  )
}
