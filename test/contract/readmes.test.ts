import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { expectCopies } from '../support/copies.ts'
import { ROOT } from '../support/source-files.ts'

it('the TypeScript in the READMEs of layers is what is type-checked', async () => {
  const examples = globSync('layers/*/README.md', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
      ([, code = ''], at) => [`${basename(dirname(file))}-${at}.ts`, `${code}\nexport {}\n`] as const,
    ),
  )
  expect(examples.length).toBeGreaterThan(15)
  await expectCopies('readmes', Object.fromEntries(examples))
})
