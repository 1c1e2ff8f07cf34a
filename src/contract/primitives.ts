// How single values cross the wire. A codec decodes text into the exact value and encodes it back.

import { z } from 'zod'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import { CODECS } from '#core/codec.ts'
import {
  type Fx,
  formatFx,
  formatMoney,
  formatPercent,
  formatRate,
  type Money,
  type Percent,
  parseFx,
  parseMoney,
  parsePercent,
  parseRate,
  parseSum,
  RATE_MAX,
  type Rate,
  type Sum,
} from '#core/money.ts'
import { bareDigits, bareNumber } from '#core/number/pasted-number.ts'

export function decimalCodec<T extends number>(
  parse: (text: string) => T | undefined,
  format: (value: T) => string,
  decimals: number,
) {
  const most = Math.floor(Number.MAX_SAFE_INTEGER / 10 ** decimals)
  return z.codec(
    z.string().meta({ format: 'decimal' }),
    z.custom<T>((v) => Number.isSafeInteger(v)),
    {
      decode: (text, context) => {
        const value = parse(text)
        if (value !== undefined) return value
        context.issues.push({
          code: 'custom',
          input: text,
          message: /^\d+,\d+$/.test(text.trim())
            ? `Use a decimal point: ${text.trim().replace(',', '.')}.`
            : `A number up to ${most} with at most ${decimals} decimals, for example 12.5.`,
        })
        return z.NEVER
      },
      encode: (value) => format(value),
    },
  )
}

/** An amount, as decimal text. */
export const moneyText = decimalCodec<Money>(parseMoney, formatMoney, 6)
/** A sum of amounts, as decimal text: only the server sends one. */
export const sumText = z.codec(
  z.string().meta({ format: 'decimal' }),
  z.custom<Sum>((v) => typeof v === 'bigint'),
  {
    decode: (text, context) => {
      const sum = parseSum(text)
      if (sum !== undefined) return sum
      context.issues.push({ code: 'custom', input: text, message: 'Invalid amount.' })
      return z.NEVER
    },
    encode: (sum) => formatMoney(sum),
  },
)
/** A price per minute, as decimal text. */
export const rateText = decimalCodec<Rate>(parseRate, formatRate, 8)
/** The value of one unit of a currency in the system currency, as decimal text. */
export const fxText = decimalCodec<Fx>(parseFx, formatFx, 8)
/** A percentage, as decimal text. */
export const percentText = decimalCodec<Percent>(parsePercent, formatPercent, 4)

const notNegative = (value: number) => value >= 0
export const positiveMoney = moneyText.refine(notNegative, 'Must not be negative.')
/** Bounded, so that a mistyped price does not become an invoice; rupiah fit in. */
export const fee = positiveMoney.refine((fee) => fee <= 100_000_000_000, 'At most 100000.')
export const positiveRate = rateText
  .refine(notNegative, 'Must not be negative.')
  .refine((price) => price <= RATE_MAX, 'At most 1000000 per minute.')
export const positivePercent = percentText
  .refine(notNegative, 'Must not be negative.')
  .refine((percent) => percent <= 10_000_000, 'At most 1000.')
/** The margin that a call must leave; below zero is a loss that is accepted. */
export const profitPercent = percentText.refine(
  (percent) => percent >= -1_000_000 && percent <= 100_000_000,
  'From -100 to 10000.',
)
export const vatPercent = positivePercent.refine((percent) => percent <= 1_000_000, 'At most 100.')

export const id = z.number().int().positive()
/** Ids of calls pass 2^53, so they are text. */
export const callId = z.string().regex(/^\d{1,19}$/, 'Invalid call id.')
/** An instant in UTC, ISO 8601 with Z. */
export const instant = z.iso.datetime({
  offset: true,
  message: 'A date and time, for example 2026-12-01 00:00:00.',
})
/** By ISO 4217. */
export const currency = z.string().regex(/^[A-Z]{3}$/, 'Three capital letters, for example EUR.')
export const prefix = z.string().regex(/^\d{0,15}$/, 'Digits only, at most 15.')
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get in.
const CONTROL = /[\x00-\x1f\x7f\x80-\x9f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of them but tab and line ends.
const CONTROL_IN_LINES = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]/
/** They turn the direction of text, so that a name looks like another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/
const isOneLine = (value: string) => !CONTROL.test(value) && !TURNING.test(value)
const isText = (value: string) => !CONTROL_IN_LINES.test(value) && !TURNING.test(value)
const ONE_LINE = 'One line, without control characters.'
/** One line. */
export const name = (max: number) =>
  z.string().trim().min(1, 'Required.').max(max).refine(isOneLine, ONE_LINE)
/** One line, or none. */
export const line = (max: number) => z.string().trim().max(max).refine(isOneLine, ONE_LINE)
/** It may have several lines. */
export const text = (max = 500) =>
  z.string().trim().max(max).refine(isText, 'No control characters.')
export const seconds = (min: number, max: number) => z.number().int().min(min).max(max)
export const email = z.union([z.literal(''), z.email('Invalid e-mail address.').max(254)])
export const username = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{3,40}$/, '3 to 40 letters, digits, dots, underscores or hyphens.')
/** 12 to 128 characters; the server also refuses those that are easy to guess. */
export const password = z.string().min(12, 'At least 12 characters.').max(128)
export const version = z.number().int().positive()

/** Numbers in a query string. */
export const queryNumber = z.codec(
  z.string().regex(/^-?\d{1,15}$/, 'Invalid number.'),
  z.number(),
  {
    decode: Number,
    encode: String,
  },
)
export const queryId = queryNumber.refine((value) => value > 0, 'Invalid id.')
/** Several, with commas between. */
export const queryIds = z.string().regex(/^\d{1,15}(,\d{1,15}){0,199}$/, 'Up to 200 ids.')

export { CODECS }
export const codecs = z.array(z.enum(CODECS)).min(1, 'Select at least one.')

const ipv4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}(\/(3[0-2]|[12]?\d))?$/
/** An address or a network in CIDR notation, IPv4 or IPv6. */
export const network = z
  .string()
  .trim()
  .refine(
    (value) =>
      ipv4.test(value) || z.cidrv6().safeParse(value).success || z.ipv6().safeParse(value).success,
    {
      message: 'An IP address or network, for example 192.0.2.7 or 192.0.2.0/24.',
    },
  )
  .refine((value) => !value.endsWith('/0'), 'A network that covers all addresses is not allowed.')

const isAddress = (text: string) =>
  z.ipv4().safeParse(text).success || z.ipv6().safeParse(text).success
/** Short, octal and hexadecimal forms of an address, as 0x7f.1 of 127.0.0.1. */
const ADDRESS_FORM = /^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*$/i
/**
 * A host in the form of an address must be one: other programs read 010.0.0.1 and 10.1 as they
 * like.
 */
const isName = (text: string) => !text.includes(':') && !ADDRESS_FORM.test(text)
/** Names of this machine, and of the metadata service of a cloud. */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|internal)\.?$/i
/** Special-purpose and multicast addresses: RFC 6890, RFC 5771. */
const NOBODYS = /^(0\.|169\.254\.|22[4-9]\.|23\d\.|2[45]\d\.|fe[89ab][0-9a-f]:|ff[0-9a-f]{2}:)/i
/** Whether a host of a network can have the address. */
export const isMachineAddress = (ip: string): boolean => !NOBODYS.test(ip)

/** Where SIP is sent. */
export const host = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,251}[A-Za-z0-9])?$/, 'Enter a host name or an IP address.')
  .refine((text) => isAddress(text) || isName(text), 'Enter a host name or an IP address.')
  .refine((text) => !LOCAL_NAME.test(text), 'Not a name of this machine or of a cloud.')
  .refine((text) => isMachineAddress(text), 'Not a usable IP address.')

/** 1 is the top, right under the operator. */
export const resellerLevel = z.number().int().min(1).max(RESELLER_LEVELS)

export const status = z.enum(['active', 'blocked'])
export const accountStatus = z.enum(['active', 'blocked', 'closed'])

/** As a caller dials it; spaces, hyphens, dots and brackets go. */
export const dialledNumber = z
  .string()
  .overwrite(bareNumber)
  .regex(/^[+\d*#]{1,64}$/, 'Digits, + * and # only, for example +212 661-234567.')
/** The digits of an international number, or the first of them; also with + or 00 in front. */
export const numberDigits = z
  .string()
  .overwrite(bareDigits)
  .regex(/^\d{0,32}$/, 'Digits only, for example +212 661-234567.')

/** Digits as they are dialled internationally, without + or 00; empty where there is none. */
export const number = z
  .string()
  .trim()
  .regex(/^([1-9][0-9]{2,14})?$/, 'An international number, for example 442071838750.')

/** A list of short texts; an error of one is reported for the list. */
export const texts = (pattern: RegExp, message: string, max: number) =>
  z
    .array(z.string().trim())
    .max(max, `At most ${max}.`)
    .refine((all) => all.every((one) => pattern.test(one)), message)
export const prefixes = texts(/^\d{1,15}$/, 'Digits only, at most 15 each.', 50)
export const networks = z
  .array(z.string().trim())
  .max(50, 'At most 50.')
  .refine(
    (all) => all.every((one) => network.safeParse(one).success),
    'IP addresses or networks, for example 192.0.2.7 or 192.0.2.0/24.',
  )

/** The ISO 3166 code of a country. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'Two capital letters, for example GB.')

/** Where customers get help and what applies to them, of the operator or in a brand. */
export const supportEmail = z.email('Invalid e-mail address.').max(200)
export const termsUrl = z
  .url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'An address with https://.' })
  .max(300)
