import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seedIdentities } from '../../lib/local/seed.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import type { StackOptions } from '../../lib/local/stack-options.ts'
import { apiDomains, chosenDomains } from './api-domains.ts'
import { arnForms, describeStack } from './described-stack.ts'
import { stackRecorder } from './recorded-results.ts'
import { resultsFolder } from './results-folder.ts'
import type { TestStack } from './test-stack.ts'
import './sketched-images.ts'

/** A stack for tests, on free ports and with a separate state folder. */
export interface StartedStack {
  readonly running: RunningStack
  readonly test: TestStack
  /** Partition keys of rows that functions have written, by their first two parts. */
  readonly partitions: ReadonlyMap<string, ReadonlySet<string>>
  /** Adds the rights and events since the previous call to the results in the folder. */
  record(results: string): void
  stop(): Promise<void>
}

/** Starts a stack for tests, in a folder below `parent` that is removed when the stack stops. */
export const startTestStack = async (parent: string, options: StackOptions = {}): Promise<StartedStack> => {
  const folder = mkdtempSync(join(parent, 'signet-stack-'))
  const state = join(folder, 'state')
  const recorder = stackRecorder()
  let isStopped = false
  const stack = await startStack({
    port: 0,
    state,
    trustProxy: true,
    watch: false,
    prebuild: false,
    files: { console: join(import.meta.dirname, '../fixtures/console') },
    seed: seedIdentities({ rich: true }),
    onCall: recorder.see,
    log: (entry) => {
      // The folder of a stopped stack no longer exists.
      if (!isStopped) appendFileSync(join(folder, 'stack.log'), `${JSON.stringify(entry)}\n`)
    },
    ...options,
  })
  recorder.begin(arnForms(stack))
  return {
    running: stack,
    test: await describeStack(stack, state),
    partitions: recorder.partitions,
    record: (results) => recorder.record(results, stack.aws),
    stop: async () => {
      await stack.stop()
      isStopped = true
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts one real stack for all tests of a project: bundles in threads behind the gateway. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, close } = resultsFolder()
  const domains = chosenDomains()
  // All stories together need nearly every bundle. They are built while other tests run.
  const prebuild = domains.length === apiDomains().length
  const { running, test, record, stop } = await startTestStack(tmpdir(), { prebuild })
  // Takes seconds of CPU the first time. Run now, it does not delay the first story that moves the clock by a day.
  running.lambda.invokeLater('runtime-sim', {})
  project.provide('results', folder)
  project.provide('domains', domains)
  project.provide('stack', test)
  return async () => {
    record(folder)
    await stop()
    close()
  }
}
