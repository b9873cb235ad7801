import { readFile } from 'node:fs/promises'
import { UnreadableInput } from './index.ts'

const BYTES_MAX = 8 * 1024 * 1024
const TIMEOUT_SECONDS = 15

export const isUrl = (text: string): boolean => /^https?:\/\//.test(text)

/** Rejects URLs without TLS, except on this machine, because keys fetched over them could be forged. */
const requireHttps = (url: URL): void => {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !isLocal)
    throw new UnreadableInput(
      `${url.origin} is not an https URL. Download the file yourself, and use --key and --offline`,
    )
}

/** Reads a response of limited size. */
const bytesOf = async (response: Response, address: string): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > BYTES_MAX) throw new UnreadableInput(`${address} has more than ${BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads the response of a URL. @throws UnreadableInput if the response fails or is too large, or the URL is not https.
 */
export const fetchBytes = async (address: string): Promise<Uint8Array> => {
  const url = new URL(address)
  requireHttps(url)
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1_000) })
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    return await bytesOf(reply, address)
  } catch (error) {
    if (error instanceof UnreadableInput) throw error
    const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } }
    throw new UnreadableInput(`${address} cannot be read (${cause?.code ?? message})`)
  }
}

/** Reads a file. @throws UnreadableInput if it cannot be read. */
export const readBytes = async (path: string): Promise<Uint8Array> => {
  try {
    return new Uint8Array(await readFile(path))
  } catch (error) {
    throw new UnreadableInput(`${path} cannot be read (${(error as { readonly code?: string }).code})`)
  }
}

const utf8 = new TextDecoder()

export const readText = async (path: string): Promise<string> => utf8.decode(await readBytes(path))

export const fetchText = async (address: string): Promise<string> => utf8.decode(await fetchBytes(address))

/** @throws UnreadableInput for invalid JSON. */
export const parseJson = (text: string, source: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableInput(`${source} is not valid JSON`)
  }
}
