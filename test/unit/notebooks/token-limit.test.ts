import { refusal } from '@signet/kernel'
import { TokenLimitError } from '@signet/language-model'
import { expect, test, vi } from 'vitest'
import { type ComposeDeps, composeArtifact } from '../../../lambdas/notebooks/artifacts/compose-artifact.ts'

const message = { workspace: 'w', notebook: 'n', artifact: 'a' }

/** Creates an artifact whose run fails with this error. */
const failingRun = (error: Error) => {
  const claimed = { ...message, kind: 'briefing_doc', attempts: 1, sections: [] }
  const artifacts = { claim: async () => claimed, end: vi.fn(async () => true), release: vi.fn(async () => true) }
  const notebook = { ...message, sources: [], instructions: '', source_set_hash: 'h' }
  const deps = {
    artifacts,
    notebooks: { get: async () => notebook },
    contentOf: () => Promise.reject(error),
    meter: { note: () => undefined, flush: async () => undefined },
    now: () => new Date('2026-11-25T12:00:00Z'),
  } as unknown as ComposeDeps
  return { artifacts, claimed, run: () => composeArtifact(deps)(message, new AbortController().signal) }
}

test('an artifact fails with the reason, without a retry, when the daily limit of the language model is reached', async () => {
  const { artifacts, claimed, run } = failingRun(
    new TokenLimitError(refusal('spend_ceiling', 'The limit resets at midnight')),
  )
  await run()
  expect(artifacts.end.mock.calls).toEqual([[claimed, { state: 'failed', failure: 'The limit resets at midnight' }]])
  expect(artifacts.release).not.toHaveBeenCalled()
})

test('an artifact is released for a retry after any other error', async () => {
  const { artifacts, run } = failingRun(new Error('away'))
  await expect(run()).rejects.toThrow('away')
  expect([artifacts.end.mock.calls.length, artifacts.release.mock.calls.length]).toEqual([0, 1])
})
