// The keys of all tests, for what lies encrypted in the database.
import { readSecretKeys } from '#db/secrets/secret-keys.ts'

export const SECRET_KEYS = '5e'.repeat(32)
export const secretKeys = readSecretKeys(SECRET_KEYS)
