import { endOutages, planOutage } from '../../support/control.ts'
import { generate } from '../../support/jobs.ts'

/** The result of a run, and how many milliseconds it took. */
export const timed = async <T>(run: () => Promise<T>): Promise<readonly [T, number]> => {
  const started = performance.now()
  return [await run(), performance.now() - started]
}

/** A job that stays queued: its message is lost, and no sweeper runs. */
export const waiting = async (body: object, caller: { from?: string; key?: string }) => {
  await planOutage({ function: 'images-api', service: 'sqs', operation: 'SendMessage', times: 10 })
  try {
    return await timed(() => generate({ prompt: 'x', quality_tier: 'draft', ...body }, caller))
  } finally {
    await endOutages()
  }
}
