import type { Incoming, Outgoing } from '@signet/contracts/http'
import { type Protocol, Refusal } from '@signet/kernel'
import { NoteError } from '@signet/receipts'
import type { AddCheckpointOutcome } from './add-checkpoint.ts'

const BODY_MAX = 64 * 1024

const STATUS = {
  malformed: 400,
  unsigned: 403,
  unknown_log: 404,
  forked: 409,
  other_size: 409,
  inconsistent: 422,
} as const

const plain = (status: number, body: string, type = 'text/plain; charset=utf-8'): Outgoing => ({
  status,
  headers: { 'content-type': type, 'cache-control': 'no-store' },
  body,
})

const outgoingOf = (outcome: AddCheckpointOutcome): Outgoing => {
  if (outcome.kind === 'cosigned') return plain(200, outcome.lines)
  // The log retries from this size.
  if (outcome.kind === 'other_size') return plain(409, `${outcome.size}\n`, 'text/x.tlog.size')
  return plain(STATUS[outcome.kind], `${outcome.message}\n`)
}

const addReply = async (
  incoming: Incoming,
  add: (body: string) => Promise<AddCheckpointOutcome>,
): Promise<Outgoing> => {
  if (incoming.method !== 'POST') return { ...plain(405, 'POST a checkpoint\n'), headers: { allow: 'POST' } }
  try {
    return outgoingOf(await add(new TextDecoder().decode(await incoming.bytes(BODY_MAX))))
  } catch (error) {
    if (error instanceof NoteError) return plain(400, `${error.message}\n`)
    if (error instanceof Refusal) return plain(error.code === 'payload_too_large' ? 413 : 400, `${error.message}\n`)
    throw error
  }
}

/** Protocol of witnesses: responses and errors are plain text, not JSON. */
export const tlogWitness = (add: (body: string) => Promise<AddCheckpointOutcome>): Protocol => ({
  name: 'add-checkpoint',
  path: '/add-checkpoint',
  answer: async (incoming) => ({ outgoing: await addReply(incoming, add) }),
})
