import { useEffect, useState } from 'preact/hooks'

export interface Store<Value> {
  get(): Value
  set(value: Value): void
  /** @returns a function that unsubscribes */
  follow(onValue: (value: Value) => void): () => void
}

export const createStore = <Value>(first: Value): Store<Value> => {
  let value = first
  const followers = new Set<(value: Value) => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const tell of followers) tell(next)
    },
    follow(onValue) {
      followers.add(onValue)
      return () => followers.delete(onValue)
    },
  }
}

export const useStore = <Value>(store: Store<Value>): Value => {
  const [value, setValue] = useState(() => store.get())
  useEffect(() => {
    setValue(() => store.get())
    return store.follow((next) => setValue(() => next))
  }, [store])
  return value
}
