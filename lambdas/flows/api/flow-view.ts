import type { DeepReadonly } from '@signet/contracts'
import type { Flow } from '@signet/runtime-schemas/flow'
import type { ScaffoldFile } from '@signet/scaffolds/files'
import type * as z from 'zod'
import { type StoredOracle, withEdited } from '../oracle/oracle-table.ts'
import type { StoredScaffold } from './runtime-flows.ts'

/** All files of a scaffold, in the order of their paths. */
export const filesOf = ({ codegen, skeleton }: Pick<StoredScaffold, 'codegen' | 'skeleton'>): ScaffoldFile[] =>
  [...codegen.files, ...skeleton]
    .map(({ path, content, role }) => ({ path, content, role }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))

const textOf = (files: readonly ScaffoldFile[], path: string): string =>
  files.find((file) => file.path === path)?.content ?? ''

/** The governance documents as Markdown. Several decisions are concatenated. */
export const governanceOf = (files: readonly ScaffoldFile[]) => ({
  threat_model: textOf(files, 'docs/threat-model.md'),
  adr: files
    .filter(({ path }) => path.startsWith('docs/adr/'))
    .map(({ content }) => content)
    .join('\n'),
  test_plan: textOf(files, 'docs/test-plan.md'),
})

/** A flow as its tenant sees it (spec platform-api 2.8). */
export const flowView = (
  stored: StoredScaffold,
  oracle: StoredOracle | undefined,
): DeepReadonly<z.output<typeof Flow>> => {
  const files = withEdited(filesOf(stored), oracle)
  return {
    id: stored.hash,
    intention: stored.intention,
    project_type: stored.projectType ?? 'api',
    status: 'completed',
    created_at: stored.at,
    seed: stored.seed,
    governance: governanceOf(files),
    scaffold: { files },
    next_steps: stored.nextSteps,
    output: stored.output,
    oracle_enhanced: oracle !== undefined,
    oracle_summary: oracle?.summary ?? null,
  }
}
