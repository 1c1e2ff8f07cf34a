// The example that Standard Webhooks publish.
import { expect, test } from 'vitest'
import { webhookHeaders } from './webhook-signature.ts'

const MESSAGE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
}
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

test('a message has the signature of the example', () => {
  expect(webhookHeaders([SECRET], MESSAGE)['webhook-signature']).toBe(SIGNATURE)
})

test('each secret signs', () => {
  const headers = webhookHeaders([`whsec_${'A'.repeat(44)}`, SECRET], MESSAGE)
  expect(headers['webhook-signature'].split(' ')).toEqual([expect.anything(), SIGNATURE])
})
