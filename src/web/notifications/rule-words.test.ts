import { expect, test } from 'vitest'
import { TOPICS } from '#core/notification/topics.ts'
import { groupTopics } from './notification-labels.ts'
import { hoursInWords, recipientsInWords, topicsInWords } from './rule-words.ts'

const all = { weekdays: [], from_time: '00:00', till_time: '24:00', timezone: null }

test.each([
  [{}, 'Always'],
  [{ timezone: 'Asia/Kolkata' }, 'Always'],
  [{ weekdays: [1, 2, 3, 4, 5], from_time: '08:00', till_time: '18:00' }, 'Mon–Fri 08:00–18:00'],
  [{ from_time: '22:00', till_time: '06:00', timezone: 'UTC' }, 'every day 22:00–06:00 UTC'],
])('hours %o are %s', (change, words) => {
  expect(hoursInWords({ ...all, ...change })).toBe(words)
})

test('recipients are named in the order of the form', () => {
  const rule = {
    users: [{ id: 1, name: 'nora' }],
    addresses: ['noc@example.com'],
    to_account_contacts: true,
    to_settlement_contacts: true,
    webhooks: [{ id: 1, name: 'Pager' }],
  }
  expect(recipientsInWords(rule)).toBe(
    'nora, noc@example.com, contacts of the account, contacts of the carrier, Pager',
  )
})

test('no topic is all of them', () => {
  expect(topicsInWords({ topics: [] })).toBe('All alarms')
  expect(topicsInWords({ topics: ['GATEWAY_DOWN', 'ASR'] })).toBe('Gateway down, ASR')
})

test('each topic is in one group, and a group without topics is not there', () => {
  expect(
    groupTopics(TOPICS)
      .flatMap(({ topics }) => topics)
      .sort(),
  ).toEqual([...TOPICS].sort())
  expect(groupTopics(['ASR']).map(({ label }) => label)).toEqual(['Traffic'])
})
