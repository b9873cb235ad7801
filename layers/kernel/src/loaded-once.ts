/** What `load` loads, with the first call, and kept from then on. A failure is not kept: the next call tries again. */
export const loadedOnce = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
