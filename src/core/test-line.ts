// The test line: a program beside the switch that answers two numbers, so that a first call needs
// no carrier.

/** Among the processes of the product. */
export const TEST_LINE_PROCESS = 'test-line'

/** Loopback: from outside it can only be called through the switch. */
export const TEST_LINE_ADDRESS = '127.0.0.1'
export const TEST_LINE_PORT = 5090

/**
 * 999 and ECHO or TONE on a keypad. Country code 999 is reserved (ITU-T list of E.164 country
 * codes), so no real number begins like these.
 */
export const TEST_NUMBERS = { echo: '9993246', tone: '9998663' } as const

/** In Hz; the frequency of test tones in telephony (ITU-T O.6 and its American counterpart). */
export const TEST_TONE_HZ = 1004

/** The prefix that its numbers have in common. */
export const TEST_LINE_PREFIX = '999'
