import { useMemo, useState } from 'preact/hooks'

export interface Attempt {
  /** Idempotency key: a retry with the same key runs and charges once. */
  readonly key: string
  end(): void
}

/** An attempt is identified by its request, so that a second click and a retry after a lost reply are charged once. */
export const useAttempt = (said: object): Attempt => {
  const text = JSON.stringify(said)
  const [ended, setEnded] = useState(0)
  const key = useMemo(() => crypto.randomUUID(), [text, ended])
  return { key, end: () => setEnded((before) => before + 1) }
}
