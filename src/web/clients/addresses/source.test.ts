import { describe, expect, it } from 'vitest'
import { parseLines, parseSource, sizeLabel, wideNetwork, writeSource } from './source.ts'

describe('a source', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1', null, null],
    ['  10.0.0.1:5060/udp ', '10.0.0.1', 5060, 'UDP'],
    ['10.0.0.0/24', '10.0.0.0/24', null, null],
    ['10.0.0.0/24:5061/TCP', '10.0.0.0/24', 5061, 'TCP'],
    ['10.0.0.1/tcp', '10.0.0.1', null, 'TCP'],
    ['sip:10.0.0.1:5080;transport=tcp', '10.0.0.1', 5080, 'TCP'],
    ['2001:db8::1', '2001:db8::1', null, null],
    ['2001:44::/48', '2001:44::/48', null, null],
    ['[2001:db8::1]:5060/udp', '2001:db8::1', 5060, 'UDP'],
  ])('%s is read', (text, ip, port, transport) => {
    expect(parseSource(text)).toEqual({ ip, port, transport })
  })

  it.each(['', 'example.net', '10.0.0.256', '10.0.0.1:0', '10.0.0.1:70000', '0.0.0.0/0', '1:2'])(
    '%j is none',
    (text) => {
      expect(parseSource(text)).toBeUndefined()
    },
  )

  it.each(['10.0.0.1', '10.0.0.1:5060/udp', '10.0.0.0/24', '[2001:db8::1]:5060', '10.0.0.1/tcp'])(
    '%s is written as it was read',
    (text) => {
      const source = parseSource(text)
      expect(source && writeSource(source)).toBe(text)
    },
  )
})

describe('many sources', () => {
  it('stand one per line, with a description behind', () => {
    const lines = parseLines('10.0.0.1:5060/udp  main office\r\n\n10.0.0.2, backup\nnonsense\n')
    expect(lines.map(({ source, description }) => [source?.ip, description])).toEqual([
      ['10.0.0.1', 'main office'],
      ['10.0.0.2', 'backup'],
      [undefined, ''],
    ])
  })

  it('that are the same are told, however they are written', () => {
    const lines = parseLines('10.0.0.1:5060/udp\nsip:10.0.0.1:5060;transport=udp again\n10.0.0.1')
    expect(lines.map((line) => line.isRepeated)).toEqual([false, true, false])
  })
})

describe('a network', () => {
  it.each([
    ['10.0.0.1', undefined],
    ['10.0.0.1/32', undefined],
    ['2001:db8::1/128', undefined],
    ['10.0.0.0/24', '256 addresses'],
    ['10.0.0.0/8', '16,777,216 addresses'],
    ['2001:db8::/48', '/48 network'],
  ])('%s has so many addresses: %s', (ip, words) => {
    expect(sizeLabel(ip)).toBe(words)
  })

  it('wider than /24 is warned of, with the number of its addresses', () => {
    expect(wideNetwork('10.0.0.0/24')).toBeUndefined()
    expect(wideNetwork('10.0.0.1')).toBeUndefined()
    expect(wideNetwork('10.0.0.0/16')).toContain('65,536 addresses')
    expect(wideNetwork('2001:db8::/48')).toBeUndefined()
    expect(wideNetwork('2001:db8::/32')).toContain('/48')
  })
})
