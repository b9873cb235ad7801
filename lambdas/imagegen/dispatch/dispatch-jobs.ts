import type { Log } from '@signet/kernel'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { JobStep } from '../jobs/job-step.ts'
import type { JobMachine } from './job-machine.ts'

/** Starts one execution a message. A message that cannot be started is returned alone; the others are done. */
export const dispatchJobs =
  ({ machine, log }: { machine: JobMachine; log: Log }) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const started = await Promise.allSettled(
      Records.map(async ({ body }) => machine.start(JobStep.parse(JSON.parse(body)))),
    )
    const batchItemFailures = started.flatMap((result, i) => {
      const record = Records[i]
      if (result.status === 'fulfilled' || !record) return []
      log.error('a job could not be started', { message_id: record.messageId, error: result.reason })
      return [{ itemIdentifier: record.messageId }]
    })
    return { batchItemFailures }
  }
