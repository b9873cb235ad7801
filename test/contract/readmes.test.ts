import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { expectCopies } from '../support/copies.ts'
import { ROOT } from '../support/source-files.ts'

it('the type-checked copies equal the TypeScript in the READMEs of layers', async () => {
  const nameOf = (file: string): string =>
    dirname(file)
      .split('/')
      .filter((folder) => folder !== 'layers' && folder !== 'src')
      .join('-')
  const readmes = globSync('layers/**/README.md', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', 'layers/*/templates/**'],
  })
  const examples = readmes.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
      ([, code = ''], index) => [`${nameOf(file)}-${index}.ts`, `${code}\nexport {}\n`] as const,
    ),
  )
  expect(examples.length).toBeGreaterThan(15)
  await expectCopies('readmes', Object.fromEntries(examples))
})
