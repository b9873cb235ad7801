import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const withStrictLess = (expression: unknown): unknown => {
  if (Array.isArray(expression)) return expression.map(withStrictLess)
  if (typeof expression !== 'object' || expression === null) return expression
  return Object.fromEntries(
    Object.entries(expression).map(([name, part]) => [
      name,
      name === 'type' && part === '<=' ? '<' : withStrictLess(part),
    ]),
  )
}

/** Makes the embedded engine treat `<=` as `<` in conditions, to prove that the comparison detects it. */
export function breakConditions(): void {
  const engine = require('dynalite/db') as { checkConditional(data: object, item: unknown): unknown }
  const originalCheck = engine.checkConditional
  engine.checkConditional = (data, item) => {
    const { _condition } = data as { _condition?: unknown }
    return originalCheck(_condition === undefined ? data : { ...data, _condition: withStrictLess(_condition) }, item)
  }
}
