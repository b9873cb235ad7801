import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replayFile } from '@signet/replay'
import { expect, test } from 'vitest'
import { ROOT } from '../../support/source-files.ts'

test.each([
  ['threat-model.json', 'reading'],
  ['receipt.json', 'receipt'],
])('%s of 30 November 2026 yields the same bytes as on that day', async (name, form) => {
  const bytes = new Uint8Array(await readFile(join(ROOT, 'test/fixtures/readings', name)))
  expect(await replayFile(bytes)).toMatchObject({ isSame: true, form, engine: 'reading/1', differences: [] })
})
