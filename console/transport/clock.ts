/** Offset of the service's clock to this machine's, in milliseconds. */
let ahead = 0

/** Updates the service's time from the `Date` header of a response (RFC 9110 section 6.6.1), which has seconds. */
export const learnTime = (date: string | null): void => {
  const dated = Date.parse(date ?? '')
  if (Number.isNaN(dated)) return
  const measured = dated - Date.now()
  // Differences below two seconds are rounding and latency, so they are ignored.
  ahead = Math.abs(measured) < 2_000 ? 0 : measured
}

/** Returns the service's time in milliseconds since 1970. All times shown or sent are based on it. */
export const serviceNow = (): number => Date.now() + ahead
