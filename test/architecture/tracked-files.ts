import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** A source file by its path from the root, with forward slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Every TypeScript and module file that git knows and that is still there; what is ignored is nobody's code. */
export const trackedSources = (): readonly SourceFile[] =>
  execFileSync('git', ['ls-files', '-z', '--', '*.ts', '*.tsx', '*.mts', '*.mjs', '*.js'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
