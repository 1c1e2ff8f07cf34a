// The sections of a long form: a list beside it on wide screens, a select above it on narrow ones.
// A dot marks changed or invalid sections, and a line the section in view.
import { NativeSelect } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { fieldIn } from './field-elements.ts'
import styles from './SectionIndex.module.css'
import { useCurrentSection } from './use-current-section.ts'

/** Fewer are seen at once. */
const MANY = 6

interface Section {
  readonly id: string
  readonly title: string
  readonly state: 'changed' | 'wrong' | undefined
}

interface SectionIndexProps {
  /** The sections inside of it. */
  readonly page: RefObject<HTMLElement | null>
  readonly changed: ReadonlySet<string>
  readonly errors: Readonly<Record<string, unknown>>
}

export function SectionIndex({ page, changed, errors }: SectionIndexProps) {
  const [sections, setSections] = useState<readonly Section[]>([])
  // Sections are found after rendering; those that load later are found too.
  useEffect(() => {
    const read = () => {
      const next = readSections(page.current, changed, Object.keys(errors))
      setSections((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
    }
    read()
    const observer = new MutationObserver(read)
    if (page.current) observer.observe(page.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [page, changed, errors])

  const isLong = sections.length >= MANY
  const current = useCurrentSection(page, isLong ? sections.map(({ id }) => id).join(' ') : '')

  if (!isLong) return null
  return (
    <>
      <nav className={styles.index} aria-label="Sections">
        {sections.map(({ id, title, state }) => (
          <a
            key={id}
            href={`#${id}`}
            className={styles.entry}
            aria-current={id === current ? 'location' : undefined}
            onClick={(event) => {
              event.preventDefault()
              goTo(id)
            }}
          >
            {title}
            {state && <span className={styles.dot} data-state={state} title={state} />}
            {state && <span className={styles.unseen}>{state}</span>}
          </a>
        ))}
      </nav>
      <NativeSelect
        className={styles.select}
        aria-label="Go to section"
        value=""
        data={[
          { value: '', label: 'Go to section…' },
          ...sections.map(({ id, title, state }) => ({
            value: id,
            label: state ? `${title} (${state})` : title,
          })),
        ]}
        onChange={(event) => goTo(event.currentTarget.value)}
      />
    </>
  )
}

/** By their headings; a field belongs to the section around it. */
function readSections(
  page: HTMLElement | null,
  changed: ReadonlySet<string>,
  wrong: readonly string[],
): Section[] {
  const all = [...(page?.querySelectorAll<HTMLElement>('section[aria-labelledby]') ?? [])]
  return all.flatMap((section) => {
    const id = section.getAttribute('aria-labelledby') ?? ''
    const title = document.getElementById(id)?.textContent
    if (!title) return []
    const holds = (name: string) => fieldIn(section, name) !== null
    const state = wrong.some(holds) ? 'wrong' : [...changed].some(holds) ? 'changed' : undefined
    return [{ id, title, state }]
  })
}

/** Opens it if it is folded, and does not move the focus. */
function goTo(id: string): void {
  const heading = document.getElementById(id)
  const section = heading?.closest('section')
  heading?.querySelector<HTMLElement>('[aria-expanded="false"]')?.click()
  requestAnimationFrame(() => {
    section?.scrollIntoView({ block: 'start' })
    fieldIn(section ?? null)?.focus({ preventScroll: true })
  })
}
