// How mails look: the brand of the sender, its addresses, and the settings of the switch.
import { inheritBrand } from '#core/account/brand.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Look } from '#core/notification/message.ts'
import { listBrandsOf } from '../accounts/brands.ts'
import type { Database } from '../database.ts'
import { readSettings, type Settings } from '../settings.ts'
import { findMailServer } from './mail-server.ts'
import { readSenderNames } from './sender-brands.ts'

/** The parts that all mails of a sender have in common. */
export interface Sender extends Omit<Look, 'rule_name' | 'unsubscribe_url' | 'timezone'> {
  /** That of the switch, for those who have none. */
  readonly timezone: string
  /** Empty is that of the mail server. */
  readonly from_name: string
  readonly reply_to: string
  /** Where the page to unsubscribe is; empty if it cannot be reached. */
  readonly unsubscribe_base: string
}

/** Each sender is read once. */
export async function makeSenders(
  database: Database,
): Promise<(sender_id: number) => Promise<Sender>> {
  const settings = await readSettings(database)
  const console_url = (await findMailServer(database))?.console_url ?? ''
  const known = new Map<number, Promise<Sender>>()
  return (sender_id) => {
    const found = known.get(sender_id) ?? readSender(database, sender_id, settings, console_url)
    known.set(sender_id, found)
    return found
  }
}

async function readSender(
  database: Database,
  sender_id: number,
  settings: Settings,
  console_url: string,
): Promise<Sender> {
  const { timezone, date_format, theme_colors, title } = settings
  const common = { timezone, date_format }
  const { primary, primaryText } = theme_colors
  if (sender_id === OPERATOR_ID) {
    const from = { title, from_name: '', reply_to: '', console_url, unsubscribe_base: console_url }
    return { ...common, ...from, primary, primaryText }
  }
  const brand = inheritBrand(await listBrandsOf(database, sender_id))
  const { name = '', domain = null } = (await readSenderNames(database, sender_id)) ?? {}
  const own_title = brand.title ?? name
  return {
    ...common,
    title: own_title,
    primary: brand.colors?.primary ?? primary,
    primaryText: brand.colors?.primaryText ?? primaryText,
    from_name: own_title,
    reply_to: brand.support_email ?? '',
    // Those below a reseller must not see whom it buys from.
    console_url: domain === null ? '' : `https://${domain}`,
    unsubscribe_base: domain === null ? console_url : `https://${domain}`,
  }
}
