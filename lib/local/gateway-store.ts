import { type GatewayRequest, headerOf, isBinary } from './gateway-event.ts'
import type { Answer } from './gateway-response.ts'
import { renderMapping } from './gateway-template.ts'
import type { S3PutIntegration, S3PutResponse } from './store-model.ts'

type Context = Readonly<Record<string, string>>

/** Resolves `'literal'` or `context.name`. */
const specified = (spec: string, context: Context): string =>
  /^'(.*)'$/s.exec(spec)?.[1] ?? context[spec.replace(/^context\./, '')] ?? ''

/** Checks whether a resource of a policy matches an ARN; `*` at its end matches any characters. */
const allows = (pattern: string, arn: string): boolean =>
  pattern.endsWith('*') ? arn.startsWith(pattern.slice(0, -1)) : pattern === arn

/** Returns the bytes that the gateway passes on. A body without a binary media type is converted to text and back. */
const bytesOf = ({ body, api, headers }: GatewayRequest): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    isBinary(headerOf({ headers }, 'content-type'), api.binaryMediaTypes) ? body : Buffer.from(body.toString()),
  )

/** Stores the object and returns S3's status; 403 if the role may not store the object. */
const putBody = async (
  { path, parameters, writableObjects }: S3PutIntegration,
  request: GatewayRequest,
  context: Context,
  endpoint: string,
): Promise<number> => {
  const objectPath = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(specified(parameters[`path.${name}`] ?? "''", context)),
  )
  if (!writableObjects.some((pattern) => allows(pattern, `arn:aws:s3:::${objectPath}`))) return 403
  const type = headerOf(request, 'content-type')
  const added = Object.entries(parameters).flatMap(([name, value]) =>
    name.startsWith('header.') ? [[name.slice('header.'.length), specified(value, context)] as const] : [],
  )
  const requestHeaders = { ...(type === undefined ? {} : { 'content-type': type }), ...Object.fromEntries(added) }
  const response = await fetch(`${endpoint}/${objectPath}`, {
    method: 'PUT',
    headers: requestHeaders,
    body: bytesOf(request),
  })
  await response.arrayBuffer()
  return response.status
}

const answerFor = ({ answers }: S3PutIntegration, status: number): S3PutResponse => {
  const answer =
    answers.find(({ s3Status }) => s3Status?.test(String(status))) ??
    answers.find(({ s3Status }) => s3Status === undefined)
  if (answer) return answer
  throw new Error(`The integration does not map the status ${status} of S3`)
}

/** Stores the body of a request as an object. Maps S3's status to the response of the integration. */
export const storeBody = async (
  store: S3PutIntegration,
  request: GatewayRequest,
  context: Context,
  endpoint: string,
): Promise<Answer> => {
  const { status, headers, template } = answerFor(store, await putBody(store, request, context, endpoint))
  const { body, status: override } = template === undefined ? { body: '' } : renderMapping(template, context)
  const mappedHeaders = Object.entries(headers).map(([name, spec]) => [name, specified(spec, context)] as const)
  const isTyped = mappedHeaders.some(([name]) => name.toLowerCase() === 'content-type')
  return {
    status: override ?? status,
    headers: [...mappedHeaders, ...(isTyped ? [] : [['Content-Type', 'application/json'] as const])],
    body: Buffer.from(body),
  }
}
