import { refuseProblems } from '@signet/contracts'
import type { ContractIR, JsonSchema } from '@signet/contracts/ir'
import { referenceName } from '@signet/contracts/ir'
import { pascalCase } from '@signet/contracts/names'
import type { GeneratedFiles } from '../generated-files.ts'
import { componentNames } from '../typescript/component-names.ts'
import { docComment, memberName } from '../typescript/source-text.ts'
import { declarationText } from '../typescript/type-text.ts'
import { type OperationModel, operationModels } from './operation-model.ts'
import { clientMemberText, descriptorText, operationTypesText } from './operation-text.ts'
import { runtimeCallText, runtimePagesText } from './runtime-call-text.ts'
import { runtimeRequestText } from './runtime-request-text.ts'
import { runtimeTypesText } from './runtime-types-text.ts'

const runtimeTypes = [
  'ApiError',
  'CallOptions',
  'Client',
  'ClientOptions',
  'ErrorBody',
  'Errors',
  'NetworkError',
  'TimeoutError',
]
const operationTypes = ['Input', 'Output', 'Response', 'Error']

const declaredNames = (name: string, models: readonly OperationModel[]): string[] => [
  ...['Operation', 'Input', 'Outcome', 'Item', 'Output', 'FullResponse', 'Status', 'Code', 'Extras', 'Name'],
  ...runtimeTypes.map((suffix) => `${name}${suffix}`),
  ...models.flatMap(({ type }) => operationTypes.map((suffix) => `${type}${suffix}`)),
]

const refuseDuplicates = (ir: ContractIR, names: readonly string[], noun: string): void => {
  const duplicate = names.find((each, index) => names.indexOf(each) !== index)
  const problem = `the client would have two ${noun}s named "${duplicate}"; rename an operation`
  refuseProblems(ir.name, duplicate === undefined ? [] : [{ at: 'operations', problem }])
}

/** Returns the components that the routed operations use, directly or through each other. */
const reachableComponents = (ir: ContractIR, roots: unknown): readonly [string, JsonSchema][] => {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const name = Array.isArray(value) ? undefined : referenceName(value as JsonSchema)
    if (name !== undefined && !names.has(name)) {
      names.add(name)
      visit(ir.schemas[name])
    }
    for (const child of Object.values(value)) visit(child)
  }
  visit(roots)
  return Object.entries(ir.schemas).filter(([name]) => names.has(name))
}

const methodText = (models: readonly OperationModel[], name: string): string => {
  const methods = models.map(({ member, type, pagination }) => {
    const methodCall = `method<${type}Output, ${type}Response>(options, operations.${member})`
    if (pagination === undefined) return `    ${memberName(member)}: ${methodCall},\n`
    const { items, next } = pagination
    return `    ${member}: ${methodCall},\n    ${member}All: (input, call) =>\n      pages(method(options, operations.${member}), input, call, '${items}', '${next}'),\n`
  })
  return `export const create${name}Client = (options: ${name}ClientOptions): ${name}Client => {\n  return {\n${methods.join('')}  }\n}\n`
}

const errorsText = (
  models: readonly OperationModel[],
  name: string,
): string => `/** The declared errors of each operation. */
export interface ${name}Errors {
${models.map(({ member, type }) => `  readonly ${memberName(member)}: ${type}Error\n`).join('')}}

/** Narrows a caught error to those that the operation declares. The \`code\` distinguishes them. */
export const is${name}Error = <Name extends keyof ${name}Errors>(
  operation: Name,
  error: unknown,
): error is ${name}Errors[Name] => {
  if (!(error instanceof ${name}ApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}
`

/**
 * Generates the SDK client of a contract, `client.ts`: one TypeScript file without dependencies, for Node, browsers and
 * Workers. It type-checks under strict settings of TypeScript 5.9 and 7.
 * `create<Name>Client({ baseUrl, credential })` has one method for each routed operation, from its flat input to the
 * body of its success. See docs/contracts/client.md for errors, retries and pagination.
 * @throws ContractError if two members of one input, or two operations, have the same name.
 */
export const client = (ir: ContractIR): GeneratedFiles => {
  const name = pascalCase(ir.name)
  const models = operationModels(ir)
  const members = models.flatMap(({ member, pagination }) => (pagination ? [member, `${member}All`] : [member]))
  refuseDuplicates(ir, members, 'method')
  const typeNames = declaredNames(name, models)
  refuseDuplicates(ir, typeNames, 'type')
  const names = componentNames(ir, typeNames)
  const usedSchemas = models.map(({ operation: { responses }, parts: { members } }) => [members, responses])
  const withName = (runtimeText: string): string => runtimeText.replaceAll('$NAME', name)
  const sections = [
    `// Generated from the contract "${ir.name}" ${ir.version} by @signet/contracts; do not edit.\n`,
    ...reachableComponents(ir, usedSchemas).map(([component, schema]) =>
      declarationText(names(component), schema, names),
    ),
    withName(runtimeTypesText),
    ...models.map((model) => operationTypesText(model, name, names)),
    `${docComment([ir.description || `Operations of ${ir.name}.`])}export interface ${name}Client {\n${models.map((model) => clientMemberText(model, name, names)).join('\n')}}\n`,
    withName(runtimeRequestText),
    withName(runtimeCallText),
    ...(models.some(({ pagination }) => pagination !== undefined) ? [withName(runtimePagesText)] : []),
    `const operations = {\n${models.map(descriptorText).join('')}} as const satisfies Readonly<Record<string, Operation>>\n`,
    errorsText(models, name),
    `/** Creates a client of the contract "${ir.name}". Its methods can be destructured; it holds no connections. */\n${methodText(models, name)}`,
  ]
  return { 'client.ts': sections.join('\n') }
}
