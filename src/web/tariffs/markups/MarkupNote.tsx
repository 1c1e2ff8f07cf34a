// Which tariff another one follows, and whether its rates are as they should be.

import { useEffect } from 'react'
import { getMarkup, type TariffMarkup } from '#contract/tariffs/markups.ts'
import { getTariff } from '#contract/tariffs/tariffs.ts'
import { useOne, useRefresh } from '../../http/use-endpoint.ts'
import { paths } from '../../navigation/paths.ts'
import { Link } from '../../session/Link.tsx'
import { StatusDot, type Tone } from '../../ui/values/Badge.tsx'
import styles from './MarkupRules.module.css'

type State = TariffMarkup['state']

const STATES: Readonly<Record<State, readonly [tone: Tone, label: string]>> = {
  CURRENT: ['success', 'Up to date'],
  PENDING: ['info', 'Computing…'],
  FAILED: ['danger', 'Failed'],
}

export function MarkupState({ state }: { state: State }) {
  const [tone, label] = STATES[state]
  return <StatusDot tone={tone}>{label}</StatusDot>
}

const LOOK_EVERY_MS = 2000

interface MarkupNoteProps {
  readonly tariff_id: number
  readonly state: State
  /** To the rules, unless they are on the same page. */
  readonly isLinked?: boolean
}

export function MarkupNote({ tariff_id, state, isLinked = true }: MarkupNoteProps) {
  const { data: markup } = useOne(getMarkup, { params: { id: tariff_id } })
  const refresh = useRefresh(getTariff)
  const now = markup?.state ?? state
  // Another process does the work: then the rates are other ones, too.
  useEffect(() => {
    if (now !== 'PENDING') return undefined
    const timer = setInterval(refresh, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [now, refresh])
  if (!markup) {
    return (
      <output className={styles.note}>
        Its rates follow another tariff. <MarkupState state={state} />
      </output>
    )
  }
  const { parent_id, parent_name, follows, error } = markup
  return (
    <output className={styles.note}>
      {follows ? 'Its rates follow ' : 'Its rates are copied from '}
      <Link to={paths.admin.tariffRates(parent_id).list}>{parent_name}</Link>.{' '}
      <MarkupState state={now} /> {error}{' '}
      {follows && isLinked && <Link to={paths.admin.tariffs.markup(tariff_id)}>Markup</Link>}
    </output>
  )
}
