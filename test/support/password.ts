/** Of everybody who signs in in a test. */
export const PASSWORD = 'correct horse battery'
