import middy from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type * as z from 'zod'
import { mappedStack } from '../mapped-stack.ts'

/** Before the Lambda is ended, so that a step can fail in words of its own. */
const DEADLINE_MARGIN_MS = 2_000

/** What is thrown is written to the log by Lambda, as it stands. */
const shell = () =>
  middy().onError(({ error }) => {
    if (error?.stack !== undefined) error.stack = mappedStack(error.stack)
  })

/**
 * The handler of one step of a state machine: input parsed by its schema, and a signal that fires before the deadline.
 * Errors are thrown as they are: the machine decides by their name whether to try again.
 */
export const handleStep = <S extends z.ZodType, Result>(
  schema: S,
  run: (input: z.output<S>, signal: AbortSignal) => Promise<Result>,
) =>
  shell().handler(async (event: unknown, context: Context) => {
    const remainingMs = Math.max(0, context.getRemainingTimeInMillis() - DEADLINE_MARGIN_MS)
    return run(schema.parse(event), AbortSignal.timeout(remainingMs))
  })

/**
 * The handler of a queue; the event source must have ReportBatchItemFailures on. `remainingMs` says how long the function
 * may still run.
 */
export const handleBatch = (run: (event: SQSEvent, remainingMs: () => number) => Promise<SQSBatchResponse>) =>
  shell().handler(async (event: unknown, context: Context) =>
    run(event as SQSEvent, () => context.getRemainingTimeInMillis()),
  )

/** The handler of a schedule. */
export const handleSchedule = <Result>(run: () => Promise<Result>) => shell().handler(async () => run())
