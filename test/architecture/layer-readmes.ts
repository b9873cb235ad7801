import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../support/source-files.ts'
import { factsOf } from './module-facts.ts'
import { parsedSource } from './syntax-tree.ts'

/** The README of a layer or of one of its parts; its text is undefined if the file does not exist. */
export interface LayerReadme {
  /** The folder below `layers/`: `search` or `search/src/index`. */
  readonly folder: string
  readonly text: string | undefined
}

export const readmeOf = (folder: string): LayerReadme => {
  const path = join(ROOT, 'layers', folder, 'README.md')
  return { folder, text: existsSync(path) ? readFileSync(path, 'utf8') : undefined }
}

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string>>
}

/** Returns the folder of a package below `layers/`: `flags`, `receipts/replay`. */
const folderOf = (name: string): string | undefined =>
  globSync(`{${name},*/${name}}/package.json`, { cwd: join(ROOT, 'layers') }).map(dirname)[0]

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, 'layers', folder, 'package.json'), 'utf8')) as Manifest

/** Returns the nearest folder above with a package: `search` of `search/src/index`, `receipts/replay` of itself. */
const packageOf = (folder: string): string =>
  existsSync(join(ROOT, 'layers', folder, 'package.json')) ? folder : packageOf(dirname(folder))

/** Returns the names that a module exports, including re-exports. */
const exportedNames = (path: string): string[] => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return parsedSource({ path, text }).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest }) => {
      if (exportName.name !== null) return [exportName.name]
      return moduleRequest ? exportedNames(join(dirname(path), moduleRequest.value)) : []
    }),
  )
}

const importProblem = (specifier: string, names: readonly string[]): string | undefined => {
  const [, layer = '', subpath = ''] = /^@signet\/([^/]+)(.*)$/.exec(specifier) ?? []
  if (layer === '') return undefined
  const folder = folderOf(layer)
  if (folder === undefined) return `no layer ${layer} exists`
  const source = manifestOf(folder).exports?.[`.${subpath}`]
  if (source === undefined) return `${specifier} is not among the exports of its package.json`
  const exported = exportedNames(join('layers', folder, source))
  const unknownNames = names.filter((name) => name !== '*' && !exported.includes(name))
  return unknownNames.length === 0 ? undefined : `${specifier} does not export ${unknownNames.join(', ')}`
}

const LINES = { least: 15, most: 80 } as const

/** Returns the problems of a README of a layer. */
export const readmeProblems = ({ folder, text }: LayerReadme): string[] => {
  const path = `layers/${folder}/README.md`
  const manifest = manifestOf(packageOf(folder))
  if (text === undefined) return [`${path} is missing: describe the layer, with one example and its limits`]
  const lines = text.trim().split('\n').length
  const examples = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  const imports = examples.flatMap((code) => factsOf({ path: `${path}.ts`, text: code }).imports)
  const usesItself = imports.some(({ specifier }) => `${specifier}/`.startsWith(`${manifest.name}/`))
  const problems = [
    lines < LINES.least || lines > LINES.most ? `has ${lines} lines, not ${LINES.least} to ${LINES.most}` : undefined,
    usesItself || manifest.exports === undefined ? undefined : 'has no example that imports the layer',
    text.includes('\n## Limits\n') ? undefined : 'has no section "Limits"',
    ...imports.map(({ specifier, names }) => importProblem(specifier, names)),
  ]
  return problems.flatMap((problem) => (problem === undefined ? [] : [`${path}: ${problem}`]))
}
