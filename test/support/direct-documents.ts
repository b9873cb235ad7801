import * as dynamodb from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { AwsError } from '../../lib/local/aws/aws-error.ts'
import type { EmbeddedAws } from '../../lib/local/aws/ports.ts'

/**
 * Document clients that call the embedded DynamoDB as a function. The SDK's serialization, signature and HTTP would
 * take two thirds of a call. Their own tests cover them (test/unit/local-aws, the stories).
 */

type Members = Readonly<Record<string, unknown>>

/**
 * The paths of documents in a command's input or output, as lib-dynamodb declares them: null is a document, `{}` an
 * object whose members are documents, and `*` each member.
 */
type KeyNodes = { readonly [name: string]: KeyNodes } | null | undefined

/** A command of the document client, with its internal members. */
interface DocumentCommand {
  readonly input: Members
  readonly inputKeyNodes: KeyNodes
  readonly outputKeyNodes: KeyNodes
  readonly clientCommand: object
}

/** Returns `GetItem` for a `GetItemCommand`. */
const operationOf = (command: object): string => command.constructor.name.replace(/Command$/, '')

/** The options with which a document client converts values. */
const MARSHALL_OPTIONS = { removeUndefinedValues: true, convertTopLevelContainer: true } as const
const toAttribute = (value: unknown) => marshall(value, MARSHALL_OPTIONS)
const fromAttribute = (value: unknown) =>
  unmarshall(value as Parameters<typeof unmarshall>[0], { convertWithoutMapWrapper: true } as object)

const mapMembers = (value: object, change: (member: unknown) => unknown): object =>
  Array.isArray(value)
    ? value.map(change)
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]))

/** Changes the documents in `value` at the paths of the tree. */
const changeDocuments = (value: unknown, nodes: KeyNodes, change: (document: unknown) => unknown): unknown => {
  if (value === undefined) return undefined
  if (nodes === null || nodes === undefined) return change(value)
  const names = Object.keys(nodes)
  if (names.length === 0)
    return mapMembers(value as object, (member) => (member === undefined ? undefined : change(member)))
  const each = nodes['*']
  if (each !== undefined) return mapMembers(value as object, (member) => changeDocuments(member, each, change))
  const changed = Object.entries(nodes).flatMap(([name, node]) => {
    const member = (value as Members)[name]
    return member === undefined ? [] : [[name, changeDocuments(member, node, change)] as const]
  })
  return { ...(value as Members), ...Object.fromEntries(changed) }
}

/** Returns a copy in the form of JSON: without undefined members, with bytes in base64. */
const toWire = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
  if (Array.isArray(value)) return value.map(toWire)
  const present = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(present.map(([name, member]) => [name, toWire(member)]))
}

/** Returns a copy in the form of the SDK: with bytes instead of base64. */
const fromWire = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return name === 'B' ? new Uint8Array(Buffer.from(value, 'base64')) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((member) => fromWire(member, name === 'BS' ? 'B' : ''))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fromWire(member, key)]))
}

type ExceptionClass = new (options: Members) => Error

/** Returns the SDK's exception for an error of the service. */
const exceptionOf = ({ code, message, status, detail }: AwsError): Error => {
  const errorFields = { message, $metadata: { httpStatusCode: status }, ...(fromWire(detail) as Members) }
  const SdkException = (dynamodb as unknown as Readonly<Record<string, ExceptionClass | undefined>>)[code]
  return SdkException
    ? new SdkException(errorFields)
    : Object.assign(new dynamodb.DynamoDBServiceException({ name: code, $fault: 'client', ...errorFields }))
}

/** Returns whether the SDK retries an error. Here, retries have no pause. */
const isTransient = ({ code, status }: AwsError): boolean =>
  status >= 500 || /Throttl|Throughput|LimitExceeded/.test(code)
/** The attempts per call, as in a DynamoDB client. */
const ATTEMPTS = 4

type CallTable = EmbeddedAws['callTable']

const callWithRetry = async (call: CallTable, operation: string, input: Members, caller: string): Promise<unknown> => {
  for (let attemptsLeft = ATTEMPTS - 1; ; attemptsLeft--) {
    try {
      return await call(operation, input, caller)
    } catch (error) {
      if (!(error instanceof AwsError)) throw error
      if (attemptsLeft === 0 || !isTransient(error)) throw exceptionOf(error)
    }
  }
}

/** Runs a command of a document client as a call of the embedded DynamoDB. Returns its output. */
export const runDirectly = async (call: CallTable, command: object, caller: string): Promise<Members> => {
  const { clientCommand, input, inputKeyNodes, outputKeyNodes } = command as DocumentCommand
  const wire = toWire(changeDocuments(input, inputKeyNodes, toAttribute)) as Members
  const output = fromWire(await callWithRetry(call, operationOf(clientCommand), wire, caller))
  return { $metadata: {}, ...(changeDocuments(output, outputKeyNodes, fromAttribute) as Members) }
}

/** Returns the document client, changed so that every command runs directly. */
export const sendDirectly = (
  { callTable }: Pick<EmbeddedAws, 'callTable'>,
  documents: DynamoDBDocumentClient,
): DynamoDBDocumentClient =>
  Object.assign(documents, { send: (command: object) => runDirectly(callTable, command, 'local') })
