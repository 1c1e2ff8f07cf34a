// After an upgrade, a page that was opened before imports files that are gone.
import { alert } from '../alerts/alerts.ts'

const TEXT =
  'A part of the console could not be loaded. Reload the page: after an upgrade it is new.'

/** One message, with a button; the screen itself would only wait or fail. */
export function onMissingPart(): void {
  alert.error(TEXT, {
    title: 'Not loaded',
    timeout: 0,
    action: { label: 'Reload', onClick: () => location.reload() },
  })
}
