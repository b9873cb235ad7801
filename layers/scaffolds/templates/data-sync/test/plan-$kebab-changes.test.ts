import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plan$EntityChanges, readPage } from '../src/$kebab/plan-$kebab-changes.ts'
import { RUN_MS, schedule } from '../src/handler.ts'
import { withRivalWrite } from './support/rival-write.ts'
import { world } from './support/world.ts'

interface Run {
  readonly state: string
  readonly fault?: string
  readonly applied: number
  readonly failed: readonly string[]
}

const runsOf = async ({ records }: ReturnType<typeof world>['deps']): Promise<Run[]> =>
  (await records.list<Run>('$kebab-runs', { limit: 5 })).map(({ value }) => value)
const item = (id: string, name = id) => ({ id, fields: { name } })

/** Two systems in memory with pages of two items, which fail when a test requires it. */
const systems = (
  source: Record<string, string>,
  target: Record<string, string>,
  fault: (url: string, method: string) => Response | undefined = () => undefined,
  settings: Record<string, string> = {},
) => {
  const fetch = (url: string, init: RequestInit = {}): Response => {
    const failed = fault(url, init.method ?? 'GET')
    if (failed) return failed
    const { hostname, pathname, searchParams } = new URL(url)
    const store = hostname.startsWith('source') ? source : target
    const id = decodeURIComponent(pathname.split('/')[3] ?? '')
    if (init.method === 'PUT') store[id] = (JSON.parse(String(init.body)) as { fields: { name: string } }).fields.name
    if (init.method === 'DELETE') delete store[id]
    const ids = Object.keys(store)
      .sort()
      .filter((each) => each > (searchParams.get('cursor') ?? ''))
    const items = ids.slice(0, 2).map((each) => ({ id: each, fields: { name: store[each] } }))
    return Response.json({ items, ...(ids.length > 2 ? { next: ids[1] } : {}) })
  }
  return world({ fetch, settings })
}

// #case e2e: synced
test('given two systems that differ, when two runs end, then the systems match, and the second run changes nothing', async () => {
  const target: Record<string, string> = { a: 'old', z: 'gone' }
  const { deps, fetched, clock } = systems({ a: 'new', b: 'b', c: 'c', d: 'd' }, target)
  await schedule(deps)
  assert.deepEqual(target, { a: 'new', b: 'b', c: 'c', d: 'd' })
  clock.nowMs += 900_000
  const before = fetched.length
  await schedule(deps)
  assert.ok(fetched.slice(before).every(({ init }) => init?.method === 'GET'))
})

// #case unit: synced
test('given the states of both systems, when changes are planned, then the same states have the same plan', async () => {
  const plan = plan$EntityChanges([item('b'), item('a', 'x')], [item('a'), item('c')], 10)
  assert.deepEqual(
    plan.map(({ kind, id }) => `${kind} ${id}`),
    ['update a', 'create b', 'delete c'],
  )
  assert.deepEqual(plan$EntityChanges([item('a', 'x'), item('b')], [item('c'), item('a')], 10), plan)
})

// #case integration: guarded, source-empty
test('given a source that is suddenly empty, when a run starts, then nothing is deleted, and the run fails', async () => {
  const target = { a: 'a', b: 'b', c: 'c' }
  const { deps } = systems({}, target)
  await assert.rejects(schedule(deps), { name: 'TooManyDeletions' })
  assert.equal(Object.keys(target).length, 3)
})

// #case unit: guarded, source-empty
test('given sources that lack part of the target, when changes are planned, then at most a tenth is deleted, at least one item is allowed, and an empty source deletes nothing', async () => {
  const itemsOf = (count: number) => Array.from({ length: count }, (_, index) => item(`i${100 + index}`))
  const deletions = (before: number, after: number, percent = 10) =>
    plan$EntityChanges(itemsOf(after), itemsOf(before), percent).length
  assert.deepEqual([deletions(20, 18), deletions(19, 18), deletions(3, 2)], [2, 1, 1])
  for (const [before, after] of [
    [20, 17],
    [19, 17],
    [3, 1],
    [1, 0],
  ] as const)
    assert.throws(() => deletions(before, after), { name: 'TooManyDeletions' }, `${before} to ${after}`)
  assert.equal(deletions(4, 2, 50), 2)
  assert.throws(() => deletions(20, 19, 0), { name: 'TooManyDeletions' })
  assert.throws(() => deletions(20, 0, 100), { name: 'TooManyDeletions' })
})

// #case integration: guarded, source-empty
test('given a source that lacks half of the target, when the limit is raised between two runs, then the first changes nothing and records the reason, and the second deletes them; an invalid limit stops every run', async () => {
  const source = { a: 'new', b: 'b', e: 'e' }
  const target: Record<string, string> = { a: 'a', b: 'b', c: 'c', d: 'd' }
  const { deps } = systems(source, target)
  await assert.rejects(schedule(deps), { name: 'TooManyDeletions' })
  assert.deepEqual(target, { a: 'a', b: 'b', c: 'c', d: 'd' })
  assert.match((await runsOf(deps))[0]?.fault ?? '', /TooManyDeletions: 2 of 4 items/)
  for (const MAX_DELETED_PERCENT of ['many', '101', '-1'])
    await assert.rejects(schedule(systems(source, target, undefined, { MAX_DELETED_PERCENT }).deps), /from 0 to 100/)
  await schedule(systems(source, target, undefined, { MAX_DELETED_PERCENT: '50' }).deps)
  assert.deepEqual(target, source)
})

// #case integration: synced
test('given an item changed in both systems and one that only the target has, when a run ends, then the source has won, and the source is unchanged', async () => {
  const source: Record<string, string> = { a: 'first', b: 'b' }
  const target: Record<string, string> = {}
  const { deps, fetched, clock } = systems(source, target)
  await schedule(deps)
  Object.assign(source, { a: 'from source' })
  Object.assign(target, { a: 'from target', b: 'from target' })
  clock.nowMs += 900_000
  await schedule(deps)
  assert.deepEqual(
    [source, target],
    [
      { a: 'from source', b: 'b' },
      { a: 'from source', b: 'b' },
    ],
  )
  assert.ok(fetched.every(({ url, init }) => init?.method === 'GET' || url.startsWith('https://target')))
})

// #case integration: guarded, source-half
test('given a system that refuses reads, when a run starts, then it fails, and nothing is changed', async () => {
  for (const system of ['source', 'target']) {
    const target: Record<string, string> = { a: 'a' }
    const { deps } = systems({ a: 'x' }, target, (url, method) =>
      method === 'GET' && url.includes(system) ? Response.json({ items: [] }, { status: 403 }) : undefined,
    )
    await assert.rejects(schedule(deps), /returned status 403/)
    assert.deepEqual(target, { a: 'a' })
  }
})

// #case integration: synced, change-refused
test('given an item that was deleted in the meantime, when the run deletes it, then 404 counts as success', async () => {
  const { deps } = systems({ a: 'a' }, { a: 'a', z: 'z' }, (_url, method) =>
    method === 'DELETE' ? new Response('no', { status: 404 }) : undefined,
  )
  await schedule(deps)
  assert.deepEqual(
    (await runsOf(deps)).map(({ state, applied, failed }) => [state, applied, failed]),
    [['done', 1, []]],
  )
})

// #case integration: guarded, source-half
test('given a source whose second page fails, when a run starts, then nothing is changed', async () => {
  const target: Record<string, string> = { a: 'a' }
  const { deps, fetched } = systems({ a: 'x', b: 'b', c: 'c' }, target, (url) =>
    url.includes('cursor') ? new Response('no', { status: 503 }) : undefined,
  )
  await assert.rejects(schedule(deps), /503/)
  assert.deepEqual(target, { a: 'a' })
  assert.equal(fetched.filter(({ url }) => url.includes('cursor')).length, 4)
})

// #case integration: synced, change-refused
test('given a target that rejects one change or fails at it, when a run ends, then the other changes are applied, and that one is recorded', async () => {
  for (const [status, attempts] of [
    [422, 1],
    [500, 4],
    [429, 4],
    [0, 4],
  ] as const) {
    const target: Record<string, string> = {}
    const { deps, fetched } = systems({ a: 'a', b: 'b', c: 'c' }, target, (url, method) => {
      if (method !== 'PUT' || !url.endsWith('/b')) return undefined
      if (status === 0) throw new DOMException('too slow', 'TimeoutError')
      return new Response('no', { status })
    })
    await assert.rejects(schedule(deps), /1 changes failed, and 0 were not applied/)
    assert.deepEqual(target, { a: 'a', c: 'c' })
    assert.equal(fetched.filter(({ url }) => url.endsWith('/b')).length, attempts)
    const reason = status === 0 ? 'TimeoutError' : `TARGET returned status ${status}`
    assert.deepEqual(
      (await runsOf(deps)).map(({ state, failed }) => [state, failed]),
      [['failed', [`create b: ${reason}`]]],
    )
  }
})

// #case integration: synced, change-refused
test('given a target that is too slow for all changes, when a run reaches its time limit, then it ends and reports the number left; the next run starts elsewhere', async () => {
  const target: Record<string, string> = {}
  const attempted: string[] = []
  const testWorld = systems({ a: 'a', b: 'b', c: 'c', d: 'd' }, target, (url, method) => {
    if (method !== 'PUT') return undefined
    attempted.push(url.slice(-1))
    testWorld.clock.nowMs += RUN_MS
    return new Response('no', { status: 422 })
  })
  await assert.rejects(schedule({ ...testWorld.deps, random: () => 0 }), /1 changes failed, and 3 were not applied/)
  testWorld.clock.nowMs += 900_000
  await assert.rejects(schedule({ ...testWorld.deps, random: () => 0.75 }), /1 changes failed, and 3 were not applied/)
  assert.deepEqual(attempted, ['a', 'd'])
})

// #case integration: guarded, run-denied
test('given failed runs and a killed run, when their records are read, then each run has one, and none quotes a page', async () => {
  const failing = systems({ a: 'a' }, {}, (url) => (url.includes('source') ? new Response('of-a-person') : undefined))
  await assert.rejects(schedule(failing.deps), /SOURCE sent a page that is not valid JSON/)
  assert.deepEqual(
    (await runsOf(failing.deps)).map(({ state, fault }) => [state, fault]),
    [['failed', 'TypeError: SOURCE sent a page that is not valid JSON']],
  )
  assert.ok(!JSON.stringify(failing.logged).includes('of-a-person'))
  const stopped = world({ fetch: () => new Promise<Response>(() => {}) })
  void schedule(stopped.deps)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(
    (await runsOf(stopped.deps)).map(({ state }) => state),
    ['running'],
  )
})

// #case integration: guarded, run-twice
test('given a schedule that triggers twice, when both runs start, then one of them does the work', async () => {
  const { deps, fetched } = systems({ a: 'a' }, {})
  await schedule(deps)
  const before = fetched.length
  await schedule(deps)
  assert.equal(fetched.length, before)
})

// #case integration: guarded, records-lost-update
test('given another run that writes or changes the record first, when a run starts or ends, then it fails, and the other record is kept', async () => {
  const target: Record<string, string> = {}
  const { deps } = systems({ a: 'a' }, target)
  const id = new Date(deps.now()).toISOString()
  const rival = () => deps.records.insert('$kebab-runs', id, { state: 'other' })
  await assert.rejects(
    schedule({ ...deps, records: withRivalWrite(deps.records, '$kebab-runs', rival) }),
    /Another run has a record/,
  )
  assert.deepEqual([target, (await runsOf(deps)).map(({ state }) => state)], [{}, ['other']])
  const run = systems({ a: 'a' }, {}, (_url, method) => {
    if (method === 'PUT') void run.deps.records.replace('$kebab-runs', id, { state: 'other' }, 1)
    return undefined
  })
  await assert.rejects(schedule(run.deps), /Another run changed/)
  assert.deepEqual(
    (await runsOf(run.deps)).map(({ state }) => state),
    ['other'],
  )
})

// #case unit: guarded, page-malformed
test('given malformed pages, when they are read, then each is refused', async () => {
  for (const value of [
    null,
    {},
    { items: [null] },
    { items: [{ id: '', fields: {} }] },
    { items: [{ id: '../x', fields: {} }] },
    { items: [{ id: 'a' }] },
    { items: [{ id: 'a', fields: [] }] },
    { items: [{ id: 'a', fields: { nested: {} } }] },
  ])
    assert.throws(() => readPage(value), TypeError)
  assert.deepEqual(readPage({ items: [], next: '' }), { items: [] })
  assert.deepEqual(readPage({ items: [item('a')], next: 'a' }), { items: [item('a')], next: 'a' })
})

// #case integration: guarded, tokens-apart
test('given a token for each system, when a run calls both, then each system only receives its own, redirects are not followed, and no token is logged', async () => {
  const { deps, fetched, logged } = systems({ a: 'a' }, {})
  await schedule(deps)
  for (const { url, init } of fetched) {
    const system = url.startsWith('https://source') ? 'SOURCE' : 'TARGET'
    assert.equal(new Headers(init?.headers).get('authorization'), `Bearer test-${system}_TOKEN`)
    assert.equal(init?.redirect, 'manual')
  }
  assert.ok(!JSON.stringify(logged).includes('_TOKEN'))
  const target: Record<string, string> = { a: 'old' }
  const redirected = systems({ a: 'new' }, target, (_url, method) =>
    method === 'PUT' ? Response.redirect('https://evil.test/', 307) : undefined,
  )
  await assert.rejects(schedule(redirected.deps), /1 changes failed/)
  assert.match((await runsOf(redirected.deps))[0]?.failed[0] ?? '', /returned status 307/)
  assert.deepEqual(target, { a: 'old' })
  assert.ok(redirected.fetched.every(({ url }) => !url.includes('evil.test')))
  const invalid = world({ secrets: { SOURCE_TOKEN: 'torn\ntoken' } })
  await assert.rejects(schedule(invalid.deps), /SOURCE_TOKEN is not a valid token/)
})
