// The rules by prefix. A plan may have thousands, so only those in sight are in the document.
import { IconPointFilled } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { prefixName } from '#core/routing/rule-texts.ts'
import { DestinationName } from '../pickers/DestinationName.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { type LookupNames, type PlanRuleValues, targetName } from './plan-values.ts'
import styles from './RoutePlan.module.css'
import { filtersOf, flagsOf } from './rule-labels.ts'

const ROW_HEIGHT = 50

export interface ListedRule {
  readonly rule: PlanRuleValues
  /** Its place among all rules. */
  readonly at: number
  readonly mark: 'new' | 'changed' | undefined
  readonly isWrong: boolean
}

interface RuleListProps {
  readonly listed: readonly ListedRule[]
  readonly chosen: number
  readonly known: LookupNames
  readonly onChoose: (at: number) => void
}

export function RuleList({ listed, chosen, known, onChoose }: RuleListProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: listed.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  })
  const place = listed.findIndex(({ at }) => at === chosen)
  // A rule that was chosen elsewhere, or added, is shown in the list.
  useEffect(() => {
    if (place >= 0) virtualizer.scrollToIndex(place)
  }, [place, virtualizer])
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const next = by && listed[place + by]
    if (!next) return
    event.preventDefault()
    onChoose(next.at)
    virtualizer.scrollToIndex(place + by)
    // The row may come into the document only after the scroll.
    requestAnimationFrame(() => {
      scroll.current?.querySelector<HTMLElement>(`[data-at="${next.at}"]`)?.focus()
    })
  }
  if (listed.length === 0) return null
  return (
    <div className={styles.list} ref={scroll}>
      <ul aria-label="Rules" onKeyDown={keys} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const one = listed[index]
          if (!one) return null
          return (
            <li
              key={one.at}
              className={styles.row}
              style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
            >
              <button
                type="button"
                data-at={one.at}
                aria-current={one.at === chosen || undefined}
                onClick={() => onChoose(one.at)}
              >
                <Summary {...one} known={known} />
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Summary({ rule, mark, isWrong, known }: ListedRule & { known: LookupNames }) {
  const names = rule.targets.map((target) => targetName(known, target))
  const to = rule.action === 'BLOCK' ? `Block with ${rule.block_sip_code}` : names.join(' ▸ ')
  return (
    <>
      <span className={styles.first}>
        <strong className="mono">{prefixName(rule.dst_prefix)}</strong>
        <DestinationName prefix={rule.dst_prefix} />
        <Chips rule={rule} known={known} />
        {rule.status === 'blocked' && <span className="muted">disabled</span>}
        {mark && (
          <span className={styles.mark}>
            <IconPointFilled size={12} aria-hidden />
            {mark}
          </span>
        )}
      </span>
      <span className={styles.second}>
        {isWrong && <span className="danger">needs attention</span>}
        <span className={styles.gateway}>{to || 'no gateway yet'}</span>
        {rule.description && <span className={styles.description}>{rule.description}</span>}
      </span>
    </>
  )
}

/** A row has room for some of the texts; the editor shows the rest. */
const SHOWN = 3

function Chips({ rule, known }: { rule: PlanRuleValues; known: LookupNames }) {
  const filters = filtersOf(rule, known)
  const flags = flagsOf(rule)
  const hidden = filters.slice(SHOWN)
  return (
    <span className={styles.chips}>
      {filters.slice(0, SHOWN).map((filter) => (
        <Badge key={filter}>{filter}</Badge>
      ))}
      {hidden.length > 0 && (
        <span title={hidden.join(', ')}>
          <Badge>+{hidden.length}</Badge>
        </span>
      )}
      {flags.map((flag) => (
        <Badge key={flag} tone="info">
          {flag}
        </Badge>
      ))}
    </span>
  )
}
