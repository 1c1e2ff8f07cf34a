/** The password of every user of a test. */
export const PASSWORD = 'correct horse battery'
