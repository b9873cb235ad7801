import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whyStory } from '../../../bin/why/why-story.ts'
import { logStore } from '../../../lib/local/log-store.ts'
import { ACCEPTED_LINE, ANSWERED_LINE, JOB } from './recorded.ts'

const PROGRAM = join(import.meta.dirname, '../../../bin/why.ts')

let state: string
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'signet-why-'))
  const log = logStore(state)
  for (const { at, text } of [ACCEPTED_LINE, ANSWERED_LINE]) {
    log.store({ fn: 'images-api', requestId: 'r', level: 'info', text }, at)
  }
  await log.flush()
})
afterAll(() => rm(state, { recursive: true }))

/** Runs in a separate process, which takes a second to load. */
const why = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })

describe('npm run why', () => {
  it('prints the history, as text and as JSON', async () => {
    const result = await why(JOB, '--state', state)
    expect(result).toMatchObject({ code: 0, err: '' })
    expect(result.out).toMatch(new RegExp(`^job ${JOB}\n  state     open\n  step      dispatch\n`))
    expect(JSON.parse(await whyStory([JOB, '--state', state, '--json']))).toMatchObject({
      kind: 'job',
      id: JOB,
      state: 'open',
      step: 'dispatch',
    })
  })

  it.each([
    ['nothing is found', ['0000-1111'], 1, 'No log line contains 0000-1111: searched the last 40 MB'],
    ['no id is given', [], 2, 'Pass one ID'],
    ['the id is invalid', ['a"b or c'], 2, 'is not an ID'],
    ['a flag is unknown', [JOB, '--stages', 'x'], 2, 'See npm run why -- --help'],
    ['the stage has no name', [JOB, '--stage', 'Prod!'], 2, '--stage must be the name of a stage'],
    [
      'the time span is invalid',
      [JOB, '--stage', 'prod', '--since', 'soon'],
      2,
      '--since must be a time span such as 90m, 6h or 7d',
    ],
    ['there are no logs', [JOB, '--state', '/nonexistent'], 4, 'start the system with npm start'],
  ] as const)('reports the error when %s', async (_, args, code, err) => {
    const hasState = (args as readonly string[]).includes('--state')
    const result = whyStory([...args, ...(hasState ? [] : ['--state', state])])
    await expect(result).rejects.toMatchObject({ code, message: expect.stringContaining(err) })
  })

  it('exits with the status of the error, and prints only the error', async () => {
    const answer = await why('0000-1111', '--state', state)
    expect(answer).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^why: No log line contains 0000-1111.*\n$/),
    })
  })
})
