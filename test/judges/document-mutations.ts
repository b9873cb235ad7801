/** An OpenAPI document in the form that mutations change. */
export type Document = Record<string, unknown>
type Node = Record<string, unknown>

/** Thrown if the document has no element that the fault could change. */
export class MissingTarget extends Error {
  override readonly name = 'MissingTarget'
}

export interface Mutation {
  readonly name: string
  /** Injects exactly one fault into a fresh copy of a valid document. */
  readonly inject: (document: Document) => void
}

const node = (value: unknown): Node => {
  if (typeof value !== 'object' || value === null)
    throw new MissingTarget('the document has no element for this mutation')
  return value as Node
}
const at = (document: Document, ...path: (string | number)[]): Node =>
  path.reduce<Node>((inner, key) => node(inner[key]), document)

const operationsOf = (document: Document): Node[] =>
  Object.values(at(document, 'paths')).flatMap((item) => Object.values(node(item)).map(node))

const operationWith = (document: Document, holds: (operation: Node) => boolean): Node => {
  const found = operationsOf(document).find(holds)
  return node(found)
}
const withBody = (document: Document): Node => operationWith(document, ({ requestBody }) => requestBody !== undefined)
const withPathParameter = (document: Document): Node =>
  operationWith(document, ({ parameters = [] }) => (parameters as Node[]).some((parameter) => parameter.in === 'path'))
const jsonBody = (document: Document): Node => {
  const isJson = ({ requestBody }: Node): boolean =>
    'application/json' in node((requestBody as Node | undefined)?.content ?? {})
  return at(operationWith(document, isJson), 'requestBody', 'content', 'application/json')
}

const schemas = (document: Document): [string, Node][] =>
  Object.entries(at(document, 'components', 'schemas')).map(([name, schema]) => [name, node(schema)])

/** Lists the properties of every schema in a part of the document, at any depth. */
const propertiesIn = (part: unknown): Node[] => {
  if (typeof part !== 'object' || part === null) return []
  const { properties } = part as Node
  const own = typeof properties === 'object' && properties !== null ? Object.values(properties as Node).map(node) : []
  return [...own, ...Object.values(part).flatMap(propertiesIn)]
}

/** Returns the first property that satisfies the condition, of a component or else of an inline body. */
const property = (document: Document, holds: (schema: Node) => boolean): Node =>
  node([...propertiesIn(at(document, 'components', 'schemas')), ...propertiesIn(at(document, 'paths'))].find(holds))
const text = (document: Document): Node => property(document, ({ type }) => type === 'string')

const firstResponse = (operation: Node): Node => node(Object.values(node(operation.responses))[0])

/** One fault per row of the gate's table; at least one tool must find each. */
export const mutations: readonly Mutation[] = [
  { name: 'nullable, a keyword of 3.0', inject: (d) => Object.assign(text(d), { nullable: true }) },
  {
    name: 'boolean exclusiveMinimum',
    inject: (d) =>
      Object.assign(
        property(d, ({ type }) => [type].flat().includes('integer')),
        { exclusiveMinimum: true },
      ),
  },
  { name: 'a type that does not exist', inject: (d) => Object.assign(text(d), { type: 'text' }) },
  {
    name: 'a dangling reference',
    inject: (d) => Object.assign(jsonBody(d), { schema: { $ref: '#/components/schemas/Nowhere' } }),
  },
  {
    name: 'a path parameter that is not declared',
    inject: (d) => {
      const operation = withPathParameter(d)
      operation.parameters = (operation.parameters as Node[]).filter((parameter) => parameter.in !== 'path')
    },
  },
  {
    name: 'a path parameter that the path lacks',
    inject: (d) => {
      const operation = withPathParameter(d)
      const surplus = { name: 'surplus', in: 'path', required: true, schema: { type: 'string' } }
      operation.parameters = [...(operation.parameters as Node[]), surplus]
    },
  },
  {
    name: 'two operations of one operationId',
    inject: (d) => {
      const [first, second] = operationsOf(d)
      if (!first || !second) throw new MissingTarget('the document has only one operation')
      second.operationId = first.operationId
    },
  },
  { name: 'a schema example off its schema', inject: (d) => Object.assign(text(d), { examples: [7] }) },
  { name: 'a media example off its schema', inject: (d) => Object.assign(jsonBody(d), { example: { prompt: 7 } }) },
  { name: 'a default off its schema', inject: (d) => Object.assign(text(d), { default: 7 }) },
  {
    name: 'required names a property that is not there',
    inject: (d) => {
      const [, schema] = schemas(d).find(([, { required }]) => Array.isArray(required)) ?? ['', {}]
      schema.required = [...(schema.required as string[]), 'nowhere']
    },
  },
  { name: 'a response without description', inject: (d) => delete firstResponse(withBody(d)).description },
  {
    name: 'a status with a letter in it',
    inject: (d) => {
      const operation = withBody(d)
      operation.responses = { ...node(operation.responses), '20O': { description: 'Fine.' } }
    },
  },
  {
    name: 'a security scheme that is not declared',
    inject: (d) => Object.assign(withBody(d), { security: [{ nobody: [] }] }),
  },
  {
    name: 'two paths that match the same request',
    inject: (d) => {
      const paths = at(d, 'paths')
      const path = Object.keys(paths).find((template) => template.includes('{')) ?? ''
      const renamed = path.replaceAll(/\{\w+\}/g, '{other}')
      const copy = structuredClone(node(paths[path]))
      for (const operation of Object.values(copy).map(node)) {
        operation.operationId = `${String(operation.operationId)}_again`
        for (const parameter of (operation.parameters ?? []) as Node[])
          if (parameter.in === 'path') parameter.name = 'other'
      }
      paths[renamed] = copy
    },
  },
  { name: 'a pattern that is not a regular expression', inject: (d) => Object.assign(text(d), { pattern: '(' }) },
  { name: 'a misspelt keyword', inject: (d) => Object.assign(text(d), { minLenght: 1 }) },
  {
    name: 'an enum with a value twice',
    inject: (d) => {
      const schema = property(d, (found) => Array.isArray(found.enum))
      schema.enum = [...(schema.enum as unknown[]), (schema.enum as unknown[])[0]]
    },
  },
  {
    name: 'an unused component',
    inject: (d) =>
      Object.assign(at(d, 'components', 'schemas'), { Unused: { type: 'string', description: 'Unused.' } }),
  },
  {
    name: 'a GET with a body',
    inject: (d) => {
      const get = node(
        Object.values(at(d, 'paths'))
          .map(node)
          .find((item) => item.get !== undefined),
      ).get
      node(get).requestBody = { content: { 'application/json': { schema: { type: 'object' } } } }
    },
  },
  { name: 'an operation without responses', inject: (d) => delete withBody(d).responses },
]
