import { useMemo, useState } from 'preact/hooks'

export interface Attempt {
  /** Its idempotency key: sent again with the same one, it is done and charged once. */
  readonly key: string
  end(): void
}

/** What is said names the attempt: a second click, and trying again after a lost reply, are the same one. */
export const useAttempt = (said: object): Attempt => {
  const text = JSON.stringify(said)
  const [ended, setEnded] = useState(0)
  const key = useMemo(() => crypto.randomUUID(), [text, ended])
  return { key, end: () => setEnded((before) => before + 1) }
}
