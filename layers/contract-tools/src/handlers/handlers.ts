import { refuseProblems } from '@signet/contracts'
import type { ContractIR, OperationIR } from '@signet/contracts/ir'
import { camelCase, pascalCase } from '@signet/contracts/names'
import type { GeneratedFiles } from '../generated-files.ts'
import { docComment, isIdentifier, memberName, quoted } from '../typescript/source-text.ts'

export interface HandlersOptions {
  /** Module specifier of the definition in the generated file: `./job.ts`. */
  readonly contractModule: string
  /**
   * Name of the export that is the contract, or a record of endpoints by operation name. If omitted for a group of
   * endpoints, each is imported by the camelCase name of its operation.
   */
  readonly contractExport?: string | undefined
  /** Module specifier of the runtime; default `@signet/contracts/http`. */
  readonly runtimeModule?: string | undefined
}

const transitionText = ({ transition }: OperationIR): string[] => {
  if (transition === undefined) return []
  if (transition.initial !== undefined) return [`Initial state: ${transition.initial}.`]
  const transitionTexts = transition.from.map((from) => `${from} -> ${transition.to[from]}`).join(', ')
  return [`Transitions: ${transitionTexts}; any other state returns \`invalid_transition\`.`]
}

const operationComment = (operation: OperationIR): string => {
  const { description, route, authority, responses, errors, emits } = operation
  const statuses = responses.map(({ status, description: text }) => `${status} (${text.replace(/\.$/, '')})`).join(', ')
  const codes = errors.map(({ code, status }) => `${code} (${status})`).join(', ')
  const lines = [
    description,
    `\`${route?.method} ${route?.path}\`, authority: ${authority}.`,
    `Responses: ${statuses || 'none'}.`,
    ...(codes === '' ? [] : [`Errors: ${codes}.`]),
    ...transitionText(operation),
    ...(emits.length === 0 ? [] : [`Events: ${emits.join(', ')}.`]),
  ]
  return docComment(lines, '  ')
}

/** The code that imports the definition, and the type of each operation in it. */
interface HandlerSource {
  readonly imports: string
  readonly value: string
  readonly declaration: string
  readonly typeOf: (operation: string) => string
}

const sourceOf = (ir: ContractIR, operations: readonly OperationIR[], options: HandlersOptions): HandlerSource => {
  const { contractModule, contractExport } = options
  const from = `from ${quoted(contractModule)}`
  const typeAt = (value: string) => (operation: string) => `(typeof ${value})[${quoted(operation)}]`
  if (contractExport !== undefined) {
    // `default` is the name of an export, but not of a value.
    const isDefault = contractExport === 'default'
    const value = isDefault ? `${camelCase(ir.name)}Contract` : contractExport
    const typeOf = ir.kind === 'entity' ? (name: string) => `(typeof ${value})['ops'][${quoted(name)}]` : typeAt(value)
    return { imports: `import ${isDefault ? value : `{ ${value} }`} ${from}\n`, value, declaration: '', typeOf }
  }
  const names = operations.map(({ name }) => [name, camelCase(name)] as const)
  const imported = names.map(([, name]) => name).sort()
  const value = `${camelCase(ir.name)}Endpoints`
  const members = names.map(([name, local]) => (name === local ? `  ${name},\n` : `  ${memberName(name)}: ${local},\n`))
  const declaration = `const ${value} = {\n${members.join('')}}\n\n`
  return { imports: `import { ${imported.join(', ')} } ${from}\n`, value, declaration, typeOf: typeAt(value) }
}

const optionProblems = (ir: ContractIR, { contractExport }: HandlersOptions) => {
  if (contractExport === undefined && ir.kind === 'entity') {
    return [{ at: 'contractExport', problem: 'is missing; name the export that is the contract' }]
  }
  if (contractExport === undefined || isIdentifier(contractExport)) return []
  return [
    { at: 'contractExport', problem: `"${contractExport}" is not an identifier; name the export that is the contract` },
  ]
}

const routeRow = ({ name, route, authority }: OperationIR): string =>
  `  { operation: ${quoted(name)}, method: ${quoted(route?.method ?? '')}, path: ${quoted(route?.path ?? '')}, authority: ${quoted(authority)} },\n`

const servingText = (
  name: string,
  local: string,
  value: string,
): string => `/** Serves the handlers as a Web-standard function from Request to Response. */
export const ${local}Web = <Caller = unknown>(
  handlers: ${name}Handlers<Caller>,
  options: WebOptions<Caller> = {},
): ((request: Request) => Promise<Response>) => webHandler(${value}, handlers, options)

/** Serves the handlers as a Lambda function behind API Gateway or a function URL. */
export const ${local}Lambda = <Caller = unknown>(
  handlers: ${name}Handlers<Caller>,
  options: LambdaOptions<Caller> = {},
): LambdaHandler => lambdaHandler(${value}, handlers, options)
`

/**
 * Generates the route handlers of a contract: `handlers.ts` with the record of functions to implement, the list of
 * routes, and two functions that serve them. It imports the definition, whose schemas validate, and the runtime.
 * @throws ContractError for an entity without `contractExport`, or if that is not an identifier.
 */
export const handlers = (ir: ContractIR, options: HandlersOptions): GeneratedFiles => {
  refuseProblems(ir.name, optionProblems(ir, options))
  const name = pascalCase(ir.name)
  const local = camelCase(ir.name)
  const operations = ir.operations.filter(({ route }) => route !== undefined)
  const { imports, value, declaration, typeOf } = sourceOf(ir, operations, options)
  const { runtimeModule = '@signet/contracts/http' } = options
  const members = operations.map(
    (operation) =>
      `${operationComment(operation)}  readonly ${memberName(operation.name)}: Handler<${typeOf(operation.name)}, Caller>\n`,
  )
  const text = `// Generated from the contract "${ir.name}" ${ir.version} by @signet/contracts; do not edit.
import {
  type Handler,
  type LambdaHandler,
  type LambdaOptions,
  lambdaHandler,
  type WebOptions,
  webHandler,
} from ${quoted(runtimeModule)}
${imports}
${declaration}${docComment([ir.description, 'One function per operation. `Caller` is the type that `authorize` resolves to.'])}export interface ${name}Handlers<Caller = unknown> {
${members.join('\n')}}

/** All routes. Use them to configure a gateway. */
export const ${local}Routes = [
${operations.map(routeRow).join('')}] as const

${servingText(name, local, value)}`
  return { 'handlers.ts': text }
}
