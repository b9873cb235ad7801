import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whyStory } from '../../../bin/why/why-story.ts'
import { logStore } from '../../../lib/local/log-store.ts'
import { ACCEPTED, ANSWERED, JOB } from './recorded.ts'

const PROGRAM = join(import.meta.dirname, '../../../bin/why.ts')

let state: string
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'signet-why-'))
  const log = logStore(state)
  for (const { at, text } of [ACCEPTED, ANSWERED]) {
    log.keep({ fn: 'images-api', requestId: 'r', level: 'info', text }, at)
  }
  await log.flush()
})
afterAll(() => rm(state, { recursive: true }))

/** A process of its own: it takes a second to load. */
const why = (...args: string[]): Promise<{ code: number; out: string; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, out, said) => {
      resolve({ code: error ? Number(error.code) : 0, out, said })
    })
  })

describe('npm run why', () => {
  it('tells a story, for people and for programs', async () => {
    const told = await why(JOB, '--state', state)
    expect(told).toMatchObject({ code: 0, said: '' })
    expect(told.out).toMatch(new RegExp(`^job ${JOB}\n  state     open\n  place     dispatch\n`))
    expect(JSON.parse(await whyStory([JOB, '--state', state, '--json']))).toMatchObject({
      kind: 'job',
      id: JOB,
      state: 'open',
      place: 'dispatch',
    })
  })

  it.each([
    ['nothing is found', ['0000-1111'], 1, 'No log line contains 0000-1111: searched the last 40 MB'],
    ['no id is given', [], 2, 'Pass one id'],
    ['the id is none', ['a"b or c'], 2, 'is not an id'],
    ['a flag is unknown', [JOB, '--stages', 'x'], 2, 'See npm run why -- --help'],
    ['the stage has no name', [JOB, '--stage', 'Prod!'], 2, '--stage must be the name of a stage'],
    ['the span is none', [JOB, '--stage', 'prod', '--since', 'soon'], 2, '--since must be a time span such as 90m, 6h or 7d'],
    ['there are no logs', [JOB, '--state', '/nonexistent'], 4, 'start the system with npm start'],
  ] as const)('says what is wrong where %s', async (_, args, code, said) => {
    const hasState = (args as readonly string[]).includes('--state')
    const told = whyStory([...args, ...(hasState ? [] : ['--state', state])])
    await expect(told).rejects.toMatchObject({ code, message: expect.stringContaining(said) })
  })

  it('ends with the code of what is wrong, which it prints alone', async () => {
    const answer = await why('0000-1111', '--state', state)
    expect(answer).toMatchObject({ code: 1, out: '', said: expect.stringMatching(/^why: No log line contains 0000-1111.*\n$/) })
  })
})
