import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, repositoryFiles } from '../support/source-files.ts'
import type { Page } from './documented-paths.ts'

/** Lists the architecture decision records. */
export const decisions = (): readonly Page[] =>
  repositoryFiles()
    .filter((path) => /^docs\/adr\/[^/]+\.md$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** A decision in the status line of another: `[19](0019-one-engine-serves-every-domain.md)`. */
const LINK = /\[(\d+)\]\(([^)]+)\)/g
const LINKS = String.raw`\[\d+\]\([^)]+\)(?: \([^()]+\))?(?:(?:, | and )\[\d+\]\([^)]+\)(?: \([^()]+\))?)*`
const STATUS = new RegExp(`^Status: (?:accepted|(?:accepted, superseded in part|superseded) by ${LINKS})$`)

const linkProblem = (path: string, names: ReadonlySet<string>, number: string, target: string): string | undefined => {
  const isNumbered = target.startsWith(`${number.padStart(4, '0')}-`)
  if (names.has(target) && isNumbered && target !== basename(path)) return undefined
  return `${path}: decision ${number} is not ${target}, or does not exist`
}

/** Lists the problems of the status under the title of a decision. */
export const statusProblems = ({ path, text }: Page, all: readonly Page[]): readonly string[] => {
  const [title = '', , status = ''] = text.split('\n')
  if (!/^# \d+\. \S/.test(title)) return [`${path}: the first line is not "# N. Title"`]
  if (!STATUS.test(status))
    return [`${path}: under the title, write "Status: accepted" or "Status: superseded by [N](file)"`]
  const names = new Set(all.map((page) => basename(page.path)))
  return [...status.matchAll(LINK)].flatMap(
    ([, number = '', target = '']) => linkProblem(path, names, number, target) ?? [],
  )
}
