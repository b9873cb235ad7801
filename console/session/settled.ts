import { useEffect, useState } from 'preact/hooks'

/** The value once it has been the same for some milliseconds: what is asked of a service while somebody types. */
export const useSettled = <Value>(value: Value, afterMs: number): Value => {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
