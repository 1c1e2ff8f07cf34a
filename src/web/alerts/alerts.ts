// Alerts of six types. Each goes away after its time-out, and can be read again among the
// recent ones; a confirm or prompt waits for its answer, unless it is given a time-out too.

import type { ReactNode } from 'react'
import { browserNow } from '../ui/browser-clock.ts'
import { makeStore } from '../ui/store.ts'

export type AlertType = 'info' | 'error' | 'warning' | 'success' | 'confirm' | 'prompt'

export interface AlertOptions {
  readonly title?: string
  /** Milliseconds until it goes away; 3000 unless named. */
  readonly timeout?: number
  /** The text is markup, of which a short list of tags is kept (ADR-0011); see `html` below. */
  readonly isHtml?: boolean
  /** Words of the buttons of a question. */
  readonly yes?: string
  readonly no?: string
  /** A button of a notice, such as Undo; it closes the notice. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** Red, and the focus on the safe button: for what cannot be undone. */
  readonly dangerous?: boolean
  /** Under the text of a question, such as a list with links. */
  readonly details?: ReactNode
  /** A question to which one can only say no, because nothing else is possible. */
  readonly only_no?: boolean
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
  readonly shown_at: number
  readonly options: AlertOptions
  readonly answer?: (value: Answer) => void
}

const DEFAULT_TIMEOUT_MS = 3000
/** An error is shown longer: it is read more slowly than "Saved.", and often twice. */
const ERROR_TIMEOUT_MS = 10_000
const RECENT_AT_MOST = 20

export const currentAlerts = makeStore<readonly Alert[]>([])

/** The alerts that were shown, newest first, without the questions. */
export const recentAlerts = makeStore<readonly Alert[]>([])

/** The id of the last alert. */
const lastId = makeStore(0)

export const isQuestion = ({ type }: Alert): boolean => type === 'confirm' || type === 'prompt'

function show(type: AlertType, text: string, options: AlertOptions, answer?: Alert['answer']) {
  lastId.set(lastId.get() + 1)
  const timeout = options.timeout ?? (answer ? 0 : DEFAULT_TIMEOUT_MS)
  const title = options.title ?? ''
  const shown = { id: lastId.get(), type, title, text, timeout, shown_at: browserNow(), options }
  // The same complaint twice is one complaint: a screen that polls would fill the page.
  const isOther = (a: Alert) => a.type !== type || a.text !== text || a.title !== title || a.answer
  if (!answer) {
    recentAlerts.set([shown, ...recentAlerts.get().filter(isOther)].slice(0, RECENT_AT_MOST))
  }
  currentAlerts.set([...currentAlerts.get().filter(isOther), answer ? { ...shown, answer } : shown])
}

export function closeAlert(id: number, value: Answer = null): void {
  const alerts = currentAlerts.get()
  const closed = alerts.find((one) => one.id === id)
  currentAlerts.set(alerts.filter((one) => one.id !== id))
  closed?.answer?.(value)
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup for an alert with `isHtml`, in which names and numbers stay text. */
export const html = (parts: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw(
    { raw: parts },
    ...values.map((value) => value.replace(/[&<>"']/g, (char) => ESCAPED[char] ?? char)),
  )

/** Following a link out of a question closes it. */
export function closeQuestions(): void {
  for (const one of currentAlerts.get().filter(isQuestion)) closeAlert(one.id)
}

const LONG_MS = 1000
/** Longer than any answer is waited for. */
const NEVER_MS = 3_600_000

/** Work that takes longer than a moment is shown as long as it lasts. */
async function showDuring<T>(text: string, work: Promise<T>): Promise<T> {
  let id: number | undefined
  const start = setTimeout(() => {
    show('info', text, { timeout: NEVER_MS })
    id = lastId.get()
  }, LONG_MS)
  try {
    return await work
  } finally {
    clearTimeout(start)
    if (id !== undefined) closeAlert(id)
  }
}

export const alert = {
  during: showDuring,
  info: (text: string, options: AlertOptions = {}) => show('info', text, options),
  success: (text: string, options: AlertOptions = {}) => show('success', text, options),
  warning: (text: string, options: AlertOptions = {}) => show('warning', text, options),
  error: (text: string, options: AlertOptions = {}) =>
    show('error', text, { timeout: ERROR_TIMEOUT_MS, ...options }),

  /** True for yes, false for no, null when the question was closed. */
  confirm: (text: string, options: AlertOptions = {}) =>
    new Promise<boolean | null>((resolve) => {
      show('confirm', text, options, (value) => resolve(typeof value === 'boolean' ? value : null))
    }),

  /** Resolves to the typed text, or to null when the question was closed. */
  prompt: (text: string, options: AlertOptions = {}) =>
    new Promise<string | null>((resolve) => {
      show('prompt', text, options, (value) => resolve(typeof value === 'string' ? value : null))
    }),
}
