import { expect, test } from 'vitest'
import { kamailioHole, rtpengineHole } from './known-holes.ts'

const kamailio = (version: string) =>
  `version: kamailio ${version} (x86_64/linux) \nflags: USE_TCP\n`

test.each([
  ['5.6.3', true],
  ['5.8.7', true],
  ['5.8.8', false],
  ['6.0.5', true],
  ['6.0.6', false],
  ['6.1.0', true],
  ['6.1.1', false],
  ['6.2.0', false],
])('Kamailio %s, which listens on TCP: is a hole known? %s', (version, isKnown) => {
  const hole = kamailioHole(kamailio(version), true)
  if (isKnown) expect(hole).toContain(`Kamailio ${version}`)
  else expect(hole).toBeUndefined()
  expect(kamailioHole(kamailio(version), false)).toBeUndefined()
})

test.each([
  ['10.5.3.5-1+deb12u1', false],
  ['10.5.3.5-1', true],
  ['10.5.3.5', true],
  ['11.5.1.24-1+deb12u2', false],
  ['13.4.1.0', true],
  ['13.4.1.1', false],
  ['14.0.1.2', false],
])('rtpengine %s: is a hole known? %s', (version, isKnown) => {
  const hole = rtpengineHole(`Version: ${version}\n`)
  if (isKnown) expect(hole).toContain(`rtpengine ${version}`)
  else expect(hole).toBeUndefined()
})

test('a program that does not say its version is nobody to warn of', () => {
  expect(kamailioHole('', true)).toBeUndefined()
  expect(rtpengineHole('')).toBeUndefined()
})
