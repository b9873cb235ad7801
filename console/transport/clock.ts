/** Offset of the service's clock to this machine's, in milliseconds. */
let offsetMs = 0

/** Updates the service's time from the `Date` header of a response (RFC 9110 section 6.6.1), which is precise to seconds. */
export const updateClock = (date: string | null): void => {
  const serverTime = Date.parse(date ?? '')
  if (Number.isNaN(serverTime)) return
  const measuredOffset = serverTime - Date.now()
  // Differences below two seconds are rounding and latency, so they are ignored.
  offsetMs = Math.abs(measuredOffset) < 2_000 ? 0 : measuredOffset
}

/** Returns the service's time in milliseconds since 1970. All times shown or sent are based on it. */
export const serviceNow = (): number => Date.now() + offsetMs
