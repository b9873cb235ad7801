import { useMemo, useState } from 'preact/hooks'

export interface Attempt {
  /** Idempotency key: a retry with the same key runs and charges once. */
  readonly key: string
  end(): void
}

/** An attempt is identified by its request, so that a second click and a retry after a lost reply are charged once. */
export const useAttempt = (request: object): Attempt => {
  const text = JSON.stringify(request)
  const [ended, setEnded] = useState(0)
  const key = useMemo(() => crypto.randomUUID(), [text, ended])
  return { key, end: () => setEnded((before) => before + 1) }
}
