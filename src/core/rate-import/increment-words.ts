// The headers of increments, in English, German, Spanish, French, Italian and Portuguese: a word
// for the interval beside one that says which of the two it is, in either order.

const INTERVAL = [
  ...['incr?s?', 'increment\\w*', 'inkrement\\w*', 'intervals?', 'intervall?[eoi]s?', 'intervall'],
  ...['periods?', 'period[eoi]s?', 'takt(e|ung)?', 'blocks?', 'blocos?', 'blocs?', 'blocchi'],
  ...['blocco', 'bloques?', 'paliers?', 'pas', 'tranches?', 'scatt[oi]', 'steps?', 'pulses?'],
]
const FIRST = [
  ...['first', '1st', 'init(ial)?', 'initiale?s?', 'min(imum)?', 'minimal\\w*', 'erste[rsn]?'],
  ...['premi(er|ere)s?', '1er', 'minim[oa]', 'primer[oa]?', 'inicial', 'inic', 'inizial[ei]'],
  ...['prim[oa]', 'primeir[oa]'],
]
const NEXT = [
  ...['next', 'subseq(uent)?', 'subs?', 'additional', 'add(l|tl)?', 'following', 'folgend\\w*'],
  ...['successive', 'nachste[rsn]?', 'weitere[rsn]?', 'zweite[rsn]?', 'suiv(ante?s?)?'],
  ...['supplementaires?', 'additionnel(le)?s?', 'sig(uiente)?', 'subsiguiente', 'adic(ional)?'],
  ...['success?iv[oa]', 'succ', 'seguente', 'seguinte', 'subsequente', 'aggiuntiv[oa]'],
  ...['proxim[oa]'],
]
/** Behind the word it is a unit of time, as in "Increment (second)". */
const SECOND = ['second', '2nd', '2e', 'segund[oa]', 'second[ao]', 'deuxieme', '2o', '2do']
const PRICE = [
  ...['rates?', 'prices?', 'costs?', 'charges?', 'preis', 'precio', 'preco', 'prix', 'prezzo'],
  'tarif\\w*',
]
const JOINED = '(increment|inkrement|interval|intervall|incr?|block|period|takt(ung)?)'
const NUMBERED = '(increment|incr?|interval|intervallo?|takt|period)'

const word = (words: readonly string[]): string => `\\b(${words.join('|')})\\b`
const has = (pattern: string): string => `(?=.*${pattern})`

const interval = has(word(INTERVAL))
const isPrice = has(word(PRICE))
const first =
  `(${interval}${has(word(FIRST))}|` +
  `${has(`\\b(first|init|initial|min|minimum|erst|mindest|anfangs|start)${JOINED}\\b`)}|` +
  `${has(`\\b${NUMBERED} ?(1|one)$`)})`
const next =
  `(${interval}${has(word(NEXT))}|${has(`${word(SECOND)} .*${word(INTERVAL)}`)}|` +
  `${has(`\\b(next|second|subsequent|additional|folge)${JOINED}\\b`)}|` +
  `${has(`\\b${NUMBERED} ?(n|2|two)$`)})`

/** Prices of an interval come first: the others are the seconds of one. */
export const PRICE_OF_FIRST = new RegExp(`^${isPrice}${first}`)
export const PRICE_OF_NEXT = new RegExp(`^${isPrice}${next}`)
export const BOTH_INCREMENTS = new RegExp(`^${interval}${has(word(FIRST))}${has(word(NEXT))}`)
export const FIRST_INCREMENT = new RegExp(`^${first}`)
export const NEXT_INCREMENT = new RegExp(`^${next}`)
