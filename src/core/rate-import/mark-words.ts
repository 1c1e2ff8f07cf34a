// Words that mark a rate as blocked or deleted, in the languages of carriers' sheets.
import { type CellFault, cellFault } from '../table-file/cell-fault.ts'

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s*[|\n]\s*/))

const BLOCKED = list(`blocked | block | barred | suspended | closed | not available | unavailable
  n/a | na | disabled | inactive | no service | not served | gesperrt | bloqueado | bloqueada
  bloque | cerrado | ferme`)
const DELETED = list(`deleted | delete | del | removed | remove | removal | withdrawn | cancelled
  canceled | discontinued | discontinue | terminated | expired | obsolete | end | ended | closed
  geloscht | entfernt | eliminado | eliminada | borrado | supprime | supprimee`)
const KEPT = list(`new | n | added | add | a | increase | increased | inc | i | up | decrease
  decreased | dec | down | unchanged | no change | same | current | change | changed | update
  updated | rate change | price change | modified | active | open | enabled | available | ok | u | c
  pending increase | pending decrease | pending | = | + | - | neu | erhohung | senkung
  unverandert | aktiv | nuevo | nueva | aumento | subida | bajada | disminucion
  sin cambio | sin cambios | activo | nouveau | nouvelle | hausse | augmentation | baisse
  inchange | sans changement | actif`)
const YES = list('yes | y | true | 1 | x | si | ja | oui | on')
const NO = list('no | n | false | 0 | nein | non | off | -')

const ASCII = /^[ -~]*$/
const bare = (text: string): string => {
  const letters = ASCII.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')
  return letters.toLowerCase().trim()
}

const MISSING = list('n/a | na | n.a. | tba | tbd')

/** In the place of a price, without saying why there is none. */
export const isMissingWord = (text: string): boolean => MISSING.has(bare(text))

/** In the place of a price. */
export const isBlockedWord = (text: string): boolean =>
  !/^\d/.test(text) && BLOCKED.has(bare(text)) && !isMissingWord(text)

/** Whether a cell looks like one of a column of changes. */
export function isChangeWord(text: string): boolean {
  const word = bare(text)
  return DELETED.has(word) || KEPT.has(word) || BLOCKED.has(word)
}

export type ChangeMark = 'DELETED' | 'BLOCKED' | 'KEPT'

export function parseChangeCell(text: string): ChangeMark | CellFault {
  const word = bare(text)
  if (word === '' || KEPT.has(word)) return 'KEPT'
  if (DELETED.has(word)) return 'DELETED'
  return BLOCKED.has(word) ? 'BLOCKED' : cellFault('Not a known kind of change.')
}

export function parseBlockedCell(text: string): boolean | CellFault {
  const word = bare(text)
  if (word === '' || NO.has(word) || KEPT.has(word)) return false
  return YES.has(word) || BLOCKED.has(word) ? true : cellFault('Neither blocked nor active.')
}
