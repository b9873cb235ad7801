import { useRef, useState } from 'preact/hooks'
import { useSession } from './session.tsx'

/** Storage can be unavailable or full. Input then lasts as long as the page. */
const store = (name: string, value: object): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Storage is unavailable or full; the input is still on the page.
  }
}

export type DraftState<Value> = readonly [value: Value, change: (changes: Partial<Value>) => void]

/** A draft of an organization in the session storage. `parse` reads the stored text, or null. */
export const useStoredDraft = <Value extends object>(
  name: string,
  parse: (text: string | null) => Value,
): DraftState<Value> => {
  const { organization } = useSession()
  const key = `${name}:${organization.id}`
  const [value, setValue] = useState(() => parse(sessionStorage.getItem(key)))
  const latest = useRef(value)
  const change = (changes: Partial<Value>) => {
    latest.current = { ...latest.current, ...changes }
    // Stored before rendering, because the user may navigate to another page next.
    store(key, latest.current)
    setValue(latest.current)
  }
  return [value, change]
}
