import { type Challenge, solve } from './captcha.ts'

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  postMessage(solve(data))
})
