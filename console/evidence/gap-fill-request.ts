import {
  type EvidenceGapFill,
  evidence,
  type FillEvidenceGapsInput,
  type GetEvidenceGapFillOutput,
} from '../api/evidence.ts'

const POLL_MS = 1_000

type Job = GetEvidenceGapFillOutput

export type FillEnd = EvidenceGapFill | NonNullable<Job['failure']>

/**
 * Fills the gaps and waits for the end, because a model's rounds can outlast a request. `onJob` receives the progress.
 * @throws the refusal of the service
 */
export const fillGaps = async (request: FillEvidenceGapsInput, onJob: (job: Job) => void): Promise<FillEnd> => {
  let answer = await evidence.fillEvidenceGaps({ ...request, prefer: 'respond-async' })
  while (!('revised' in answer)) {
    onJob(answer)
    const end = answer.result ?? answer.failure
    if (end) return end
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    answer = await evidence.getEvidenceGapFill({ id: answer.gapFillId })
  }
  return answer
}
