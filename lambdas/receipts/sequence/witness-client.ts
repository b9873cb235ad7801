import { type AddCheckpoint, addCheckpointText, type NoteKey, parseVerifierKey } from '@signet/receipts'

/** The witness did not cosign: the log continues and requests it again. */
export class WitnessRefused extends Error {
  override readonly name = 'WitnessRefused'
}

export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly lines: string }
  | { readonly kind: 'other_size'; readonly size: number }

export interface WitnessClient {
  key(): Promise<NoteKey>
  /** @throws WitnessRefused for any other response. */
  addCheckpoint(request: AddCheckpoint): Promise<WitnessAnswer>
}

const WAIT_MS = 5_000
const ANSWER_MAX = 16 * 1024
const SIZE_TYPE = 'text/x.tlog.size'

/** Client of a witness at a configured address (c2sp.org/tlog-witness). */
export const witnessClient = (address: string, ask: typeof fetch = fetch): WitnessClient => {
  const at = (path: string): string => `${address.replace(/\/$/, '')}${path}`
  const textOf = async (response: Response): Promise<string> => (await response.text()).slice(0, ANSWER_MAX)
  const init = () => ({ signal: AbortSignal.timeout(WAIT_MS), redirect: 'error' }) as const
  return {
    async key() {
      const response = await ask(at('/vkey'), init())
      if (!response.ok) throw new WitnessRefused(`The witness answered ${response.status} for its key`)
      return parseVerifierKey(await textOf(response))
    },
    async addCheckpoint(request) {
      const headers = { 'content-type': 'text/plain; charset=utf-8' }
      const response = await ask(at('/add-checkpoint'), {
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
      throw new WitnessRefused(`The witness answered ${response.status}: ${text.trim().slice(0, 200)}`)
    },
  }
}
