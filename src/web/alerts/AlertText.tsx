import { useEffect, useRef, useState } from 'react'
import styles from './Alerts.module.css'
import type { Alert } from './alerts.ts'

/** The content of an alert: text, or sanitised markup. */
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
