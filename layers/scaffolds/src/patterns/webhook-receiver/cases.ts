import { type Code, code } from '../../code.ts'
import type { Case, Context } from '../../design.ts'
import type { Scheme } from '../../parts/verification/hmac-source.ts'
import { aboutOf } from './github.ts'

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

/** What GitHub alone does: numbers within a repository, kinds of events in a header, and a ping. */
const githubCases = ({ object }: ReturnType<typeof aboutOf>): readonly Case[] => [
  {
    ...{
      level: 'e2e',
      given: code`events of two $nouns of one repository at one moment, and events about other things`,
      when: code`they are received and worked on`,
      outcome: code`each is known by its own number, with event and action; the others are answered and not kept`,
    },
    traces: ['receive', 'newest', 'other-events'],
    body: code`
  const { deps, sent, logged } = world()
  const star = JSON.stringify({ action: 'created', repository: { full_name: 'octo/shop' } })
  await http(await goodRequest(), deps)
  await http(await goodRequest(JSON.stringify(eventBody(THEN, 'octo/shop#8'))), deps)
  for (const event of ['star', 'push', ABOUT.event + '_review']) {
    const response = await http(authorized('POST', PATH, star, { event }), deps)
    assert.deepEqual([response.status, await response.json()], [202, { received: true, ignored: true }])
  }
  assert.equal(logged.filter(({ event }) => event === 'ignored').length, 3)
  for (const [at, body] of sent.entries()) await queue({ id: 'm-' + at, attempt: 1, body }, deps)
  assert.deepEqual((await deps.records.list('$kebabs', { limit: 5 })).map(({ id }) => id), ['octo/shop#7', 'octo/shop#8'])
  assert.deepEqual([await statusOf(deps), await statusOf(deps, 'octo/shop#8')], [FIRST, THEN])
`,
  },
  {
    ...{
      level: 'integration',
      given: code`events of the right kind without action, number, time or repository`,
      when: code`they are worked on`,
      outcome: code`each is unusable, and nothing is kept`,
    },
    traces: ['newest', 'queue-malformed'],
    body: code`
  const { deps } = world()
  const good = eventBody(FIRST)
  const thing = good.${object as Code} as Record<string, unknown>
  const wrong = [{ action: 5 }, { repository: {} }, { ${object as Code}: {} }, { ${object as Code}: { ...thing, number: '7' } }, { ${object as Code}: { ...thing, updated_at: 'soon' } }]
  const told = (event: string, over: Record<string, unknown>) => ({ id: 'm', attempt: 1, body: { id: 'x', event, receivedAt: START, body: { ...good, ...over } } })
  for (const over of wrong) await assert.rejects(queue(told(ABOUT.event, over), deps), { name: 'Unusable' })
  await assert.rejects(queue(told('star', {}), deps), { name: 'Unusable' })
  assert.deepEqual(await deps.records.list('$kebabs', { limit: 5 }), [])
`,
  },
  {
    ...{
      level: 'integration',
      given: code`the ping of a new hook`,
      when: code`it arrives signed`,
      outcome: code`200, and nothing is in the queue`,
    },
    traces: ['receive'],
    body: code`
  const { deps, sent } = world()
  const ping = authorized('POST', PATH, '{"zen":"Design for failure.","hook_id":1,"organization":{"login":"octo"}}', { event: 'ping' })
  assert.equal((await http(ping, deps)).status, 200)
  assert.deepEqual(sent, [])
`,
  },
]

/** What is tested of events of a sender. */
export const casesOf = (scheme: Scheme, context: Context): readonly Case[] =>
  scheme === 'github' ? [...cases, ...githubCases(aboutOf(context))] : cases
