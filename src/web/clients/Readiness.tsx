// The requirements for routing the calls of a client: each is met, or has a link to meet it.

import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import type { getRetailClient } from '#contract/accounts/retail-clients.ts'
import type { getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import {
  READINESS_GAPS,
  READINESS_ITEMS,
  type ReadinessGap,
  type ReadinessItem,
} from '#core/account/client-readiness.ts'
import { GAP_HELP, GAP_LABELS, ITEM_LABELS } from '../fields/readiness-labels.ts'
import { focusField } from '../forms/field-elements.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { accountPath } from '../navigation/account-path.ts'
import { paths } from '../navigation/paths.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { Link } from '../session/Link.tsx'
import { useMay, useSees } from '../session/session.ts'
import { count } from '../ui/values/format.ts'
import type { Client } from './client-labels.ts'
import styles from './Readiness.module.css'

interface ReadinessProps {
  readonly id: number
  readonly get: typeof getWholesaleClient | typeof getRetailClient
}

/** The fields that only clients of one kind have. */
type Shown = Client & { readonly ip_count?: number; readonly sip_user_count?: number }

const { tariffs, tariffRates, routePlans, bans } = paths.admin

const EVERY_MS = 5000

export function Readiness({ id, get }: ReadinessProps) {
  const { data } = useOne(get, { params: { id } }, { every_ms: EVERY_MS })
  const mayTest = useMay('route_tests.execute')
  const seesNotifications = useMay('price_notifications.view')
  const { pay, dialog } = usePayment('RECHARGE')
  const client: Shown | undefined = data
  if (!client) return null
  const gapOf = new Map(client.gaps.map((gap) => [READINESS_GAPS[gap], gap]))
  const items = READINESS_ITEMS.filter((item) => gapOf.has(item) || doneText(client, item) != null)
  return (
    <section
      className={styles.bar}
      aria-label="Readiness"
      data-ready={String(client.gaps.length === 0)}
    >
      <ul className={styles.items}>
        {items.map((item) => {
          const gap = gapOf.get(item)
          return gap ? (
            <li key={item} className={styles.missing} title={GAP_HELP[gap]}>
              <IconAlertTriangle size={15} aria-label="Missing" />
              {ITEM_LABELS[item]}: <strong>{GAP_LABELS[gap]}</strong>
              <Mend gap={gap} client={client} pay={pay && (() => pay(client))} />
            </li>
          ) : (
            <li key={item} className={styles.done}>
              <IconCheck size={15} aria-label="Done" />
              {ITEM_LABELS[item]}: {doneText(client, item)}
            </li>
          )
        })}
      </ul>
      <span className={styles.links}>
        {seesNotifications && (
          <ListLink to={paths.admin.priceNotifications} filters={{ account_id: client.id }}>
            Price notifications
          </ListLink>
        )}
        {mayTest && (
          <ListLink to={paths.admin.routeTester} filters={{ client_id: client.id }}>
            Test a call
          </ListLink>
        )}
      </span>
      {dialog}
    </section>
  )
}

/** Nothing for an item that is shown only with a gap, or that is hidden from the user. */
function doneText(client: Shown, item: ReadinessItem): ReactNode {
  const { ip_count, sip_user_count = 0, parent_name } = client
  switch (item) {
    case 'source':
      return ip_count === undefined
        ? count(sip_user_count, 'SIP user', 'SIP users')
        : count(ip_count, 'address', 'addresses')
    case 'tariff':
      return <Link to={tariffRates(client.tariff_id).list}>{client.tariff_name}</Link>
    case 'route_plan':
      return client.route_plan_id === null
        ? 'by address'
        : client.route_plan_name && (
            <Link to={routePlans.edit(client.route_plan_id)}>{client.route_plan_name}</Link>
          )
    case 'funds':
      return 'available'
    case 'resellers':
      return parent_name
    default:
      return null
  }
}

interface MendProps {
  readonly gap: ReadinessGap
  readonly client: Shown
  readonly pay: (() => void) | undefined
}

/** The field of this form in which a gap is closed. */
const FIELDS: Partial<Readonly<Record<ReadinessGap, string>>> = {
  ACCOUNT_BLOCKED: 'status',
  ACCOUNT_EXPIRED: 'expires_at',
  NO_ROUTE_PLAN: 'route_plan_id',
  SPEND_LIMIT: 'daily_spend_limit',
}

function Mend({ gap, client, pay }: MendProps) {
  const { tariff_id, route_plan_id, parent_id, parent_level } = client
  const ownsPlans = useSees('operations')
  const field = gap === 'ROUTE_PLAN_BLOCKED' && !ownsPlans ? 'route_plan_id' : FIELDS[gap]
  if (field) {
    const open = (event: MouseEvent<HTMLElement>) =>
      focusField(event.currentTarget.closest('form'), field)
    return <MendButton label="Change" onClick={open} />
  }
  switch (gap) {
    case 'NO_ADDRESS':
    case 'NO_SIP_USER':
      return <MendButton label="Add" onClick={showSources} />
    case 'NO_FUNDS':
      return pay ? <MendButton label="Recharge" onClick={pay} /> : null
    case 'TARIFF_BLOCKED':
      return <Link to={tariffs.edit(tariff_id)}>Open tariff</Link>
    case 'NO_RATES':
      return <Link to={tariffRates(tariff_id).list}>Add rates</Link>
    case 'STOPPED_ABOVE':
      return null
    case 'BANNED':
      return <Link to={bans}>Open bans</Link>
    default:
      if (gap.startsWith('RESELLER')) {
        const reseller = { kind: 'RESELLER', id: parent_id ?? 0, level: parent_level }
        return <Link to={accountPath(reseller)}>Open reseller</Link>
      }
      return route_plan_id === null ? null : (
        <Link to={routePlans.edit(route_plan_id)}>Open route plan</Link>
      )
  }
}

/** Addresses and SIP users are in a list below the form. */
function showSources(event: MouseEvent<HTMLElement>): void {
  const below = event.currentTarget.closest('form')?.nextElementSibling
  below?.scrollIntoView({ block: 'start' })
  below?.querySelector<HTMLElement>('button')?.focus()
}

interface MendButtonProps {
  readonly label: string
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
}

const MendButton = ({ label, onClick }: MendButtonProps) => (
  <button type="button" className={styles.mend} onClick={onClick}>
    {label}
  </button>
)
