import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { workerHandler } from './worker.ts'

/**
 * The handler of a queue. The event source must have ReportBatchItemFailures on. `remainingMs` returns the remaining
 * time of the function.
 */
export const handleBatch = (run: (event: SQSEvent, remainingMs: () => number) => Promise<SQSBatchResponse>) =>
  workerHandler((event, context) => run(event as SQSEvent, () => context.getRemainingTimeInMillis()))

/** The handler of a schedule. */
export const handleSchedule = <Result>(run: () => Promise<Result>) => workerHandler(() => run())
