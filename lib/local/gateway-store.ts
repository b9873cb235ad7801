import { type GatewayRequest, headerOf, isBinary } from './gateway-event.ts'
import type { HttpResponse } from './gateway-response.ts'
import { renderMapping } from './gateway-template.ts'
import type { S3PutIntegration, S3PutResponse } from './store-model.ts'

type Context = Readonly<Record<string, string>>

/** Resolves `'literal'` or `context.name`. */
const resolveSpec = (spec: string, context: Context): string =>
  /^'(.*)'$/s.exec(spec)?.[1] ?? context[spec.replace(/^context\./, '')] ?? ''

/** Checks whether a resource of a policy matches an ARN; `*` at its end matches any characters. */
const matchesPattern = (pattern: string, arn: string): boolean =>
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
    encodeURIComponent(resolveSpec(parameters[`path.${name}`] ?? "''", context)),
  )
  if (!writableObjects.some((pattern) => matchesPattern(pattern, `arn:aws:s3:::${objectPath}`))) return 403
  const type = headerOf(request, 'content-type')
  const mappedHeaders = Object.entries(parameters).flatMap(([name, value]) =>
    name.startsWith('header.') ? [[name.slice('header.'.length), resolveSpec(value, context)] as const] : [],
  )
  const requestHeaders = {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...Object.fromEntries(mappedHeaders),
  }
  const response = await fetch(`${endpoint}/${objectPath}`, {
    method: 'PUT',
    headers: requestHeaders,
    body: bytesOf(request),
  })
  await response.arrayBuffer()
  return response.status
}

const responseFor = ({ responses }: S3PutIntegration, status: number): S3PutResponse => {
  const response =
    responses.find(({ s3Status }) => s3Status?.test(String(status))) ??
    responses.find(({ s3Status }) => s3Status === undefined)
  if (response) return response
  throw new Error(`The integration does not map the status ${status} of S3`)
}

/** Stores the body of a request as an object. Maps S3's status to the response of the integration. */
export const storeBody = async (
  store: S3PutIntegration,
  request: GatewayRequest,
  context: Context,
  endpoint: string,
): Promise<HttpResponse> => {
  const { status, headers, template } = responseFor(store, await putBody(store, request, context, endpoint))
  const { body, status: override } = template === undefined ? { body: '' } : renderMapping(template, context)
  const mappedHeaders = Object.entries(headers).map(([name, spec]) => [name, resolveSpec(spec, context)] as const)
  const isTyped = mappedHeaders.some(([name]) => name.toLowerCase() === 'content-type')
  return {
    status: override ?? status,
    headers: [...mappedHeaders, ...(isTyped ? [] : [['Content-Type', 'application/json'] as const])],
    body: Buffer.from(body),
  }
}
