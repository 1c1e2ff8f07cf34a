// Finding the fields of a form by their names. A select keeps its name in a hidden input, right
// behind the one that people see.

/** The element of a field that can have the focus; without a name, that of the first field. */
export function fieldIn(form: HTMLElement | null, name?: string): HTMLElement | null {
  if (!name) return form?.querySelector<HTMLElement>('input, textarea, select') ?? null
  const field = form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`) ?? null
  if (!(field instanceof HTMLInputElement && field.type === 'hidden')) return field
  return field.previousElementSibling?.querySelector<HTMLElement>('input') ?? null
}

/** The label on the screen; without one, the name of the field. */
export function labelIn(form: HTMLElement | null, name: string): string {
  const field = fieldIn(form, name)
  const labels = field instanceof HTMLInputElement ? field.labels : undefined
  const own = labels?.[0] ?? field?.closest(':has(> label)')?.querySelector('label')
  const text = own?.textContent ?? field?.getAttribute('aria-label') ?? wordsOf(name)
  return text.replace(/ \(optional\)$/, '')
}

const wordsOf = (name: string): string =>
  name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Brings the field into sight and gives it the focus, after what is about to be drawn. */
export function focusField(form: HTMLElement | null, name?: string): void {
  requestAnimationFrame(() => {
    const field = fieldIn(form, name)
    field?.scrollIntoView({ block: 'center' })
    field?.focus()
  })
}
