/** The empty prefix matches every number that no other rate matches. */
export const prefixName = (prefix: string): string => prefix || 'default'
