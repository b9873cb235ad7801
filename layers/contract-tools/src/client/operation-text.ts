import type { OperationIR, ResponseIR } from '@signet/contracts/ir'
import { docComment, indented, memberName, quoted } from '../typescript/source-text.ts'
import { type ComponentNames, memberText, typeText } from '../typescript/type-text.ts'
import { mayRepeat, type OperationModel, sendsKey } from './operation-model.ts'

/** Type members of an error's body in addition to `error` and `code`, by error code. */
const errorMembersByCode: Readonly<Record<string, string>> = {
  invalid_input: 'readonly errors: readonly { readonly field: string; readonly message: string }[]',
  invalid_transition: 'readonly state: string; readonly allowed: readonly string[]',
  internal: 'readonly request_id: string',
  payload_too_large: 'readonly limit: number',
  plan_required: 'readonly upgrade?: string',
  model_locked: 'readonly upgrade?: string',
  quota_exceeded: 'readonly upgrade?: string',
  insufficient_credits: 'readonly upgrade?: string',
}

const errorExtras = (code: string): string | undefined => {
  const members = Object.hasOwn(errorMembersByCode, code) ? errorMembersByCode[code] : undefined
  return members === undefined ? undefined : `{ ${members} }`
}

const RAW_BODY = "NonNullable<RequestInit['body']>"

const routeText = ({ route }: OperationIR): string => `${route?.method} ${route?.path}`

const inputText = ({ type, parts, operation }: OperationModel, names: ComponentNames): string => {
  const comment = docComment([`Input of \`${routeText(operation)}\`.`])
  if (parts.members.length === 0) return `${comment}export type ${type}Input = Readonly<Record<string, never>>\n`
  const members = parts.members.map(({ name, schema, required }) =>
    schema === 'raw'
      ? `readonly ${memberName(name)}${required ? ': ' : '?: undefined | '}${RAW_BODY}`
      : memberText(name, schema, required, names),
  )
  return `${comment}export interface ${type}Input {\n${members.map((text) => `  ${indented(text)}\n`).join('')}}\n`
}

const bodyText = ({ schema }: ResponseIR, isRaw: boolean, names: ComponentNames): string => {
  if (isRaw) return 'Response'
  return schema === undefined ? 'undefined' : typeText(schema, names)
}

const outputText = ({ type, operation, isRaw }: OperationModel, names: ComponentNames): string => {
  const bodies = new Set(operation.responses.map((response) => bodyText(response, isRaw, names)))
  const lines = [...new Set(operation.responses.map(({ description }) => description))]
  return `${docComment(lines)}export type ${type}Output = ${[...bodies].join(' | ')}\n`
}

const responseTypeText = ({ type, operation, isRaw }: OperationModel, names: ComponentNames): string => {
  const { responses } = operation
  const hasOneResponse = responses.length === 1
  const variants = responses.map((response) => {
    const body = hasOneResponse ? `${type}Output` : indented(indented(bodyText(response, isRaw, names)))
    return `{ readonly status: ${response.status}; readonly headers: Headers; readonly body: ${body} }`
  })
  const union = hasOneResponse ? ` ${variants[0]}` : variants.map((variant) => `\n  | ${variant}`).join('')
  return `export type ${type}Response =${union}\n`
}

const errorText = ({ type, operation, member }: OperationModel, client: string): string => {
  const variants = operation.errors.map(({ status, code }) => {
    const members = errorExtras(code)
    return `\n  | ${client}ApiError<${status}, ${quoted(code)}${members === undefined ? '' : `, ${members}`}>`
  })
  const comment = docComment([`Errors that \`${member}\` declares, distinguished by \`code\`.`])
  return `${comment}export type ${type}Error =${variants.length === 0 ? ' never' : variants.join('')}\n`
}

/** Returns the types of one operation: its input, its output, its responses by status and its errors. */
export const operationTypesText = (model: OperationModel, client: string, names: ComponentNames): string =>
  [inputText(model, names), outputText(model, names), responseTypeText(model, names), errorText(model, client)].join(
    '\n',
  )

const commentOf = ({ summary, description, errors, authority }: OperationIR, extraLines: readonly string[]): string => {
  const codes = errors.map(({ code, status }) => `${code} (${status})`).join(', ')
  const lines = [...new Set([summary === undefined ? '' : `${summary}.`, description])]
  return docComment([...lines, ...extraLines, `Authority: ${authority}. Errors: ${codes || 'none'}.`], '  ')
}

const parametersText = ({ type, parts }: OperationModel, client: string): string =>
  `input${parts.members.some(({ required }) => required) ? '' : '?'}: ${type}Input, options?: ${client}CallOptions`

/** Returns the members of the client's interface for one operation. */
export const clientMemberText = (model: OperationModel, client: string, names: ComponentNames): string => {
  const { operation, member, type, pagination, mayStream } = model
  const comment = commentOf(operation, [
    `\`${routeText(operation)}\`${mayRepeat(operation) ? ', retried after transient failures.' : '.'}`,
  ])
  const parameterList = parametersText(model, client)
  const stream = mayStream
    ? `    /** Resolves to the streamed response, in the type of the accept header; errors are thrown. */
    stream(${parameterList}): Promise<Response>\n`
    : ''
  const method = `${comment}  readonly ${memberName(member)}: {
    (${parameterList}): Promise<${type}Output>
    /** Resolves to the body with status and headers. */
    withResponse(${parameterList}): Promise<${type}Response>
${stream}  }\n`
  if (pagination === undefined) return method
  const item = indented(typeText(pagination.item, names))
  return `${method}  /** Iterates over the items of all pages of \`${member}\`, starting at the cursor of the input. */\n  readonly ${member}All: (${parameterList}) => AsyncIterable<${item}>\n`
}

const arrayLiteral = (list: readonly (string | number)[]): string =>
  `[${list.map((each) => (typeof each === 'number' ? each : quoted(each))).join(', ')}]`

export const descriptorText = (model: OperationModel): string => {
  const { operation, member, parts, isRaw } = model
  const { route, request, responses, errors, authority } = operation
  const [mediaType, ...otherMediaTypes] = request.body?.mediaTypes ?? []
  const json = responses.filter(({ schema }) => schema !== undefined).map(({ status }) => status)
  const codes = errors.map(({ code, status }) => `${memberName(code)}: ${status}`).join(', ')
  const lines = [
    `name: ${quoted(member)}`,
    `method: ${quoted(route?.method ?? '')}`,
    `path: ${quoted(route?.pathTemplate ?? '')}`,
    `query: ${arrayLiteral(parts.query)}`,
    `headers: ${arrayLiteral(parts.headers)}`,
    `nested: ${arrayLiteral(parts.nested)}`,
    `body: ${quoted(parts.body)}`,
    // If there are several types, the caller states which one it sends.
    `mediaType: ${mediaType === undefined || otherMediaTypes.length > 0 ? 'undefined' : quoted(mediaType)}`,
    `sendsCredential: ${authority !== 'open'}`,
    `mayRepeat: ${mayRepeat(operation)}`,
    `sendsKey: ${sendsKey(model)}`,
    `statuses: ${arrayLiteral(responses.map(({ status }) => status))}`,
    `json: ${arrayLiteral(json)}`,
    `isRaw: ${isRaw}`,
    `errors: { ${codes} }`,
    `codesByStatus: ${operation.refusals !== undefined}`,
  ]
  return `  ${memberName(member)}: {\n${lines.map((line) => `    ${line},\n`).join('')}  },\n`
}
