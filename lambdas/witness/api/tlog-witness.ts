import type { Incoming, Outgoing } from '@signet/contracts/http'
import { type Protocol, Refusal } from '@signet/kernel'
import { NoteError } from '@signet/receipts'
import type { AddCheckpointOutcome } from './add-checkpoint.ts'

const BODY_MAX_BYTES = 64 * 1024

const STATUS = {
  malformed: 400,
  unsigned: 403,
  unknown_log: 404,
  forked: 409,
  other_size: 409,
  inconsistent: 422,
} as const

const plainText = (status: number, body: string, type = 'text/plain; charset=utf-8'): Outgoing => ({
  status,
  headers: { 'content-type': type, 'cache-control': 'no-store' },
  body,
})

const outgoingOf = (outcome: AddCheckpointOutcome): Outgoing => {
  if (outcome.kind === 'cosigned') return plainText(200, outcome.lines)
  // The client retries with this size as `old`.
  if (outcome.kind === 'other_size') return plainText(409, `${outcome.size}\n`, 'text/x.tlog.size')
  return plainText(STATUS[outcome.kind], `${outcome.message}\n`)
}

const addReply = async (
  incoming: Incoming,
  add: (body: string) => Promise<AddCheckpointOutcome>,
): Promise<Outgoing> => {
  if (incoming.method !== 'POST') return { ...plainText(405, 'POST a checkpoint\n'), headers: { allow: 'POST' } }
  try {
    return outgoingOf(await add(new TextDecoder().decode(await incoming.bytes(BODY_MAX_BYTES))))
  } catch (error) {
    if (error instanceof NoteError) return plainText(400, `${error.message}\n`)
    if (error instanceof Refusal) return plainText(error.code === 'payload_too_large' ? 413 : 400, `${error.message}\n`)
    throw error
  }
}

/** Protocol of witnesses: responses and errors are plain text, not JSON. */
export const tlogWitness = (add: (body: string) => Promise<AddCheckpointOutcome>): Protocol => ({
  name: 'add-checkpoint',
  path: '/add-checkpoint',
  answer: async (incoming) => ({ outgoing: await addReply(incoming, add) }),
})
