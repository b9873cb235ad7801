/** How far the service's clock is ahead of this machine's, in milliseconds. */
let ahead = 0

/** Learns the time of the service from a reply (RFC 9110 6.6.1): it has seconds. */
export const learnTime = (date: string | null): void => {
  const dated = Date.parse(date ?? '')
  if (Number.isNaN(dated)) return
  const measured = dated - Date.now()
  // A difference of a second or two is the rounding and the way; only a real one counts.
  ahead = Math.abs(measured) < 2_000 ? 0 : measured
}

/** The service's time, in milliseconds since 1970: whatever is shown or asked by time goes by it. */
export const serviceNow = (): number => Date.now() + ahead
