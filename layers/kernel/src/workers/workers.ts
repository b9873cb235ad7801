import middy from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type * as z from 'zod'
import { mappedStack } from '../mapped-stack.ts'

/** Ends before the Lambda does, so that a step can fail with its own error. */
const DEADLINE_MARGIN_MS = 2_000

/** Lambda itself logs thrown errors. */
const shell = () =>
  middy().onError(({ error }) => {
    if (error?.stack !== undefined) error.stack = mappedStack(error.stack)
  })

/**
 * The handler of one step of a state machine: it parses the input by its schema, and passes a signal that fires before
 * the deadline. Errors are thrown unchanged, because the machine decides by their name whether to retry.
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
 * The handler of a queue. The event source must have ReportBatchItemFailures on. `remainingMs` returns the remaining
 * time of the function.
 */
export const handleBatch = (run: (event: SQSEvent, remainingMs: () => number) => Promise<SQSBatchResponse>) =>
  shell().handler(async (event: unknown, context: Context) =>
    run(event as SQSEvent, () => context.getRemainingTimeInMillis()),
  )

/** The handler of a schedule. */
export const handleSchedule = <Result>(run: () => Promise<Result>) => shell().handler(async () => run())
