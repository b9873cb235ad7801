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

const asNode = (value: unknown): Node => {
  if (typeof value !== 'object' || value === null)
    throw new MissingTarget('the document has no element for this mutation')
  return value as Node
}
const nodeAt = (document: Document, ...path: (string | number)[]): Node =>
  path.reduce<Node>((inner, key) => asNode(inner[key]), document)

const operationsOf = (document: Document): Node[] =>
  Object.values(nodeAt(document, 'paths')).flatMap((item) => Object.values(asNode(item)).map(asNode))

const operationWith = (document: Document, matches: (operation: Node) => boolean): Node => {
  const operation = operationsOf(document).find(matches)
  return asNode(operation)
}
const operationWithBody = (document: Document): Node =>
  operationWith(document, ({ requestBody }) => requestBody !== undefined)
const operationWithPathParameter = (document: Document): Node =>
  operationWith(document, ({ parameters = [] }) => (parameters as Node[]).some((parameter) => parameter.in === 'path'))
const jsonMediaType = (document: Document): Node => {
  const isJson = ({ requestBody }: Node): boolean =>
    'application/json' in asNode((requestBody as Node | undefined)?.content ?? {})
  return nodeAt(operationWith(document, isJson), 'requestBody', 'content', 'application/json')
}

const schemas = (document: Document): [string, Node][] =>
  Object.entries(nodeAt(document, 'components', 'schemas')).map(([name, schema]) => [name, asNode(schema)])

/** Lists the properties of every schema in a part of the document, at any depth. */
const propertiesIn = (value: unknown): Node[] => {
  if (typeof value !== 'object' || value === null) return []
  const { properties } = value as Node
  const ownProperties =
    typeof properties === 'object' && properties !== null ? Object.values(properties as Node).map(asNode) : []
  return [...ownProperties, ...Object.values(value).flatMap(propertiesIn)]
}

/** Returns the first property that satisfies the condition, of a component or else of an inline body. */
const findProperty = (document: Document, matches: (schema: Node) => boolean): Node =>
  asNode(
    [...propertiesIn(nodeAt(document, 'components', 'schemas')), ...propertiesIn(nodeAt(document, 'paths'))].find(
      matches,
    ),
  )
const textProperty = (document: Document): Node => findProperty(document, ({ type }) => type === 'string')

const firstResponse = (operation: Node): Node => asNode(Object.values(asNode(operation.responses))[0])

/** One fault per row of the gate's table; at least one tool must find each. */
export const mutations: readonly Mutation[] = [
  { name: 'nullable, a keyword of OpenAPI 3.0', inject: (d) => Object.assign(textProperty(d), { nullable: true }) },
  {
    name: 'boolean exclusiveMinimum',
    inject: (d) =>
      Object.assign(
        findProperty(d, ({ type }) => [type].flat().includes('integer')),
        { exclusiveMinimum: true },
      ),
  },
  { name: 'a type that does not exist', inject: (d) => Object.assign(textProperty(d), { type: 'text' }) },
  {
    name: 'a dangling reference',
    inject: (d) => Object.assign(jsonMediaType(d), { schema: { $ref: '#/components/schemas/Nowhere' } }),
  },
  {
    name: 'a path parameter that is not declared',
    inject: (d) => {
      const operation = operationWithPathParameter(d)
      operation.parameters = (operation.parameters as Node[]).filter((parameter) => parameter.in !== 'path')
    },
  },
  {
    name: 'a parameter for a placeholder that the path does not have',
    inject: (d) => {
      const operation = operationWithPathParameter(d)
      const surplus = { name: 'surplus', in: 'path', required: true, schema: { type: 'string' } }
      operation.parameters = [...(operation.parameters as Node[]), surplus]
    },
  },
  {
    name: 'two operations with one operationId',
    inject: (d) => {
      const [first, second] = operationsOf(d)
      if (!first || !second) throw new MissingTarget('the document has only one operation')
      second.operationId = first.operationId
    },
  },
  {
    name: 'a schema example that violates its schema',
    inject: (d) => Object.assign(textProperty(d), { examples: [7] }),
  },
  {
    name: 'a media type example that violates its schema',
    inject: (d) => Object.assign(jsonMediaType(d), { example: { prompt: 7 } }),
  },
  { name: 'a default that violates its schema', inject: (d) => Object.assign(textProperty(d), { default: 7 }) },
  {
    name: 'required names a property that does not exist',
    inject: (d) => {
      const [, schema] = schemas(d).find(([, { required }]) => Array.isArray(required)) ?? ['', {}]
      schema.required = [...(schema.required as string[]), 'nowhere']
    },
  },
  { name: 'a response without description', inject: (d) => delete firstResponse(operationWithBody(d)).description },
  {
    name: 'a status code that contains a letter',
    inject: (d) => {
      const operation = operationWithBody(d)
      operation.responses = { ...asNode(operation.responses), '20O': { description: 'Fine.' } }
    },
  },
  {
    name: 'a security scheme that is not declared',
    inject: (d) => Object.assign(operationWithBody(d), { security: [{ nobody: [] }] }),
  },
  {
    name: 'two paths that match the same request',
    inject: (d) => {
      const paths = nodeAt(d, 'paths')
      const path = Object.keys(paths).find((template) => template.includes('{')) ?? ''
      const renamed = path.replaceAll(/\{\w+\}/g, '{other}')
      const copy = structuredClone(asNode(paths[path]))
      for (const operation of Object.values(copy).map(asNode)) {
        operation.operationId = `${String(operation.operationId)}_again`
        for (const parameter of (operation.parameters ?? []) as Node[])
          if (parameter.in === 'path') parameter.name = 'other'
      }
      paths[renamed] = copy
    },
  },
  {
    name: 'a pattern that is not a regular expression',
    inject: (d) => Object.assign(textProperty(d), { pattern: '(' }),
  },
  { name: 'a misspelt keyword', inject: (d) => Object.assign(textProperty(d), { minLenght: 1 }) },
  {
    name: 'an enum with a value twice',
    inject: (d) => {
      const schema = findProperty(d, (found) => Array.isArray(found.enum))
      schema.enum = [...(schema.enum as unknown[]), (schema.enum as unknown[])[0]]
    },
  },
  {
    name: 'an unused component',
    inject: (d) =>
      Object.assign(nodeAt(d, 'components', 'schemas'), { Unused: { type: 'string', description: 'Unused.' } }),
  },
  {
    name: 'a GET with a body',
    inject: (d) => {
      const get = asNode(
        Object.values(nodeAt(d, 'paths'))
          .map(asNode)
          .find((item) => item.get !== undefined),
      ).get
      asNode(get).requestBody = { content: { 'application/json': { schema: { type: 'object' } } } }
    },
  },
  { name: 'an operation without responses', inject: (d) => delete operationWithBody(d).responses },
]
