import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** A source file by its path from the root, with forward slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

const SOURCES = ['*.ts', '*.tsx', '*.mts', '*.mjs', '*.js']

/**
 * Returns the files of the repository that match these patterns of git, by path from the root; without patterns, all of
 * them. Includes files that git does not track yet, without ignored ones.
 */
export const repositoryFiles = (patterns: readonly string[] = []): string[] => {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns],
    { cwd: ROOT, encoding: 'utf8' },
  )
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(ROOT, path)))
}

/** Templates of scaffolds are files of other projects: the compiler, Biome and the judge of scaffolds check them. */
const isTemplate = (path: string): boolean => path.startsWith('layers/scaffolds/templates/')

let sources: readonly SourceFile[] | undefined

const readFiles = (paths: readonly string[]): SourceFile[] =>
  paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/**
 * Returns every TypeScript and module file of the repository except templates of scaffolds. Read once for all test files
 * of a thread.
 */
export const sourceFiles = (): readonly SourceFile[] => {
  sources ??= readFiles(repositoryFiles(SOURCES).filter((path) => !isTemplate(path)))
  return sources
}

/** Returns the templates of scaffolds that are TypeScript or module files. */
export const templateSources = (): readonly SourceFile[] => readFiles(repositoryFiles(SOURCES).filter(isTemplate))
