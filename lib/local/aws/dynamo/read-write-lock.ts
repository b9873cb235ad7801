/** Readers share the lock; a writer has it exclusively. Both are served in the order of arrival. */
export interface ReadWriteLock {
  read<T>(task: () => T | Promise<T>): Promise<T>
  write<T>(task: () => T | Promise<T>): Promise<T>
}

/** Returns an in-process lock for work that spans several turns of the event loop. */
export const readWriteLock = (): ReadWriteLock => {
  const waiting: { readonly isExclusive: boolean; readonly enter: () => void }[] = []
  let readers = 0
  let isWriting = false

  const admit = () => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (isWriting || (first.isExclusive && readers > 0)) return
      waiting.shift()
      if (first.isExclusive) isWriting = true
      else readers += 1
      first.enter()
    }
  }
  const withLock = async <T>(isExclusive: boolean, task: () => T | Promise<T>): Promise<T> => {
    await new Promise<void>((enter) => {
      waiting.push({ isExclusive, enter })
      admit()
    })
    try {
      return await task()
    } finally {
      if (isExclusive) isWriting = false
      else readers -= 1
      admit()
    }
  }
  return { read: (task) => withLock(false, task), write: (task) => withLock(true, task) }
}
