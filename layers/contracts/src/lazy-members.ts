/** Returns an object whose properties are computed on first access. */
export const lazyMembers = <T extends object>(makers: { readonly [K in keyof T]: () => T[K] }): T => {
  const object = {} as T
  for (const key of Object.keys(makers) as (keyof T)[]) {
    Object.defineProperty(object, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = makers[key]()
        Object.defineProperty(object, key, { enumerable: true, value })
        return value
      },
    })
  }
  return object
}
