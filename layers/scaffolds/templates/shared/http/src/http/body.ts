import { Problem } from './problem.ts'

/** Maximum size of a body in bytes. */
export const MAX_BODY_BYTES = 65_536

const tooLarge = (): Problem => new Problem(413, 'body_too_large', 'The body exceeds 65,536 bytes')

/** Reads the received bytes. It stops at the limit, whatever Content-Length says. */
export const readBody = async (request: Request): Promise<Uint8Array> => {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// #if json
/** Parses the object of a JSON body. */
export const parseObject = (bytes: Uint8Array): Record<string, unknown> => {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Problem(400, 'invalid_json', 'The body is not valid JSON in UTF-8')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem(400, 'invalid_json', 'The body is not a JSON object')
  return value as Record<string, unknown>
}
// #endif
