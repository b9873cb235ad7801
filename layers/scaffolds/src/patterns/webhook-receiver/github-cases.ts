import { type Code, code } from '../../code.ts'
import type { Case } from '../../design.ts'
import type { aboutOf } from './github.ts'

const sorted: Case = {
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
}

const strict = (object: Code): Case => ({
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
  const thing = good.${object} as Record<string, unknown>
  const wrong = [{ action: 5 }, { repository: {} }, { ${object}: {} }, { ${object}: { ...thing, number: '7' } }, { ${object}: { ...thing, updated_at: 'soon' } }]
  const told = (event: string, over: Record<string, unknown>) => ({ id: 'm', attempt: 1, body: { id: 'x', event, receivedAt: START, body: { ...good, ...over } } })
  for (const over of wrong) await assert.rejects(queue(told(ABOUT.event, over), deps), { name: 'Unusable' })
  await assert.rejects(queue(told('star', {}), deps), { name: 'Unusable' })
  assert.deepEqual(await deps.records.list('$kebabs', { limit: 5 }), [])
`,
})

const ping: Case = {
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
}

/** What GitHub alone does: numbers within a repository, kinds of events in a header, and a ping. */
export const githubCases = ({ object }: ReturnType<typeof aboutOf>): readonly Case[] => [
  sorted,
  strict(object as Code),
  ping,
]
