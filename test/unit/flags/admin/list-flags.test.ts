import { expect, test } from 'vitest'
import { flagLister } from '../../../../lambdas/flags/api/list-flags.ts'
import type { StoredFlag, StoredSnapshot } from '../../../../lambdas/flags/sets/stored-flag.ts'
import { flagFrom } from '../../../../layers/flags/src/index.ts'

test('a page of flags ends before it exceeds the size of a response, and the cursor continues after it', async () => {
  const flags = Array.from(
    { length: 50 },
    (_, i): StoredFlag => ({
      ...flagFrom({ key: `f${String(i).padStart(2, '0')}`, type: 'boolean' }),
      description: 'x'.repeat(100_000),
      tags: [],
      createdAt: '',
      updatedAt: '',
    }),
  )
  const snapshot: StoredSnapshot = { version: 1, flags, segments: [] }
  const list = flagLister({
    sets: { read: async () => snapshot } as never,
    useOf: async () => [],
    lastUseOf: async () => undefined,
    now: () => new Date(),
  })
  const listedKeys: string[] = []
  let furtherPages = 0
  for (let cursor: string | undefined; ; furtherPages++) {
    const page = await list({ org: 'o', environment: 'e' }, { limit: 100, cursor })
    expect(JSON.stringify(page).length).toBeLessThan(4_100_000)
    listedKeys.push(...page.flags.map(({ flag }) => flag.key))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(listedKeys).toEqual(flags.map(({ key }) => key))
  expect(furtherPages).toBeGreaterThan(0)
})
