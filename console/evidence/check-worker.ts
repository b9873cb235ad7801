import { findPolicy, POLICIES, validate } from '@signet/evidence'
import type { CheckerReady, CheckRequest, CheckResult } from './check-messages.ts'

// Checks texts in a worker, so that long texts do not block typing.

const checkContent = ({ id, content, policy: policyOrId }: CheckRequest): CheckResult => {
  const startedAt = performance.now()
  const policy = typeof policyOrId === 'string' ? findPolicy(policyOrId) : policyOrId
  const verdict = policy && validate(content, policy)
  return { id, verdict, durationMs: performance.now() - startedAt }
}

const newestPolicies = POLICIES.filter(({ id }, index) => POLICIES.findIndex((each) => each.id === id) === index)
const ready: CheckerReady = { policies: newestPolicies.map(({ id, name, appliesTo }) => ({ id, name, appliesTo })) }

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => postMessage(checkContent(data)))
postMessage(ready)
