/** The seed of `npm test` and `npm run proof`; a run without one uses that of the test. */
export const runSeed = (otherwise: number): number => Number(process.env.SEED ?? otherwise)
