import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importsHash } from '../../../lambdas/archive/imports/import-list-table.ts'
import { censusAfter, EMPTY_CENSUS } from '../../../lambdas/archive/survey/census.ts'
import { survey } from '../../../lambdas/archive/survey/survey.ts'
import { offlineEmbedding } from '../../../layers/search/src/embeddings/offline-embedding.ts'
import { rowOf } from '../../support/archive-world.ts'
import { batchOf, boat, bread, findIn } from '../../support/index-contract.ts'
import { topicalModel } from '../../support/semantic-contract.ts'
import { openSurveys, type SurveyWorld } from './survey-world.ts'

const signal = AbortSignal.timeout(60_000)
const aborted = AbortSignal.abort()

/** Surveys of the same workspaces with two embedding models: one embeds spelling, the other topics. */
let spelling: SurveyWorld
let topical: SurveyWorld
beforeAll(async () => {
  spelling = await openSurveys({ ...offlineEmbedding, model: 'spelling' })
  topical = await openSurveys(topicalModel(32), spelling)
})
afterAll(() => spelling.close())

const carTalks = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `car-${String(i).padStart(3, '0')}`,
    title: `Number ${i}`,
    said: [`Which automobile has the number ${i}?`, 'A small one.'],
  }))

const requestSurvey = async (world: SurveyWorld, workspace: string): Promise<boolean> =>
  world.surveys.requestSurvey(workspace, importsHash(await world.list.list(workspace)))

describe('a survey', () => {
  it('counts the content of its workspace only', async () => {
    await spelling.importTalks('counts', [bread, boat])
    await spelling.importTalks('others', carTalks(3))
    expect([await requestSurvey(spelling, 'counts'), await requestSurvey(spelling, 'counts')]).toEqual([true, false])
    await spelling.survey('counts', signal)
    const row = await spelling.surveys.get('counts')
    expect(row).toMatchObject({ standing: 'ended', pass: 1, indexed: 0, index_format: spelling.index.format })
    expect(row?.last).toMatchObject({
      census: {
        conversations: 2,
        messages: 4,
        vendors: { chatgpt: 1, claude: 1 },
        months: { '2026-01': 1, '2026-03': 1 },
        models: { opus: 1 },
        oldest: expect.stringMatching(/^2026-01/),
        newest: expect.stringMatching(/^2026-03/),
      },
      windows: 2,
      imports_hash: importsHash(await spelling.list.list('counts')),
    })
    expect(row?.last?.census.bytes).toBeGreaterThan(100)
  })

  it('continues where it stopped, and counts each conversation once after any number of restarts', async () => {
    await spelling.importTalks('long', carTalks(250))
    await requestSurvey(spelling, 'long')
    await spelling.survey('long', aborted)
    expect(spelling.queuedMessages).toEqual([{ workspace: 'long' }])
    const { surveys } = spelling.deps
    let saves = 0
    // Alternates between a worker that dies before its checkpoint and one that dies after it.
    const dying = survey({
      ...spelling.deps,
      surveys: {
        ...surveys,
        async save(row, change) {
          saves++
          if (saves % 2 === 1) throw new Error('killed')
          await surveys.save(row, change)
          throw new Error('killed')
        },
      },
    })
    for (let runs = 0; runs < 6; runs++) await expect(dying('long', signal)).rejects.toThrow('killed')
    expect(await surveys.get('long')).toMatchObject({ standing: 'ended', last: { census: { conversations: 250 } } })
    await dying('long', signal)
    expect(saves).toBe(6)
  })

  it('appears in the list of the sweeper when its worker has died', async () => {
    await spelling.importTalks('dead', [bread])
    await requestSurvey(spelling, 'dead')
    expect(await spelling.abandoned()).toEqual([])
    spelling.clock.at += 3_600_000
    expect(await spelling.abandoned()).toContainEqual({ workspace: 'dead' })
    await spelling.survey('dead', signal)
    expect(await spelling.abandoned()).not.toContainEqual({ workspace: 'dead' })
  })

  it('counts each conversation once with two concurrent workers', async () => {
    await spelling.importTalks('two', carTalks(250))
    await requestSurvey(spelling, 'two')
    await Promise.all([spelling.survey('two', signal), spelling.survey('two', signal)])
    expect(await spelling.surveys.get('two')).toMatchObject({ last: { census: { conversations: 250 } } })
  })
})

describe('a change of the embedding model', () => {
  it('adds embedded conversations again from the packs, once, and removes old segments', async () => {
    await spelling.importTalks('again', carTalks(120))
    await requestSurvey(spelling, 'again')
    await spelling.survey('again', signal)
    const find = (text: string) => findIn(topical.index)('again', text, { limit: 500 })
    // The segments have no vectors of the new model yet, which embeds topics instead of spelling.
    expect((await find('vehicle')).windows).toEqual([])

    await requestSurvey(topical, 'again')
    await topical.survey('again', signal)
    expect(await topical.surveys.get('again')).toMatchObject({
      pass: 2,
      indexed: 120,
      index_format: topical.index.format,
    })
    expect((await find('vehicle')).windows).toHaveLength(120)
    // A search by words finds each conversation once, although older segments still exist.
    expect((await find('automobile')).windows).toHaveLength(120)
    // The windows of both models.
    expect((await topical.surveys.get('again'))?.last?.windows).toBe(240)
    await topical.segments.merge('again')
    const spaces = (await topical.segments.list.live('again')).map(({ space }) => space)
    expect([...new Set(spaces)]).toEqual(['topical/32/document'])
    expect((await find('vehicle automobile')).windows).toHaveLength(120)

    await requestSurvey(topical, 'again')
    await topical.survey('again', signal)
    expect(await topical.surveys.get('again')).toMatchObject({ indexed: 0, last: { windows: 120 } })
  })

  it('keeps a segment of the previous model while the new segments do not contain all its content', async () => {
    await spelling.importTalks('kept', [bread])
    await spelling.segments.add('kept', 'not yet a row', boat)
    await topical.index.add(batchOf('kept', 'again', [bread]))
    await topical.segments.merge('kept')
    expect((await topical.segments.list.live('kept')).map(({ space }) => space).sort()).toEqual([
      'spelling/256/document',
      'topical/32/document',
    ])
  })

  it('surveys every workspace once, from the last checkpoint of the scan', async () => {
    await topical.reindexScan(aborted)
    expect(topical.queuedMessages.at(-1)).toEqual({})
    await topical.reindexScan(signal)
    const queuedWorkspaces = new Set(topical.queuedMessages.flatMap(({ workspace }) => workspace ?? []))
    // The survey of this workspace has ended in the current format of the index.
    expect(queuedWorkspaces.has('again')).toBe(false)
    expect([...queuedWorkspaces].sort()).toEqual(['counts', 'dead', 'kept', 'long', 'others', 'two'])
    const messageCount = topical.queuedMessages.length
    await topical.reindexScan(signal)
    expect(topical.queuedMessages).toHaveLength(messageCount)
    await spelling.reindexScan(signal)
    expect(spelling.queuedMessages.map(({ workspace }) => workspace)).toContain('again')
  })
})

describe('a census', () => {
  it('lists names up to the limit, and counts further names together', () => {
    const rows = Array.from({ length: 700 }, (_, i) => ({ ...rowOf('w', bread, 'v1'), model: `m${i % 600}` }))
    const { models } = censusAfter(EMPTY_CENSUS, [...rows, { ...rowOf('w', bread, 'v1'), model: '__proto__' }])
    // The limit of 500, and one entry for all further names.
    expect(Object.keys(models)).toHaveLength(501)
    expect(Object.values(models).reduce((sum, count) => sum + count)).toBe(701)
    expect(models.m0).toBe(2)
  })
})
