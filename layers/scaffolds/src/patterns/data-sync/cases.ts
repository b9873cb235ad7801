import { code } from '../../code.ts'
import { testCase } from '../../describe.ts'
import type { Case } from '../../design.ts'

export const cases: readonly Case[] = [
  testCase(
    'e2e',
    ['synced'],
    [
      code`two systems that differ`,
      code`a run ends, and another one begins`,
      code`they are alike, and nothing more is changed`,
    ],
    code`
  const target: Record<string, string> = { a: 'old', z: 'gone' }
  const { deps, fetched, clock } = systems({ a: 'new', b: 'b', c: 'c', d: 'd' }, target)
  await schedule(deps)
  assert.deepEqual(target, { a: 'new', b: 'b', c: 'c', d: 'd' })
  clock.at += 900_000
  const before = fetched.length
  await schedule(deps)
  assert.ok(fetched.slice(before).every(({ init }) => init?.method === 'GET'))
`,
  ),
  testCase(
    'unit',
    ['synced'],
    [code`states of both`, code`changes are planned`, code`the same states have the same plan`],
    code`
  const plan = plan$EntityChanges([item('b'), item('a', 'x')], [item('a'), item('c')])
  assert.deepEqual(plan.map(({ kind, id }) => kind + ' ' + id), ['update a', 'create b', 'delete c'])
  assert.deepEqual(plan$EntityChanges([item('a', 'x'), item('b')], [item('c'), item('a')]), plan)
`,
  ),
  testCase(
    'integration',
    ['guarded', 'source-empty'],
    [code`a source that is suddenly empty`, code`a run begins`, code`nothing is deleted, and it fails loudly`],
    code`
  const target = { a: 'a', b: 'b', c: 'c' }
  const { deps } = systems({}, target)
  await assert.rejects(schedule(deps), { name: 'TooManyDeletions' })
  assert.equal(Object.keys(target).length, 3)
`,
  ),
  testCase(
    'unit',
    ['guarded', 'source-empty'],
    [
      code`sources that lack some of the target`,
      code`changes are planned`,
      code`a tenth may go, of few one, and all never`,
    ],
    code`
  const of = (count: number) => Array.from({ length: count }, (_, at) => item('i' + (100 + at)))
  const deletions = (there: number, left: number) => plan$EntityChanges(of(left), of(there)).length
  assert.deepEqual([deletions(20, 18), deletions(19, 18), deletions(3, 2)], [2, 1, 1])
  for (const [there, left] of [[20, 17], [19, 17], [3, 1], [1, 0]] as const)
    assert.throws(() => deletions(there, left), { name: 'TooManyDeletions' }, there + ' to ' + left)
`,
  ),
  testCase(
    'integration',
    ['guarded', 'source-half'],
    [code`a system that refuses to be read`, code`a run begins`, code`it fails loudly, and nothing is changed`],
    code`
  for (const system of ['source', 'target']) {
    const target: Record<string, string> = { a: 'a' }
    const { deps } = systems({ a: 'x' }, target, (url, method) => (method === 'GET' && url.includes(system) ? Response.json({ items: [] }, { status: 403 }) : undefined))
    await assert.rejects(schedule(deps), /answered 403/)
    assert.deepEqual(target, { a: 'a' })
  }
`,
  ),
  testCase(
    'integration',
    ['synced', 'change-refused'],
    [
      code`one that somebody else has deleted meanwhile`,
      code`it is deleted`,
      code`404 is what was wanted, and nothing is refused`,
    ],
    code`
  const { deps } = systems({ a: 'a' }, { a: 'a', z: 'z' }, (_url, method) => (method === 'DELETE' ? new Response('no', { status: 404 }) : undefined))
  await schedule(deps)
  const [run] = await deps.records.list<{ refused: string[] }>('$kebab-runs', { limit: 1 })
  assert.deepEqual(run?.value.refused, [])
`,
  ),
  testCase(
    'integration',
    ['guarded', 'source-half'],
    [code`a source whose second page fails`, code`a run begins`, code`nothing is changed`],
    code`
  const target: Record<string, string> = { a: 'a' }
  const { deps, fetched } = systems({ a: 'x', b: 'b', c: 'c' }, target, (url) => (url.includes('cursor') ? new Response('no', { status: 503 }) : undefined))
  await assert.rejects(schedule(deps), /503/)
  assert.deepEqual(target, { a: 'a' })
  assert.equal(fetched.filter(({ url }) => url.includes('cursor')).length, 4)
`,
  ),
  testCase(
    'integration',
    ['synced', 'change-refused'],
    [code`a target that refuses one change`, code`a run begins`, code`the others are made, and that one is named`],
    code`
  const target: Record<string, string> = {}
  const { deps } = systems({ a: 'a', b: 'b' }, target, (url, method) => (method === 'PUT' && url.endsWith('/a') ? new Response('no', { status: 422 }) : undefined))
  await assert.rejects(schedule(deps), /1 changes were refused/)
  assert.deepEqual(target, { b: 'b' })
  const [run] = await deps.records.list<{ refused: string[] }>('$kebab-runs', { limit: 1 })
  assert.deepEqual(run?.value.refused, ['create a'])
`,
  ),
  testCase(
    'integration',
    ['guarded', 'run-twice'],
    [code`a clock that starts a run twice`, code`both run`, code`one of them does the work`],
    code`
  const { deps, fetched } = systems({ a: 'a' }, {})
  await schedule(deps)
  const before = fetched.length
  await schedule(deps)
  assert.equal(fetched.length, before)
`,
  ),
  testCase(
    'integration',
    ['guarded', 'records-lost-update'],
    [
      code`another run that leaves its record first`,
      code`a run is at its end`,
      code`it fails loudly, and the record of the other stays`,
    ],
    code`
  const { deps } = systems({ a: 'a' }, {})
  const rival = () => deps.records.insert('$kebab-runs', new Date(deps.now()).toISOString(), { refused: ['of another'] })
  await assert.rejects(schedule({ ...deps, records: contested(deps.records, '$kebab-runs', rival) }), /Another run/)
  const runs = await deps.records.list<{ refused: string[] }>('$kebab-runs', { limit: 5 })
  assert.deepEqual(runs.map(({ value }) => value.refused), [['of another']])
`,
  ),
  testCase(
    'unit',
    ['guarded', 'page-malformed'],
    [code`pages of another form`, code`they are read`, code`each is refused`],
    code`
  for (const value of [null, {}, { items: [null] }, { items: [{ id: '', fields: {} }] }, { items: [{ id: '../x', fields: {} }] }, { items: [{ id: 'a' }] }, { items: [{ id: 'a', fields: [] }] }, { items: [{ id: 'a', fields: { nested: {} } }] }])
    assert.throws(() => readPage(value), TypeError)
  assert.deepEqual(readPage({ items: [], next: '' }), { items: [] })
  assert.deepEqual(readPage({ items: [item('a')], next: 'a' }), { items: [item('a')], next: 'a' })
`,
  ),
  testCase(
    'integration',
    ['guarded', 'tokens-apart'],
    [code`tokens of two systems`, code`a run asks both`, code`each gets its own, follows no redirect, and logs none`],
    code`
  const { deps, fetched, logged } = systems({ a: 'a' }, {})
  await schedule(deps)
  for (const { url, init } of fetched) {
    const system = url.startsWith('https://source') ? 'SOURCE' : 'TARGET'
    assert.equal(new Headers(init?.headers).get('authorization'), 'Bearer test-' + system + '_TOKEN')
    assert.equal(init?.redirect, 'manual')
  }
  assert.ok(!JSON.stringify(logged).includes('_TOKEN'))
  const target: Record<string, string> = { a: 'old' }
  const led = systems({ a: 'new' }, target, (_url, method) => (method === 'PUT' ? Response.redirect('https://evil.test/', 307) : undefined))
  await assert.rejects(schedule(led.deps), /answered 307/)
  assert.deepEqual(target, { a: 'old' })
  assert.ok(led.fetched.every(({ url }) => !url.includes('evil.test')))
`,
  ),
]
