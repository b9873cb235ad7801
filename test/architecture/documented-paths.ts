import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT, repositoryFiles } from '../support/source-files.ts'

/** A Markdown page by its path from the root. */
export interface Page {
  readonly path: string
  readonly text: string
}

/** Paths that pages may name although they do not exist, each with the reason. */
const ABSENT: ReadonlyMap<string, string> = new Map([
  ['note.ts', 'a file that docs/contracts/handlers.md contains in full'],
  ['table.ts', 'a file that contracts generate'],
  ['transitions.test.ts', 'a file that contracts generate'],
])

const files = repositoryFiles()
/** Files, and the folders that contain them. */
const entries = new Set(
  files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))),
)

const IS_CHECKED = /^(?:README|CONTRIBUTING|docs\/.*|layers\/[^/]+\/README)\.md$/

/** The pages for readers: README.md, CONTRIBUTING.md, docs, and the READMEs of layers. */
export const documentedPages = (): readonly Page[] =>
  files.filter((path) => IS_CHECKED.test(path)).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Returns whether a path exists. `*` and `<name>` match a part of it, `{a,b}` either, a final slash a folder. */
const exists = (path: string): boolean => {
  const plain = path.replace(/\/$/, '')
  if (!/[*<{]/.test(plain)) return entries.has(plain)
  const pattern = plain
    .replace(/[.+()]/g, '\\$&')
    .replace(/\*\*/g, '\0')
    .replace(/\*|<[^>]*>/g, '[^/]*')
    .replaceAll('\0', '.*')
    .replace(/\{([^}]*)\}/g, (_, either: string) => `(?:${either.replaceAll(',', '|')})`)
  const matches = new RegExp(`^${pattern}$`)
  return [...entries].some((entry) => matches.test(entry))
}

const isExcepted = (path: string): boolean =>
  [...ABSENT.keys()].some((absent) => path === absent || path.startsWith(`${absent}/`))

/** Returns the text without fenced code, whose paths may belong to the reader. */
const proseOf = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '')

const codeSpans = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)

const PATH_IN_CODE =
  /(?<![\w@./-])(?:test|lambdas|layers|lib|bin|docs|console)\/(?:<[^>]*>|[\w@.*{},/-])*(?:>|[\w*}/])/g
/** Matches a source file by the end of its path. */
const SOURCE_FILE = /(?<![\w@.*/<-])[\w-]+(?:\/[\w-]+)*(?:\.test)?\.(?:ts|tsx|mjs|sh)\b/g

const startsAtRoot = (path: string): boolean => /^(?:test|lambdas|layers|lib|bin|docs|console)\//.test(path)
const isEndOfFile = (path: string): boolean => files.some((file) => `/${file}`.endsWith(`/${path}`))

/** Returns the anchor of a heading on GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

const hasHeading = (text: string, anchor: string): boolean =>
  [...proseOf(text).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)

/** Returns whether a link leads to an existing file, and to a heading of it. */
const isValidLink = ({ path, text }: Page, target: string): boolean => {
  const [file = '', anchor] = target.split('#')
  const linked = posix.join(posix.dirname(path), file)
  if (file !== '' && !exists(linked)) return false
  return anchor === undefined || hasHeading(file === '' ? text : readFileSync(join(ROOT, linked), 'utf8'), anchor)
}

/** Lists paths in backticks, and targets of links, that do not exist. */
export const pathProblems = ({ path, text }: Page): string[] => {
  const prose = proseOf(text)
  const spans = codeSpans(prose)
  const missingPaths = spans
    .flatMap((span) => span.match(PATH_IN_CODE) ?? [])
    .filter((each) => !exists(each) && !isExcepted(each))
  const sources = spans
    .flatMap((span) => span.match(SOURCE_FILE) ?? [])
    .filter((each) => !startsAtRoot(each) && !isEndOfFile(each) && !isExcepted(each))
  const links = [...prose.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !isValidLink({ path, text }, target))
  return [...new Set([...missingPaths, ...sources, ...links])].map((missing) => `${path}: ${missing} does not exist`)
}

/** Lists exceptions that no page needs. */
export const needlessExceptions = (pages: readonly Page[]): string[] =>
  [...ABSENT.keys()].filter((absent) => exists(absent) || !pages.some(({ text }) => text.includes(absent)))
