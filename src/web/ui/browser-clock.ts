/** Milliseconds since 1970 on the browser's clock; `now` of the kit is the server's. */
export const browserNow = (): number => Date.now()
