// Alerts of six types (spec §3). Info, success and warning go away by themselves; an error stays
// until it is closed; confirm and prompt answer a promise.

export type AlertType = 'info' | 'error' | 'warning' | 'success' | 'confirm' | 'prompt'

export interface AlertOptions {
  readonly title?: string
  /** Milliseconds until it goes away; 0 stays. */
  readonly timeout?: number
  /** Accepted for the API's sake: text is always shown as text, never as markup (ADR-0011). */
  readonly isHtml?: boolean
  /** Words of the buttons of a question. */
  readonly yes?: string
  readonly no?: string
  /** Red, and the focus on the safe button: for what cannot be undone. */
  readonly dangerous?: boolean
  /** The question is answered yes only after this was typed. */
  readonly type_to_confirm?: string
}

type Answer = boolean | string | null

export interface Alert {
  readonly id: number
  readonly type: AlertType
  readonly title: string
  readonly text: string
  readonly timeout: number
  readonly options: AlertOptions
  readonly answer?: (value: Answer) => void
}

const DEFAULT_TIMEOUT_MS = 3000

let alerts: readonly Alert[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Alert[]): void {
  alerts = next
  for (const listener of listeners) listener()
}

export const isQuestion = ({ type }: Alert): boolean => type === 'confirm' || type === 'prompt'

export const currentAlerts = (): readonly Alert[] => alerts

export function subscribeToAlerts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(type: AlertType, text: string, options: AlertOptions, answer?: Alert['answer']) {
  lastId += 1
  const stays = type === 'error' || type === 'confirm' || type === 'prompt'
  const timeout = options.timeout ?? (stays ? 0 : DEFAULT_TIMEOUT_MS)
  const shown = { id: lastId, type, title: options.title ?? '', text, timeout, options }
  // The same complaint twice is one complaint: a screen that polls would fill the page.
  const others = alerts.filter((a) => a.type !== type || a.text !== text || a.answer)
  change([...others, answer ? { ...shown, answer } : shown])
}

export function closeAlert(id: number, value: Answer = null): void {
  const closed = alerts.find((one) => one.id === id)
  change(alerts.filter((one) => one.id !== id))
  closed?.answer?.(value)
}

export const alert = {
  info: (text: string, options: AlertOptions = {}) => show('info', text, options),
  success: (text: string, options: AlertOptions = {}) => show('success', text, options),
  warning: (text: string, options: AlertOptions = {}) => show('warning', text, options),
  error: (text: string, options: AlertOptions = {}) => show('error', text, options),

  /** True for yes, false for no, null when the question was closed. */
  confirm: (text: string, options: AlertOptions = {}) =>
    new Promise<boolean | null>((resolve) => {
      show('confirm', text, options, (value) => resolve(typeof value === 'boolean' ? value : null))
    }),

  /** What was typed, or null when the question was closed. */
  prompt: (text: string, options: AlertOptions = {}) =>
    new Promise<string | null>((resolve) => {
      show('prompt', text, options, (value) => resolve(typeof value === 'string' ? value : null))
    }),
}
