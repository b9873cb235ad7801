import { serviceRoutes } from '@signet/contracts/ir'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { openApiDocuments } from '../../lib/openapi.ts'
import { SERVICES } from '../../lib/services.ts'

type Responses = Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>>

interface DeclaredOperation {
  /** Unique in its API only: two APIs may have an operation of the same name. */
  readonly name: string
  /** Key of the service whose document declares it. */
  readonly service: string
  readonly path: string
  readonly method: string
  readonly responses: Responses
  /** Alternative credentials; an empty one means that the operation requires none. */
  readonly security: readonly Readonly<Record<string, unknown>>[]
}

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>> }

const documents = openApiDocuments('test') as Readonly<Record<string, Document>>
/**
 * The judge `openapi` checks the documents themselves. Here they are only compiled, again in each shard, so as fast as
 * possible.
 */
const FAST_COMPILATION = { validateSchema: false, meta: false, code: { optimize: false } } as const
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, ...FAST_COMPILATION }))
for (const [service, document] of Object.entries(documents)) ajv.addSchema({ $id: service, ...document })

const operations: readonly DeclaredOperation[] = Object.entries(documents).flatMap(([service, { paths }]) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const {
        operationId: name,
        responses,
        security = [],
      } = operation as Partial<DeclaredOperation> & {
        operationId?: string
        responses: Responses
      }
      return name ? [{ name, service, path, method, responses, security }] : []
    }),
  ),
)

/** Returns the operation of this name, or of `<api>/<name>` if several APIs have one of the name. */
export const declaredOperation = (name: string): DeclaredOperation => {
  const matchingOperations = operations.filter((each) => each.name === name || `${each.service}/${each.name}` === name)
  const [operation, duplicate] = matchingOperations
  if (!operation) throw new Error(`The operation ${name} does not exist`)
  if (duplicate)
    throw new Error(
      `${name} is in ${matchingOperations.map(({ service }) => service).join(' and ')}: write <api>/${name}`,
    )
  return operation
}

/** Returns the names of an API's operations. */
export const operationsOf = (service: string): string[] =>
  operations.flatMap((operation) => (operation.service === service ? [operation.name] : []))

/** A domain with an HTTP API. */
export interface ApiDomain {
  readonly name: string
  /** Key of its API. */
  readonly api: string
  /** Names of the domain's operations. */
  readonly operations: readonly string[]
}

/** Returns the domains of these names that have operations. */
export const apiDomainsOf = (names: readonly string[]): ApiDomain[] =>
  SERVICES.flatMap(({ service }): ApiDomain[] => {
    const { name, api, contracts } = service
    const routes = serviceRoutes(
      service,
      contracts.map((contract) => contract.name),
    )
    if (!names.includes(name) || api === undefined || routes.length === 0) return []
    return [{ name, api, operations: routes.map(({ operationId }) => operationId) }]
  })

const pointer = (...parts: string[]): string =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

interface AnyAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const validators = new Map<string, ValidateFunction>()

/** Compiled once: Ajv treats each new object as a new schema, and compiles it with everything that it references. */
const validatorOf = (ref: string): ValidateFunction => {
  const validator = validators.get(ref) ?? ajv.compile({ $ref: ref })
  validators.set(ref, validator)
  return validator
}

/** Fails unless the contract declares the response of a declared operation, in this shape. */
export const expectDeclaredResponse = (name: string, answer: AnyAnswer): void => {
  const { service, path, method, responses } = declaredOperation(name)
  // A redirect declares no success, so internal errors are under `default`.
  const status = answer.status === 500 && !responses['500'] ? 'default' : String(answer.status)
  expect(Object.keys(responses), `${name} answers ${status}: ${JSON.stringify(answer.body)}`).toContain(status)
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  if (!responses[status]?.content?.[type]?.schema || type !== 'application/json') return
  const schemaPath = pointer('paths', path, method, 'responses', status, 'content', type, 'schema')
  const validate = validatorOf(`${service}#${encodeURI(schemaPath)}`)
  const isValid = validate(answer.body)
  expect(isValid, `${name} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(answer.body)}`).toBe(true)
}
