import type * as z from 'zod'

/** Where a deferred schema keeps its maker; nothing of zod's has a symbol by this name. */
const MAKE = Symbol('signet.deferred')

type Maker = () => z.ZodType

/**
 * A schema that is made when it is first needed, and then once. A Lambda loads the definitions of every route but serves
 * few of them in its life, and never looks at the schemas of its answers: deferred, those cost it nothing.
 *
 * Give it where a definition takes a schema. Inside another schema take what `schemaOf` returns, so that both are one.
 */
export const deferred = <S extends z.ZodType>(make: () => S): S => {
  let made: S | undefined
  const once = (): S => {
    made ??= make()
    return made
  }
  return new Proxy({} as S, {
    get: (_, key) => (key === MAKE ? once : Reflect.get(once(), key)),
    has: (_, key) => key === MAKE || Reflect.has(once(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(once()),
  })
}

const makerOf = (value: unknown): Maker | undefined =>
  typeof value === 'object' && value !== null && MAKE in value ? (value as { [MAKE]: Maker })[MAKE] : undefined

/** The schema itself, made now if it was deferred. */
export const schemaOf = <S extends z.ZodType>(schema: S): S => (makerOf(schema)?.() as S | undefined) ?? schema

/** The same record with every deferred schema in it made. */
export const madeSchemas = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, makerOf(value)?.() ?? value])) as T

/** An object whose members are computed when they are first read. */
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
