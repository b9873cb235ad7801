/** Readers share the lock; a writer has it exclusively. Both are served in the order of arrival. */
export interface ReadWriteLock {
  read<T>(task: () => T | Promise<T>): Promise<T>
  write<T>(task: () => T | Promise<T>): Promise<T>
}

/** Returns an in-process lock for work that spans several turns of the event loop. */
export const readWriteLock = (): ReadWriteLock => {
  const waiting: { readonly exclusive: boolean; readonly enter: () => void }[] = []
  let readers = 0
  let writing = false

  const admit = () => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (writing || (first.exclusive && readers > 0)) return
      waiting.shift()
      if (first.exclusive) writing = true
      else readers += 1
      first.enter()
    }
  }
  const withLock = async <T>(exclusive: boolean, task: () => T | Promise<T>): Promise<T> => {
    await new Promise<void>((enter) => {
      waiting.push({ exclusive, enter })
      admit()
    })
    try {
      return await task()
    } finally {
      if (exclusive) writing = false
      else readers -= 1
      admit()
    }
  }
  return { read: (task) => withLock(false, task), write: (task) => withLock(true, task) }
}
