// How much of the operator's disk the tariffs of a reseller may take.

/** Own tariffs of a reseller; the operator may have any number. */
export const TARIFFS_PER_RESELLER = 100

/** Rates in all own tariffs of a reseller, ended ones too; they take about 250 MB. */
export const RATES_PER_RESELLER = 1_000_000

export const TOO_MANY_RATES =
  `A reseller has at most ${RATES_PER_RESELLER.toLocaleString('en')} rates in all its tariffs: ` +
  'delete tariffs or rates first.'
