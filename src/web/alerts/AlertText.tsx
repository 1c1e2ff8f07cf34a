import { useEffect, useRef, useState } from 'react'
import styles from './Alerts.module.css'
import type { Alert } from './alerts.ts'

/** What an alert says: text, or the markup that the sanitiser leaves of it. */
export function AlertText({ alert }: { alert: Alert }) {
  return alert.options.isHtml ? <Markup key={alert.id} text={alert.text} /> : alert.text
}

/** Without its sanitiser, when the server is gone, markup is shown as what it is written in. */
function Markup({ text }: { text: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isRaw, setRaw] = useState(false)
  useEffect(() => {
    import('./sanitise.ts').then(
      ({ sanitise }) => place.current?.replaceChildren(sanitise(text)),
      () => setRaw(true),
    )
  }, [text])
  return isRaw ? text : <span ref={place} className={styles.markup} />
}
