import { useMemo, useState } from 'preact/hooks'

export interface Attempt {
  /** Idempotency key: a retry with the same key runs and charges once. */
  readonly key: string
  /** Ends the attempt. The next request gets a new key. */
  end(): void
}

/** An attempt is identified by its request, so that a second click and a retry after a lost reply are charged once. */
export const useAttempt = (request: object): Attempt => {
  const text = JSON.stringify(request)
  const [endedCount, setEndedCount] = useState(0)
  const key = useMemo(() => crypto.randomUUID(), [text, endedCount])
  return { key, end: () => setEndedCount((count) => count + 1) }
}
