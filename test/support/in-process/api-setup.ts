import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { synthesize } from '../../../lib/local/synth.ts'
import { chosenDomains } from '../api-domains.ts'
import { resultsFolder } from '../results-folder.ts'
import '../sketched-images.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the stacks of all threads. Threads end without stopping their stacks. */
    states: string
  }
}

const root = join(import.meta.dirname, '../../..')

/** Prepares what the stacks of all threads share: the templates, their parent folder and the results folder. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { folder, close } = resultsFolder()
  const states = mkdtempSync(join(tmpdir(), 'signet-api-'))
  await synthesize({ root, cache: join(root, '.local', 'synth') })
  project.provide('states', states)
  project.provide('results', folder)
  project.provide('domains', chosenDomains())
  return () => {
    rmSync(states, { recursive: true, force: true })
    close()
  }
}
