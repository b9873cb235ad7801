import type { Context, Design } from './design.ts'
import type { Governance } from './governance.ts'
import { unmetLine, unmetRequirements } from './unmet.ts'

export interface ScaffoldFile {
  readonly path: string
  readonly content: string
  readonly role: 'scaffold' | 'config' | 'governance' | 'test' | 'doc'
}

export const LIMITS = { files: 60, fileBytes: 65_536, totalBytes: 524_288 } as const

const PLACEHOLDERS: readonly RegExp[] = [
  /\bTODO\b/,
  /\bFIXME\b/,
  /\blorem ipsum\b/i,
  /\[\.\.\.?\]/,
  /\[NEEDS CLARIFICATION/,
  /\[object Object\]/,
  /\$(?:Entit|entit|ENTITY|kebab|noun|worker)/,
]

const UTF8 = new TextEncoder()

const sizeFaults = (files: readonly ScaffoldFile[]): string[] => {
  const sizes = files.map(({ path, content }) => ({ path, bytes: UTF8.encode(content).length }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    ...(files.length > LIMITS.files ? [`${files.length} files, above ${LIMITS.files}`] : []),
    ...(total > LIMITS.totalBytes ? [`${total} bytes, above ${LIMITS.totalBytes}`] : []),
    ...sizes.filter(({ bytes }) => bytes > LIMITS.fileBytes).map(({ path }) => `${path} is too large`),
  ]
}

const PATH = /^[A-Za-z0-9._][A-Za-z0-9._-]*(?:\/[A-Za-z0-9._][A-Za-z0-9._-]*)*$/

const fileFaults = (files: readonly ScaffoldFile[], isQuoted: (path: string) => boolean): string[] =>
  files.flatMap(({ path, content }) => [
    ...(PATH.test(path) && !path.split('/').includes('..') ? [] : [`${path} is not a valid path`]),
    ...(content.includes('\r') ? [`${path} contains carriage returns`] : []),
    ...(content.endsWith('\n') ? [] : [`${path} does not end with a line break`]),
    ...(isQuoted(path)
      ? []
      : PLACEHOLDERS.filter((each) => each.test(content)).map(
          (each) => `${path} contains a placeholder: ${each.source}`,
        )),
    ...(/\.(?:json|jsonc)$/.test(path) && !isJson(content) ? [`${path} is not valid JSON`] : []),
  ])

const isJson = (content: string): boolean => {
  try {
    JSON.parse(content)
    return true
  } catch {
    return false
  }
}

const duplicatesOf = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index)

const traceFaults = (
  { requirements, threats, notApplicable, cases }: Governance,
  openQuestions: readonly string[],
): string[] => [
  ...requirements
    .filter(({ status, testIds }) => status !== 'open' && testIds.length === 0)
    .map(({ id, text }) => `${id} (${text}) has no test`),
  ...threats
    .filter(({ status, testIds }) => status === 'mitigated' && testIds.length === 0)
    .map(({ id, action }) => `${id} (${action}) is mitigated without a test`),
  ...threats
    .filter(({ status, action }) => status === 'open' && !openQuestions.some((question) => question.includes(action)))
    .map(({ id }) => `${id} is open and has no open question`),
  ...notApplicable
    .filter(({ reason }) => reason === '')
    .map(({ boundary, stride }) => `${stride} at ${boundary} has neither a threat nor a reason`),
  ...cases.filter(({ traces }) => traces.length === 0).map(({ id }) => `${id} traces no requirement or threat`),
]

const testFaults = ({ cases }: Governance, files: readonly ScaffoldFile[]): string[] => {
  const byPath = new Map(files.map((file) => [file.path, file.content]))
  return cases.flatMap(({ id, file }) => {
    const content = byPath.get(file)
    if (content === undefined) return [`${id} names ${file}, which does not exist`]
    return content.split(`test('${id}: `).length === 2 ? [] : [`${id} does not have exactly one test in ${file}`]
  })
}

const unmetFaults = (governance: Governance, files: readonly ScaffoldFile[]): string[] => {
  const readme = files.find(({ path }) => path === 'README.md')?.content ?? ''
  const lines = new Set(readme.split('\n'))
  return unmetRequirements(governance)
    .filter((each) => !lines.has(unmetLine(each)))
    .map(({ id }) => `${id} is not accounted for, but README.md does not list it`)
}

const importFaults = (files: readonly ScaffoldFile[]): string[] => {
  const paths = new Set(files.map(({ path }) => path))
  return files
    .filter(({ path }) => path.endsWith('.ts'))
    .flatMap(({ path, content }) =>
      [...content.matchAll(/^import [^']*'(\.{1,2}\/[^']+)'$/gm)].flatMap(([, to = '']) => {
        const parts = path.split('/').slice(0, -1)
        for (const step of to.split('/')) {
          if (step === '..') parts.pop()
          else if (step !== '.') parts.push(step)
        }
        return paths.has(parts.join('/')) ? [] : [`${path} imports ${to}, which does not exist`]
      }),
    )
}

/** Returns a fault when an internal or partner service does not verify its callers. */
export const openFaults = (design: Pick<Design, 'isOpen'>, { traits }: Pick<Context, 'traits'>): string[] =>
  design.isOpen && (traits.exposure === 'internal' || traits.exposure === 'partner')
    ? [`any client may call a service with exposure ${traits.exposure}`]
    : []

/**
 * Returns the faults of a scaffold: a requirement or mitigation without a test, a missing file, a placeholder, or an
 * exceeded limit. Empty for a valid scaffold.
 * @param isQuoted whether a file quotes the caller, whose text may contain placeholders.
 */
export const crossCheck = (
  files: readonly ScaffoldFile[],
  governance: Governance,
  openQuestions: readonly string[],
  isQuoted: (path: string) => boolean,
): string[] => [
  ...duplicatesOf(files.map(({ path }) => path)).map((path) => `${path} exists twice`),
  ...sizeFaults(files),
  ...fileFaults(files, isQuoted),
  ...traceFaults(governance, openQuestions),
  ...testFaults(governance, files),
  ...unmetFaults(governance, files),
  ...importFaults(files),
]
