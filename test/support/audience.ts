// Who may see which mark and which figure of the marked world, by the tree alone: what is one's
// own, of those right below, names and calls of the whole tree, and what the seller above shows.
import { assert } from '#core/assert.ts'
import { money, rate } from '#core/money.ts'
import {
  above,
  figureOf,
  isReseller,
  isSettlement,
  MARKED,
  type Marked,
  OWNERS,
  type Owner,
  rateOf,
  resellersAbove,
} from './marked-accounts.ts'
import { boughtFor, chargedAt, isClient } from './marked-calls.ts'
import { paidTo, payersOf } from './marked-things.ts'
import type { Viewer } from './marked-world.ts'

export type Relation = 'own' | 'below' | 'tree' | 'above' | 'foreign'

export const accountOf = (viewer: Viewer): Marked =>
  viewer === 'staff of r2' ? 'r2' : viewer === 'admin of r3' ? 'r3' : viewer

export function relationOf(self: Marked, owner: Owner): Relation {
  if (self === owner) return 'own'
  if (above(owner) === self) return 'below'
  if (above(self) === owner) return 'above'
  return resellersAbove(owner).includes(self) ? 'tree' : 'foreign'
}

/** Whose things of each kind a user sees; a kind that is not here is only the owner's. */
const SEEN: Readonly<Record<string, readonly Relation[]>> = {
  account: ['own', 'below', 'tree', 'above'],
  login: ['own', 'below'],
  company: ['own', 'below', 'above'],
  address: ['own', 'below', 'above'],
  tax: ['own', 'below', 'above'],
  noc: ['own', 'below'],
  billing: ['own', 'below'],
  rates: ['own', 'below'],
  phone: ['own', 'below'],
  // Notes about an account are for the one that sells to it.
  notes: ['below'],
  payprivate: ['below'],
  payref: ['own', 'below'],
  paynote: ['own', 'below'],
  iptext: ['own', 'below'],
  display: ['own', 'below'],
  // The look of the seller above.
  brand: ['own', 'below', 'above'],
  domain: ['own', 'below', 'above'],
  support: ['own', 'below', 'above'],
  terms: ['own', 'below', 'above'],
  // In documents of the seller above.
  bank: ['own', 'above'],
  footer: ['own', 'above'],
  calldest: ['own', 'below', 'tree'],
  callername: ['own', 'below', 'tree'],
  recon: [],
}

/** By which tariff an account is charged. */
const chargedBy = (self: Marked): readonly string[] =>
  isReseller(self) ? ['cost', 'costdest'] : isClient(self) ? ['sell', 'selldest', 'package'] : []

/** The things of settlement accounts that admins of some accounts see: gateways and prices. */
const OF_SETTLEMENTS = ['account', 'gateway', 'buy', 'buydest', 'tariffnotes', 'ratenotes']

/** Those of the resellers above their accounts, which are in their calls too. */
const OF_SELLER = [
  ...['account', 'login', 'company', 'address', 'tax', 'bank', 'footer', 'cost', 'costdest'],
  ...['tariffnotes', 'ratenotes', 'brand', 'domain', 'support', 'terms'],
]

function adminSees(owner: Owner, thing: string): boolean {
  if (owner === 'op') return true
  if (isSettlement(owner)) return OF_SETTLEMENTS.includes(thing)
  if (isReseller(owner) && resellersAbove('r3').includes(owner)) return OF_SELLER.includes(thing)
  return ['own', 'below', 'tree'].includes(relationOf('r3', owner))
}

export function sees(viewer: Viewer, owner: Owner, thing: string): boolean {
  if (viewer === 'admin of r3') return adminSees(owner, thing)
  const self = accountOf(viewer)
  const relation = relationOf(self, owner)
  if (relation === 'above' && chargedBy(self).includes(thing)) return true
  // The route plans that the operator gives to a reseller have names for it.
  if (thing === 'givenplan') return /^r\d$/.test(self)
  return (SEEN[thing] ?? ['own']).includes(relation)
}

/** A number as the API writes it, without zeros at its end. */
export const plain = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1')

export interface Figure {
  readonly owner: Owner
  readonly thing: string
  readonly sees: (viewer: Viewer) => boolean
}

const decimals = (value: number, digits: number): string =>
  plain((value / 10 ** digits).toFixed(digits))
const moneyText = (millionths: number): string => decimals(money(millionths), 6)
const rateText = (value: number): string => decimals(rate(value), 8)

/** The payer and the account above it, which is paid. */
const partiesOf = (payer: Owner) => (viewer: Viewer) =>
  viewer === 'admin of r3'
    ? adminSees(payer, 'amount')
    : ['own', 'below'].includes(relationOf(accountOf(viewer), payer))

/** Also the one above the payer: the money leaves an account right below it. */
const seesPaymentTo = (one: Marked) => (viewer: Viewer) =>
  partiesOf(one)(viewer) || partiesOf(above(one) ?? 'op')(viewer)

/** Every number of the world by its text; balances are in whole millionths. */
export function figuresOf(balances: ReadonlyMap<Owner, number>): ReadonlyMap<string, Figure> {
  const found = new Map<string, Figure>()
  const add = (text: string, owner: Owner, thing: string, isSeen: Figure['sees']) => {
    assert(!found.has(text), `${text} is ${owner} ${thing} and ${found.get(text)?.thing}`)
    found.set(text, { owner, thing, sees: isSeen })
  }
  for (const owner of OWNERS) {
    for (const kind of ['sell', 'cost', 'buy'] as const) {
      add(rateText(rateOf(owner, kind)), owner, kind, (viewer) => sees(viewer, owner, kind))
    }
    const price = moneyText(figureOf(owner, 4))
    add(price, owner, 'package', (viewer) => sees(viewer, owner, 'package'))
  }
  for (const one of MARKED) add(plain(String(paidTo(one))), one, 'payment', seesPaymentTo(one))
  const clients = MARKED.filter(isClient)
  for (const client of clients) {
    const ofAdmin = (viewer: Viewer) => viewer === 'admin of r3' && adminSees(client, 'call')
    add(moneyText(boughtFor(client)), client, 'bought', ofAdmin)
    for (const [depth, payer] of payersOf(client).entries()) {
      const isSeen = (viewer: Viewer) => ofAdmin(viewer) || partiesOf(payer)(viewer)
      const charged = chargedAt(client, depth)
      for (const text of [moneyText(charged), rateText(charged)]) {
        add(text, payer, `charge of ${client}`, isSeen)
      }
    }
  }
  for (const [owner, balance] of balances) {
    const text = moneyText(Math.abs(balance))
    // The balance of an account with a single payment is the same number.
    if (!found.has(text)) add(text, owner, 'balance', partiesOf(owner))
  }
  return found
}

/** The marks in a text, and the figures that are those of one thing alone. */
export function findingsIn(text: string, figures: ReadonlyMap<string, Figure>) {
  const marks = [...text.matchAll(/zz-([a-z]\w)-([a-z]+)/gi)].map(([whole, owner, thing = '']) => {
    const of = owner as Owner
    return { whole, owner: of, thing, sees: (viewer: Viewer) => sees(viewer, of, thing) }
  })
  const numbers = [...text.matchAll(/\d+\.\d{4,}/g)].flatMap(([whole]) => {
    const figure = figures.get(plain(whole))
    return figure ? [{ whole, ...figure }] : []
  })
  return [...marks, ...numbers]
}
