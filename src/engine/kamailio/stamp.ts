/** A stamp of the switch's clock: seconds since 1970 in UTC, with microseconds as fraction. */
export type Stamp = number
