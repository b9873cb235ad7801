import { type AddCheckpoint, addCheckpointText, type NoteKey, parseVerifierKey } from '@signet/receipts'

/** The witness did not cosign. The log continues, and a later run requests the cosignature again. */
export class WitnessRefused extends Error {
  override readonly name = 'WitnessRefused'
}

export type WitnessResponse =
  | { readonly kind: 'cosigned'; readonly lines: string }
  | { readonly kind: 'other_size'; readonly size: number }

export interface WitnessClient {
  key(): Promise<NoteKey>
  /** @throws WitnessRefused for any other response. */
  addCheckpoint(request: AddCheckpoint): Promise<WitnessResponse>
}

const TIMEOUT_MS = 5_000
const RESPONSE_MAX_CHARS = 16 * 1024
const SIZE_TYPE = 'text/x.tlog.size'

/** Creates a client of a witness at a configured URL (c2sp.org/tlog-witness). */
export const witnessClient = (address: string, fetchResponse: typeof fetch = fetch): WitnessClient => {
  const urlOf = (path: string): string => `${address.replace(/\/$/, '')}${path}`
  const textOf = async (response: Response): Promise<string> => (await response.text()).slice(0, RESPONSE_MAX_CHARS)
  const init = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' }) as const
  return {
    async key() {
      const response = await fetchResponse(urlOf('/vkey'), init())
      if (!response.ok) throw new WitnessRefused(`The witness returned ${response.status} for its key`)
      return parseVerifierKey(await textOf(response))
    },
    async addCheckpoint(request) {
      const headers = { 'content-type': 'text/plain; charset=utf-8' }
      const response = await fetchResponse(urlOf('/add-checkpoint'), {
        ...init(),
        method: 'POST',
        headers,
        body: addCheckpointText(request),
      })
      const text = await textOf(response)
      if (response.status === 200) return { kind: 'cosigned', lines: text }
      const size = Number(text)
      if (response.status === 409 && response.headers.get('content-type') === SIZE_TYPE && Number.isSafeInteger(size))
        return { kind: 'other_size', size }
      throw new WitnessRefused(`The witness returned ${response.status}: ${text.trim().slice(0, 200)}`)
    },
  }
}
