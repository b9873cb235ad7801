import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { domainTable, eventTable, layerTable, smallestExamples, withGenerated } from './list-tables.ts'

const DOMAINS = join(ROOT, 'docs/domains.md')
const CONTRIBUTING = join(ROOT, 'CONTRIBUTING.md')
const EVENTS = join(ROOT, 'docs/events.md')

describe('generated tables of pages', () => {
  it('docs/domains.md lists every domain with its functions; npm run pages writes it', async () => {
    await expect(withGenerated(readFileSync(DOMAINS, 'utf8'), 'domains', domainTable())).toMatchFileSnapshot(DOMAINS)
  })

  it('docs/events.md lists every event of every contract; npm run pages writes it', async () => {
    await expect(withGenerated(readFileSync(EVENTS, 'utf8'), 'events', eventTable())).toMatchFileSnapshot(EVENTS)
  })

  it('CONTRIBUTING.md lists every layer, and names the smallest domain and layer; npm run pages writes both', async () => {
    const page = withGenerated(readFileSync(CONTRIBUTING, 'utf8'), 'smallest', smallestExamples())
    await expect(withGenerated(page, 'layers', layerTable())).toMatchFileSnapshot(CONTRIBUTING)
  })

  it('a table replaces only its own part of a page', () => {
    const page = 'a\n<!-- generated: x -->\nold\n<!-- end -->\nb\n<!-- generated: y -->\nkept\n<!-- end -->\n'
    expect(withGenerated(page, 'x', 'new')).toBe(page.replace('old', 'new'))
    expect(() => withGenerated(page, 'z', 'new')).toThrow('has no part <!-- generated: z -->')
  })
})
