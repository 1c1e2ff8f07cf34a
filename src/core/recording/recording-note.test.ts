import { expect, test } from 'vitest'
import { readRecordingFacts, writeRecordingNote } from './recording-note.ts'

const NOTE = { call_id: '120099211491807233', caller_ports: [30_012, 30_013] }
const facts = (...between: readonly string[]) =>
  ['/data/recordings/pcaps/a.pcap', '', ...between, '', writeRecordingNote(NOTE), ''].join('\n')

test('the file of rtpengine has the packets first and our note last', () => {
  expect(readRecordingFacts(facts('call end time: 2026-11-28T09:33:39'))).toEqual({
    ...NOTE,
    pcap: '/data/recordings/pcaps/a.pcap',
  })
})

test('a note within the SDP of a side is not taken for ours', () => {
  expect(readRecordingFacts(facts('softswitch 1 2', 's=softswitch 3 4'))).toMatchObject(NOTE)
  expect(readRecordingFacts('/a.pcap\nsoftswitch 1 2\ns=-\n')).toBeUndefined()
})

test.each(['', 'softswitch 1 2', '/a.pcap\nsoftswitch x 2', '/a.pcap\nsoftswitch 1 '])(
  'a file of %j is none of ours',
  (text) => {
    expect(readRecordingFacts(text)).toBeUndefined()
  },
)
