import { readFile } from 'node:fs/promises'
import { UnreadableInput } from './index.ts'

const BYTES_MAX = 8 * 1024 * 1024
const SECONDS = 15

export const isUrl = (place: string): boolean => /^https?:\/\//.test(place)

/** A key that was fetched without TLS could be forged. */
const requireSafe = (url: URL): void => {
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !isHere)
    throw new UnreadableInput(
      `${url.origin} is not an https address. Download the file yourself, and use --key and --offline`,
    )
}

/** Limits the size of a response, which could be endless. */
const bytesOf = async (reply: Response, address: string): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of reply.body ?? []) {
    size += part.length
    if (size > BYTES_MAX) throw new UnreadableInput(`${address} has more than ${BYTES_MAX} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Reads the response of an address. @throws UnreadableInput if it is missing, too large, or not https. */
export const fetchBytes = async (address: string): Promise<Uint8Array> => {
  const url = new URL(address)
  requireSafe(url)
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(SECONDS * 1_000) })
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
export const parseJson = (text: string, from: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableInput(`${from} is not valid JSON`)
  }
}
