import { expect, test } from 'vitest'
import { detectSeparator } from '../table-file/detect-separator.ts'
import { detectLayout } from './detect-layout.ts'
import type { RateFileLayout } from './layout.ts'

function layoutOf(text: string): RateFileLayout {
  const separator = detectSeparator(text, '"')
  const lines = text.split('\n')
  const rows = lines.map((line, at) => ({ line: at + 1, cells: line.split(separator) }))
  const sheet = { worksheet: 0, reads_hidden: false }
  const format = { format: 'TEXT', encoding: 'utf-8', quote: '"', ...sheet } as const
  return detectLayout({ ...format, separator }, rows)
}

test.each([
  [
    'a country code beside area codes',
    'Country,Country Code,Area Code,Rate,Rate Status\nSpain,34,6,0.1,New\nItaly,39,3,0.2,Increase',
    'DESTINATION COUNTRY_CODE AREA_CODE RATE CHANGE',
  ],
  [
    'a country code that the codes repeat, an old price and a percentage',
    'Destination;Country code;Code;New price;Old price;Change %\nSpain;34;346;0,1;0,2;-50%',
    'DESTINATION IGNORED PREFIX RATE IGNORED IGNORED',
  ],
  [
    'codes without their country',
    'Zone;Country code;Code;Price\nSpain;34;6;0,1\nItaly;39;3;0,2',
    'DESTINATION COUNTRY_CODE AREA_CODE RATE',
  ],
  [
    'peak and off-peak rates, of which the first counts',
    'Zone|Prefix|Peak Rate|Off-Peak Rate|Setup fee|Min. Duration|Increment\nUK|44|0.1|0.2|0|6|6',
    'DESTINATION PREFIX RATE - CONNECT_FEE FIRST_INCREMENT INCREMENTS',
  ],
  [
    'names of columns of other switches',
    'prefix,name,initial_rate,next_rate,interval_1,interval_n,effective_till\n34,UK,1,2,1,1,',
    'PREFIX DESTINATION FIRST_RATE RATE FIRST_INCREMENT NEXT_INCREMENT EFFECTIVE_UNTIL',
  ],
  [
    'more of them',
    'Dialcode,Name,Cost,Inc,InitTime,ConnectCost\n34,Spain,0.1,60,60,0\n35,Y,0.2,1,1,0',
    'PREFIX DESTINATION RATE NEXT_INCREMENT FIRST_INCREMENT CONNECT_FEE',
  ],
  [
    'German',
    'Land;Ort;Landesvorwahl;Ortsvorwahl;Minutenpreis;gültig ab\nSpanien;Madrid;34;91;0,1;1.12.26',
    'DESTINATION - COUNTRY_CODE AREA_CODE RATE EFFECTIVE_FROM',
  ],
  [
    'Spanish',
    'Destinos;Prefijos;Tarifa;Facturación;Vigencia desde\nEspaña;34;0,1;1/1;01/12/2026',
    'DESTINATION PREFIX RATE INCREMENTS EFFECTIVE_FROM',
  ],
  [
    'French',
    'Code;Tarif HT;Date d’application;Zone\n33;0,01;01/12/2026;France',
    'PREFIX RATE EFFECTIVE_FROM DESTINATION',
  ],
  ['prices in cents, which are no rates', 'Code,Rate in cents\n34,1.2\n35,1.3', 'PREFIX -'],
  ['odd names', 'Dst,Where to,How much\n34,Spain,0.1\n39,Italy,0.2', 'PREFIX DESTINATION RATE'],
  [
    'no header, with seconds and dates',
    'Spain,34,60,1,0.1,2026-12-01\nItaly,39,60,1,0.11,2026-12-01\nFrance,33,60,60,0.2,2026-12-01',
    'DESTINATION PREFIX FIRST_INCREMENT NEXT_INCREMENT RATE EFFECTIVE_FROM',
  ],
])('columns are found with %s', (_, text, expected) => {
  expect(
    layoutOf(text)
      .columns.map((meaning) => meaning ?? '-')
      .join(' '),
  ).toBe(expected)
})

const columnsOf = (headers: string, cells: string) =>
  layoutOf(`Code;Rate;${headers}\n34;0.1;${cells}\n35;0.2;${cells}`).columns.slice(2)

test.each([
  ['Incr. initial', 'Incr. suivant'],
  ['Incrément initial', 'Incrément suivant'],
  ['Premier palier', 'Palier suivant'],
  ['Initial Incr', 'Subsequent Incr'],
  ['Min. increment', 'Add. increment'],
  ['Increment min', 'Increment next'],
  ['Incr1', 'Incr2'],
  ['First interval (sec)', 'Following interval (sec)'],
  ['1st Period', '2nd Period'],
  ['Billing increment, minimum', 'Billing increment, additional'],
  ['Incremento inicial', 'Incremento siguiente'],
  ['Intervalo mínimo', 'Intervalo adicional'],
  ['Erster Takt', 'Weiterer Takt'],
  ['Mindesttakt', 'Folgetakt'],
  ['Erstes Intervall', 'Nächstes Intervall'],
  ['Scatto iniziale', 'Scatto successivo'],
  ['Primo intervallo', 'Intervallo seguente'],
  ['Período inicial', 'Período subsequente'],
  ['Primeiro incremento', 'Próximo incremento'],
])('the headers %s and %s are the increments', (first, next) => {
  expect(columnsOf(`${first};${next}`, '30;6')).toEqual(['FIRST_INCREMENT', 'NEXT_INCREMENT'])
})

test.each(['Incr.', 'Incréments', 'Intervalle', 'Initial/next incr.', 'Scatti', 'Taktung'])(
  'both increments stand in the column %s',
  (header) => {
    expect(columnsOf(header, '30/6')).toEqual(['INCREMENTS'])
  },
)

test('both increments are found below the name of one', () => {
  expect(columnsOf('First increment', '30/6')).toEqual(['INCREMENTS'])
})

test.each(['Rate of the first interval', 'Price next period', 'Min. volume'])(
  'the header %s is no increment',
  (header) => {
    expect(String(columnsOf(header, '30')[0])).not.toMatch(/_INCREMENT/)
  },
)

test('columns without a part of a rate are ignored at once, but not all percentages', () => {
  const headers = 'Old price;Change %;Margin;Surcharge %;Off-peak rate'
  expect(columnsOf(headers, '0.2;5;0.1;3;0.4')).toEqual([
    ...['IGNORED', 'IGNORED', 'IGNORED', null, null],
  ])
})

test.each([
  ['12/13/2026', '0.1', 'MDY'],
  ['13/12/2026', '0.1', 'DMY'],
  ['12/11/2026', '0.1', null],
  ['12/11/2026', '0,1', null],
  ['2026-11-12', '0.1', 'YMD'],
])('dates such as %s beside %s are in the order %s', (date, price, expected) => {
  expect(layoutOf(`Code;Rate;Effective date\n34;${price};${date}`).date_order).toBe(expected)
})

test.each([
  ['Rate', 'PER_MINUTE', null],
  ['Price per second', 'PER_SECOND', null],
  ['Price (EUR/sec)', 'PER_SECOND', 'EUR'],
  ['Rate £/min (60 sec)', 'PER_MINUTE', 'GBP'],
])('the header %s gives the unit %s and the currency %s', (header, rate_unit, currency) => {
  expect(layoutOf(`Code;${header}\n34;0.1`)).toMatchObject({ rate_unit, currency })
})

test('titles above the header, and a line that names the separator, are no rates', () => {
  expect(layoutOf('sep=;\nCode;Rate\n34;0,5').header_line).toBe(2)
  expect(layoutOf('PRICES;\nvalid from 1 Dec;\n;\nCode;Rate\n34;0,5').header_line).toBe(4)
  expect(layoutOf('34;0,5\n35;0,6').header_line).toBeNull()
})
