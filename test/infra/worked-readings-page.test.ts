import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { readingOf, workedIndex, workedPage, workedReadings } from './worked-readings.ts'

const all = workedReadings()

describe('docs/runtime/worked', () => {
  it('contains the readings of the decks; run npm run pages after a change', async () => {
    await expect(workedIndex(all)).toMatchFileSnapshot(join(ROOT, 'docs/runtime/worked.md'))
  })

  it.each(all.map((worked) => [worked.slug, worked] as const))('%s', async (slug, worked) => {
    const reading = await readingOf(worked)
    await expect(workedPage(worked, reading)).toMatchFileSnapshot(join(ROOT, `docs/runtime/worked/${slug}.md`))
    // Cards that name a concern or change a decision are still drawn.
    const drawn = reading.cards.map(({ id }) => id)
    const named = worked.concerns.flatMap(({ card }) => card ?? [])
    expect(drawn).toEqual(expect.arrayContaining([...named, ...worked.changes.map(({ card }) => card)]))
  })
})
