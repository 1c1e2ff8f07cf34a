import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCircle } from '@tabler/icons-react'
import type { FirstCall } from '#contract/first-call/first-call.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { Link } from '../session/Link.tsx'
import { useUser } from '../session/session.ts'
import { gapLabel, offersOf, STEP_TEXTS, type Thing, targetOf } from '../shell/first-call-steps.ts'
import { OfferLink } from '../shell/OfferLink.tsx'
import styles from './FirstCall.module.css'

type Step = FirstCall['steps'][number]
type FirstCallStepsProps = Pick<FirstCall, 'steps' | 'next'>

const ICONS = {
  DONE: <IconCheck size={17} aria-label="Done" />,
  PARTLY: <IconAlertTriangle size={17} aria-label="Partly done" />,
  OPEN: <IconCircle size={17} aria-label="Open" />,
} as const

export function FirstCallSteps({ steps, next }: FirstCallStepsProps) {
  const { permissions } = useUser()
  const { pay, dialog } = usePayment('RECHARGE')
  return (
    <>
      <ol className={styles.steps} aria-label="Steps">
        {steps.map((step) => {
          const isNext = step.step === next
          const { title, help } = STEP_TEXTS[step.step]
          const offers = step.step === 'call' ? [] : offersOf(steps, step.step)
          const poor = step.things.find(({ gap }) => gap === 'NO_FUNDS')
          return (
            <li key={step.step} data-state={step.state} aria-current={isNext ? 'step' : undefined}>
              <span className={styles.icon}>{ICONS[step.state]}</span>
              <div className={styles.text}>
                <h2>{title}</h2>
                <Things step={step} />
                {(isNext || step.state === 'OPEN') && <p className="muted">{help}</p>}
              </div>
              <div className={styles.offers}>
                {step.step === 'funds' && poor && pay ? (
                  <Button
                    size="compact-sm"
                    variant={isNext ? 'filled' : 'default'}
                    onClick={() => pay(poor)}
                  >
                    Recharge {poor.name}
                  </Button>
                ) : (
                  offers
                    .filter(({ needs }) => permissions.includes(needs))
                    .map((offer, at) => (
                      <OfferLink
                        key={offer.label}
                        offer={offer}
                        size="compact-sm"
                        variant={isNext && at === 0 ? 'filled' : 'default'}
                      />
                    ))
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {dialog}
    </>
  )
}

const SHOWN = 6

/** Things with a gap come first. */
function Things({ step: { step, things } }: { step: Step }) {
  if (step === 'call' || things.length === 0) return null
  const sorted = things.toSorted((a, b) => Number(a.gap === null) - Number(b.gap === null))
  return (
    <ul className={styles.things}>
      {sorted.slice(0, SHOWN).map((thing) => (
        <li key={`${thing.kind} ${thing.id} ${thing.gap}`}>
          <ThingLink thing={thing} />
          {thing.gap && <span className={styles.gap}>{gapLabel(thing.gap)}</span>}
        </li>
      ))}
      {sorted.length > SHOWN && <li className="muted">and {sorted.length - SHOWN} more</li>}
    </ul>
  )
}

function ThingLink({ thing }: { thing: Thing }) {
  const { to, search, hash } = targetOf(thing)
  return (
    <Link to={to} {...(search && { search: search as never })} {...(hash && { hash })}>
      {thing.name}
    </Link>
  )
}
