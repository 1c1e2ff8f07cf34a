// The words by which the columns of a carrier's calls or sums are known.
import type { CallColumn, CallFileLayout } from './reconciliation.ts'

const MINUTE = /(min|minute|minuten?|minuto|sec|second|sekunde|seconde|segundo)/.source
const PRICE =
  /(price|cost|charge|preis|kosten|precio|coste?|costo|prix|cout|preco|custo|eur|usd|gbp)/.source

/** Null is a column that must not be taken for another. The first pattern that matches counts. */
const WORDS: readonly (readonly [CallColumn | null, RegExp])[] = [
  ['DESTINATION', /\bcalled (country|destination|area|zone|city|name)\b|被叫(国家|地区)/],
  ['CURRENCY', /^(amount |billing |charge )?(currency( code)?|ccy|curr?)$/],
  ['CURRENCY', /^(wahrung|devise|moneda|divisa|moeda|valuta)$|币种|货币/],
  [null, /\b(id|uuid|currency|ccy|from|caller|calling|ani|cli|a ?number|source|src|origin\w*)\b/],
  [null, /\b(origen|origem|appelante?|llamante|chamador|anrufer\w*|quelle|quell\w*nummer)\b|主叫/],
  [
    null,
    /\b(a (ruf\w*|teilnehmer)|(rufnummer|numero) a|emisor|wahrung|devise|moneda|moeda|valuta)\b/,
  ],
  [null, /\b(rate|price per|tari\w+|end(ed)?|stop|disconnect|release|cause|code name|pdd)\b/],
  [null, /\b(hangup|fin|fim|ende)\b|\b(status|response|result|error|sip) code\b|结束|费率|单价/],
  [null, /\b(avg|average|mean|acd|aloc|asr|ner|durchschnitt\w*|promedio|moyenne?|media)\b|平均/],
  [null, new RegExp(String.raw`\b${PRICE}( per| pro| por| par)?( a| an| la)? ${MINUTE}\b`)],
  [null, /\bminutenpreis\b|\b(connect(ion)?|set ?up) (fee|charge|cost)\b|\b(cents?|ct|pence)\b/],
  [null, /^(vat|tax|gst|mwst|ust|tva|iva)( amount| betrag| value| total)?( \d+)?$|税/],
  [
    null,
    /\b(account|customer|invoice|record|serial|sequence|reference|order|row) (number|no|nr)\b/,
  ],
  [null, /\b(rechnungs|kunden|konto)nummer\b|\b(failed|rejected|unanswered|attempts?|intentos)\b/],
  [null, /\b(ring(ing)?|queue|hold|wait(ing)?|chiamante)\b/],
  [
    'CALLS',
    /^(answered|connected|completed|successful|billed) calls$|^calls (answered|connected)$/,
  ],
  ['CALLS', /^total (of |de |des |der )?(calls|anrufe|llamadas|appels|chamadas)$/],
  ['STARTED_AT', /\b(date|datum|fecha|data|dia|tag)\b.*\b(time|uhrzeit|zeit|hora|heure|ora)\b/],
  ['TIME', /\b(time of day|uhrzeit|hora|heure|ora)\b/],
  ['STARTED_AT', /\b(start(ed)?|setup|set up|connect(ed)?|answer(ed)?|begin|date|day|timestamp)\b/],
  ['STARTED_AT', /\b(datum|beginn|tag|fecha|inicio|debut|jour)\b|^(call )?time$|^date ?time$/],
  [
    'STARTED_AT',
    /^data$|^data (d[aeo]|inicio|chamada|ligacao)\b|\b(calldate|startzeit)\b|开始|日期/,
  ],
  [
    'DURATION',
    /\b(duration|seconds|secs?|minutes?|mins?|billm?sec|length|talk|volume)\b|毫秒|时长/,
  ],
  [
    'DURATION',
    /\b(\w*dauer|sekunden|\w*minuten|sek|seg|duracion|segundos|minutos|duree|secondes)\b/,
  ],
  ['DURATION', /\b(duracao|durata|minuti|secondi)\b|分钟|秒数/],
  ['AMOUNT', /\b(amount|cost|charge[ds]?|total|sum|value|fee|price|\w*betrag|\w*kosten|importe)\b/],
  ['AMOUNT', /\b(coste|costo|custo|montant|prix|cout|preis|precio|preco|valor|net|eur|usd|gbp)\b/],
  ['AMOUNT', /\b(summe|entgelt|importo)\b|费用|金额|话费/],
  [
    'CALLS',
    /\b(calls|number of calls|count|anrufe|llamadas|appels|chamadas|chiamate|anzahl)\b|次数|通话数/,
  ],
  ['CALLED_NUMBER', /\b(called|dialled|dialed|b ?number|dnis|callee|dst|msisdn|phone|rufnummer)\b/],
  ['CALLED_NUMBER', /\b(destination number|to number|number|numero|zielnummer)\b|^to$/],
  [
    'CALLED_NUMBER',
    /\b(appelee?|llamado|chamado|chiamato|gerufene\w*|\w*rufnummer|b teilnehmer)\b|被叫/,
  ],
  [
    'PREFIX',
    /\b(prefix|dial code|code|codes|\w*vorwahl|prefijo|prefixo|prefisso|indicatif)\b|前缀|区号/,
  ],
  [
    'DESTINATION',
    /\b(destination|dest|area|country|zone|ziel|land|destino|destinazione|pais|pays)\b/,
  ],
  ['DESTINATION', /目的地|国家|地区/],
]

/** Lower case words without accents: CallDate is call date. */
const bare = (header: string): string =>
  header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

const HEADER_LENGTH_MAX = 60
/** $/min */
const PRICE_OF_A_MINUTE = /[\p{L}\p{Sc}]\s*\/\s*min/iu

/** Undefined is a header that is not known. */
export function meaningOf(header: string): CallColumn | null | undefined {
  if (header.length > HEADER_LENGTH_MAX) return undefined
  if (PRICE_OF_A_MINUTE.test(header)) return null
  const words = bare(header)
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0]
}

const CHARGED =
  /\b(bill\w*|charg\w*|rated|invoiced?|net|netto|ht|excl\w*|abgerechnet\w*|factur\w*|cobrad\w*)\b/

/** Billed duration, net amount: among others of its meaning, what is to be paid. */
export const isCharged = (header: string): boolean => CHARGED.test(bare(header))

export function unitOf(header: string): CallFileLayout['duration_unit'] {
  const words = bare(header)
  if (/\b(ms|msecs?|billmsec|milli\w*)\b|毫秒/.test(words)) return 'MILLISECONDS'
  return /\bmin|minut|分钟/.test(words) ? 'MINUTES' : 'SECONDS'
}

/** Duration (hh:mm), where 01:30 is an hour and a half. */
export const isInHours = (header: string): boolean => /\bh{1,3} m{1,2}\b(?! s)/.test(bare(header))
