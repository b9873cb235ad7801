export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/**
 * Reads the body of a response, up to `limit` bytes. The rest of a larger body is not read.
 * @throws BodyTooLarge
 */
export const readBodyWithin = async ({ body }: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > limit) throw new BodyTooLarge(`A body is larger than ${limit} bytes`)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
