/** The value has no exact JSON form, so its digest would depend on the implementation. */
export class DigestInputError extends TypeError {
  /** JSON path of the first error: `$.cards[2].weight`. */
  readonly path: string

  constructor(path: string, description: string) {
    super(`${path} is ${description}`)
    this.name = 'DigestInputError'
    this.path = path
  }
}

/** A fixed limit, because engines overflow their stacks at different depths. */
const MAX_DEPTH = 512

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/

const memberPath = (path: string, name: string): string =>
  PLAIN_NAME.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`

/** Objects of another realm have their own Object.prototype, whose prototype is also null. */
const isPlainObject = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const integerFault = (value: number): string | undefined => {
  if (!Number.isInteger(value)) return `${value}, which is not an integer`
  if (!Number.isSafeInteger(value)) return `${value}, an integer beyond 2^53 - 1`
  return undefined
}

const scalarFault = (value: unknown, onlyIntegers: boolean): string | undefined => {
  switch (typeof value) {
    case 'boolean':
      return undefined
    case 'string':
      return value.isWellFormed() ? undefined : 'text with a lone surrogate'
    case 'number':
      if (!Number.isFinite(value)) return `${value}, which JSON cannot represent`
      return onlyIntegers ? integerFault(value) : undefined
    default:
      return value === null ? undefined : `a value of type ${typeof value}, which JSON cannot represent`
  }
}

const checkObject = (value: object, path: string, onlyIntegers: boolean, depth: number): void => {
  if (!isPlainObject(value)) throw new DigestInputError(path, 'neither a plain object nor an array')
  for (const [name, child] of Object.entries(value)) {
    if (!name.isWellFormed()) throw new DigestInputError(memberPath(path, name), 'a member name with a lone surrogate')
    if (child !== undefined) check(child, memberPath(path, name), onlyIntegers, depth)
  }
}

const checkArray = (value: readonly unknown[], path: string, onlyIntegers: boolean, depth: number): void => {
  for (let index = 0; index < value.length; index++) check(value[index], `${path}[${index}]`, onlyIntegers, depth)
}

const check = (value: unknown, path: string, onlyIntegers: boolean, depth: number): void => {
  if (typeof value === 'object' && value !== null) {
    if (depth === MAX_DEPTH) throw new DigestInputError(path, `nested deeper than ${MAX_DEPTH} levels`)
    if (Array.isArray(value)) checkArray(value, path, onlyIntegers, depth + 1)
    else checkObject(value, path, onlyIntegers, depth + 1)
    return
  }
  const fault = scalarFault(value, onlyIntegers)
  if (fault !== undefined) throw new DigestInputError(path, fault)
}

/**
 * Rejects values without an exact JSON form. Members that are `undefined` count as absent.
 * @throws DigestInputError for the first error.
 */
export const requireJson = (value: unknown): void => check(value, '$', false, 0)

/**
 * Returns the value if all its numbers are integers within ±(2^53 - 1). Receipts and readings contain no other numbers:
 * languages write fractions differently, and parsers round larger integers.
 * @throws DigestInputError for the first error.
 */
export const requireIntegers = <T>(value: T): T => {
  check(value, '$', true, 0)
  return value
}
