import { globSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { readmeOf, readmeProblems } from './layer-readmes.ts'

const layers = readdirSync(join(ROOT, 'layers'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const parts = globSync('*/*/**/README.md', {
  cwd: join(ROOT, 'layers'),
  exclude: ['**/node_modules/**', '*/templates/**', 'imaging/sharp/**'],
}).map(dirname)

describe('READMEs of layers', () => {
  it('describe each layer, with an example that imports existing names', () => {
    expect(layers.length).toBeGreaterThan(15)
    expect([...layers, ...parts].map(readmeOf).flatMap(readmeProblems)).toEqual([])
  })

  const readme = (example: string) =>
    [
      '# @signet/notifications/mail',
      ...Array(12).fill('- Words'),
      '```ts',
      example,
      '```',
      '',
      '## Limits',
      '- No post',
    ].join('\n')

  it.each([
    ['no text', undefined, /README\.md is missing/],
    [
      'a name that is not exported',
      "import { Letter, type Mail } from '@signet/notifications/mail'",
      /does not export Letter$/,
    ],
    [
      'a path that is not exported',
      "import { Mail } from '@signet/notifications/mail/post'",
      /mail\/post is not among the exports/,
    ],
    [
      'an unknown layer',
      "import { Mail } from '@signet/notifications/mail'\nimport { a } from '@signet/post'",
      /no layer post/,
    ],
    ['no import of the layer', "import { route } from '@signet/kernel'", /no example that imports the layer/],
    [
      'too few lines',
      readme("import { Mail } from '@signet/notifications/mail'").replaceAll('- Words\n', ''),
      /has \d+ lines/,
    ],
    [
      'no section of limits',
      readme("import { Mail } from '@signet/notifications/mail'").replace('Limits', 'Map'),
      /no section/,
    ],
  ])('with %s are refused', (_, example, problem) => {
    const text = example?.startsWith('import') ? readme(example) : example
    expect(readmeProblems({ folder: 'notifications/src/mail', text })).toEqual([expect.stringMatching(problem)])
  })
})
