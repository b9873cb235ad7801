import { advanceAsleep, stackNow } from '../../support/control.ts'

/** Enough for the calls of a test. */
const ROOM_MS = 30_000
const WINDOW_MS = 60_000

/** Goes on to the next minute of the stack's clock where the present one is nearly over: rates are counted by minute. */
export const atStartOfWindow = async (): Promise<void> => {
  const left = WINDOW_MS - ((await stackNow()) % WINDOW_MS)
  if (left < ROOM_MS) await advanceAsleep(left)
}
