import {
  type EvidenceGapFill,
  evidence,
  type FillEvidenceGapsInput,
  type GetEvidenceGapFillOutput,
} from '../api/evidence.ts'

const POLL_MS = 1_000

type Job = GetEvidenceGapFillOutput

export type FillResult = EvidenceGapFill | NonNullable<Job['failure']>

/**
 * Fills the gaps and waits for the end, because a model's rounds can outlast a request. `onJob` receives the progress.
 * @throws the error response of the service
 */
export const fillGaps = async (request: FillEvidenceGapsInput, onJob: (job: Job) => void): Promise<FillResult> => {
  let reply = await evidence.fillEvidenceGaps({ ...request, prefer: 'respond-async' })
  while (!('revised' in reply)) {
    onJob(reply)
    const result = reply.result ?? reply.failure
    if (result) return result
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    reply = await evidence.getEvidenceGapFill({ id: reply.gapFillId })
  }
  return reply
}
