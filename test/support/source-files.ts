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

const readSources = (): readonly SourceFile[] => {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...SOURCES],
    { cwd: ROOT, encoding: 'utf8' },
  )
  return [...new Set(listed.split('\0'))]
    .filter((path) => path !== '' && existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

let sources: readonly SourceFile[] | undefined

/**
 * Every TypeScript and module file, including files that git does not track yet, without ignored ones. Read once for all
 * test files of a thread.
 */
export const sourceFiles = (): readonly SourceFile[] => {
  sources ??= readSources()
  return sources
}
