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
  const plan = plan$EntityChanges([item('b'), item('a', 'x')], [item('a'), item('c')], 10)
  assert.deepEqual(plan.map(({ kind, id }) => kind + ' ' + id), ['update a', 'create b', 'delete c'])
  assert.deepEqual(plan$EntityChanges([item('a', 'x'), item('b')], [item('c'), item('a')], 10), plan)
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
  const deletions = (there: number, left: number, percent = 10) => plan$EntityChanges(of(left), of(there), percent).length
  assert.deepEqual([deletions(20, 18), deletions(19, 18), deletions(3, 2)], [2, 1, 1])
  for (const [there, left] of [[20, 17], [19, 17], [3, 1], [1, 0]] as const)
    assert.throws(() => deletions(there, left), { name: 'TooManyDeletions' }, there + ' to ' + left)
  assert.equal(deletions(4, 2, 50), 2)
  assert.throws(() => deletions(20, 19, 0), { name: 'TooManyDeletions' })
  assert.throws(() => deletions(20, 0, 100), { name: 'TooManyDeletions' })
`,
  ),
  testCase(
    'integration',
    ['guarded', 'source-empty'],
    [
      code`a source that lacks half of the target, and a person who has looked`,
      code`runs begin before and after the setting is raised`,
      code`the first changes nothing and its record says why, the second removes them; a setting that is no share stops all`,
    ],
    code`
  const source = { a: 'new', b: 'b', e: 'e' }
  const target: Record<string, string> = { a: 'a', b: 'b', c: 'c', d: 'd' }
  const { deps } = systems(source, target)
  await assert.rejects(schedule(deps), { name: 'TooManyDeletions' })
  assert.deepEqual(target, { a: 'a', b: 'b', c: 'c', d: 'd' })
  assert.match((await runsOf(deps))[0]?.fault ?? '', /TooManyDeletions: 2 of 4/)
  for (const MAX_DELETED_PERCENT of ['many', '101', '-1'])
    await assert.rejects(schedule(systems(source, target, undefined, { MAX_DELETED_PERCENT }).deps), /from 0 to 100/)
  await schedule(systems(source, target, undefined, { MAX_DELETED_PERCENT: '50' }).deps)
  assert.deepEqual(target, source)
`,
  ),
  testCase(
    'integration',
    ['synced'],
    [
      code`one that was changed on both sides, and one in the target alone`,
      code`a run ends`,
      code`the source has won: nothing of the target comes to the source`,
    ],
    code`
  const source: Record<string, string> = { a: 'first', b: 'b' }
  const target: Record<string, string> = {}
  const { deps, fetched, clock } = systems(source, target)
  await schedule(deps)
  Object.assign(source, { a: 'of the source' })
  Object.assign(target, { a: 'of the target', b: 'of the target' })
  clock.at += 900_000
  await schedule(deps)
  assert.deepEqual([source, target], [{ a: 'of the source', b: 'b' }, { a: 'of the source', b: 'b' }])
  assert.ok(fetched.every(({ url, init }) => init?.method === 'GET' || url.startsWith('https://target')))
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
  assert.deepEqual((await runsOf(deps)).map(({ state, made, failed }) => [state, made, failed]), [['done', 1, []]])
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
    [
      code`a target that refuses one change, or fails at it in any other way`,
      code`a run begins`,
      code`the others are made, and that one is named`,
    ],
    code`
  for (const [status, attempts] of [[422, 1], [500, 4], [429, 4], [0, 4]] as const) {
    const target: Record<string, string> = {}
    const { deps, fetched } = systems({ a: 'a', b: 'b', c: 'c' }, target, (url, method) => {
      if (method !== 'PUT' || !url.endsWith('/b')) return undefined
      if (status === 0) throw new DOMException('too slow', 'TimeoutError')
      return new Response('no', { status })
    })
    await assert.rejects(schedule(deps), /1 changes failed, and 0 were left/)
    assert.deepEqual(target, { a: 'a', c: 'c' })
    assert.equal(fetched.filter(({ url }) => url.endsWith('/b')).length, attempts)
    const why = status === 0 ? 'TimeoutError' : 'TARGET answered ' + status
    assert.deepEqual((await runsOf(deps)).map(({ state, failed }) => [state, failed]), [['failed', ['create b: ' + why]]])
  }
`,
  ),
  testCase(
    'integration',
    ['synced', 'change-refused'],
    [
      code`a target that takes too long for all changes`,
      code`a run comes to the end of its time`,
      code`it ends itself and says how many are left; the next begins elsewhere`,
    ],
    code`
  const target: Record<string, string> = {}
  const begun: string[] = []
  const now = systems({ a: 'a', b: 'b', c: 'c', d: 'd' }, target, (url, method) => {
    if (method !== 'PUT') return undefined
    begun.push(url.slice(-1))
    now.clock.at += RUN_MS
    return new Response('no', { status: 422 })
  })
  await assert.rejects(schedule({ ...now.deps, random: () => 0 }), /1 changes failed, and 3 were left/)
  now.clock.at += 900_000
  await assert.rejects(schedule({ ...now.deps, random: () => 0.75 }), /1 changes failed, and 3 were left/)
  assert.deepEqual(begun, ['a', 'd'])
`,
  ),
  testCase(
    'integration',
    ['guarded', 'run-denied'],
    [
      code`runs that fail, and one that is stopped from outside`,
      code`their records are read`,
      code`each has left one, and none quotes a page`,
    ],
    code`
  const failing = systems({ a: 'a' }, {}, (url) => (url.includes('source') ? new Response('of-a-person') : undefined))
  await assert.rejects(schedule(failing.deps), /SOURCE sent a page that is no JSON/)
  assert.deepEqual((await runsOf(failing.deps)).map(({ state, fault }) => [state, fault]), [['failed', 'TypeError: SOURCE sent a page that is no JSON']])
  assert.ok(!JSON.stringify(failing.logged).includes('of-a-person'))
  const stopped = world({ fetch: () => new Promise<Response>(() => {}) })
  void schedule(stopped.deps)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual((await runsOf(stopped.deps)).map(({ state }) => state), ['running'])
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
      code`another run that leaves its record first, or that changes ours`,
      code`a run begins, or is at its end`,
      code`it fails loudly, and what the other wrote stays`,
    ],
    code`
  const target: Record<string, string> = {}
  const { deps } = systems({ a: 'a' }, target)
  const id = new Date(deps.now()).toISOString()
  const rival = () => deps.records.insert('$kebab-runs', id, { state: 'of another' })
  await assert.rejects(schedule({ ...deps, records: contested(deps.records, '$kebab-runs', rival) }), /Another run has left/)
  assert.deepEqual([target, (await runsOf(deps)).map(({ state }) => state)], [{}, ['of another']])
  const ours = systems({ a: 'a' }, {}, (_url, method) => {
    if (method === 'PUT') void ours.deps.records.replace('$kebab-runs', id, { state: 'of another' }, 1)
    return undefined
  })
  await assert.rejects(schedule(ours.deps), /Another run has changed/)
  assert.deepEqual((await runsOf(ours.deps)).map(({ state }) => state), ['of another'])
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
  await assert.rejects(schedule(led.deps), /1 changes failed/)
  assert.match((await runsOf(led.deps))[0]?.failed[0] ?? '', /answered 307/)
  assert.deepEqual(target, { a: 'old' })
  assert.ok(led.fetched.every(({ url }) => !url.includes('evil.test')))
  const torn = world({ secrets: { SOURCE_TOKEN: 'torn\\ntoken' } })
  await assert.rejects(schedule(torn.deps), /SOURCE_TOKEN is no token/)
`,
  ),
]
