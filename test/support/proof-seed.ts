/** The seed of `npm run proof`, another one each time; other runs use that of the test. */
export const proofSeed = (otherwise: number): number => Number(process.env.PROOF_SEED ?? otherwise)
