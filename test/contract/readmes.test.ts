import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const copies = join(import.meta.dirname, 'readmes')

/** The TypeScript of the READMEs of layers, by the names of their copies. */
const examples = globSync('layers/*/README.md', { cwd: root }).flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = ''], at) => [`${basename(dirname(file))}-${at}.ts`, `${code}\nexport {}\n`] as const,
  ),
)

/** `tsc -b` type-checks the copies in `readmes/`; `vitest -u` writes them. */
describe('the examples in the READMEs of layers', () => {
  it('exist for most layers, and each copy has its example', () => {
    expect(examples.length).toBeGreaterThan(15)
    expect(globSync('*.ts', { cwd: copies }).sort()).toEqual(examples.map(([name]) => name).sort())
  })

  for (const [name, code] of examples) {
    it(`${name} is what is type-checked`, async () => {
      await expect(code).toMatchFileSnapshot(join(copies, name))
    })
  }
})
