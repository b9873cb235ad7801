import { invalid } from '../http/problem.ts'
import type { Deps } from '../ports.ts'
import type { Caller } from '../verification/authenticate.ts'
import { read$Entity, type Stored$Entity } from './$kebab.ts'
import { create$Entity, get$Entity, list$Entities } from './$kebab-records.ts'

type Arguments = Readonly<Record<string, string>>

/** JSON Schema of a tool's arguments: strings of limited length. */
interface Schema {
  readonly type: 'object'
  readonly properties: Readonly<
    Record<string, { readonly type: 'string'; readonly minLength: number; readonly maxLength: number }>
  >
  readonly required: readonly string[]
  readonly additionalProperties: false
}

interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The scope that the caller needs. */
  readonly scope: 'read' | 'write'
  readonly inputSchema: Schema
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean }
  readonly run: (args: Arguments, caller: Caller, deps: Deps) => Promise<unknown>
}

const object = (properties: Schema['properties'], required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const text = (minLength: number, maxLength: number) => ({ type: 'string', minLength, maxLength }) as const

/**
 * Validates the arguments of a call against the schema of the tool.
 * @throws Problem 400 with the name of the argument.
 */
export const readArguments = (
  { inputSchema: { properties, required } }: Pick<Tool, 'inputSchema'>,
  args: Readonly<Record<string, unknown>>,
): Arguments => {
  const missing = required.find((name) => !Object.hasOwn(args, name))
  if (missing !== undefined) throw invalid(missing, `${missing} is missing`)
  const checked = Object.entries(args).map(([name, value]): [string, string] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (schema === undefined) throw invalid(name.slice(0, 40), 'Unknown argument')
    if (typeof value !== 'string' || value.length < schema.minLength || value.length > schema.maxLength)
      throw invalid(name, `${name} must be a string of ${schema.minLength} to ${schema.maxLength} characters`)
    return [name, value]
  })
  return Object.fromEntries(checked)
}
/** Annotations of a tool, as the MCP specification names them. */
const READ_ONLY = { readOnlyHint: true, destructiveHint: false }
// #if writes
const CREATES = { readOnlyHint: false, destructiveHint: false }
// #endif

/** Pages that one search scans. If there are more, the result has a cursor. */
const SEARCH_PAGES = 5

/** Finds $nouns whose name or note contains every word of the query. */
const search = async ({ query = '', cursor: startCursor }: Arguments, { tenant }: Caller, { records }: Deps) => {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) throw invalid('query', 'query must contain a word')
  const matches: Stored$Entity[] = []
  let cursor = startCursor ?? null
  for (let page = 0; page < SEARCH_PAGES; page++) {
    const { items, next } = await list$Entities(records, tenant, { limit: '100', cursor })
    matches.push(
      ...items.filter(({ name, note }) => words.every((word) => `${name} ${note}`.toLowerCase().includes(word))),
    )
    if (next === undefined) return { items: matches }
    cursor = next
  }
  return { items: matches, next: cursor }
}

/** The tools that a model may call. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'list_$kebabs',
    title: 'List $nouns',
    description: 'Lists $nouns in pages of 50. Pass "next" as cursor to get the next page.',
    inputSchema: object({ cursor: text(1, 400) }, []),
    scope: 'read',
    annotations: READ_ONLY,
    run: ({ cursor }, { tenant }, { records }) =>
      list$Entities(records, tenant, { limit: '50', cursor: cursor ?? null }),
  },
  {
    name: 'search_$kebabs',
    title: 'Search $nouns',
    description: 'Finds $nouns whose name or note contains every word of the query. Pass "next" as cursor to continue.',
    scope: 'read',
    inputSchema: object({ query: text(1, 200), cursor: text(1, 400) }, ['query']),
    annotations: READ_ONLY,
    run: search,
  },
  {
    name: 'get_$kebab',
    title: 'Get a $noun',
    description: 'Returns one $noun by its ID.',
    inputSchema: object({ id: text(1, 200) }, ['id']),
    scope: 'read',
    annotations: READ_ONLY,
    run: ({ id = '' }, { tenant }, { records }) => get$Entity(records, tenant, id),
  },
  // #if writes
  {
    name: 'create_$kebab',
    title: 'Create a $noun',
    description: 'Creates a $noun. Calls with the same key create it once, so repeat the key after a failure.',
    scope: 'write',
    inputSchema: object({ name: text(1, 200), note: text(0, 2_000), key: text(1, 200) }, ['name', 'key']),
    annotations: CREATES,
    run: ({ key = '', ...body }, { tenant }, { records, newId, now }) =>
      create$Entity(records, { tenant, $entity: read$Entity(body), key, newId, now: now() }),
  },
  // #endif
]
