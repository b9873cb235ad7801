import { refuseProblems } from '@signet/contracts'
import type { BodyIR, ContractIR, JsonSchema, OperationIR } from '@signet/contracts/ir'
import { resolveReference } from '@signet/contracts/ir'

export interface InputMember {
  readonly name: string
  readonly schema: JsonSchema | 'raw'
  readonly required: boolean
}

export interface InputParts {
  readonly members: readonly InputMember[]
  readonly query: readonly string[]
  readonly headers: readonly string[]
  /** Parts that are separate members, because other parts use some of their names. */
  readonly nested: readonly ('query' | 'headers')[]
  /** `fields`: all fields that are not in another part; `json` and `raw`: the member `body`. */
  readonly body: 'none' | 'fields' | 'json' | 'raw'
}

const membersOf = (ir: ContractIR, schema: JsonSchema | undefined): InputMember[] => {
  const object = schema === undefined ? {} : resolveReference(ir, schema)
  const required = Array.isArray(object.required) ? object.required : []
  const properties = (object.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.entries(properties).map(([name, each]) => ({ name, schema: each, required: required.includes(name) }))
}

/** Only a closed object can be distinguished from the fields of the other parts. */
const isFlat = (ir: ContractIR, schema: JsonSchema): boolean => {
  const object = resolveReference(ir, schema)
  return object.type === 'object' && object.additionalProperties === false && object.properties !== undefined
}

const bodyMembers = (ir: ContractIR, body: BodyIR, isTaken: (members: readonly InputMember[]) => boolean) => {
  const { type, schema, required } = body
  if (type !== 'json' || schema === undefined) {
    return { kind: 'raw' as const, members: [{ name: 'body', schema: 'raw' as const, required }] }
  }
  const members = membersOf(ir, schema)
  if (isFlat(ir, schema) && !isTaken(members)) return { kind: 'fields' as const, members }
  return { kind: 'json' as const, members: [{ name: 'body', schema, required }] }
}

/**
 * Combines an operation's path parameters, query, headers and body in one flat input. A part with a name that another
 * part uses becomes a separate member (`query`, `headers`, `body`).
 * @throws ContractError if that name is used, too.
 */
export const inputParts = (ir: ContractIR, { name, request }: OperationIR): InputParts => {
  const members = membersOf(ir, request.params)
  const isTaken = (candidates: readonly InputMember[]): boolean =>
    candidates.some((each) => members.some((member) => member.name === each.name))
  const nested: ('query' | 'headers')[] = []
  const flattenPart = (part: 'query' | 'headers'): string[] => {
    const schema = request[part]
    const inputMembers = membersOf(ir, schema)
    if (schema !== undefined && isTaken(inputMembers)) {
      nested.push(part)
      inputMembers.splice(0, inputMembers.length, {
        name: part,
        schema,
        required: inputMembers.some(({ required }) => required),
      })
    }
    members.push(...inputMembers)
    return schema === undefined ? [] : membersOf(ir, schema).map((member) => member.name)
  }
  const query = flattenPart('query')
  const body = request.body === undefined ? undefined : bodyMembers(ir, request.body, isTaken)
  members.push(...(body?.members ?? []))
  const headers = flattenPart('headers')
  const names = members.map((member) => member.name)
  const duplicate = names.find((each, index) => names.indexOf(each) !== index)
  if (duplicate !== undefined) {
    const problem = `its input has "${duplicate}" in two parts; rename one, so that a client's input can contain both`
    refuseProblems(ir.name, [{ at: `operations.${name}.request`, problem }])
  }
  return { members, query, headers, nested, body: body?.kind ?? 'none' }
}
