// The meaning of the words of a header, in English, German, Spanish and French. The words of the
// trade in these languages, without accents.
import {
  BOTH_INCREMENTS,
  FIRST_INCREMENT,
  NEXT_INCREMENT,
  PRICE_OF_FIRST,
  PRICE_OF_NEXT,
} from './increment-words.ts'
import type { ColumnMeaning } from './layout.ts'

/** The first pattern that matches counts; a specific one comes before a general one. */
const WORDS: readonly (readonly [ColumnMeaning | null, RegExp])[] = [
  // The change of a price, and the price before it, are no part of the rate.
  ['IGNORED', /\b(margin|profit|difference|delta|variation)\b/],
  ['IGNORED', /^(?=.*\b(changes?|increase|decrease|anderung|cambio)\b).*(%|\bpercent)/],
  // A percentage is no price either, but it may be added to one.
  [null, /%|\bpercent\b/],
  [
    'IGNORED',
    /\b(old|previous|prev|former|alter|anterior|ancien|altes?) (rate|price|preis|precio|prix)/,
  ],
  ['CURRENCY', /^(currency( code)?|ccy|cur|wahrung|moneda|divisa|devise|monnaie)$/],
  ['EFFECTIVE_UNTIL', /\b(until|till|hasta|jusqu|expir\w*|gultig bis|valid (to|thru|through))\b/],
  [
    'EFFECTIVE_UNTIL',
    /\b((end|expiry|to) date|date (to|end)|effective to|fecha fin\w*|date fin)\b/,
  ],
  ['EFFECTIVE_UNTIL', /^(to|end|ends|bis|enddatum|date de fin)$/],
  ['EFFECTIVE_FROM', /\b(effective|eff|valid(ity)?( from)?|gultig( ab| von)?|wirksam|vigencia)\b/],
  ['EFFECTIVE_FROM', /\b((start|from|activation) date|date (from|start)|desde|vigente|valable)\b/],
  ['EFFECTIVE_FROM', /\b(a partir|date d (effet|application)|fecha (de )?(inicio|efectiva))\b/],
  [
    'EFFECTIVE_FROM',
    /^(date|datum|fecha|(counts )?from|start|starts|ab|startdatum|vom|gultigkeit)$/,
  ],
  ['CONNECT_FEE', /\b(connect(ion)?|set ?up|call) ?(fee|charge|cost|price)\b/],
  [
    'CONNECT_FEE',
    /\b(verbindungs(gebuhr|entgelt)|establecimiento|frais de connexion|mise en relation)\b/,
  ],
  ['FIRST_RATE', /\b(first|initial|1st) (minute |min |period )?(rate|price)\b/],
  ['FIRST_RATE', PRICE_OF_FIRST],
  ['RATE', PRICE_OF_NEXT],
  ['INCREMENTS', BOTH_INCREMENTS],
  ['FIRST_INCREMENT', FIRST_INCREMENT],
  ['FIRST_INCREMENT', /^(min(imum)? (time|duration)|mindestdauer|init ?time)$/],
  ['NEXT_INCREMENT', NEXT_INCREMENT],
  ['NEXT_INCREMENT', /^(billing ?block|inc)$/],
  [
    'INCREMENTS',
    /\b(increments?|incrs?|intervals?|inkrement\w*|takt(ung)?|abrechnungstakt|pulse)\b/,
  ],
  [
    'INCREMENTS',
    /\b(incrementos?|facturacion|palier|pas de facturation|billing( terms?| type)?)\b/,
  ],
  ['INCREMENTS', /\b(incrementi|intervall[eoi]?s?|intervalos?|scatt[oi]|rounding)\b/],
  ['BLOCKED', /^(blocked|barred|gesperrt|bloqueado|bloque|is blocked|block)$/],
  [
    'CHANGE',
    /\b(change|changes|status|action|indicator|anderung|cambios?|changement|estado|statut)\b/,
  ],
  [
    'COUNTRY_CODE',
    /^(country (dial(l?ing)? )?(code|prefix)|cc|landesvorwahl|landervorwahl|landercode|landercod)$/,
  ],
  ['COUNTRY_CODE', /^((codigo|prefijo) (de |del )?pais|indicatif (du )?pays|code (du )?pays)$/],
  [
    'AREA_CODE',
    /^(area|city|region|regional|local|network|operator|breakout) ?(codes?|prefix(es)?)$/,
  ],
  [
    'AREA_CODE',
    /^(ndc|ortsvorwahl(en)?|(codigo|prefijo)s? de (area|ciudad)|indicatifs? regiona(l|ux)|area)$/,
  ],
  [
    'PREFIX',
    /\b(dial(l?(ed|ing))? ?(code|prefix|digits)s?|prefix(es)?|destination codes?|e ?164)\b/,
  ],
  ['PREFIX', /\b(codes?|prafix(e)?|vorwahl(en)?|prefijos?|codigos?|indicatifs?|digits|dnis)\b/],
  ['PREFIX', /^(prefixe?s?|pattern|dialpattern|number|b number|breakouts?)$/],
  [
    'RATE',
    /\b(rates?|prices?|cost|tarif|preis|precio|prix|tarifa|tariffa|ppm|amount|betrag|importe)\b/,
  ],
  [
    'RATE',
    /\b((per|pro|por|par) ?min\w*|(usd|eur|gbp|chf) (min|minute)|minutenpreis|arbeitspreis)\b/,
  ],
  ['RATE', /^(usd|eur|gbp|chf|peak|charge|charges|new rate)$/],
  [
    'DESTINATION',
    /\b(destinations?( name)?|destinos?|zielland|ziel|zone( name)?|description|beschreibung)\b/,
  ],
  [
    'DESTINATION',
    /\b(country|countries|land|pais|pays|name|operator|network|area name|location|route|region)\b/,
  ],
]

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()

/** Undefined for words that are not known, null for a column that holds no part of a rate. */
export function meaningOfHeader(header: string): ColumnMeaning | null | undefined {
  const text = plain(header.slice(0, 100))
  if (text === '' || /^[\d ]+$/.test(text)) return undefined
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0]
}

/** Among several columns of one meaning the one with the most specific header is used. */
export function preferenceOf(meaning: ColumnMeaning, header: string): number {
  const text = plain(header)
  if (meaning === 'RATE' && /\b(new|neu\w*|nuev[oa]|nouveau|nouvelle)\b/.test(text)) return 3
  if (meaning === 'RATE' && /\b(current|actual|off ?peak|weekend|aktuell\w*)\b/.test(text)) return 0
  if (meaning === 'DESTINATION') {
    if (/\b(destination|destino|ziel|zone)/.test(text)) return 3
    return /\b(country|land|pais|pays)\b/.test(text) ? 1 : 2
  }
  return 1
}

/** Prices in hundredths of the currency: such a column is no rate. */
export const isInCents = (header: string): boolean => /\b(cents?|ct|pence)\b|¢/i.test(header)

export const isPerSecond = (header: string): boolean =>
  /(per|\/|pro|por|par) ?s(ec|ek|eg)?\w*\b/i.test(header) && !/min/i.test(header)
