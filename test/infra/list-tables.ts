import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceIR } from '@signet/contracts/ir'
import { SERVICES } from '../../lib/services.ts'
import { ROOT } from '../support/source-files.ts'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Returns the table of domains: folder, description of the service, functions. */
export const domainTable = (): string =>
  table(
    ['Domain', 'Purpose', 'Functions'],
    SERVICES.map(({ service, access }) => [
      `\`lambdas/${service.name}/\``,
      service.description,
      Object.keys(access)
        .map((name) => `\`${name}\``)
        .join(' '),
    ]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )

/** Returns the table of layers: folder and description of its package. */
export const layerTable = (): string => {
  const folders = readdirSync(join(ROOT, 'layers'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return table(
    ['Layer', 'Contents'],
    folders.map(({ name }) => {
      const manifest = JSON.parse(readFileSync(join(ROOT, 'layers', name, 'package.json'), 'utf8'))
      return [`[\`layers/${name}/\`](layers/${name}/README.md)`, String(manifest.description)]
    }),
  )
}

/** Returns the table of events: contract, event, description of the operation that emits it. */
export const eventTable = (): string =>
  table(
    ['Contract', 'Event', 'Emitted by'],
    SERVICES.flatMap(({ service }) =>
      serviceIR(service).flatMap(({ name, operations }) =>
        operations.flatMap(({ emits, description, name: operation }) =>
          emits.map((event) => [
            `\`${name}\``,
            `\`${event}\``,
            `\`${operation}\`: ${description.replaceAll('\n', ' ')}`,
          ]),
        ),
      ),
    ).sort(([a = '', b = ''], [c = '', d = '']) => (`${a} ${b}` < `${c} ${d}` ? -1 : 1)),
  )

/** Returns the number of lines of the TypeScript below a folder. */
const linesBelow = (folder: string): number =>
  globSync('**/*.{ts,tsx}', { cwd: join(ROOT, folder), exclude: ['**/node_modules/**'] })
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8').split('\n').length)
    .reduce((sum, lines) => sum + lines, 0)

const smallestOf = (folders: readonly string[]): string =>
  folders.map((folder) => ({ folder, lines: linesBelow(folder) })).sort((a, b) => a.lines - b.lines)[0]?.folder ?? ''

/** Returns a sentence that names the smallest domain with routes and the smallest layer, as examples to read first. */
export const smallestExamples = (): string => {
  const domains = SERVICES.filter(({ service }) => service.contracts.length > 0)
  const domain = smallestOf(domains.map(({ service }) => `lambdas/${service.name}`))
  const layer = smallestOf(
    readdirSync(join(ROOT, 'layers'))
      .map((name) => `layers/${name}`)
      .filter((folder) => !folder.endsWith('.json')),
  )
  return `The smallest domain with routes is \`${domain}\`, the smallest layer \`${layer}\`.`
}

/** Replaces the lines between `<!-- generated: name -->` and `<!-- end -->`. @throws Error if the page has no such part. */
export const withGenerated = (page: string, name: string, text: string): string => {
  const part = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(\n<!-- end -->)`)
  if (!part.test(page)) throw new Error(`The page has no part <!-- generated: ${name} -->`)
  return page.replace(part, (_, start: string, end: string) => `${start}${text}${end}`)
}
