import { expect, test } from 'vitest'
import { redisOptions } from './rtp-redis.ts'

const subscribed = (url: string) =>
  redisOptions(url).args.find((one) => one.startsWith('--subscribe-keyspace='))

test('without a Redis rtpengine gets no options for one', () => {
  expect(redisOptions(undefined)).toEqual({ args: [], environment: {} })
})

test('each machine of a pair subscribes to the calls of the other', () => {
  const pairs = ['0', '1', '14', '15'].map((n) => subscribed(`redis://192.0.2.9:6379/${n}`))
  expect(pairs).toEqual(['1', '0', '15', '14'].map((n) => `--subscribe-keyspace=${n}`))
})

test('the password is in the environment, and in no argument', () => {
  const { args, environment } = redisOptions('redis://:a-long-word@redis.example:6379/1')
  expect(environment).toEqual({ RTPENGINE_REDIS_AUTH_PW: 'a-long-word' })
  expect(args).toContain('--redis=redis.example:6379/1')
  expect(args.join(' ')).not.toContain('a-long-word')
})

test('a missing Redis keeps no call waiting for long', () => {
  const { args } = redisOptions('redis://192.0.2.9:6379/0')
  expect(args).toContain('--no-redis-required')
  expect(args).toContain('--redis-cmd-timeout=200')
})
