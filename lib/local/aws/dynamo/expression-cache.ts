/** Context of a dynalite parser. The parser removes each name and value that it uses from the two `unused` records. */
interface ParseContext {
  readonly attrNames?: Readonly<Record<string, string>> | undefined
  readonly attrVals?: Readonly<Record<string, object>> | undefined
  readonly unusedAttrNames: Record<string, boolean>
  readonly unusedAttrVals: Record<string, boolean>
  readonly isKeyCondition?: boolean
}

/** A dynalite parser. Returns a tree that contains the given values themselves, or an error message. */
export interface ExpressionParser {
  parse(expression: string, options: { readonly context: ParseContext }): unknown
}

interface CachedExpression {
  readonly tree: object
  readonly names: ReadonlyMap<unknown, string>
  readonly usedNames: readonly string[]
  readonly usedValues: readonly string[]
}

/**
 * Maximum number of cached expressions. Code contains few; the limit protects the memory from expressions built from
 * data.
 */
const MAX_CACHED = 2_000

/** Operators whose parsers check the values themselves. For all others only the types matter. */
const VALUE_CHECKING_OPERATORS = /between|attribute_type/i

/** Returns the same key for the same expression with the same names and with values of the same types. */
const cacheKey = (expression: string, { attrNames, attrVals, isKeyCondition }: ParseContext): string =>
  JSON.stringify([
    expression,
    isKeyCondition === true,
    attrNames,
    Object.entries(attrVals ?? {}).map(([name, value]) => [name, Object.keys(value)]),
  ])

/** Copies the tree with other values. Copies all of it, because the check of key conditions modifies it. */
const withValues = (node: unknown, names: CachedExpression['names'], values: ParseContext['attrVals']): unknown => {
  if (typeof node !== 'object' || node === null) return node
  const name = names.get(node)
  if (name !== undefined) return values?.[name]
  if (Array.isArray(node)) return node.map((child) => withValues(child, names, values))
  // Preserves a missing prototype: an attribute can have the name of a member of Object.prototype.
  const copy = Object.create(Object.getPrototypeOf(node)) as Record<string, unknown>
  for (const [member, child] of Object.entries(node)) copy[member] = withValues(child, names, values)
  return copy
}

const allUnused = (declared: object | undefined): Record<string, boolean> =>
  Object.fromEntries(Object.keys(declared ?? {}).map((name) => [name, true]))

const usedKeys = (declared: object | undefined, unused: object): string[] =>
  Object.keys(declared ?? {}).filter((name) => !Object.hasOwn(unused, name))

const parseForCache = (
  parse: ExpressionParser['parse'],
  expression: string,
  context: ParseContext,
): CachedExpression | undefined => {
  const { attrNames, attrVals } = context
  const unused = { unusedAttrNames: allUnused(attrNames), unusedAttrVals: allUnused(attrVals) }
  const tree = parse(expression, { context: { ...context, ...unused } })
  if (typeof tree !== 'object' || tree === null) return undefined
  return {
    tree,
    names: new Map(Object.entries(attrVals ?? {}).map(([name, value]) => [value, name])),
    usedNames: usedKeys(attrNames, unused.unusedAttrNames),
    usedValues: usedKeys(attrVals, unused.unusedAttrVals),
  }
}

/**
 * Adds a cache of parse trees to a dynalite parser. Parsing takes most of the time of a small call, and functions send
 * the same few expressions with other values. Errors are not cached.
 */
export const cacheParsed = (parser: ExpressionParser): void => {
  const parse = parser.parse.bind(parser)
  const cache = new Map<string, CachedExpression>()
  parser.parse = (expression, options) => {
    const { context } = options
    if (VALUE_CHECKING_OPERATORS.test(expression)) return parse(expression, options)
    const key = cacheKey(expression, context)
    const cached = cache.get(key) ?? parseForCache(parse, expression, context)
    if (cached === undefined) return parse(expression, options)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(key, cached)
    for (const name of cached.usedNames) delete context.unusedAttrNames[name]
    for (const name of cached.usedValues) delete context.unusedAttrVals[name]
    return withValues(cached.tree, cached.names, context.attrVals)
  }
}
