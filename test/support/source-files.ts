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

/** Every TypeScript and module file, including files that git does not track yet, without ignored ones. */
export const sourceFiles = (): readonly SourceFile[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...SOURCES], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path, at, all) => path !== '' && all.indexOf(path) === at && existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
