import type { Code } from './code.ts'
import type { Design, SourceFile } from './design.ts'

/** Exports of shared files that not every pattern needs. */
const OPTIONAL: readonly { readonly path: string; readonly name: string }[] = [
  { path: 'src/http/problem.ts', name: 'invalid' },
  { path: 'src/http/problem.ts', name: 'absent' },
  { path: 'src/http/body.ts', name: 'parseObject' },
]

/** A file without an exported constant: its line, or its lines up to the brace that closes it, with a comment of one line. */
const without = (content: string, name: string): string => {
  const lines = content.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`export const ${name} = `))
  if (at === -1) return content
  const begin = lines[at - 1]?.startsWith('/** ') ? at - 1 : at
  const end = lines[at]?.endsWith('{') ? lines.indexOf('}', at) : at
  return [...lines.slice(0, begin), ...lines.slice(end + 1)]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()
}

/** The files of a design without what nothing of it uses. */
export const trimmed = ({ files, suites }: Pick<Design, 'files' | 'suites'>): SourceFile[] => {
  const tests = suites.flatMap(({ head, cases }) => [head, ...cases.map(({ body }) => body)])
  const isUsed = (path: string, name: string): boolean => {
    const use = new RegExp(`\\b${name}\\b`)
    return files.some((file) => file.path !== path && use.test(file.content)) || tests.some((test) => use.test(test))
  }
  return files.map(({ path, content }) => {
    const unused = OPTIONAL.filter((each) => each.path === path && !isUsed(path, each.name))
    return { path, content: unused.reduce((text: string, { name }) => without(text, name), content) as Code }
  })
}
