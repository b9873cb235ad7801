import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../support/source-files.ts'
import { synthesize } from '../synth.ts'
import { type Deployed, deployedOf, fatesOf, isStateful, lossesOf } from './fates.ts'
import { upgradePage } from './upgrade-page.ts'

const COMMIT = 'b15badc'
const before = JSON.parse(readFileSync(join(import.meta.dirname, `${COMMIT}.json`), 'utf8')) as readonly Deployed[]

let current: readonly Deployed[]
beforeAll(() => {
  current = deployedOf(synthesize('prod').resources, 'prod')
})

describe(`an upgrade from ${COMMIT}`, () => {
  it('keeps or updates every stateful resource in place', () => {
    expect(lossesOf(fatesOf(before, current))).toEqual([])
    expect(before.filter(isStateful).length).toBeGreaterThanOrEqual(7)
  })

  it('stateful resources outlive their stack, before and after', () => {
    const deletedWithStack = [...before, ...current].filter((each) => isStateful(each) && !each.isRetained)
    expect(deletedWithStack.map(({ stack, id }) => `${stack}/${id}`)).toEqual([])
  })

  it('matches docs/upgrade.md; run this with -u after a change', async () => {
    await expect(upgradePage(COMMIT, fatesOf(before, current))).toMatchFileSnapshot(join(ROOT, 'docs/upgrade.md'))
  })
})

describe('the check of an upgrade', () => {
  const table = (change: Partial<Deployed> = {}): Deployed => ({
    stack: 'data',
    id: 'Table1',
    type: 'AWS::DynamoDB::GlobalTable',
    fixed: { KeySchema: ['pk', 'sk'] },
    digest: 'a',
    isRetained: true,
    ...change,
  })
  const fatesAfter = (after: readonly Deployed[]) => {
    const fates = fatesOf([table()], after)
    return [fates.map(({ fate }) => fate), lossesOf(fates).length]
  }

  it('distinguishes kept, updated, replaced, gone and new, and reports lost data', () => {
    expect(fatesAfter([table()])).toEqual([['kept'], 0])
    expect(fatesAfter([table({ digest: 'b' })])).toEqual([['updated'], 0])
    expect(fatesAfter([table({ fixed: { KeySchema: ['pk'] }, digest: 'b' })])).toEqual([['replaced'], 1])
    expect(fatesAfter([table({ stack: 'work' })])).toEqual([['replaced'], 1])
    expect(fatesAfter([table({ id: 'Table2' })])).toEqual([['gone', 'new'], 1])
    expect(fatesAfter([])).toEqual([['gone'], 1])
  })
})
