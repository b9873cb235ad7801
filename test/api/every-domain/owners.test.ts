import { describe, expect, inject, test } from 'vitest'
import { openApiDocuments } from '../../../lib/openapi.ts'
import { apiDomainsOf, declaredOperation } from '../../support/declared-operations.ts'
import { idNamesIn, ownedThings } from '../../support/owned.ts'

/*
 * Every id in a request of the platform has an owner or an explanation: test/api/platform/isolation-world.ts tries ids
 * of other owners, and test/api/<domain>/owned.ts explains fields and parameters in which another owner's value is
 * useless.
 */

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, unknown>>
}
interface OperationObject {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const { paths, components } = openApiDocuments('test').platform as Document
const ownedItems = await ownedThings()
const ownedPaths = ownedItems.flatMap((each) => Object.keys(each.paths ?? {}))
const publicOperations = ownedItems.flatMap((each) => Object.keys(each.publicOperations ?? {}))
const explanations = Object.assign({}, ...ownedItems.map(({ byValue }) => byValue))

const bodyMembers = (schema: Schema | undefined): string[] => {
  const resolvedSchema = schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? '']
  return Object.keys(resolvedSchema?.properties ?? {})
}
const isIdName = (name: string): boolean =>
  /(?:^|_)(?:id|key|token|cursor|org|organization|user|tenant|customer|url)$/i.test(name) ||
  /[a-z](?:Id|Url)$/.test(name)

const idFieldsOf = (operation: string): string[] => {
  const { path, method } = declaredOperation(operation)
  const { parameters = [], requestBody } = paths[path]?.[method] ?? {}
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
  const inQuery = parameters.flatMap((each) => (each.in === 'query' ? [each.name] : []))
  return [...schemas.flatMap(bodyMembers), ...inQuery].filter(isIdName).map((name) => `${operation} ${name}`)
}

const choices = Object.assign({}, ...ownedItems.map((each) => each.choices))
const isOwned = (path: string): boolean =>
  idNamesIn(path, choices).length === 0 || ownedPaths.some((start) => path === start || path.startsWith(`${start}/`))

describe.each(apiDomainsOf(inject('domains')).filter(({ api }) => api === 'platform'))(
  '$name',
  ({ name, operations }) => {
    test("declares the owner of each path id, and explains why another owner's value is useless elsewhere", () => {
      const unownedPaths = operations
        .filter((operation) => !publicOperations.includes(operation))
        .map((operation) => declaredOperation(operation).path)
        .filter((path) => !isOwned(path))
        .map((path) => `paths of test/api/${name}/owned.ts lack ${path}`)
      const unexplained = operations
        .flatMap(idFieldsOf)
        .filter((each) => !(each in explanations))
        .map((each) => `byValue of test/api/${name}/owned.ts lacks "${each}"`)
      expect([...unownedPaths, ...unexplained]).toEqual([])
    })
  },
)

test('owned.ts explains only fields and parameters that exist', () => {
  const names = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => {
      const { operationId } = operation as { readonly operationId?: string }
      return operationId === undefined ? [] : idFieldsOf(operationId)
    })
  expect(Object.keys(explanations).filter((each) => !names.includes(each))).toEqual([])
})

test('owned.ts marks only operations without a credential as public', () => {
  for (const operation of publicOperations)
    expect([operation, declaredOperation(operation).security]).toEqual([operation, []])
})
