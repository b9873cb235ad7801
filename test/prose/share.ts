import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT, type SourceFile } from '../support/source-files.ts'
import { wordingProblems } from './problems.ts'
import { commentsOf, type Prose, stringsOf, titlesOf } from './texts.ts'

/**
 * Prints the share of texts in the private idiom by folder: `node test/prose/share.ts [--at <commit>] [--of titles]`.
 * Comments and titles of at least four words count; strings of any length.
 */

const { values } = parseArgs({ options: { at: { type: 'string' }, of: { type: 'string', default: 'comments' } } })

const READERS_BY_KIND: Readonly<Record<string, (file: SourceFile) => Prose[]>> = {
  comments: commentsOf,
  titles: titlesOf,
  strings: stringsOf,
}

const git = (args: readonly string[], cwd = ROOT): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 64 << 20 })

/** Lists the sources of a commit, or of the working tree without one. */
const pathsOf = (commit: string | undefined): string[] =>
  (commit ? git(['ls-tree', '-r', '--name-only', commit]) : git(['ls-files']))
    .split('\n')
    .filter(
      (path) => /\.(?:ts|tsx|mjs)$/.test(path) && !/\/published\/|^test\/contract\/(?:generated|pages)\//.test(path),
    )

/** Names the folder that a path counts for: two levels of lambdas and layers, one of the rest. */
const folderOf = (path: string): string =>
  path
    .split('/')
    .slice(0, /^(?:lambdas|layers|console|test)\//.test(path) ? 2 : 1)
    .join('/')

const sourcesAt = (commit: string | undefined): SourceFile[] => {
  if (!commit) return pathsOf(commit).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  const folder = mkdtempSync(join(tmpdir(), 'prose-share-'))
  try {
    git(['worktree', 'add', '--detach', '--quiet', folder, commit])
    return pathsOf(commit).map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
  } finally {
    git(['worktree', 'remove', '--force', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Share {
  texts: number
  idiomatic: number
}

const shares = new Map<string, Share>()
const readTexts = READERS_BY_KIND[values.of]
if (!readTexts) throw new Error(`--of is one of ${Object.keys(READERS_BY_KIND).join(', ')}`)
for (const file of sourcesAt(values.at)) {
  if (values.of === 'titles' && !/\.test\.ts$/.test(file.path)) continue
  for (const prose of readTexts(file)) {
    if (values.of !== 'strings' && prose.text.split(/\s+/).length < 4) continue
    const share = shares.get(folderOf(file.path)) ?? { texts: 0, idiomatic: 0 }
    share.texts += 1
    if (wordingProblems(prose).length > 0) share.idiomatic += 1
    shares.set(folderOf(file.path), share)
  }
}

const formatRow = (folder: string, { texts, idiomatic }: Share): string =>
  `${folder.padEnd(28)} ${String(texts).padStart(6)} ${String(idiomatic).padStart(6)} ${((100 * idiomatic) / Math.max(1, texts)).toFixed(1).padStart(6)} %`
const total = [...shares.values()].reduce((sum, { texts, idiomatic }) => ({
  texts: sum.texts + texts,
  idiomatic: sum.idiomatic + idiomatic,
}))
const rows = [...shares].sort(([a], [b]) => a.localeCompare(b)).map(([folder, share]) => formatRow(folder, share))
process.stdout.write(`${[...rows, formatRow('total', total)].join('\n')}\n`)
