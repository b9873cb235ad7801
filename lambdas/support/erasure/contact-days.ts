import { addMs } from '@signet/kernel'

const DAY_MS = 86_400_000

/** Messages are kept for 180 days, and a row may be a day older than its time. */
const CONTACT_DAYS = 181

/** The days by which messages are filed. A message is found by its day and address: its sender need not have been signed in. */
export const contactDays = (now: Date): readonly string[] =>
  Array.from({ length: CONTACT_DAYS }, (_, day) =>
    addMs(now, -day * DAY_MS)
      .toISOString()
      .slice(0, 10),
  )
