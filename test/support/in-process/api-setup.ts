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
    /** The folder for the stacks of threads, which end without stopping them. */
    states: string
  }
}

const root = join(import.meta.dirname, '../../..')

/** What the stacks of all threads have in common: their templates, and the folder for what they see. */
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
