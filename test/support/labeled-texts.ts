import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Content } from '@signet/evidence'
import { ROOT } from './source-files.ts'

export type Label = 'satisfied' | 'gap' | 'inactive'

/** A text with a careful editor's verdict for each requirement of eeat-core. */
export interface LabeledText {
  readonly set: string
  readonly id: string
  /** The requirement whose verdict a small edit of the article reverses. */
  readonly turns?: string
  readonly content: Content
  readonly labels: Readonly<Record<string, Label>>
}

interface Variant {
  readonly turns: string
  /** In code points of the body of the article. */
  readonly replace?: { readonly from: number; readonly to: number; readonly text: string }
  /** Members that the variant replaces; null removes one. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly labels: Readonly<Record<string, Label>>
}

interface Article extends Omit<LabeledText, 'set' | 'turns'> {
  readonly variants: readonly Variant[]
}

const applyEdit = (body: string, { replace }: Variant): string => {
  if (replace === undefined) return body
  const points = [...body]
  return [...points.slice(0, replace.from), replace.text, ...points.slice(replace.to)].join('')
}

const withMembers = (content: Content, members: Variant['members'] = {}): Content =>
  Object.fromEntries(Object.entries({ ...content, ...members }).filter(([, value]) => value !== null)) as Content

const textsOf = (set: string, { variants, ...article }: Article): readonly LabeledText[] => [
  { set, ...article },
  ...variants.map((variant, index) => ({
    set,
    id: `${article.id}-${index + 1}-${variant.turns}`,
    turns: variant.turns,
    content: { ...withMembers(article.content, variant.members), body: applyEdit(article.content.body, variant) },
    labels: { ...article.labels, ...variant.labels },
  })),
]

/** Reads a set in JSON Lines. */
const articlesOf = (path: string): readonly Article[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Article)

/**
 * Reads the sets of a folder, by default `test/fixtures/evidence`: one file per set, one article per line, each with small
 * edits that reverse the verdict of one requirement. They were written and labeled independently of the detectors, which were changed
 * for a set only after its first measurement (docs/evidence.md).
 */
export const labeledTexts = (folder = join(ROOT, 'test/fixtures/evidence')): readonly LabeledText[] =>
  globSync('*.jsonl', { cwd: folder })
    .toSorted()
    .flatMap((name) => articlesOf(join(folder, name)).flatMap((article) => textsOf(basename(name, '.jsonl'), article)))
