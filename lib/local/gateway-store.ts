import { type GatewayRequest, headerOf, isBinary } from './gateway-event.ts'
import type { Answer } from './gateway-response.ts'
import { mapped } from './gateway-template.ts'
import type { LocalStore, StoreAnswer } from './store-model.ts'

type Context = Readonly<Record<string, string>>

/** `'literal'` or `context.name`. */
const specified = (spec: string, context: Context): string =>
  /^'(.*)'$/s.exec(spec)?.[1] ?? context[spec.replace(/^context\./, '')] ?? ''

/** Whether a resource of a policy, `*` at its end being any characters, is that one. */
const allows = (pattern: string, arn: string): boolean =>
  pattern.endsWith('*') ? arn.startsWith(pattern.slice(0, -1)) : pattern === arn

/** The bytes that leave the gateway: what is of no binary type has been text meanwhile. */
const bytesOf = ({ body, api, headers }: GatewayRequest): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    isBinary(headerOf({ headers }, 'content-type'), api.binaryMediaTypes) ? body : Buffer.from(body.toString()),
  )

/** The status of S3: 403 where the role may not store the object, as S3 answers then. */
const storedAs = async (
  { path, parameters, mayStore }: LocalStore,
  request: GatewayRequest,
  context: Context,
  endpoint: string,
): Promise<number> => {
  const place = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(specified(parameters[`path.${name}`] ?? "''", context)),
  )
  if (!mayStore.some((pattern) => allows(pattern, `arn:aws:s3:::${place}`))) return 403
  const type = headerOf(request, 'content-type')
  const added = Object.entries(parameters).flatMap(([name, value]) =>
    name.startsWith('header.') ? [[name.slice('header.'.length), specified(value, context)] as const] : [],
  )
  const sent = { ...(type === undefined ? {} : { 'content-type': type }), ...Object.fromEntries(added) }
  const response = await fetch(`${endpoint}/${place}`, { method: 'PUT', headers: sent, body: bytesOf(request) })
  await response.arrayBuffer()
  return response.status
}

const answerFor = ({ answers }: LocalStore, status: number): StoreAnswer => {
  const answer = answers.find(({ of }) => of?.test(String(status))) ?? answers.find(({ of }) => of === undefined)
  if (answer) return answer
  throw new Error(`The integration has no answer for a status ${status} of S3`)
}

/**
 * Stores the body of a request as an object, and answers as the integration maps what S3 said.
 */
export const storeBody = async (
  store: LocalStore,
  request: GatewayRequest,
  context: Context,
  endpoint: string,
): Promise<Answer> => {
  const { status, headers, template } = answerFor(store, await storedAs(store, request, context, endpoint))
  const { body, status: override } = template === undefined ? { body: '' } : mapped(template, context)
  const named = Object.entries(headers).map(([name, spec]) => [name, specified(spec, context)] as const)
  const isTyped = named.some(([name]) => name.toLowerCase() === 'content-type')
  return {
    status: override ?? status,
    headers: [...named, ...(isTyped ? [] : [['Content-Type', 'application/json'] as const])],
    body: Buffer.from(body),
  }
}
