import { createHash } from 'node:crypto'
import { type SourceFile, sourceFiles } from '../support/source-files.ts'
import { type Mutant, mutantsOf } from './mutants-of.ts'

/** The domains whose functions are mutated. */
export const DOMAINS = [
  'images',
  'sentiment',
  'observe',
  'runtime',
  'trust',
  'archive',
  'billing',
  'accounts',
  'flags',
  'evidence',
] as const

/** Excludes contracts: they are declarations, and tests compare the documents generated from them. */
const isMutated = (path: string, domain: string): boolean =>
  path.startsWith(`lambdas/${domain}/`) && path.endsWith('.ts') && !path.includes('/contract/')

const rankOf = (seed: string, { path, start, replacement }: Mutant): string =>
  createHash('sha256').update([seed, path, start, replacement].join('\n')).digest('hex')

/** Selects `each` mutants per domain. The same seed and sources give the same selection. */
export const chosenMutants = (
  { seed, each }: { readonly seed: string; readonly each: number },
  files: readonly SourceFile[] = sourceFiles(),
): Mutant[] =>
  DOMAINS.flatMap((domain) =>
    files
      .filter(({ path }) => isMutated(path, domain))
      .flatMap(mutantsOf)
      .map((mutant) => ({ mutant, rank: rankOf(seed, mutant) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, each)
      .map(({ mutant }) => mutant),
  )
