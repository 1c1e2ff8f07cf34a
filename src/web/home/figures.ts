// Comparison of figures on home pages, and how many calls a share needs to be meaningful.

import type { home } from '#contract/console/home.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { formatDecimal } from '../ui/values/format.ts'

export type HomeFigures = AnswerOf<typeof home>

/** Fewer calls than this say nothing about a share or a mean. */
const SAMPLE_MIN = 30

export const isTooFew = (calls: number): boolean => calls < SAMPLE_MIN

const signed = (text: string, isMore: boolean) => `${isMore ? '+' : '−'}${text}`

/** `+12.4 % vs yesterday, same time`: the change of a sum. */
export function changeOf(today: number, yesterday: number): string {
  if (today === yesterday) return 'same as yesterday'
  if (yesterday === 0) return 'none yesterday'
  const share = Math.abs((today - yesterday) / yesterday) * 100
  return `${signed(`${share.toFixed(1)} %`, today > yesterday)} vs yesterday, same time`
}

/** `−0.6 points vs yesterday, same time`: the change of a share, which is itself in per cent. */
export function pointsOf(today: number | null, yesterday: number | null): string {
  if (today === null || yesterday === null) return ''
  const points = Math.round((today - yesterday) * 1000) / 10
  if (points === 0) return 'same as yesterday'
  return `${signed(`${Math.abs(points).toFixed(1)} points`, points > 0)} vs yesterday, same time`
}

/** The calls that a share or a mean is computed from. */
export const basisOf = (calls: number, what: string): string =>
  `of ${formatDecimal(calls)} ${what}${isTooFew(calls) ? ', too few to compare' : ''}`
