import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SERVICES } from '../../lib/services.ts'
import { ROOT } from '../support/source-files.ts'
import { synthesize } from './synth.ts'
import { tablePage } from './table-page.ts'

describe('docs/table.md', () => {
  it('contains the row kinds and the rights in the templates; run npm run pages after a change', async () => {
    await expect(tablePage(synthesize('test'))).toMatchFileSnapshot(join(ROOT, 'docs/table.md'))
  })

  it('has a row for every partition that a function may touch', () => {
    const declaredPrefixes = new Set(SERVICES.flatMap(({ service }) => service.rows.map(({ prefix }) => prefix)))
    const undeclaredRows = SERVICES.flatMap(({ service, access }) =>
      Object.entries(access).flatMap(([fn, { rows = {} }]) =>
        Object.keys(rows)
          .filter((word) => !declaredPrefixes.has(`${word}#`))
          .map((word) => `${service.name} ${fn} may touch ${word}#; describe such rows in a contract/rows.ts`),
      ),
    )
    expect(undeclaredRows).toEqual([])
  })
})
