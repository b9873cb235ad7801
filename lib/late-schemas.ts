import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Plugin } from 'esbuild'
import { parseSync } from 'oxc-parser'

/** Members of definitions that contain a schema. The first request of a route is the first to read them. */
const SCHEMA_MEMBERS = new Set(['schema', 'params', 'query', 'headers', 'body', 'input', 'output'])

/** Methods that only schemas have, so that `Flag.partial()` counts as a schema, wherever `Flag` is defined. */
const SCHEMA_METHODS = new Set(
  'extend safeExtend omit pick partial required optional nullable nullish default prefault describe meta'.split(' '),
)

/**
 * Runtime of the transformed modules: a schema that is created once, at its first use, and a computed member that
 * caches its first value.
 */
const RUNTIME = `
  export const lateSchema = (create) => {
    let created
    const schema = () => (created ??= create())
    return new Proxy({}, {
      get: (_, key) => Reflect.get(schema(), key),
      has: (_, key) => Reflect.has(schema(), key),
      getPrototypeOf: () => Reflect.getPrototypeOf(schema()),
    })
  }
  export const cachedMember = (object, key, value) => {
    Object.defineProperty(object, key, { value, enumerable: true })
    return value
  }
`

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/**
 * Returns the first name of a call chain and its last method, such as `z` and `min` in `z.string().min(1)`; undefined
 * for anything else.
 */
const chainOf = (node: Node): { readonly root: string; readonly method: string } | undefined => {
  if (node.type !== 'CallExpression') return undefined
  let expression = node.callee as Node
  const method = expression.type === 'MemberExpression' ? String((expression.property as Node).name) : ''
  while (expression.type === 'MemberExpression' || expression.type === 'CallExpression') {
    expression = (expression.type === 'MemberExpression' ? expression.object : expression.callee) as Node
  }
  return expression.type === 'Identifier' ? { root: String(expression.name), method } : undefined
}

const isSchema = (node: Node): boolean => {
  const { root, method = '' } = chainOf(node) ?? {}
  return root === 'z' ? !/parse/i.test(method) : SCHEMA_METHODS.has(method)
}

type Edit = readonly [start: number, end: number, text: string]

const INSIDE_FUNCTION = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

const editsIn = (node: unknown): Edit[] => {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(editsIn)
  const { type, start, end, kind, computed, key, value } = node as Node & { readonly key?: Node; readonly value?: Node }
  // Code inside a function runs only when it is called.
  if (INSIDE_FUNCTION.has(type)) return []
  if (isSchema(node as Node))
    return [[start, start, '/* @__PURE__ */ lateSchema(() => '] as const, [end, end, ')'] as const]
  const name = key?.type === 'Identifier' && computed === false ? String(key.name) : ''
  const isComputedByCall = value?.type === 'CallExpression' && !isSchema(value)
  if (type === 'Property' && kind === 'init' && SCHEMA_MEMBERS.has(name) && isComputedByCall) {
    return [
      [start, value.start, `get ${name}() { return cachedMember(this, '${name}', `],
      [end, end, ') }'],
    ]
  }
  return Object.values(node).flatMap(editsIn)
}

/**
 * Returns the module with schemas that are created when a request or a row first needs them. Every other line of it
 * keeps its position.
 * @throws Error if the module does not parse.
 */
export const withLateSchemas = (path: string, text: string): string => {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const edits = editsIn(program.body)
  if (edits.length === 0) return text
  let transformed = "import { cachedMember, lateSchema } from 'late-schemas';"
  let position = 0
  for (const [start, end, replacement] of edits) {
    transformed += text.slice(position, start) + replacement
    position = end
  }
  return transformed + text.slice(position)
}

/** Claims of credentials, calls of services and messages: most functions load them, but few requests use them. */
const LOADED_BY_MANY = /-(?:claims|call|queue)\.ts$/

/**
 * Returns true if the schemas of a file are created at their first use: files of contracts, files that declare row
 * kinds, and files that many functions load. Schemas of other files are created when the module loads.
 */
export const hasLateSchemas = (path: string, text: string): boolean =>
  /[\\/]contract[\\/]/.test(path) || /-rows?\.ts$/.test(path) || text.includes('rowKind(') || LOADED_BY_MANY.test(path)

/**
 * Delays the creation of schemas. A function serves few of its routes between two cold starts, and never uses the
 * schemas of its responses. Creating them on load took a fifth of the time to load and respond first (docs/adr/0022).
 * Authors write plain zod; this plugin chooses the delayed schemas.
 */
export const lateSchemas: Plugin = {
  name: 'late-schemas',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /[\\/](?:lambdas|layers)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!hasLateSchemas(path, text)) return undefined
      return { contents: withLateSchemas(path, text), loader: 'ts', resolveDir: dirname(path) }
    })
    onResolve({ filter: /^late-schemas$/ }, () => ({ path: 'late-schemas', namespace: 'signet', sideEffects: false }))
    onLoad({ filter: /^late-schemas$/, namespace: 'signet' }, () => ({ contents: RUNTIME, loader: 'js' }))
  },
}
