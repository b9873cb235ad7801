import { findPolicy, POLICIES, validate } from '@signet/evidence'
import type { CheckAnswer, CheckerReady, CheckRequest } from './check-messages.ts'

// Checks texts in a worker, so that long texts do not block typing.

const answerTo = ({ number, content, policy: asked }: CheckRequest): CheckAnswer => {
  const began = performance.now()
  const policy = typeof asked === 'string' ? findPolicy(asked) : asked
  const verdict = policy && validate(content, policy)
  return { number, verdict, ms: performance.now() - began }
}

const newest = POLICIES.filter(({ id }, at) => POLICIES.findIndex((each) => each.id === id) === at)
const ready: CheckerReady = { policies: newest.map(({ id, name, appliesTo }) => ({ id, name, appliesTo })) }

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => postMessage(answerTo(data)))
postMessage(ready)
