import { code } from '../../code.ts'
import type { Case, Context } from '../../design.ts'
import type { Scheme } from '../../parts/verification/hmac-source.ts'
import { aboutOf } from './github.ts'
import { githubCases } from './github-cases.ts'

const cases: readonly Case[] = [
  {
    ...{
      level: 'integration',
      given: code`a verified event`,
      when: code`it arrives`,
      outcome: code`202 at once, and a message in the queue`,
    },
    traces: ['receive'],
    body: code`
  const { deps, sent } = world()
  const response = await http(await goodRequest(), deps)
  assert.equal(response.status, 202)
  assert.equal(sent.length, 1)
`,
  },
  {
    ...{
      level: 'e2e',
      given: code`the same event twice`,
      when: code`it is received and worked on`,
      outcome: code`one message, one effect`,
    },
    traces: ['receive', 'receive-repeat', 'once'],
    body: code`
  const { deps, sent, clock } = world()
  const first = await http(await goodRequest(), deps)
  const second = await http(await goodRequest(), deps)
  assert.deepEqual([first.status, second.status, sent.length], [202, 202, 1])
  const { id: seen } = sent[0] as { id: string }
  clock.at += 72 * 3_600_000 - 1
  assert.ok(await deps.records.get('seen', seen))
  clock.at += 1
  assert.equal(await deps.records.get('seen', seen), undefined)
  const message = { id: 'm-1', attempt: 1, body: sent[0] }
  await queue(message, deps)
  await queue({ ...message, id: 'm-2', attempt: 2 }, deps)
  assert.equal((await deps.records.get('$kebabs', SUBJECT))?.version, 1)
  assert.equal(await statusOf(deps), FIRST)
`,
  },
  {
    ...{
      level: 'integration',
      given: code`a queue that fails`,
      when: code`an event arrives`,
      outcome: code`500, and the repetition is taken`,
    },
    traces: ['receive', 'receive-lost'],
    body: code`
  const { deps, sent } = world()
  const failing = { ...deps, queue: { send: () => Promise.reject(new Error('no queue')) } }
  assert.equal((await http(await goodRequest(), failing)).status, 500)
  assert.equal((await http(await goodRequest(), deps)).status, 202)
  assert.equal(sent.length, 1)
`,
  },
  {
    ...{
      level: 'integration',
      given: code`events out of order`,
      when: code`they are worked on`,
      outcome: code`the newest stays`,
    },
    traces: ['newest'],
    body: code`
  const { deps } = world()
  await queue(work('2', THEN, 2_000), deps)
  await queue(work('1', FIRST, 1_000), deps)
  assert.equal(await statusOf(deps), THEN)
`,
  },
  {
    ...{
      level: 'integration',
      given: code`two events of one $noun that are worked on at once`,
      when: code`the other is written first`,
      outcome: code`ours is refused, comes again, and the newest stays`,
    },
    traces: ['newest', 'records-lost-update'],
    body: code`
  for (const known of [false, true]) {
    const { deps } = world()
    if (known) await queue(work('0', FIRST, 0), deps)
    const records = contested(deps.records, '$kebabs', () => queue(work('1', FIRST, 1_000), deps))
    await assert.rejects(queue(work('2', THEN, 2_000), { ...deps, records }), /was quicker/)
    assert.equal(await statusOf(deps), FIRST)
    await queue(work('2', THEN, 2_000), deps)
    assert.equal(await statusOf(deps), THEN)
  }
`,
  },
  {
    ...{
      level: 'integration',
      given: code`a message that is no event`,
      when: code`it is worked on`,
      outcome: code`it is unusable, and nothing is stored`,
    },
    traces: ['newest', 'queue-malformed'],
    body: code`
  const { deps } = world()
  for (const body of [null, 'text', { id: 'x' }, { id: 'x', receivedAt: 0, body: {} }, work('1', FIRST, 0, '').body])
    await assert.rejects(queue({ id: 'm', attempt: 1, body }, deps), { name: 'Unusable' })
  assert.deepEqual(await deps.records.list('$kebabs', { limit: 5 }), [])
`,
  },
]

/** What is tested of events of a sender. */
export const casesOf = (scheme: Scheme, context: Context): readonly Case[] =>
  scheme === 'github' ? [...cases, ...githubCases(aboutOf(context))] : cases
