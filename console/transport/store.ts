import { useEffect, useState } from 'preact/hooks'

export interface Store<Value> {
  get(): Value
  set(value: Value): void
  /** @returns a function that unsubscribes */
  subscribe(onValue: (value: Value) => void): () => void
}

export const createStore = <Value>(initial: Value): Store<Value> => {
  let value = initial
  const subscribers = new Set<(value: Value) => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const notify of subscribers) notify(next)
    },
    subscribe(onValue) {
      subscribers.add(onValue)
      return () => subscribers.delete(onValue)
    },
  }
}

export const useStore = <Value>(store: Store<Value>): Value => {
  const [value, setValue] = useState(() => store.get())
  useEffect(() => {
    setValue(() => store.get())
    return store.subscribe((next) => setValue(() => next))
  }, [store])
  return value
}
