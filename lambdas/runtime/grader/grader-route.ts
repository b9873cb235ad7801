import { reply } from '@signet/contracts'
import { Refusal, route } from '@signet/kernel'
import { runGrader as endpoint } from '../contract/grader.ts'
import type { RunGrader } from './run-grader.ts'

/** `POST /grader/run`. */
export const graderRoute = (run: RunGrader) =>
  route(endpoint, async ({ body, headers, caller }) => {
    const graded = await run({ caller, header: headers['x-querent-ids'] }, body)
    return graded instanceof Refusal ? graded : reply(200, graded)
  })
