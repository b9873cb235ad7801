import { useEffect, useState } from 'preact/hooks'

/** Returns a value once it has been stable for some milliseconds, to debounce queries while typing. */
export const useDebounced = <Value>(value: Value, afterMs: number): Value => {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
