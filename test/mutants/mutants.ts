import { createHash } from 'node:crypto'
import { type SourceFile, sourceFiles } from '../support/source-files.ts'
import { type Mutant, mutantsOf } from './mutants-of.ts'

/** Domains whose functions get mutants. */
export const DOMAINS = [
  ...['imagegen', 'sentiment', 'observe', 'runtime', 'trust', 'archive', 'billing', 'accounts', 'flags', 'evidence'],
] as const

/** Contracts are declarations: what follows from them is compared with generated documents. */
const isJudged = (path: string, domain: string): boolean =>
  path.startsWith(`lambdas/${domain}/`) && path.endsWith('.ts') && !path.includes('/contract/')

const rankOf = (seed: string, { path, start, replacement }: Mutant): string =>
  createHash('sha256').update([seed, path, start, replacement].join('\n')).digest('hex')

/** `each` mutants of every domain, the same for a seed while the sources are the same. */
export const chosenMutants = (
  { seed, each }: { readonly seed: string; readonly each: number },
  files: readonly SourceFile[] = sourceFiles(),
): Mutant[] =>
  DOMAINS.flatMap((domain) =>
    files
      .filter(({ path }) => isJudged(path, domain))
      .flatMap(mutantsOf)
      .map((mutant) => ({ mutant, rank: rankOf(seed, mutant) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, each)
      .map(({ mutant }) => mutant),
  )
