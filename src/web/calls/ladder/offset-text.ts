/** Seconds after the beginning, to the millisecond. */
export const offsetText = (seconds: number): string => `+${Math.max(0, seconds).toFixed(3)}`
