import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, 'layers/contract-tools/src/diff')

/** Rules whose names contain a keyword or a direction. */
const COMPOSED_RULES = [
  ...['pattern', 'format', 'contentencoding', 'contentmediatype'].flatMap((word) => [
    `${word}-added`,
    `${word}-removed`,
    `${word}-changed`,
  ]),
  ...['type', 'range', 'unique-items'].flatMap((word) => [`${word}-narrowed`, `${word}-widened`]),
  ...['null', 'alternative'].flatMap((word) => [`${word}-added`, `${word}-removed`]),
  'field-became-required',
  'field-became-optional',
  'values-refused',
  'values-accepted',
]

describe('the documentation of versions', () => {
  it('lists every rule of the diff, and no other', async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.ts'))
    const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const literalRules = sources.flatMap((text) =>
      [...text.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, rule]) => rule),
    )
    const rules = [...new Set([...literalRules, ...COMPOSED_RULES])].filter((rule) => rule !== 'x-open')
    const text = await readFile(join(root, 'docs/contracts/versions.md'), 'utf8')
    const documentedRules = [...text.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, rule = '']) => rule)
    // Names with a side as prefix are examples in the introduction.
    const documented = new Set(
      documentedRules.filter((rule) => !/^(?:request|response|event)-field-removed$/.test(rule)),
    )
    expect([...documented].sort()).toEqual(rules.sort())
  })
})
