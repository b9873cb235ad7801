import { useRef, useState } from 'preact/hooks'
import { useSession } from './session.tsx'

/** Storage can be unavailable or full. Input then lasts as long as the page. */
const keep = (name: string, value: object): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Storage is unavailable or full; the input is still on the page.
  }
}

export type DraftState<Value> = readonly [value: Value, change: (part: Partial<Value>) => void]

/** A draft of an organization in the session storage. `read` parses the stored text, or null. */
export const useStoredDraft = <Value extends object>(
  name: string,
  read: (text: string | null) => Value,
): DraftState<Value> => {
  const { organization } = useSession()
  const key = `${name}:${organization.id}`
  const [value, setValue] = useState(() => read(sessionStorage.getItem(key)))
  const latest = useRef(value)
  const change = (part: Partial<Value>) => {
    latest.current = { ...latest.current, ...part }
    // Stored before rendering, because the next page may be another one.
    keep(key, latest.current)
    setValue(latest.current)
  }
  return [value, change]
}
